package agents

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Protocol is a version and a binding to call in. The zero value leaves the choice to the card.
type Protocol struct {
	Version a2a.Version
	Binding a2a.Binding
}

// ProtocolOf parses what String and Path return: "1.0 grpc" and "1.0/grpc". It returns the zero
// Protocol for one that the console does not support.
func ProtocolOf(text string) Protocol {
	v, b, _ := strings.Cut(strings.Replace(text, "/", " ", 1), " ")
	w := Protocol{a2a.Version(v), a2a.Binding(b)}
	if _, ok := dialect.Speaks(w.Version, w.Binding); !ok {
		return Protocol{}
	}
	return w
}

// String returns the protocol for a form field: "1.0 grpc".
func (w Protocol) String() string { return string(w.Version) + " " + string(w.Binding) }

// Path returns the protocol for URLs: "1.0/grpc".
func (w Protocol) Path() string { return string(w.Version) + "/" + string(w.Binding) }

// Word returns the protocol for people: "1.0 · gRPC".
func (w Protocol) Word() string {
	version := string(w.Version)
	if v, ok := dialect.ByName(w.Version); ok && v.DraftOf != "" {
		version += " draft"
	}
	return version + " · " + words.Binding(a2a.Interface{Binding: w.Binding})
}

// ProtocolWords describes a recorded version and binding; it is "" if both are.
func ProtocolWords(version, binding string) string {
	b := words.Binding(a2a.Interface{Binding: a2a.Binding(binding)})
	return strings.Trim(version+" · "+b, " ·")
}

// Protocols returns the protocols to choose from: those of the agent's cards or, without a card,
// all that the console supports.
func Protocols(a Entry) (out []Protocol) {
	if a.Card() == nil {
		for _, d := range dialect.All() {
			for _, b := range dialect.Bindings(d.Version()) {
				out = append(out, Protocol{d.Version(), b})
			}
		}
		return out
	}
	for _, f := range AllInterfaces(a) {
		w := Protocol{f.Version, f.Binding}
		if !slices.Contains(out, w) {
			if _, err := a.CardInfo.Discovery.Choose(f.Version, f.Binding); err == nil {
				out = append(out, w)
			}
		}
	}
	return out
}

// ExtensionsOf returns the extensions that an agent's cards declare, each once, at most 50. An
// extension counts as required if any card requires it.
func ExtensionsOf(a Entry) (out []a2a.Extension) {
	if a.Card() == nil {
		return nil
	}
	add := func(list []a2a.Extension) {
		for _, x := range list {
			i := slices.IndexFunc(out, func(o a2a.Extension) bool { return o.URI == x.URI })
			switch {
			case x.URI == "" || strings.ContainsAny(x.URI, ",\r\n"): // the header could not carry it
			case i < 0:
				out = append(out, x)
			case x.Required:
				out[i].Required = true
			}
		}
	}
	add(a.Card().Capabilities.Extensions)
	for _, m := range a.CardInfo.Discovery.OtherCards {
		add(m.Card.Capabilities.Extensions)
	}
	return out[:min(len(out), 50)]
}

// VersionRange returns the versions of an agent's cards, "" for none: "0.2–1.0" if the console
// knows no other version between them.
func VersionRange(a Entry) string {
	offered, known := a.Versions(), dialect.All()
	newest, oldest, n := 0, 0, 0
	for i, d := range known {
		if slices.Contains(offered, d.Version()) {
			if n == 0 {
				newest = i
			}
			oldest, n = i, n+1
		}
	}
	if n < 3 || n != len(offered) || oldest-newest != n-1 {
		return versionWords(offered)
	}
	return string(known[oldest].Version()) + "–" + string(known[newest].Version())
}
