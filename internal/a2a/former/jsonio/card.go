package jsonio

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// ReadProvider reads the member provider, which must have some members by a rule; nil
// when there is none.
func ReadProvider(n Node, r, form Rule, must ...string) *a2a.Provider {
	p, ok := n.Object(form)
	if !ok {
		return nil
	}
	p.Require(r, must...)
	return &a2a.Provider{Organization: p.String("organization", form), URL: p.String("url", form)}
}

// WriteProvider writes the member provider, unless there is none.
func WriteProvider(w *Writer, p *a2a.Provider) {
	if p == nil {
		return
	}
	w.Object("provider", func(w *Writer) {
		w.Text("organization", p.Organization)
		w.Text("url", p.URL)
	})
}

// ReadCapabilities reads the capabilities that all versions have.
func ReadCapabilities(o Object, form Rule) a2a.Capabilities {
	return a2a.Capabilities{
		Streaming:    o.Bool("streaming", form),
		Push:         o.Bool("pushNotifications", form),
		StateHistory: o.Bool("stateTransitionHistory", form),
	}
}

// ReadExtensions reads the member extensions, each of which must have some members by a
// rule.
func ReadExtensions(n Node, r, form Rule, must ...string) (list []a2a.Extension) {
	for _, e := range n.Elements(r) {
		if x, ok := e.Object(r); ok {
			x.Require(r, must...)
			list = append(list, a2a.Extension{
				URI:         x.String("uri", form),
				Description: x.String("description", form),
				Required:    x.Bool("required", form),
				Params:      x.Metadata("params", form),
			})
		}
	}
	return list
}

// WriteExtensions writes the member extensions, unless there are none.
func WriteExtensions(w *Writer, list []a2a.Extension) {
	if len(list) == 0 {
		return
	}
	w.List("extensions", len(list), func(w *Writer, i int) {
		w.Text("uri", list[i].URI)
		w.Opt("description", list[i].Description)
		w.True("required", list[i].Required)
		w.Raw("params", list[i].Params)
	})
}

// SkillRules are where a version has its rules about skills.
type SkillRules struct {
	Spec
	List                  string // the check on the list
	Section, Modes, Nulls string // of skills, of media types in them, and of members that are null
	Must                  []string
	Text                  bool // text is a mode, too
}

// ReadSkills reads the member skills.
func ReadSkills(list Node, v SkillRules) (skills []a2a.Skill) {
	seen := map[string]bool{}
	form := v.Form(v.Section)
	elements := list.Elements(v.Fault(v.List, v.Section))
	skills = slices.Grow(skills, len(elements))
	for _, e := range elements {
		s, ok := e.Object(v.Fault("CARD-23", v.Section))
		if !ok {
			continue
		}
		s.Require(v.Fault("CARD-23", v.Section), v.Must...)
		skill := a2a.Skill{
			ID:          s.String("id", form),
			Name:        s.String("name", form),
			Description: s.String("description", form),
			Tags:        s.Strings("tags", form),
			Examples:    s.Strings("examples", form),
			InputModes:  s.Strings("inputModes", form),
			OutputModes: s.Strings("outputModes", form),
		}
		MediaTypes(s, v.Warn("CARD-27", v.Modes), v.Text, "inputModes", "outputModes")
		if skill.ID != "" && seen[skill.ID] {
			s.Get("id").Report(v.Warn("CARD-24", v.Section), "Skill id "+skill.ID+" is used more than once.")
		}
		seen[skill.ID] = true
		s.Nulls(v.Info("CARD-36", v.Nulls))
		skills = append(skills, skill)
	}
	return skills
}

// WriteSkills writes the member skills.
func WriteSkills(w *Writer, list []a2a.Skill) {
	w.List("skills", len(list), func(w *Writer, i int) {
		s := list[i]
		w.Text("id", s.ID)
		w.Text("name", s.Name)
		w.Text("description", s.Description)
		w.Strings("tags", s.Tags)
		w.OptStrings("examples", s.Examples)
		w.OptStrings("inputModes", s.InputModes)
		w.OptStrings("outputModes", s.OutputModes)
	})
}
