package jsonio

import "github.com/a2a-console/a2a-console/internal/a2a"

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
