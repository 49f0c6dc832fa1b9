package v03p

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	v03 "github.com/a2a-console/a2a-console/internal/a2a/former/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// wrapped is how this form writes security.
func wrapped() jsonio.Wrapped {
	return jsonio.Wrapped{
		Version: spec,
		Rule:    func(message string) jsonio.Rule { return fault("CARD-11", message) },
		Flow:    fault("CARD-11", "OAuthFlows"),
	}
}

// ReadCard reads an AgentCard: 0.3's members with security as ProtoJSON wraps
// it. The card of JSON-RPC, which some servers answer here as well, is read with
// problems.
func (Dialect) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) {
	c := &a2a.Card{Raw: raw}
	root, sink := jsonio.Open(raw, spec)
	names := warn("REST-12", "AgentCard")
	sink.ProtoNames(&names)
	o, ok := root.Object(fault("CARD-01", "AgentCard"))
	if !ok {
		return c, sink.Problems()
	}
	v03.Codec{Proto: true}.ReadAbout(o, c)
	c.SecuritySchemes = wrapped().ReadSchemes(o.Get("securitySchemes"))
	c.Security = jsonio.ReadRequirements(o.Get("security"), jsonio.RequirementRules{
		List: form("AgentCard"), Item: form("Security"), Form: fault("", "Security"), Bare: warn("CARD-11", "Security"), Scopes: warn("CARD-11", "Security"),
		Undeclared: warn("CARD-12", "Security"), Null: info("CARD-36", "Security"),
	}, c.SecuritySchemes)
	return c, sink.Problems()
}

// EncodeCard writes an AgentCard of the interfaces that speak 0.3. Signatures are
// left out, since no card that was written anew keeps a valid one.
func (Dialect) EncodeCard(c *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("card", func(w *jsonio.Writer, l jsonio.Losses) error {
		if err := (v03.Codec{}).WriteHead(w, c, l); err != nil {
			return err
		}
		jsonio.WriteProvider(w, c.Provider)
		w.Text("version", c.Version)
		w.Opt("documentationUrl", c.DocumentationURL)
		w.Object("capabilities", func(w *jsonio.Writer) {
			w.Bool("streaming", c.Capabilities.Streaming)
			w.Bool("pushNotifications", c.Capabilities.Push)
			jsonio.WriteExtensions(w, c.Capabilities.Extensions)
		})
		wrapped().WriteSchemes(w, c.SecuritySchemes, l)
		jsonio.WriteRequirements(w, "security", c.Security, true)
		w.Strings("defaultInputModes", c.InputModes)
		w.Strings("defaultOutputModes", c.OutputModes)
		jsonio.WriteSkills(w, c.Skills)
		w.True("supportsAuthenticatedExtendedCard", c.Capabilities.ExtendedCard)
		w.Opt("iconUrl", c.IconURL)
		l.Lose(c.Capabilities.StateHistory, "capabilities.stateHistory", "0.3 has stateTransitionHistory over JSON-RPC only")
		l.Lose(c.Signatures > 0, "signatures", "a card that is written anew needs a new signature")
		return nil
	})
}
