package compose

import (
	"strings"

	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
)

// mark names a field that keeps the message from being sent.
type mark struct{ ID, Label string }

// marks returns the fields that keep the message from being sent, in the order of the form. They
// are marked when sending is refused, not while writing, and until they are corrected.
func (v *View) marks() (out []mark) {
	for _, p := range v.Draft.Parts {
		for _, f := range v.faults(p) {
			out = append(out, mark{fieldID(p, f.Field), p.Fields[f.Field].Label()})
		}
		if p.Kind != "form" && v.partProblem(p) != "" {
			out = append(out, mark{p.ID() + map[string]string{"url": "-url", "data": "-text"}[p.Kind], partWord(p)})
		}
	}
	return out
}

func (v *View) partProblem(p draft.Part) string {
	if !v.Draft.Refused || v.Draft.Raw != nil || !p.CanFail() || v.Draft.Unanswered(p) {
		return ""
	}
	if _, err := v.filledPart(p).Part(); err != nil {
		return part.SentenceOf(err.Error())
	}
	return ""
}

// draftProblem says why there is no request to preview, "" if nothing has been written yet.
func (v *View) draftProblem() string {
	if v.Draft.Raw != nil {
		return ""
	}
	var bad []string
	for _, p := range v.Draft.Parts {
		if v.Draft.Unanswered(p) {
			continue
		}
		if _, err := v.filledPart(p).Part(); err != nil {
			bad = append(bad, part.SentenceOf(partWord(p)+": "+err.Error()))
		}
	}
	if len(bad) == 0 && v.Draft.IsComplete() {
		return part.SentenceOf(v.Refusal)
	}
	return strings.Join(bad, " ")
}

func (v *View) faults(p draft.Part) []draft.Fault {
	if p.Kind != "form" || v.partProblem(p) == "" {
		return nil
	}
	return p.Faults()
}

func (v *View) fault(p draft.Part, field int) string {
	for _, f := range v.faults(p) {
		if f.Field == field {
			return f.Message
		}
	}
	return ""
}

func fieldID(p draft.Part, field int) string { return p.ID() + "-" + part.Itoa(field) }

// maxMarks bounds the marks that are listed above the button.
const maxMarks = 8
