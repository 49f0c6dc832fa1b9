package schema

import (
	"cmp"
	"errors"
	"fmt"
	"mime"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/clip"
)

func init() { // cards
	addVerbs(map[string]verb{
		"modes":            {usage: "MEMBER…", read: readModes},
		"modesOrText":      {usage: "MEMBER…", read: readModes},
		"unique":           {usage: "MEMBER MEMBER : TEXT", read: readUnique},
		"notEmpty":         {usage: "MEMBER…", read: readNotEmpty},
		"signatures":       {usage: "MEMBER [HEADER…]", read: readSignatures},
		"extended":         {usage: "MEMBER MEMBER : TEXT", read: readExtended, write: writeExtended},
		"foreignAlone":     {usage: "MEMBER… : TEXT", read: readForeignAlone},
		"binding":          {usage: "MEMBER MEMBER : TEXT", read: readBinding, write: writeBinding},
		"interfaceAddress": {usage: "MEMBER SEVERITY [SECTION]", read: readInterfaceAddress},
		"interfaceVersion": {usage: "MEMBER VERSION : TEXT", read: readInterfaceVersion, write: writeInterfaceVersion},
		"loneInterface":    {usage: "MEMBER", read: readLoneInterface, write: writeLoneInterface},
		"interfaces":       {usage: "TYPE", read: readInterfaces, write: writeInterfaces},
		"version":          {usage: "MEMBER VERSION", read: readNothing, write: writeVersion},
	})
}

// readModes reports modes that are not media types. 0.1's own schema has the bare word text as default.
func readModes(_ *Schema, o jsonio.Object, r *row, _ *place, _ any) {
	for _, name := range r.names {
		if list := o.Get(name); list.HasKind('[') {
			for _, e := range list.Elements(*r.rule) {
				mode, ok := e.Plain()
				kind, _, err := mime.ParseMediaType(mode)
				if ok && (err != nil || !strings.Contains(kind, "/")) && (mode != "text" || r.verb != verbs["modesOrText"]) {
					e.Report(*r.rule, "Mode "+clip.Bytes(mode, 60)+" is not a media type such as text/plain.")
				}
			}
		}
	}
}

// readUnique reports objects in a list that repeat a member's value.
func readUnique(_ *Schema, o jsonio.Object, r *row, _ *place, _ any) {
	seen := map[string]bool{}
	for _, e := range o.Get(r.names[0]).Objects() {
		id := e.Get(r.names[1])
		text, ok := id.Plain()
		if !ok {
			text = string(id.Raw())
		}
		if text != "" && seen[text] {
			id.Report(*r.rule, fmt.Sprintf(r.text, text))
		}
		seen[text] = true
	}
}

func readNotEmpty(_ *Schema, o jsonio.Object, r *row, _ *place, _ any) {
	for _, name := range r.names {
		if list := o.Get(name); list.HasKind('[') && len(list.Elements(*r.rule)) == 0 {
			list.Report(*r.rule, fmt.Sprintf("Required list %q is empty.", name))
		}
	}
}

// readSignatures counts a card's signatures. The words after the member are what their protected header must
// contain.
func readSignatures(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	if later, ok := s.rules["signature.later"]; ok {
		o.Foreign(later.rule, later.text, r.names[0])
	}
	v.(*a2a.Card).Signatures = jsonio.ReadSignatures(o.Get(r.names[0]), *r.rule, s.rules["signature.none"].rule, r.names[1:]...)
}

// readExtended reads whether there is an extended card, which 0.2 and 0.3 say in the card itself and a draft
// under another name.
func readExtended(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	c, draft := &v.(*a2a.Card).Capabilities, r.names[1]
	c.ExtendedCard = o.Bool(r.names[0], *r.parent.form)
	if o.Has(draft) {
		o.Foreign(*r.rule, r.text, draft)
		c.ExtendedCard = o.Bool(draft, *r.parent.form) || c.ExtendedCard
	}
}

func writeExtended(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if extended := v.(*a2a.Card).Capabilities.ExtendedCard; extended || c.always {
		w.Bool(c.name, extended)
	}
}

