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

// untaken is a media type of the message that the card does not offer to take, "" for none.
func (v *view) untaken() string {
	in := slices.Clone(v.card.InputModes)
	for _, s := range v.card.Skills {
		in = append(in, s.InputModes...)
	}
	for _, p := range v.c.Message.Parts {
		if p.MediaType != "" && len(in) > 0 && !takes(in, p.MediaType) {
			return p.MediaType
		}
	}
	return ""
}

// ungiven reports whether the card offers to give nothing that the client takes.
func (v *view) ungiven() bool {
	out, modes := slices.Clone(v.card.OutputModes), v.c.AcceptedOutputModes
	for _, s := range v.card.Skills {
		out = append(out, s.OutputModes...)
	}
	return len(modes) > 0 && len(out) > 0 && !slices.ContainsFunc(out, func(m string) bool { return takes(modes, m) })
}

// wrongParams is the check by which params of the request are wrong, "" for none.
func (v *view) wrongParams() string {
	for _, p := range v.Asked.Problems {
		if p.Severity == a2a.SeverityError && strings.HasPrefix(p.Check, "REQ-") {
			return p.Check
		}
	}
	return ""
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

// unoffered is the version that the call asks for and the card does not offer, "" for none.
func (v *view) unoffered() string {
	said, _ := binding.SaidVersion(binding.Message{URL: v.X.URL, Header: v.X.Request.Header})
	name, known := registry.ParseVersion(said)
	if v.c == nil || said == "" || known && !slices.Contains(v.Identity.Versions, name) {
		return "" // the header may be wrong of a call in another version
	}
	offers := func(c *a2a.Card) bool { // an agent may have a card for each version
		return slices.ContainsFunc(c.Interfaces, func(i a2a.Interface) bool { return known && i.Version == name || i.Said == said })
	}
	if v.agent.latest(v.X, func(c *a2a.Card) bool { return len(c.Interfaces) > 0 }) == nil || v.agent.latest(v.X, offers) != nil {
		return ""
	}
	return said
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
