package v03

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadCard reads an Agent Card (0.3 §5.5) and reports required members that it
// lacks.
func (c Codec) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) {
	card := &a2a.Card{Raw: raw}
	root, sink := jsonio.Open(raw, c.rules()+" §5.5")
	o, ok := root.Object(c.fault("CARD-01", "§5.3"))
	if !ok {
		return card, sink.Problems()
	}
	c.ReadAbout(o, card)
	c.readSecurity(o, card)
	return card, sink.Problems()
}

// ReadAbout reads a card but for its security, which the forms of 0.3 write
// differently.
func (c Codec) ReadAbout(o jsonio.Object, card *a2a.Card) {
	required := c.fault("CARD-06", "§5.5")
	o.Require(required, "name", "description", "url", "version", "capabilities")
	skills := []string{"id", "name", "description"}
	if !c.Proto { // which leaves empty lists out
		o.Require(required, "defaultInputModes", "defaultOutputModes", "skills")
		skills = append(skills, "tags")
	}
	c.requireVersion(o)
	card.Name = o.String("name", required)
	card.Description = o.String("description", required)
	card.Version = o.String("version", required)
	card.IconURL = o.String("iconUrl", c.form("§5.5"))
	card.DocumentationURL = o.String("documentationUrl", c.form("§5.5"))
	card.InputModes = o.Strings("defaultInputModes", required)
	card.OutputModes = o.Strings("defaultOutputModes", required)
	jsonio.MediaTypes(o, c.warn("CARD-27", "§5.5"), false, "defaultInputModes", "defaultOutputModes")
	card.Provider = jsonio.ReadProvider(o.Get("provider"), c.fault("CARD-25", "§5.5.1"), c.form("§5.5.1"), "organization", "url")
	c.readInterfaces(o, card)
	c.readCapabilities(o, card)
	card.Skills = jsonio.ReadSkills(o.Get("skills"), jsonio.SkillRules{
		Spec: c.rules(), List: "CARD-06", Section: "§5.5.4", Modes: "§5.5.4", Nulls: "§5.5", Must: skills,
	})
	if c.Early {
		o.Foreign(c.info("CARD-29", "§5.5"), "signatures came with 0.3", "signatures")
	}
	card.Signatures = jsonio.ReadSignatures(o.Get("signatures"), c.fault("CARD-29", "§5.5.6"), c.fault("CARD-31", "§5.5.6"), "alg")
	o.Foreign(c.info("CARD-10", "§5.5"), "it is of 0.1", "authentication")
	o.Nulls(c.info("CARD-36", "§5.5"))
}

// requireVersion: a card says its version from 0.2.5 on.
func (c Codec) requireVersion(o jsonio.Object) {
	rule := c.fault("CARD-07", "§5.5")
	if c.Early {
		rule = c.info("CARD-07", "§5.5")
	}
	o.Require(rule, "protocolVersion")
}

func (c Codec) readCapabilities(o jsonio.Object, card *a2a.Card) {
	if caps, ok := o.Get("capabilities").Object(c.fault("CARD-06", "§5.5.2")); ok {
		card.Capabilities = jsonio.ReadCapabilities(caps, c.form("§5.5.2"))
		card.Capabilities.Extensions = jsonio.ReadExtensions(caps.Get("extensions"), c.fault("CARD-34", "§5.5.2.1"), c.form("§5.5.2.1"), "uri")
	}
	card.Capabilities.ExtendedCard = o.Bool("supportsAuthenticatedExtendedCard", c.form("§5.5"))
	if o.Has("supportsExtendedAgentCard") { // a draft's name
		o.Foreign(c.warn("CARD-33", "§5.5"), "it is of a draft, and is read as supportsAuthenticatedExtendedCard", "supportsExtendedAgentCard")
		card.Capabilities.ExtendedCard = card.Capabilities.ExtendedCard || o.Bool("supportsExtendedAgentCard", c.form("§5.5"))
	}
}
