package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// cardCmd finds an agent's card and shows it.
type cardCmd struct {
	authFlags `embed:"" group:"Signing in"`
	signatureFlags

	URL      string   `arg:"" name:"url" help:"The agent: host, origin, path, its card's URL, or the card's JSON."`
	Header   []string `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the requests."`
	As       string   `placeholder:"VERSION" complete:"versions" help:"Ask for the card of this version (header A2A-Version): ${dialects}. One address can serve several."`
	Extended bool     `help:"Ask for the extended card, which agents show to those who signed in."`
	Binding  string   `placeholder:"NAME" enum:"${bindings}," default:"" help:"How the extended card is asked for: jsonrpc, rest or grpc."`
	Raw      bool     `help:"Write the card's bytes as served, nothing else."`
	DB       string   `name:"db" placeholder:"PATH" help:"Record the requests in this file."`

	Doctor    bool `help:"Examine the connection step by step: DNS, TCP, TLS, HTTP, card, interface, authentication, first call."`
	Elsewhere bool `help:"With --doctor, call an interface on another origin than the card's too."`
}

// Help is what --help says below the flags' table.
func (cardCmd) Help() string {
	return `Examples:

    a2a-console card 127.0.0.1:7430
    a2a-console card https://agent.example/.well-known/agent-card.json --json
    a2a-console card 127.0.0.1:7430 --as 0.3 --raw | jq .url
    a2a-console card 127.0.0.1:7430 --extended --bearer env:TOKEN
    a2a-console card agent.example --doctor
    a2a-console card agent.example --verify-signature --jwks signer.json

Exit code: 0 for a clean card, 1 with findings (errors or warnings), 2 when no card was found. With --doctor: 0 when the agent answers, 1 when a step fails.`
}

// Run finds and prints the card.
func (c *cardCmd) Run(ctx context.Context, p *program) error {
	if err := speakable(c.As, c.Binding, "--as", "--binding"); err != nil {
		return err
	}
	header, err := parseHeaders(c.Header)
	if err != nil {
		return err
	}
	way, err := openWay(p, c.DB, "card "+c.URL)
	if err != nil {
		return err
	}
	if c.Doctor {
		return firstErr(c.examine(ctx, p, way, header), way.close())
	}
	d, err := c.discover(ctx, p, way, header)
	if err == nil {
		err = c.verify(ctx, way.wallet, d)
	}
	if cerr := way.close(); err == nil {
		err = cerr
	}
	if err == nil && c.Raw {
		_, err = p.stdout.Write(d.Raw)
	} else if p.json {
		line := cardLineOf(d)
		line.Signatures = c.lines()
		err = firstErr(p.line(line), err)
	} else {
		showDiscovery(p, d)
		c.show(p)
		if d.Card != nil && d.Card.Signatures > 0 && !c.checks() {
			p.note("note: the signatures are not checked; --verify-signature does")
		}
	}
	if err != nil {
		return err
	}
	for _, f := range d.Findings {
		if f.Severity != a2a.Info {
			return foundSomething
		}
	}
	return nil
}

// discover looks for the card, signed in as the flags say.
func (c *cardCmd) discover(ctx context.Context, p *program, way wayOut, header http.Header) (*inspector.Discovery, error) {
	if err := c.before(ctx, p, way.wallet, c.URL); err != nil {
		return &inspector.Discovery{Input: c.URL}, err
	}
	o := way.options(p)
	o.Header, o.CardVersion = header, a2a.Version(c.As)
	client := caller{inspector.New(o), way.known}
	d, err := client.Discover(ctx, c.URL)
	if err == nil {
		err = c.after(ctx, d, d.CardURL)
	}
	if err != nil {
		return d, err
	}
	if c.As != "" && !slices.Contains(d.Versions, a2a.Version(c.As)) {
		p.note("note: asked for the card of A2A %s; what came speaks %s", c.As, versionList(d.Versions))
	}
	if c.Extended {
		return c.extended(ctx, p, client, d, header)
	}
	return d, nil
}

func firstErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// cardLine is what scripts get of a discovery.
type cardLine struct {
	Card       json.RawMessage `json:"card,omitempty"`
	CardURL    string          `json:"card_url,omitempty"`
	Name       string          `json:"name,omitempty"`
	Versions   []a2a.Version   `json:"versions"`
	Interfaces []interfaceLine `json:"interfaces"`
	Findings   []findingLine   `json:"findings"`
	Signatures []signatureLine `json:"signatures,omitempty"`
	Trail      []probeLine     `json:"trail"`
}

type interfaceLine struct {
	URL     string `json:"url"`
	Binding string `json:"binding"`
	Version string `json:"version"`
	Tenant  string `json:"tenant,omitempty"`
}

type findingLine struct {
	Check   string `json:"check"`
	Level   string `json:"level"`
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
	Spec    string `json:"spec,omitempty"`
}

func findingLines(list []a2a.Problem) (out []findingLine) {
	for _, f := range list {
		out = append(out, findingLine{Check: f.Check, Level: string(f.Severity), Message: f.Message, Path: f.Path, Spec: f.Spec})
	}
	return out
}

type probeLine struct {
	URL      string  `json:"url"`
	Status   int     `json:"http_status"`
	MS       float64 `json:"duration_ms"`
	Note     string  `json:"note"`
	Found    bool    `json:"found"`
	Exchange string  `json:"exchange,omitempty"`
}

func cardLineOf(d *inspector.Discovery) cardLine {
	l := cardLine{CardURL: d.CardURL, Card: rawJSON(d.Raw), Versions: []a2a.Version{}, Interfaces: []interfaceLine{}, Findings: []findingLine{}, Trail: []probeLine{}}
	l.Versions = append(l.Versions, d.Versions...)
	if d.Card != nil {
		l.Name = d.Card.Name
		for _, f := range allInterfaces(d) {
			l.Interfaces = append(l.Interfaces, interfaceLine{URL: f.URL, Binding: bindingWord(f), Version: string(f.Version), Tenant: f.Tenant})
		}
	}
	l.Findings = append(l.Findings, findingLines(d.Findings)...)
	for _, t := range d.Trail {
		l.Trail = append(l.Trail, probeLine{URL: t.URL, Status: t.Status, MS: millis(t.Took), Note: t.Note, Found: t.Found, Exchange: t.Exchange})
	}
	return l
}

// allInterfaces are the main card's interfaces and those of the older cards.
func allInterfaces(d *inspector.Discovery) []a2a.Interface {
	all := append([]a2a.Interface(nil), d.Card.Interfaces...)
	for _, m := range d.More {
		all = append(all, m.Card.Interfaces...)
	}
	return all
}

func bindingWord(f a2a.Interface) string {
	if f.Binding == "" {
		return f.Custom
	}
	return string(f.Binding)
}

func versionList(versions []a2a.Version) string {
	words := make([]string, len(versions))
	for i, v := range versions {
		words[i] = string(v)
	}
	return strings.Join(words, ", ")
}

func statusWord(status int) string {
	if status == 0 {
		return "—"
	}
	return fmt.Sprint(status)
}
