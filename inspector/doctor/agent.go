package doctor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// card looks for the card: first whether HTTP is spoken at all, then the card.
func (x *examination) card(ctx context.Context) bool {
	began := x.Now()
	input := x.Input
	if x.base != x.bases[0] { // TLS is not spoken there
		input = x.base.String()
	}
	d, err := x.Client.Discover(ctx, input)
	x.found = d
	if !x.http(d, err, began) {
		return false
	}
	s := Step{Name: "card"}
	for _, p := range d.Trail {
		s.Facts = append(s.Facts, Fact{p.URL, fmt.Sprintf("%d %s", p.Status, p.Note)})
	}
	if d.Card == nil {
		s.Result, s.Says = Fail, "no Agent Card was found there"
		if err != nil {
			s.Says = err.Error()
		}
		s.Try = "Agents serve it at /.well-known/agent-card.json (before 0.3: agent.json). Give its URL if it is elsewhere, or sign in where it asks for credentials."
		return x.tell(s, began)
	}
	s.Result, s.Says = Pass, fmt.Sprintf("%s, at %s", d.Card.Name, d.CardURL)
	faults := 0
	for _, f := range d.Findings {
		if f.Severity == a2a.SeverityError {
			faults++
		}
	}
	if faults > 0 {
		s.Result, s.Try = Warn, fmt.Sprintf("The card breaks %s of its version; a2a-console card shows them.", rules(faults))
	}
	return x.tell(s, began)
}

func rules(n int) string {
	if n == 1 {
		return "one rule"
	}
	return fmt.Sprintf("%d rules", n)
}

// http says whether anything answered over HTTP.
func (x *examination) http(d *inspector.Discovery, err error, began time.Time) bool {
	s := Step{Name: "http"}
	for _, p := range d.Trail {
		if p.Status != 0 {
			s.Result, s.Says = Pass, fmt.Sprintf("answers over HTTP: %d after %s", p.Status, took(p.Took))
			return x.tell(s, began)
		}
	}
	s.Result, s.Says, s.Try = Fail, "nothing answered over HTTP", "Check that it is the agent's port, and not that of a database or of a gRPC-only server."
	if len(d.Trail) > 0 {
		s.Says = d.Trail[0].Note
	} else if err != nil {
		s.Says = err.Error()
	}
	return x.tell(s, began)
}

// interfaces compares what the card offers with what can be spoken, and chooses
// one: on the card's own origin if there is one.
func (x *examination) interfaces(context.Context) bool {
	began := x.Now()
	s := Step{Name: "interface"}
	for _, f := range x.found.Card.Interfaces {
		binding := f.Binding.Word()
		if binding == "" {
			binding = f.Custom
		}
		version := string(f.Version)
		if version == "" {
			version = f.Said
		}
		s.Facts = append(s.Facts, Fact{strings.TrimSpace("A2A " + version + " " + binding), f.URL})
	}
	t, err := x.found.Choose(x.Version, x.Binding)
	if err != nil {
		s.Result, s.Says, s.Try = Fail, err.Error(), "Have the agent name an interface in its card, or call its endpoint with --dialect."
		return x.tell(s, began)
	}
	x.target = t
	s.Result, s.Says = Pass, fmt.Sprintf("A2A %s over %s at %s", t.Version, t.Binding.Word(), t.Endpoint)
	if from := wire.OriginOf(x.found.CardURL); from != "" && !inspector.SameOrigin(x.found.CardURL, t.Endpoint) {
		s.Result = Warn
		s.Says += ", another origin than the card's, " + from
		s.Try = "If that is not meant, correct the URL in the card: behind a proxy it is often the inner one."
		x.away = !x.Elsewhere
	}
	return x.tell(s, began)
}

// auth says what the card asks for.
func (x *examination) auth(context.Context) bool {
	began := x.Now()
	s := Step{Name: "auth"}
	card := x.found.Card
	var names []string
	for _, c := range card.SecuritySchemes {
		names = append(names, c.Name)
		s.Facts = append(s.Facts, Fact{c.Name, schemeWords(c)})
	}
	x.asks = len(card.Security) > 0 && !slices.ContainsFunc(card.Security, func(r a2a.Requirement) bool { return len(r) == 0 })
	given := len(x.Header) > 0 || x.SignedIn != nil && x.SignedIn()
	switch {
	case len(names) == 0:
		s.Result, s.Says = Pass, "the card asks for no credentials"
	case !x.asks:
		s.Result, s.Says = Pass, "the card knows "+strings.Join(names, ", ")+", and requires none of them"
	case given:
		s.Result, s.Says = Pass, "the card asks for "+wanted(card)+"; credentials were given"
	default:
		s.Result, s.Says, s.Try = Warn, "the card asks for "+wanted(card)+", and none were given", x.SignIn
	}
	return x.tell(s, began)
}

// schemeWords says how a scheme works, beside its name. 0.1 has no more than
// that.
func schemeWords(s a2a.SecurityScheme) string {
	switch {
	case s.HTTPScheme != "":
		return "HTTP " + s.HTTPScheme
	case strings.EqualFold(s.Type, "apiKey") && s.Param != "":
		return "API key in " + s.In + " " + s.Param
	case s.Type == "" || s.Type == s.Name:
		return "named, and not described"
	}
	return s.Type
}

// wanted is what a card requires, in the names that it gives its schemes: each
// alternative may need several.
func wanted(card *a2a.Card) string {
	return card.Wants()
}

// took is how long something took, in milliseconds.
func took(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64) + " ms"
}

// call asks for a task that does not exist.
func (x *examination) call(ctx context.Context) bool {
	began := x.Now()
	s := Step{Name: "call"}
	if x.away {
		s.Result, s.Says = Skip, x.target.Endpoint+" is on another origin, and is not called unasked"
		s.Try = "Call it too with --elsewhere, or a click."
		return x.tell(s, began)
	}
	t := x.target
	if x.found.Withhold(t.Endpoint) == "" {
		t.Header = x.Header
	}
	p, err := x.Client.Prepare(t, &a2a.Call{Op: a2a.GetTask, TaskID: wire.NewID()})
	if err != nil {
		s.Result, s.Says = Fail, err.Error()
		return x.tell(s, began)
	}
	ctx, cancel := context.WithTimeout(ctx, x.Timeout)
	defer cancel()
	var last a2a.Reading
	end, err := x.Client.Send(ctx, p, func(e inspector.Event) { last = e.Reading })
	if err != nil {
		s.Result, s.Says = Fail, err.Error()
		return x.tell(s, began)
	}
	s.judge(x.SignIn, t, last, end)
	return x.tell(s, began)
}
