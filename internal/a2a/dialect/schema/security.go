package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// wrapper is the member in which ProtoJSON has a security scheme of one kind; short is the name
// that early SDKs gave it. The table has a type of the message's name, for the rules.
type wrapper struct{ member, short, kind, message string }

var wrappers = []wrapper{
	{"apiKeySecurityScheme", "apiKey", "apiKey", "APIKeySecurityScheme"},
	{"httpAuthSecurityScheme", "http", "http", "HTTPAuthSecurityScheme"},
	{"oauth2SecurityScheme", "oauth2", "oauth2", "OAuth2SecurityScheme"},
	{"openIdConnectSecurityScheme", "openIdConnect", "openIdConnect", "OpenIdConnectSecurityScheme"},
	{"mtlsSecurityScheme", "mutualTLS", "mutualTLS", "MutualTlsSecurityScheme"},
}

func isKnownScheme(kind string) bool {
	return slices.ContainsFunc(wrappers, func(w wrapper) bool { return w.kind == kind })
}

// flow is an OAuth flow with the members that it must have: by OpenAPI, and by the protos that
// lay down fewer.
type flow struct {
	name        string
	need, proto []string
}

// flows are those of OpenAPI, in the order of its schema, and 1.0's deviceCode.
var flows = []flow{
	{"authorizationCode", codeMembers, codeMembers},
	{"clientCredentials", tokenMembers, tokenMembers},
	{"implicit", []string{"authorizationUrl", "scopes"}, nil},
	{"password", tokenMembers, nil},
	{"deviceCode", nil, []string{"deviceAuthorizationUrl", "tokenUrl", "scopes"}},
}

var codeMembers, tokenMembers = []string{"authorizationUrl", "tokenUrl", "scopes"}, []string{"tokenUrl", "scopes"}

// flows are those that the version has.
func (s *Schema) flows() []flow {
	if s.hasDeviceCode {
		return flows
	}
	return flows[:4]
}

// readSchemes reads a card's security schemes, whose names are the members.
func readSecuritySchemes(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	all, ok := o.Get(r.names[0]).Object(*r.of.form)
	if !ok {
		return
	}
	card := v.(*a2a.Card)
	for _, m := range all.Members() {
		scheme, ok := m.Object(*r.of.rule)
		switch {
		case ok && s.isProtoJSON:
			card.SecuritySchemes = append(card.SecuritySchemes, s.readWrappedScheme(m.Name(), scheme, r.of))
		case ok:
			card.SecuritySchemes = append(card.SecuritySchemes, s.readTypedScheme(m.Name(), scheme, r.of))
		}
	}
}

// readWrappedScheme reads a scheme in a member that names its type, as ProtoJSON has it.
func (s *Schema) readWrappedScheme(name string, o jsonio.Object, t *Type) a2a.SecurityScheme {
	scheme, found := a2a.SecurityScheme{Name: name, Raw: o.Raw()}, 0
	for _, w := range wrappers {
		if inner, ok := o.Get(w.member).Object(*t.form); ok {
			if found++; found == 1 {
				scheme.Type = w.kind
				s.readSchemeMembers(inner, &scheme, s.types[w.message])
			}
		}
	}
	if found == 1 {
		return scheme
	}
	o.Report(*t.rule, fmt.Sprintf("A security scheme has exactly one of five wrapper members such as httpAuthSecurityScheme; this one has %d.", found))
	if found > 1 {
		return scheme
	}
	scheme.Type = o.String("type", *t.form)
	inner := o
	for _, w := range wrappers {
		if short, ok := o.Get(w.short).Object(*t.form); ok {
			scheme.Type, inner = w.kind, short
		}
	}
	s.readSchemeMembers(inner, &scheme, t)
	return scheme
}

