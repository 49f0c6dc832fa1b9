package v01

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadCard reads an Agent Card (0.1 §5.5) and reports required members that it
// lacks.
func (Dialect) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) {
	c := &a2a.Card{Raw: raw}
	root, sink := jsonio.Open(raw, spec+" §5.5")
	o, ok := root.Object(fault("CARD-01", "§5.3"))
	if !ok {
		return c, sink.Problems()
	}
	required := fault("CARD-05", "§5.5")
	o.Require(required, "name", "url", "version", "capabilities", "skills")
	c.Name = o.String("name", required)
	c.Description = o.String("description", form("§5.5"))
	c.Version = o.String("version", required)
	c.DocumentationURL = o.String("documentationUrl", form("§5.5"))
	c.InputModes = o.Strings("defaultInputModes", form("§5.5"))
	c.OutputModes = o.Strings("defaultOutputModes", form("§5.5"))
	jsonio.MediaTypes(o, warn("CARD-27", "§5.5"), true, "defaultInputModes", "defaultOutputModes")
	if url := o.String("url", required); url != "" {
		c.Interfaces = []a2a.Interface{{URL: url, Binding: a2a.JSONRPC, Version: a2a.V01}}
		jsonio.Address(o.Get("url"), fault("CARD-21", "§5.5"), warn("CARD-21", "§4.1"))
	}
	c.Provider = jsonio.ReadProvider(o.Get("provider"), fault("CARD-25", "§5.5.1"), form("§5.5.1"), "organization")
	if caps, ok := o.Get("capabilities").Object(required); ok {
		c.Capabilities = jsonio.ReadCapabilities(caps, form("§5.5.2"))
	}
	readAuthentication(o, c)
	c.Skills = jsonio.ReadSkills(o.Get("skills"), jsonio.SkillRules{
		Spec: spec, List: "CARD-05", Section: "§5.5.4", Modes: "§5.5", Nulls: "§5.5", Must: []string{"id", "name"}, Text: true,
	})
	o.Nulls(info("CARD-36", "§5.5"))
	return c, sink.Problems()
}

// readAuthentication reads the names of the schemes: 0.1 says no more.
func readAuthentication(o jsonio.Object, c *a2a.Card) {
	a, ok := o.Get("authentication").Object(fault("CARD-09", "§5.5.3"))
	if !ok {
		return
	}
	a.Require(fault("CARD-09", "§5.5.3"), "schemes")
	for _, name := range a.Strings("schemes", warn("CARD-09", "§5.5.3")) {
		c.SecuritySchemes = append(c.SecuritySchemes, a2a.SecurityScheme{Name: name, Type: name, Raw: a.Raw()})
		c.Security = append(c.Security, a2a.Requirement{name: []string{}})
	}
}

// EncodeCard writes an Agent Card with the first JSON-RPC interface as its
// address, one that is said to speak 0.1 before others.
func (Dialect) EncodeCard(c *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("card", func(w *jsonio.Writer, l jsonio.Losses) error {
		at := address(c)
		if at < 0 {
			return fmt.Errorf("0.1 needs a JSON-RPC interface, and the card has none")
		}
		w.Text("name", c.Name)
		w.Opt("description", c.Description)
		w.Text("url", c.Interfaces[at].URL)
		if c.Provider != nil {
			w.Object("provider", func(w *jsonio.Writer) {
				w.Text("organization", c.Provider.Organization)
				w.Opt("url", c.Provider.URL)
			})
		}
		w.Text("version", c.Version)
		w.Opt("documentationUrl", c.DocumentationURL)
		w.Object("capabilities", func(w *jsonio.Writer) {
			w.Bool("streaming", c.Capabilities.Streaming)
			w.Bool("pushNotifications", c.Capabilities.Push)
			w.Bool("stateTransitionHistory", c.Capabilities.StateHistory)
		})
		writeAuthentication(w, c, l)
		w.OptStrings("defaultInputModes", c.InputModes)
		w.OptStrings("defaultOutputModes", c.OutputModes)
		w.List("skills", len(c.Skills), func(w *jsonio.Writer, i int) { writeSkill(w, c.Skills[i]) })
		loseOfCard(c, at, l)
		return nil
	})
}

func address(c *a2a.Card) int {
	found := -1
	for i, f := range c.Interfaces {
		if f.Binding == a2a.JSONRPC && (found < 0 || f.Version == a2a.V01 && c.Interfaces[found].Version != a2a.V01) {
			found = i
		}
	}
	return found
}

func loseOfCard(c *a2a.Card, at int, l jsonio.Losses) {
	for i := range c.Interfaces {
		l.Lose(i != at, fmt.Sprintf("interfaces[%d]", i), "a 0.1 card has one address")
	}
	l.Lose(c.Interfaces[at].Tenant != "", fmt.Sprintf("interfaces[%d].tenant", at), "0.1 has no tenants")
	l.Lose(c.IconURL != "", "iconUrl", "a 0.1 card has no icon")
	l.Lose(c.Capabilities.ExtendedCard, "capabilities.extendedCard", "0.1 has no extended card")
	l.Lose(len(c.Capabilities.Extensions) > 0, "capabilities.extensions", "0.1 has no extensions")
	l.Lose(c.Signatures > 0, "signatures", "0.1 has no signatures")
}

func writeSkill(w *jsonio.Writer, s a2a.Skill) {
	w.Text("id", s.ID)
	w.Text("name", s.Name)
	w.Opt("description", s.Description)
	w.OptStrings("tags", s.Tags)
	w.OptStrings("examples", s.Examples)
	w.OptStrings("inputModes", s.InputModes)
	w.OptStrings("outputModes", s.OutputModes)
}

// writeAuthentication writes the schemes' names. HTTP schemes are known by
// their own name: bearer, basic.
func writeAuthentication(w *jsonio.Writer, c *a2a.Card, l jsonio.Losses) {
	if len(c.SecuritySchemes) == 0 {
		return
	}
	var names []string
	for i, s := range c.SecuritySchemes {
		name := s.Type
		if s.HTTPScheme != "" {
			name = s.HTTPScheme
		}
		names = append(names, name)
		l.Lose(s.Name != s.Type, fmt.Sprintf("securitySchemes[%d]", i), "0.1 names schemes and says nothing of how they work")
	}
	w.Object("authentication", func(w *jsonio.Writer) { w.Strings("schemes", names) })
}
