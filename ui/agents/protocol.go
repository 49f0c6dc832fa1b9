package agents

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Protocol is a version and a binding to talk in. The zero one leaves the choice to
// the card.
type Protocol struct {
	Version a2a.Version
	Binding a2a.Binding
}

// ProtocolOf reads a protocol as String and as addresses write it: "1.0 grpc", "1.0/grpc". One
// that the console does not speak is the zero Protocol.
func ProtocolOf(text string) Protocol {
	v, b, _ := strings.Cut(strings.Replace(text, "/", " ", 1), " ")
	w := Protocol{a2a.Version(v), a2a.Binding(b)}
	if _, ok := dialect.Speaks(w.Version, w.Binding); !ok {
		return Protocol{}
	}
	return w
}

// String is the protocol as a form's value: "1.0 grpc".
func (w Protocol) String() string { return string(w.Version) + " " + string(w.Binding) }

// Path is the protocol in an address: "1.0/grpc".
func (w Protocol) Path() string { return string(w.Version) + "/" + string(w.Binding) }

// Word is the protocol as people read it: "1.0 · gRPC".
func (w Protocol) Word() string {
	version := string(w.Version)
	if v, ok := dialect.ByName(w.Version); ok && v.DraftOf != "" {
		version += " draft"
	}
	return version + " · " + words.Binding(a2a.Interface{Binding: w.Binding})
}

// ProtocolWords is a version and binding on record in words, "" for neither.
func ProtocolWords(version, binding string) string {
	b := words.Binding(a2a.Interface{Binding: a2a.Binding(binding)})
	return strings.Trim(version+" · "+b, " ·")
}

// Protocols are the interfaces that can be chosen: those of the agent's cards, or
// without a card all that the console speaks.
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

// ExtensionsOf are the extensions that an agent's cards declare, each once; one
// that any of them requires is required.
func ExtensionsOf(a Entry) (out []a2a.Extension) {
	if a.Card() == nil {
		return nil
	}
	add := func(list []a2a.Extension) {
		for _, x := range list {
			i := slices.IndexFunc(out, func(o a2a.Extension) bool { return o.URI == x.URI })
			switch {
			case x.URI == "" || strings.ContainsAny(x.URI, ",\r\n"): // no header can name it
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

func VersionNames(a Entry) string {
	var out []string
	for _, v := range a.Versions() {
		out = append(out, string(v))
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, ", ")
}
