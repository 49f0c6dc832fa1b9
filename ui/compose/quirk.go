package compose

import (
	"strings"

	"github.com/a2a-console/a2a-console/inspector/quirk"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/agents"
)

func (v *View) quirks() []quirk.Quirk {
	if v.Draft.Raw != nil {
		return nil
	}
	as := v.chosen()
	return quirk.Available(as.Version, as.Binding)
}

// quirkOffers returns a text that changes when the checkboxes of quirks must be redrawn.
func quirkOffers(v *View) string {
	var ids []string
	for _, q := range v.quirks() {
		ids = append(ids, q.ID)
	}
	return strings.Join(ids, " ")
}

func (v *View) lastProtocol() agents.Protocol {
	return agents.Protocol{Version: a2a.Version(v.Last.X.Labels.Dialect), Binding: a2a.Binding(v.Last.X.Labels.Binding)}
}

func (v *View) matchedQuirks() []quirk.Quirk {
	t := v.Last
	if t == nil || t.Fold == nil || t.Reader == nil || t.Call.Call == nil || v.Busy {
		return nil
	}
	answer := a2a.Reading{Error: lastError(t.Fold)}
	if t.Echo != nil {
		answer.Result = &a2a.Result{Task: &a2a.Task{History: []a2a.Message{*t.Echo}}}
	}
	for _, row := range t.Fold.Rows {
		answer.Problems = append(answer.Problems, row.Problems...)
	}
	return quirk.Match(v.Draft.Quirks, v.lastProtocol().Version, v.lastProtocol().Binding, t.Call.Call, answer)
}