// readTypedScheme reads a scheme with a type, as OpenAPI has it.
func (s *Schema) readTypedScheme(name string, o jsonio.Object, t *Type) a2a.SecurityScheme {
	scheme, members := a2a.SecurityScheme{Name: name, Type: o.String("type", *t.form), Raw: o.Raw()}, o
	if scheme.Type == "" {
		o.Require(*t.rule, "type")
		for _, w := range wrappers {
			for _, member := range [...]string{w.member, w.short} {
				if inner, ok := o.Get(member).Object(*t.form); ok {
					inner.Report(*t.rule, "The scheme stands in a member "+member+", as in 1.0; here it has a type.")
					scheme.Type, members = w.kind, inner
				}
			}
		}
	}
	s.readSchemeMembers(members, &scheme, t)
	if later, ok := s.rules["scheme.later"]; ok && scheme.Type == "mutualTLS" {
		o.Get("type").Report(later.rule, later.text)
	}
	if scheme.Type != "" && !isKnownScheme(scheme.Type) {
		o.Get("type").Report(*t.rule, "Type "+scheme.Type+" is none of apiKey, http, oauth2, openIdConnect and mutualTLS.")
	}
	return scheme
}

// readSchemeMembers reads what a scheme of a type has, by the rules of its message.
func (s *Schema) readSchemeMembers(o jsonio.Object, scheme *a2a.SecurityScheme, t *Type) {
	form := *t.form
	if !s.isProtoJSON {
		form = *t.rule
	}
	scheme.Description = o.String("description", *t.form)
	switch scheme.Type {
	case "apiKey":
		in, other := "in", "location"
		if s.isProtoJSON {
			in, other = other, in
		}
		scheme.Param = o.String("name", form)
		scheme.In = orWord(o.String(in, form), o.String(other, form))
		need := []string{"name", in}
		if s.isProtoJSON {
			slices.Reverse(need)
		}
		o.Require(*t.rule, slices.DeleteFunc(need, func(name string) bool { return name == in && scheme.In != "" })...)
	case "http":
		o.Require(*t.rule, "scheme")
		scheme.HTTPScheme = o.String("scheme", form)
	case "openIdConnect":
		o.Require(*t.rule, "openIdConnectUrl")
	case "oauth2":
		s.readFlows(o)
	}
}

// readFlows checks OAuth flows. ProtoJSON has exactly one.
func (s *Schema) readFlows(o jsonio.Object) {
	rule, found := s.rules["scheme.flow"].rule, 0
	o.Require(rule, "flows")
	all, ok := o.Get("flows").Object(rule)
	if !ok {
		return
	}
	for _, f := range s.flows() {
		n := all.Get(f.name)
		if n.Exists() {
			found++
		}
		if one, ok := n.Object(rule); ok && s.isProtoJSON {
			one.Require(rule, f.proto...)
		} else if ok {
			one.Require(rule, f.need...)
		}
	}
	if s.isProtoJSON && found != 1 {
		all.Report(rule, fmt.Sprintf("An OAuth scheme has exactly one flow; this one has %d.", found))
	}
}

// readRequirements reads a card's security: lists of {"schemes":{name:{"list":[…]}}}, as
// ProtoJSON has them, or of {name:[…]}, as OpenAPI does. A second name is that of earlier
// versions, which is read where the first is missing.
func readRequirements(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	card, member, declared := v.(*a2a.Card), r.names[0], map[string]bool{}
	for i := range card.SecuritySchemes {
		declared[card.SecuritySchemes[i].Name] = true
	}
	bare := s.rules["requirement.bare"]
	if other := r.names[len(r.names)-1]; other != member && o.Has(other) {
		if !o.Has(member) {
			member, bare = other, nil
		}
		if !o.Has("url") || member == other {
			o.Get(other).Report(s.rules["requirement.former"].rule, s.rules["requirement.former"].text)
		}
	}
	for _, e := range o.Get(member).Elements(*r.rule) {
		if item, ok := e.Object(*r.of.rule); ok {
			card.Security = append(card.Security, s.readRequirement(item, r.of, bare, declared))
		}
	}
}

func (s *Schema) readRequirement(o jsonio.Object, t *Type, bare *finding, declared map[string]bool) a2a.Requirement {
	if inner, ok := o.Get("schemes").Object(*t.form); ok {
		if wrapped, ok := s.rules["requirement.wrapped"]; ok {
			o.Report(wrapped.rule, wrapped.text)
		}
		o = inner
	} else if bare != nil && len(o.Members()) > 0 {
		o.Report(bare.rule, bare.text)
	}
	need, undeclared := a2a.Requirement{}, s.rules["requirement.undeclared"].rule
	for _, m := range o.Members() {
		if !declared[m.Name()] {
			m.Report(undeclared, fmt.Sprintf("Scheme %q is required but not declared in securitySchemes.", m.Name()))
		}
		need[m.Name()] = s.readScopes(m, t)
	}
	return need
}

