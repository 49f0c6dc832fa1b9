package examine

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// ConversationRow returns the row for a conversation under faults that has not taken place yet. The
// parameter times says how often the run repeats each conversation.
func ConversationRow(s chaos.Step, expect string, times int) Row {
	var of []string
	if s.Text != "" {
		of = append(of, "“"+s.Text+"”")
	}
	if times > 1 {
		of = append(of, fmt.Sprintf("seed %d", s.Seed))
	}
	return Row{Probe: s.Preset, Interface: strings.Join(of, ", "), Expectation: expect, Level: check.Should, Result: verdict.Skip, Message: "the conversation was not held"}
}

// WithResult returns the row with its conversation's result. If no rule touched the conversation, nothing was tested.
func (r Row) WithResult(c chaos.Result) Row {
	word := strings.ReplaceAll(string(c.Verdict), "_", " ")
	r.Chaos, r.Exchanges, r.Message, r.Result = &c, c.Exchanges, word+": "+c.Message, verdict.Pass
	switch {
	case c.Verdict.IsBad():
		r.Result = verdict.Fail
	case c.Verdict == chaos.NotTouched:
		r.Result = verdict.Skip
	}
	return r
}

func (r *Report) conversations() (all []chaos.Result) {
	for i := range r.Rows {
		if c := r.Rows[i].Chaos; c != nil {
			all = append(all, *c)
		}
	}
	return all
}

// explainUntouched says why no conversation had a fault, "" if one had.
func (r *Report) explainUntouched() string {
	if r.Count(verdict.Pass)+r.Count(verdict.Fail) > 0 {
		return ""
	}
	if r.Stopped != "" {
		return r.Stopped
	}
	if r.Calls == 0 {
		return "the client made no call"
	}
	return "no rule touched a conversation"
}
