package diff

import (
	"maps"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// card returns the node of a card. Interface URLs are ids, because another agent has other URLs.
func card(c *a2a.Card) *node {
	n := obj(KindStructure, Structure)
	n.addText("name", KindValue, Meaning, c.Name)
	n.addText("description", KindText, Meaning, c.Description)
	n.addText("version", KindValue, Meaning, c.Version)
	if c.Provider != nil {
		p := obj(KindValue, Meaning)
		p.addText("organization", KindValue, Meaning, c.Provider.Organization)
		p.addText("url", KindURL, Meaning, c.Provider.URL)
		n.add("provider", p)
	}
	n.addText("iconUrl", KindURL, Meaning, c.IconURL)
	n.addText("documentationUrl", KindURL, Meaning, c.DocumentationURL)
	n.add("supportedInterfaces", listOf(KindStructure, Structure, c.Interfaces, cardInterface))
	n.add("capabilities", capabilities(c.Capabilities))
	n.addList("defaultInputModes", texts(c.InputModes))
	n.addList("defaultOutputModes", texts(c.OutputModes))
	n.add("skills", listOf(KindStructure, Structure, c.Skills, skill).markUnordered())
	n.addList("securitySchemes", listOf(KindStructure, Structure, c.SecuritySchemes, scheme).markUnordered())
	n.addList("securityRequirements", listOf(KindStructure, Structure, c.Security, requirement).markUnordered())
	if c.Signatures > 0 {
		n.add("signatures", number(c.Signatures))
	}
	return n
}

func cardInterface(f *a2a.Interface) *node {
	n := obj(KindStructure, Structure)
	n.addID("url", urls, f.URL)
	n.addText("protocolBinding", KindStructure, Structure, string(f.Binding)+f.Custom)
	n.addText("protocolVersion", KindStructure, Structure, string(f.Version))
	n.addText("tenant", KindValue, Meaning, f.Tenant)
	return n
}

func capabilities(c a2a.Capabilities) *node {
	n := obj(KindStructure, Structure)
	for _, f := range []struct {
		name string
		on   bool
	}{
		{"streaming", c.Streaming}, {"pushNotifications", c.Push},
		{"stateTransitionHistory", c.StateHistory}, {"extendedAgentCard", c.ExtendedCard},
	} {
		if f.on {
			on := flag(true)
			on.kind, on.level = KindStructure, Structure
			n.add(f.name, on)
		}
	}
	n.addList("extensions", listOf(KindStructure, Structure, c.Extensions, extension).markUnordered())
	return n
}

func extension(e *a2a.Extension) *node {
	n := obj(KindStructure, Structure)
	n.key = e.URI
	n.addText("uri", KindStructure, Structure, e.URI)
	n.addText("description", KindText, Meaning, e.Description)
	n.addFlag("required", e.Required)
	n.add("params", metadata(e.Params, Meaning))
	return n
}

func skill(s *a2a.Skill) *node {
	n := obj(KindStructure, Structure)
	n.key = s.ID
	n.addText("id", KindStructure, Structure, s.ID)
	n.addText("name", KindValue, Meaning, s.Name)
	n.addText("description", KindText, Meaning, s.Description)
	n.addList("tags", names(s.Tags, Meaning))
	n.addList("examples", texts(s.Examples))
	n.addList("inputModes", texts(s.InputModes))
	n.addList("outputModes", texts(s.OutputModes))
	return n
}

func scheme(s *a2a.SecurityScheme) *node {
	n := obj(KindStructure, Structure)
	n.key = s.Name
	n.addText("name", KindStructure, Structure, s.Name)
	n.addText("type", KindStructure, Structure, s.Type)
	if n.add("definition", metadata(s.Raw, Meaning)); s.Raw == nil {
		n.addText("description", KindText, Meaning, s.Description)
	}
	return n
}

func requirement(r *a2a.Requirement) *node {
	n := obj(KindStructure, Structure)
	for _, name := range slices.Sorted(maps.Keys(*r)) {
		n.key += name + " "
		n.add(name, names((*r)[name], Meaning))
	}
	return n
}