func (s *Schema) readScopes(m jsonio.Node, t *Type) []string {
	scopes, list, null := []string{}, s.rules["requirement.scopes"].rule, s.rules["requirement.null"].rule
	if m.Is('{') {
		o, _ := m.Object(*t.form)
		m = o.Get("list")
	}
	if m.Written() && !m.Exists() {
		m.Report(null, "The list of scopes is null; it is read as empty.")
	}
	for _, e := range m.Elements(list) {
		scopes = append(scopes, e.Text(*t.form))
	}
	return scopes
}

// readSchemeNames reads the names of schemes: 0.1 says no more of them.
func readSchemeNames(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	card := v.(*a2a.Card)
	a, ok := o.Get(r.names[0]).Object(*r.rule)
	if !ok {
		return
	}
	a.Require(*r.rule, "schemes")
	for _, name := range a.Strings("schemes", milder(*r.rule)) {
		card.SecuritySchemes = append(card.SecuritySchemes, a2a.SecurityScheme{Name: name, Type: name, Raw: a.Raw()})
		card.Security = append(card.Security, a2a.Requirement{name: []string{}})
	}
}

// writeSchemeNames writes the schemes' names. HTTP schemes are known by their own name: bearer,
// basic.
func writeSchemeNames(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	card := v.(*a2a.Card)
	if len(card.SecuritySchemes) == 0 {
		return
	}
	var names []string
	for i, scheme := range card.SecuritySchemes {
		names = append(names, orWord(scheme.HTTPScheme, scheme.Type))
		l.Lose(scheme.Name != scheme.Type, fmt.Sprintf("securitySchemes[%d]", i), string(s.name)+" names schemes and says nothing of how they work")
	}
	w.Object(c.name, func(w *jsonio.Writer) { w.Strings("schemes", names) })
}

// writeRequirements writes a card's security, unless there is none.
func writeRequirements(s *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	list := v.(*a2a.Card).Security
	if len(list) == 0 {
		return
	}
	w.List(c.name, len(list), func(w *jsonio.Writer, i int) {
		names := slices.Sorted(maps.Keys(list[i]))
		if !s.isProtoJSON {
			for _, name := range names {
				w.Strings(name, list[i][name])
			}
			return
		}
		w.Object("schemes", func(w *jsonio.Writer) {
			for _, name := range names {
				w.Object(name, func(w *jsonio.Writer) { w.Strings("list", list[i][name]) })
			}
		})
	})
}

// writeSecuritySchemes writes a card's schemes, unless there are none.
func writeSecuritySchemes(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	schemes := v.(*a2a.Card).SecuritySchemes
	if len(schemes) == 0 {
		return
	}
	w.Object(c.name, func(w *jsonio.Writer) {
		for i, scheme := range schemes {
			at := l.At(fmt.Sprintf("securitySchemes[%d]", i))
			w.Object(scheme.Name, func(w *jsonio.Writer) { s.writeScheme(w, scheme, at) })
		}
	})
}

// definition is a scheme's definition without its wrapper, and whether it had one.
func definition(scheme a2a.SecurityScheme) (o jsonio.Object, isWrapped bool) {
	root, sink := jsonio.Open(scheme.Raw, "")
	sink.ProtoNames(&jsonio.Rule{})
	o, _ = root.Object(jsonio.Rule{})
	for _, w := range wrappers {
		if inner := o.Get(w.member); inner.Is('{') {
			o, _ = inner.Object(jsonio.Rule{})
			return o, true
		}
	}
	return o, false
}

