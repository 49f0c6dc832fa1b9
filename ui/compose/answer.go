package compose

import (
	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
)

// fieldAttrs returns a field's attributes except for its value. why says what is wrong with it. The
// element marked data-bad announces changes of that (static/js/wrong.js).
func fieldAttrs(f draft.AnswerField, id, why string) templ.Attributes {
	out := invalid(why)
	if f.Type == "items" { // its field is a button, which takes no value
		out = templ.Attributes{}
	}
	out["aria-describedby"] = id + "-bad " + id + "-about"
	if f.Required && f.Type != "choices" && f.Type != "items" {
		out["aria-required"] = "true"
	}
	if f.Limits.Format == "password" && f.Type == "string" {
		out["type"] = "password"
	}
	mode := map[string]string{"integer": "numeric", "number": "decimal", "string": map[string]string{"email": "email", "uri": "url"}[f.Limits.Format]}[f.Type]
	if mode != "" && len(f.Choices) == 0 {
		out["inputmode"] = mode
	}
	return out
}

func invalid(why string) templ.Attributes {
	if why == "" {
		return templ.Attributes{}
	}
	return templ.Attributes{"aria-invalid": "true"}
}

// choiceID returns the element id of checkbox k of a field. The first has the field's own id.
func choiceID(id string, k int) string {
	if k == 0 {
		return id
	}
	return id + "-of-" + part.Itoa(k)
}

func depthClass(depth int) string { return "depth-" + part.Itoa(depth) }

// spellcheckValue returns "true" for fields that hold prose.
func spellcheckValue(f draft.AnswerField) string {
	if f.Type == "string" && f.Limits.Format == "" && f.Limits.Pattern == "" {
		return "true"
	}
	return "false"
}
