package print

import (
	"cmp"
	"encoding/json"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/signature"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// CardLine is the JSON line of a discovery.
type CardLine struct {
	Card       json.RawMessage       `json:"card,omitempty"`
	CardURL    string                `json:"card_url,omitempty"`
	Name       string                `json:"name,omitempty"`
	Versions   []a2a.Version         `json:"versions"`
	Interfaces []interfaceLine       `json:"interfaces"`
	Findings   []findingLine         `json:"findings"`
	Signatures []signature.Signature `json:"signatures,omitempty"`
	Trail      []probeLine           `json:"trail"`
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

// CardLineOf returns the JSON line of a discovery.
func CardLineOf(d *inspector.Discovery) CardLine {
	l := CardLine{CardURL: d.CardURL, Card: stdio.RawJSON(d.Raw), Versions: []a2a.Version{}, Interfaces: []interfaceLine{}, Findings: []findingLine{}, Trail: []probeLine{}}
	l.Versions = append(l.Versions, d.Versions...)
	if d.Card != nil {
		l.Name = d.Card.Name
		for _, f := range allInterfaces(d) {
			l.Interfaces = append(l.Interfaces, interfaceLine{URL: f.URL, Binding: bindingName(f), Version: string(f.Version), Tenant: f.Tenant})
		}
	}
	l.Findings = append(l.Findings, findingLines(d.Findings)...)
	for _, t := range d.Trail {
		l.Trail = append(l.Trail, probeLine{URL: t.URL, Status: t.Status, MS: stdio.Millis(t.Took), Note: t.Note, Found: t.HasCard, Exchange: t.Exchange})
	}
	return l
}

func allInterfaces(d *inspector.Discovery) []a2a.Interface {
	all := append([]a2a.Interface(nil), d.Card.Interfaces...)
	for _, m := range d.OtherCards {
		all = append(all, m.Card.Interfaces...)
	}
	return all
}

// bindingName returns a binding for the JSON output; an unknown one as the card spells it.
func bindingName(f a2a.Interface) string { return cmp.Or(string(f.Binding), f.Custom) }