// readForeignAlone reports members of other versions, unless the card has a url of its own and so also serves
// their clients.
func readForeignAlone(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	if !o.Has("url") {
		readForeign(s, o, r, at, v)
	}
}

// binding reads the name of a binding, ignoring case. Any other name is a custom binding.
func (r *row) binding(n jsonio.Node) (b a2a.Binding, custom string) {
	word := n.Text(*r.parent.form)
	b, exact := a2a.BindingNamed(word)
	switch {
	case b != "" && !exact:
		n.Report(*r.rule, r.text+" "+word+" is not JSONRPC, GRPC or HTTP+JSON; it is read as "+b.Word()+".")
	case b == "" && word != "" && !strings.Contains(word, ":"):
		n.Report(*r.rule, r.text+" "+word+" is not JSONRPC, GRPC, HTTP+JSON or a URI.")
	}
	if b != "" {
		return b, ""
	}
	return "", word
}

// readBinding reads an interface's binding from the first member, or from the second, an early draft's.
func readBinding(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	i := v.(*a2a.Interface)
	i.Binding, i.Custom = r.binding(o.Get(r.first(o)))
}

func writeBinding(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	i := v.(*a2a.Interface)
	w.Text(c.name, cmp.Or(i.Binding.CardName(), i.Custom))
}

// readInterfaceAddress checks the URL of an interface. It skips gRPC, which has host:port, and custom
// bindings with schemes of their own.
func readInterfaceAddress(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	if i := v.(*a2a.Interface); i.Binding == a2a.JSONRPC || i.Binding == a2a.REST {
		readAddress(s, o, r, at, v)
	}
}

// readInterfaceVersion reads an interface's version as Major.Minor. Without one, the schema's
// version applies, or the line's if the binding is in transport.
func readInterfaceVersion(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	i := v.(*a2a.Interface)
	if i.Version = s.name; i.DeclaredVersion == "" {
		if !o.Has("protocolBinding") && o.Has("transport") {
			i.Version = a2a.Version(r.names[1])
		}
		return
	}
	fields := append(strings.Split(strings.TrimPrefix(i.DeclaredVersion, "v"), "."), "0")
	if i.Version = a2a.Version(fields[0] + "." + fields[1]); string(i.Version) != i.DeclaredVersion {
		o.Get(r.names[0]).Report(*r.rule, fmt.Sprintf(r.text, i.DeclaredVersion))
	}
}

func writeInterfaceVersion(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	i := v.(*a2a.Interface)
	w.Text("protocolVersion", cmp.Or(i.DeclaredVersion, string(i.Version)))
}

// readLoneInterface reads the single address of a 0.1 card.
func readLoneInterface(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	if url := o.String(r.names[0], *r.rule); url != "" {
		v.(*a2a.Card).Interfaces = []a2a.Interface{{URL: url, Binding: a2a.JSONRPC, Version: s.name}}
	}
}

// writeLoneInterface writes the first JSON-RPC interface, preferring one of this version.
func writeLoneInterface(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	card, at := v.(*a2a.Card), -1
	for i, f := range card.Interfaces {
		if f.Binding == a2a.JSONRPC && (at < 0 || f.Version == s.name && card.Interfaces[at].Version != s.name) {
			at = i
		}
	}
	if at < 0 {
		w.Fail(fmt.Errorf("%s needs a JSON-RPC interface, and the card has none", s.name))
		return
	}
	w.Text(c.name, card.Interfaces[at].URL)
	for i := range card.Interfaces {
		l.Lose(i != at, fmt.Sprintf("interfaces[%d]", i), "a card of "+string(s.name)+" has one address")
	}
	l.Lose(card.Interfaces[at].Tenant != "", fmt.Sprintf("interfaces[%d].tenant", at), string(s.name)+" has no tenants")
}

