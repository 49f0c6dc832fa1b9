package diff

import (
	"maps"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// card is an Agent Card. Addresses of its interfaces are ids: another agent has
// others.
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
	n.add("supportedInterfaces", interfaces(c.Interfaces))
	n.add("capabilities", capabilities(c.Capabilities))
	n.add("defaultInputModes", modes(c.InputModes))
	n.add("defaultOutputModes", modes(c.OutputModes))
	n.add("skills", skills(c.Skills))
	n.add("securitySchemes", schemes(c.SecuritySchemes))
	n.add("securityRequirements", requirements(c.Security))
	if c.Signatures > 0 {
		n.add("signatures", number(c.Signatures))
	}
	return n
}

func interfaces(all []a2a.Interface) *node {
	n := items(KindStructure, Structure, nil)
	for _, f := range all {
		i := obj(KindStructure, Structure)
		i.addID("url", urls, f.URL)
		i.addText("protocolBinding", KindStructure, Structure, string(f.Binding)+f.Custom)
		i.addText("protocolVersion", KindStructure, Structure, string(f.Version))
		i.addText("tenant", KindValue, Meaning, f.Tenant)
		n.items = append(n.items, i)
	}
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
	if len(c.Extensions) > 0 {
		list := items(KindStructure, Structure, nil)
		list.unordered = true
		for _, e := range c.Extensions {
			x := obj(KindStructure, Structure)
			x.key = e.URI
			x.addText("uri", KindStructure, Structure, e.URI)
			x.addText("description", KindText, Meaning, e.Description)
			if e.Required {
				x.add("required", flag(true))
			}
			x.add("params", metadata(e.Params, Meaning))
			list.items = append(list.items, x)
		}
		n.add("extensions", list)
	}
	return n
}

func skills(all []a2a.Skill) *node {
	n := items(KindStructure, Structure, nil)
	n.unordered = true
	for _, s := range all {
		k := obj(KindStructure, Structure)
		k.key = s.ID
		k.addText("id", KindStructure, Structure, s.ID)
		k.addText("name", KindValue, Meaning, s.Name)
		k.addText("description", KindText, Meaning, s.Description)
		k.add("tags", words(s.Tags, Meaning))
		k.add("examples", modes(s.Examples))
		k.add("inputModes", modes(s.InputModes))
		k.add("outputModes", modes(s.OutputModes))
		n.items = append(n.items, k)
	}
	return n
}

func schemes(all []a2a.SecurityScheme) *node {
	if len(all) == 0 {
		return nil
	}
	n := items(KindStructure, Structure, nil)
	n.unordered = true
	for _, s := range all {
		k := obj(KindStructure, Structure)
		k.key = s.Name
		k.addText("name", KindStructure, Structure, s.Name)
		k.addText("type", KindStructure, Structure, s.Type)
		if k.add("definition", metadata(s.Raw, Meaning)); s.Raw == nil {
			k.addText("description", KindText, Meaning, s.Description)
		}
		n.items = append(n.items, k)
	}
	return n
}

func requirements(all []a2a.Requirement) *node {
	if len(all) == 0 {
		return nil
	}
	n := items(KindStructure, Structure, nil)
	n.unordered = true
	for _, r := range all {
		k := obj(KindStructure, Structure)
		for _, name := range slices.Sorted(maps.Keys(r)) {
			scopes := words(r[name], Meaning)
			if scopes == nil {
				scopes = items(KindValue, Meaning, nil)
			}
			k.key += name + " "
			k.add(name, scopes)
		}
		n.items = append(n.items, k)
	}
	return n
}
