package jsonio

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestStatesNameTheirSpelling: the problem of another version's spelling of a state gives this version's
// spelling, if it has the state.
func TestStatesNameTheirSpelling(t *testing.T) {
	v10, v01 := StatesOf([]string{"TASK_STATE_COMPLETED", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_CANCELED"}), StatesOf([]string{"completed", "input-required"})
	for _, c := range []struct {
		in     States
		text   string
		want   a2a.State
		finds  string
		listed bool
	}{
		{v10, "TASK_STATE_COMPLETED", a2a.Completed, "", true},
		{v10, "completed", a2a.Completed, "State completed is spelled TASK_STATE_COMPLETED in this version.", true},
		{v10, "input-required", a2a.InputRequired, "State input-required is spelled TASK_STATE_INPUT_REQUIRED in this version.", true},
		{v10, "cancelled", a2a.Canceled, "State cancelled is spelled TASK_STATE_CANCELED in this version.", true},
		{v01, "TASK_STATE_INPUT_REQUIRED", a2a.InputRequired, "State TASK_STATE_INPUT_REQUIRED is spelled input-required in this version.", true},
		{v01, "rejected", a2a.Rejected, "State rejected belongs to another version.", false},
		{v10, "3", "3", `No version has the state "3".`, false},
		{v01, "done", "done", "No version has the state done.", false},
	} {
		n, sink := Open([]byte(`"`+c.text+`"`), "")
		got, word := c.in.Read(n, Rule{Check: "RES-19", Severity: a2a.SeverityError})
		finds, cause := "", ""
		for _, p := range sink.Problems() {
			finds, cause = p.Message, p.Cause
		}
		if misspelt := finds != "" && c.want.IsKnown(); misspelt != (word == c.text) {
			t.Errorf("the word of %s is %q", c.text, word)
		}
		if got != c.want || finds != c.finds || (cause == "unknown") == c.listed {
			t.Errorf("%s is %q, %q by cause %q", c.text, got, finds, cause)
		}
	}
}
