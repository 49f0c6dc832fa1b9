package schema

import (
	"cmp"
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/clip"
)

func init() { // push configs
	addVerbs(map[string]verb{
		"push":    {usage: "TYPE", read: readPush, write: writePush},
		"flat":    {usage: "[MEMBER…] TYPE : TEXT", read: readFlat, write: writeWithin},
		"nested":  {usage: "MEMBER [MEMBER…] TYPE : TEXT", read: readNested, write: writeOne},
		"create":  {usage: "MEMBER TYPE", read: readCreate, write: writeOne},
		"address": {usage: "MEMBER SEVERITY [SECTION]", read: readAddress},
		"schemes": {usage: "MEMBER MEMBER : TEXT", read: readSchemes, write: writeSchemes},
		"signIn":  {usage: "MEMBER FIELD TYPE", read: readOne, write: writeSignIn},
	})
}

// readPush reads the push config of a call from the object itself.
func readPush(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	call := v.(*a2a.Call)
	call.Push = &a2a.PushConfig{}
	s.readValue(o.Node, r.element, r.nested, call.Push)
	call.TaskID = call.Push.TaskID
}

// writePush writes the push config of a call, with the call's task if it names none.
func writePush(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	call := v.(*a2a.Call)
	if call.Push == nil {
		w.Fail(errors.New("the call has no push config"))
		return
	}
	push := *call.Push
	push.TaskID = cmp.Or(push.TaskID, call.TaskID)
	s.write(w, c.row.element, &push, l.Within("push"))
}

// readFlat reads a config from the object's own members (1.0 §4.3.1). A config in a member, as in
// earlier versions, is read with a problem. The line's members are required in the object itself.
func readFlat(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	p, inner, rule := v.(*a2a.PushConfig), o, r.ruleAt(at)
	for _, name := range [...]string{"pushNotificationConfig", "config"} {
		if nested, ok := o.Get(name).Object(*r.parent.form); ok {
			nested.Report(rule, r.text)
			inner = nested
			if p.ID == "" {
				p.ID = nested.String("id", *r.parent.form)
			}
		}
	}
	o.Require(rule, r.names...)
	s.readHere(inner, r.element, &place{rule: rule}, p)
}

// readNested reads a config from a member or, with a problem, from the object itself if it has a url. It
// reports a missing config, and the line's other members that are missing.
func readNested(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	inner := o.Get(r.names[0])
	if !inner.Exists() && o.Has("url") {
		o.Report(*r.rule, r.text)
		inner = o.Node
	}
	o.Require(r.rule.Milder(), r.names[1:]...)
	if !inner.Exists() {
		o.Require(*r.rule, r.names[0])
	}
	s.readValue(inner, r.element, r.nested, v)
}

// readCreate reads a CreateTaskPushNotificationConfigRequest of 0.3's ProtoJSON in three shapes seen in the
// field: whole, as over gRPC and with most HTTP servers; without the outer message, as in the proto's HTTP
// rule; and bare.
func readCreate(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	switch config := o.Get("config"); {
	case config.Exists():
		s.readValue(config, r.element, r.nested, v)
	case o.Has("pushNotificationConfig"):
		info := *r.rule
		info.Severity = a2a.SeverityInfo
		o.Report(info, "Got only the config, as the proto's HTTP rule has it; most servers expect {parent, configId, config}.")
		s.readValue(o.Node, r.element, r.nested, v)
	case o.Has("url"):
		o.Report(*r.rule, "Expected {parent, configId, config}, got a bare push config.")
		s.readValue(o.Node, s.types["PushNotificationConfig"], r.nested, v)
	default:
		o.Require(*r.rule, "config")
	}
}

// readSchemes reads the schemes by which an agent signs in at a webhook, from the line's first member or,
// with a problem, from the second, another version's.
func readSchemes(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	p, own, other := v.(*a2a.PushConfig), r.names[0], r.names[1]
	rule := *r.parent.form
	if need, ok := s.rules["schemes"]; ok {
		rule = need.rule
	}
	if o.Has(other) && !o.Has(own) {
		if own == "scheme" {
			p.Schemes = o.Strings(other, *r.parent.form)
		}
		o.Get(other).Report(*r.rule, r.text)
		if own == "schemes" {
			p.Schemes = []string{o.String(other, *r.parent.form)}
		}
		return
	}
	if need, ok := s.rules["schemes.need"]; ok {
		o.Require(need.rule, own)
	}
	if own == "schemes" {
		p.Schemes = o.Strings(own, rule)
	} else if scheme := o.String(own, *r.parent.form); scheme != "" {
		p.Schemes = []string{scheme}
	}
}

func writeSchemes(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	p := v.(*a2a.PushConfig)
	if c.name == "schemes" {
		w.Strings(c.name, p.Schemes)
		return
	}
	first := ""
	if len(p.Schemes) > 0 {
		first = p.Schemes[0]
	}
	w.Text(c.name, first)
	l.Lose(len(p.Schemes) > 1, "schemes", string(s.name)+" has one authentication scheme; the first is kept")
}

// writeSignIn writes how an agent signs in at a webhook, if that is known.
func writeSignIn(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	if p := v.(*a2a.PushConfig); strings.Join(p.Schemes, "") != "" || p.Credentials != "" {
		writeOne(s, w, c, v, l)
	}
}

// rootArray reads an array in place of an object with the list.
func rootArray(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) {
	if !n.HasKind('[') {
		return false, false
	}
	if r.text != "" {
		n.Report(*r.rule, r.text)
	}
	s.readElements(n.Elements(*r.rule), r, v)
	return true, true
}

// rootList reads an answer that is an array (0.3 §7.7). 1.0's object is read with a problem.
func rootList(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) {
	list := n
	if n.HasKind('{') {
		if o, _ := n.Object(*r.rule); o.Has("configs") {
			n.Report(*r.rule, r.text)
			list = o.Get("configs")
			v.(*a2a.Result).Next = o.String("nextPageToken", *r.parent.form)
		}
	}
	if !n.Exists() {
		n.Report(r.rule.Milder(), "The list is null; it is read as empty.")
	}
	s.readElements(list.Elements(*r.rule), r, v)
	return true, true
}

// rootWrapped reads a task in a member where a bare one is expected.
func rootWrapped(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) {
	o, ok := n.Object(*r.parent.rule)
	if !ok || o.Has("status") || !o.Has(r.names[0]) {
		return false, false
	}
	n.Report(*r.rule, r.text)
	return true, s.readValue(o.Get(r.names[0]), r.parent, &nowhere, v)
}

// readAddress reports a URL that is not absolute. Plain http to another machine and private networks get the
// severity in the line, since they are only wrong outside development.
func readAddress(_ *Schema, o jsonio.Object, r *row, at *place, _ any) {
	fault := r.ruleAt(at)
	warning := fault
	warning.Severity = a2a.Severity(r.names[1])
	if len(r.names) > 2 {
		warning.Section = r.names[2]
	}
	n := o.Get(r.names[0])
	text := n.Text(fault)
	if text == "" {
		return
	}
	says := func(rule jsonio.Rule, what string) { n.Report(rule, "URL "+clip.Bytes(text, 60)+" is "+what) }
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		says(fault, "not an absolute http or https URL.")
		return
	}
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil && (ip.IsPrivate() || ip.IsLinkLocalUnicast()) {
		says(warning, "an address of a private network; outside development it must be public.")
	}
	local := host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.") || host == "::1"
	if u.Scheme == "http" && !local {
		says(warning, "plain http; outside development it must be https.")
	}
}
