package v03

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// ReadCard reads an Agent Card (0.3 §5.5) and reports required members that it
// lacks.
func (c Codec) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) {
	card := &a2a.Card{Raw: raw}
	root, sink := jsonio.Open(raw, c.spec()+" §5.5")
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
	c.requireLists(o, required, "defaultInputModes", "defaultOutputModes", "skills")
	c.requireVersion(o)
	card.Name = o.String("name", required)
	card.Description = o.String("description", required)
	card.Version = o.String("version", required)
	card.IconURL = o.String("iconUrl", c.form("§5.5"))
	card.DocumentationURL = o.String("documentationUrl", c.form("§5.5"))
	card.InputModes = o.Strings("defaultInputModes", required)
	card.OutputModes = o.Strings("defaultOutputModes", required)
	jsonio.MediaTypes(o, "defaultInputModes", c.warn("CARD-27", "§5.5"))
	jsonio.MediaTypes(o, "defaultOutputModes", c.warn("CARD-27", "§5.5"))
	if p, ok := o.Get("provider").Object(c.form("§5.5.1")); ok {
		p.Require(c.fault("CARD-25", "§5.5.1"), "organization", "url")
		card.Provider = &a2a.Provider{Organization: p.String("organization", c.form("§5.5.1")), URL: p.String("url", c.form("§5.5.1"))}
	}
	c.readInterfaces(o, card)
	c.readCapabilities(o, card)
	c.readSkills(o, card)
	c.readSignatures(o, card)
	o.Foreign(c.info("CARD-10", "§5.5"), "it is of 0.1", "authentication")
	o.Nulls(c.info("CARD-36", "§5.5"))
}

// requireLists reports lists that are missing, where that is not how an empty one
// is written.
func (c Codec) requireLists(o jsonio.Object, r jsonio.Rule, names ...string) {
	if !c.Proto {
		o.Require(r, names...)
	}
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
		card.Capabilities = a2a.Capabilities{
			Streaming:    caps.Bool("streaming", c.form("§5.5.2")),
			Push:         caps.Bool("pushNotifications", c.form("§5.5.2")),
			StateHistory: caps.Bool("stateTransitionHistory", c.form("§5.5.2")),
		}
		for _, e := range caps.Get("extensions").Elements(c.fault("CARD-34", "§5.5.2.1")) {
			if x, ok := e.Object(c.fault("CARD-34", "§5.5.2.1")); ok {
				card.Capabilities.Extensions = append(card.Capabilities.Extensions, c.readExtension(x))
			}
		}
	}
	card.Capabilities.ExtendedCard = o.Bool("supportsAuthenticatedExtendedCard", c.form("§5.5"))
	if o.Has("supportsExtendedAgentCard") { // a draft's name
		o.Foreign(c.warn("CARD-33", "§5.5"), "it is of a draft, and is read as supportsAuthenticatedExtendedCard", "supportsExtendedAgentCard")
		card.Capabilities.ExtendedCard = card.Capabilities.ExtendedCard || o.Bool("supportsExtendedAgentCard", c.form("§5.5"))
	}
}

func (c Codec) readExtension(x jsonio.Object) a2a.Extension {
	x.Require(c.fault("CARD-34", "§5.5.2.1"), "uri")
	return a2a.Extension{
		URI:         x.String("uri", c.form("§5.5.2.1")),
		Description: x.String("description", c.form("§5.5.2.1")),
		Required:    x.Bool("required", c.form("§5.5.2.1")),
		Params:      x.Metadata("params", c.form("§5.5.2.1")),
	}
}

func (c Codec) readSkills(o jsonio.Object, card *a2a.Card) {
	seen := map[string]bool{}
	for _, e := range o.Get("skills").Elements(c.fault("CARD-06", "§5.5.4")) {
		s, ok := e.Object(c.fault("CARD-23", "§5.5.4"))
		if !ok {
			continue
		}
		s.Require(c.fault("CARD-23", "§5.5.4"), "id", "name", "description")
		c.requireLists(s, c.fault("CARD-23", "§5.5.4"), "tags")
		skill := a2a.Skill{
			ID:          s.String("id", c.form("§5.5.4")),
			Name:        s.String("name", c.form("§5.5.4")),
			Description: s.String("description", c.form("§5.5.4")),
			Tags:        s.Strings("tags", c.form("§5.5.4")),
			Examples:    s.Strings("examples", c.form("§5.5.4")),
			InputModes:  s.Strings("inputModes", c.form("§5.5.4")),
			OutputModes: s.Strings("outputModes", c.form("§5.5.4")),
		}
		jsonio.MediaTypes(s, "inputModes", c.warn("CARD-27", "§5.5.4"))
		jsonio.MediaTypes(s, "outputModes", c.warn("CARD-27", "§5.5.4"))
		if skill.ID != "" && seen[skill.ID] {
			s.Get("id").Report(c.warn("CARD-24", "§5.5.4"), "Skill id "+skill.ID+" is used more than once.")
		}
		seen[skill.ID] = true
		s.Nulls(c.info("CARD-36", "§5.5"))
		card.Skills = append(card.Skills, skill)
	}
}
