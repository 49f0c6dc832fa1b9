package judge

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// wrongMedia finds another error for content that the card does not offer to take or give.
func wrongMedia(v *view) {
	if !v.sends() || v.card == nil || v.known != nil || !v.sound() || !v.fails(a2a.ContentTypeNotSupported) || !slices.Contains([]a2a.ErrorName{a2a.InvalidParams, a2a.InvalidRequest, a2a.UnsupportedOperation, a2a.InternalError, a2a.OtherError}, v.err.Name) {
		return
	}
	in, out := slices.Clone(v.card.InputModes), slices.Clone(v.card.OutputModes)
	for _, s := range v.card.Skills {
		in, out = append(in, s.InputModes...), append(out, s.OutputModes...)
	}
	for _, p := range v.c.Message.Parts {
		if p.MediaType != "" && len(in) > 0 && !takes(in, p.MediaType) {
			v.answers(".code", "the card takes no "+brief(p.MediaType)+", and a message with it is answered with "+v.said()+"; ContentTypeNotSupported was expected")
			return
		}
	}
	modes := v.c.AcceptedOutputModes
	if len(modes) > 0 && len(out) > 0 && !slices.ContainsFunc(out, func(m string) bool { return takes(modes, m) }) {
		v.answers(".code", "the card gives none of "+strings.Join(modes, ", ")+", and a message that takes only these is answered with "+v.said()+"; ContentTypeNotSupported was expected")
	}
}

// wrongParams finds wrong params that are answered with another error, or with one that
// does not say which they are.
func wrongParams(v *view) {
	wrong := slices.IndexFunc(v.Asked.Problems, func(p a2a.Problem) bool {
		return p.Severity == a2a.SeverityError && strings.HasPrefix(p.Check, "REQ-")
	})
	switch {
	case v.err == nil, v.err.Name == a2a.InvalidParams && v.unreadable(): // there are no params to tell apart
	case v.err.Name == a2a.InvalidParams && !violations(v.err.Data):
		v.answers("", "the error says that params are wrong, and has no google.rpc.BadRequest that says which")
	case wrong >= 0 && v.failed() && (v.err.Name == a2a.InternalError || v.err.Name == a2a.InvalidRequest):
		v.answers(".code", "params of the request are wrong ("+v.Asked.Problems[wrong].Check+"), and it is answered with "+v.said()+"; InvalidParams was expected")
	}
}

// asksWrong reports whether the request itself breaks a check.
func (v *view) asksWrong(check string) bool {
	return slices.ContainsFunc(v.Asked.Problems, func(p a2a.Problem) bool { return p.Check == check })
}

// unreadable reports whether the request's body is no JSON as it stands.
func (v *view) unreadable() bool {
	return v.c == nil || v.Identity.Binding != a2a.GRPC && v.Asked.Repaired != nil
}

// violations reports whether details of an error say which members are wrong.
func violations(raw json.RawMessage) bool {
	var details []struct {
		Type            string            `json:"@type"`
		FieldViolations []json.RawMessage `json:"fieldViolations"`
		Violations      []json.RawMessage `json:"field_violations"`
	}
	_ = json.Unmarshal(raw, &details) // what is no such list has none
	for _, d := range details {
		if strings.HasSuffix(d.Type, "google.rpc.BadRequest") && len(d.FieldViolations)+len(d.Violations) > 0 {
			return true
		}
	}
	return false
}

// otherVersion finds a version that the card does not offer and that is not refused.
func otherVersion(v *view) {
	said, _ := binding.SaidVersion(binding.Message{URL: v.X.URL, Header: v.X.Request.Header})
	if v.c == nil || said == "" {
		return
	}
	name, known := registry.ParseVersion(said)
	if known && !slices.Contains(v.Identity.Versions, name) {
		return // the header is wrong of a call in another version
	}
	offers := func(c *a2a.Card) bool { // an agent may have a card for each version
		return slices.ContainsFunc(c.Interfaces, func(i a2a.Interface) bool { return known && i.Version == name || i.Said == said })
	}
	if v.agent.latest(v.X, func(c *a2a.Card) bool { return len(c.Interfaces) > 0 }) == nil || v.agent.latest(v.X, offers) != nil {
		return
	}
	if v.err == nil && v.answered || v.fails() {
		v.answers(".code", "the card offers no version "+brief(said)+", and the call is answered with "+v.said()+"; VersionNotSupported was expected")
	}
}

// otherMeaning finds an error whose words are what its code means in another version.
func otherMeaning(v *view) {
	if v.err == nil || v.Identity.Binding != a2a.JSONRPC || v.err.Code > -32006 || v.err.Code < -32009 {
		return
	}
	said := letters(v.err.Message)
	for _, other := range registry.Versions() {
		name := other.ErrorName(v.err.Code)
		if name == v.err.Name || name == a2a.OtherError || !strings.Contains(said, letters(string(name))) || strings.Contains(said, letters(string(v.err.Name))) {
			continue
		}
		v.answers(".code", "the message of the error, "+brief(v.err.Message)+", is what its code means in version "+string(other.Version())+"; here it means "+string(v.err.Name))
		return
	}
}

// letters is a text in lower case without what is no letter.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