// writeScheme writes a scheme as it is defined where that is in this form, else from what is
// known of it.
func (s *Schema) writeScheme(w *jsonio.Writer, scheme a2a.SecurityScheme, l jsonio.Losses) {
	old, isWrapped := definition(scheme)
	_, isLater := s.rules["scheme.later"]
	isLater = isLater && strings.EqualFold(scheme.Type, "mutualTLS")
	same := isWrapped && (s.hasDeviceCode || scheme.Type != "oauth2")
	if !s.isProtoJSON {
		same = old.Has("type") && isKnownScheme(scheme.Type) && !isLater
	}
	if same {
		w.Verbatim(scheme.Raw)
		return
	}
	kind, name := strings.ToLower(scheme.Type), orWord(scheme.HTTPScheme, scheme.Type)
	if isLater {
		l.Lose(true, "type", string(s.name)+" has no mutual TLS; it is written as HTTP authentication of that name")
		kind, name = "http", "mutual"
	}
	at := slices.IndexFunc(wrappers, func(w wrapper) bool { return strings.ToLower(w.kind) == kind })
	if at < 0 { // 0.1's names, which are HTTP's own
		at = 1
		known := kind == "http" || kind == "bearer" || kind == "basic"
		l.Lose(s.isProtoJSON && !known, "type", string(s.name)+" knows no scheme "+scheme.Type+"; it is written as HTTP authentication of that name")
	}
	if s.isProtoJSON {
		w.Object(wrappers[at].member, func(w *jsonio.Writer) {
			w.Opt("description", scheme.Description)
			s.writeSchemeMembers(w, wrappers[at].kind, name, scheme, old, l)
		})
		return
	}
	w.Text("type", wrappers[at].kind)
	s.writeSchemeMembers(w, wrappers[at].kind, name, scheme, old, l)
	w.Opt("description", scheme.Description)
}

func (s *Schema) writeSchemeMembers(w *jsonio.Writer, kind, name string, scheme a2a.SecurityScheme, old jsonio.Object, l jsonio.Losses) {
	none := jsonio.Rule{}
	switch kind {
	case "apiKey":
		if s.isProtoJSON {
			w.Text("location", scheme.In)
		}
		w.Text("name", scheme.Param)
		if !s.isProtoJSON {
			w.Text("in", scheme.In)
		}
	case "http":
		w.Text("scheme", name)
		w.Opt("bearerFormat", old.String("bearerFormat", none))
	case "openIdConnect":
		w.Text("openIdConnectUrl", old.String("openIdConnectUrl", none))
	case "oauth2":
		s.writeFlows(w, old, l)
		if _, isEarly := s.rules["scheme.later"]; !isEarly {
			w.Opt("oauth2MetadataUrl", old.String("oauth2MetadataUrl", none))
		}
	}
}

// writeFlows writes the flows that the version has; ProtoJSON allows one.
func (s *Schema) writeFlows(w *jsonio.Writer, old jsonio.Object, l jsonio.Losses) {
	all, _ := old.Get("flows").Object(jsonio.Rule{})
	var known []jsonio.Node
	for _, f := range s.flows() {
		if n := all.Get(f.name); n.Exists() {
			known = append(known, n)
		}
	}
	if s.isProtoJSON {
		l.Lose(len(known) == 0, "flows", "the scheme's flows are not known, and "+string(s.name)+" requires one")
		l.Lose(len(known) > 1, "flows", "a "+string(s.name)+" scheme has one flow; the first is kept")
		known = known[:min(len(known), 1)]
	}
	w.Object("flows", func(w *jsonio.Writer) {
		for _, n := range known {
			s.writeFlow(w, n, l.At("flows"))
		}
	})
	l.Lose(!s.hasDeviceCode && all.Has("deviceCode"), "flows.deviceCode", "before 1.0 there is no device code flow")
}

func (s *Schema) writeFlow(w *jsonio.Writer, n jsonio.Node, l jsonio.Losses) {
	o, ok := n.Object(jsonio.Rule{})
	if !s.isProtoJSON || s.hasDeviceCode || !ok || !o.Has("pkceRequired") {
		w.Raw(n.Name(), n.Raw())
		return
	}
	l.Lose(true, n.Name()+".pkceRequired", "before 1.0 no flow says that it requires PKCE")
	w.Object(n.Name(), func(w *jsonio.Writer) {
		for _, member := range o.Members() {
			if member.Name() != "pkceRequired" {
				w.Raw(member.Name(), member.JSON())
			}
		}
	})
}