// readInterfaces reads url with preferredTransport, then additionalInterfaces (0.3 §5.5.5, §5.6; 0.2 from
// 0.2.4 on).
func readInterfaces(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	card, main := v.(*a2a.Card), s.rules["card.transport"]
	said := o.String("protocolVersion", s.rules["card.version"].rule)
	if n := o.Get("protocolVersion"); n.HasKind('"') && said == "" {
		s.report(n, "card.version")
	}
	if url := o.String("url", s.rules["card.url"].rule); url != "" {
		first := a2a.Interface{URL: url, Binding: a2a.JSONRPC, Version: s.name, DeclaredVersion: said}
		if o.Has("preferredTransport") {
			first.Binding, first.Custom = r.element.verbLine("binding").binding(o.Get("preferredTransport"))
		} else if main != nil {
			o.Require(main.rule, "preferredTransport")
		}
		readInterfaceAddress(s, o, r.element.verbLine("interfaceAddress"), at, &first)
		card.Interfaces = append(card.Interfaces, first)
	}
	list := o.Get("additionalInterfaces").Elements(*r.element.form)
	repeats, clashes := len(list) == 0, clashFinder()
	for _, i := range card.Interfaces {
		clashes(i)
	}
	for _, e := range list {
		i := a2a.Interface{Version: s.name, DeclaredVersion: said}
		if !s.readValue(e, r.element, at, &i) {
			continue
		}
		if len(card.Interfaces) > 0 && card.Interfaces[0] == i {
			repeats = true
			continue
		}
		if x, _ := e.Object(*r.element.form); clashes(i) {
			s.report(x.Get("url"), "card.clash")
		}
		card.Interfaces = append(card.Interfaces, i)
	}
	if !repeats {
		s.report(o.Get("additionalInterfaces"), "card.repeat")
	}
}

// clashFinder returns a function that reports whether the interfaces seen so far give the URL of this one
// more than one binding.
func clashFinder() func(a2a.Interface) bool {
	ways, waysOf := map[[3]string]bool{}, map[string]int{}
	return func(i a2a.Interface) bool {
		if way := [3]string{i.URL, string(i.Binding), i.Custom}; !ways[way] {
			ways[way] = true
			waysOf[i.URL]++
		}
		return i.URL != "" && waysOf[i.URL] > 1
	}
}

// writeInterfaces writes the first interface that this version can express as url. If there are
// several, it writes all of them as additionalInterfaces.
func writeInterfaces(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	own := s.ownInterfaces(v.(*a2a.Card), l)
	if len(own) == 0 {
		return
	}
	w.Text("url", own[0].URL)
	w.Text("preferredTransport", cmp.Or(own[0].Binding.CardName(), own[0].Custom))
	if len(own) > 1 {
		w.List("additionalInterfaces", len(own), func(w *jsonio.Writer, i int) { s.write(w, c.row.element, &own[i], l) })
	}
}

// writeVersion writes the version with its patch number, as cards have it: the line's, unless the interface
// declares another.
func writeVersion(s *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	own := s.ownInterfaces(v.(*a2a.Card), jsonio.Losses{List: new([]a2a.Loss)})
	switch {
	case len(own) == 0:
		w.Fail(errors.New(string(s.name) + " needs an interface of its own or one over JSON-RPC, and the card has none"))
	case strings.HasPrefix(own[0].DeclaredVersion, string(s.name)+"."):
		w.Text(c.name, own[0].DeclaredVersion)
	default:
		w.Text(c.name, c.row.names[1])
	}
}

// ownInterfaces returns the card's interfaces that this version can express: its own, else the first one over
// JSON-RPC.
func (s *Schema) ownInterfaces(card *a2a.Card, l jsonio.Losses) []a2a.Interface {
	var own []a2a.Interface
	spare := -1
	for at, i := range card.Interfaces {
		switch {
		case i.URL == "": // no address
		case i.Version == s.name:
			own = append(own, i)
			l.Lose(i.Tenant != "", fmt.Sprintf("interfaces[%d].tenant", at), string(s.name)+" has no tenants")
		case spare < 0 && i.Binding == a2a.JSONRPC:
			spare = at
		}
	}
	if len(own) == 0 && spare >= 0 {
		own = append(own, card.Interfaces[spare])
	} else {
		spare = -1
	}
	for at, i := range card.Interfaces {
		l.Lose(i.URL == "", fmt.Sprintf("interfaces[%d]", at), "it has no url")
		l.Lose(i.URL != "" && i.Version != s.name && at != spare, fmt.Sprintf("interfaces[%d]", at), "a card of "+string(s.name)+" speaks one version")
	}
	return own
}
