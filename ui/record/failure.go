package record

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Ending describes how an exchange ended, if the task's state does not say it.
type Ending struct {
	words.Ending
	Title string // the last state, the status, and what is known of the cause
}

// Ending returns the ending to show instead of the state. It returns false if the state suffices.
func (r Row) Ending() (e Ending, ok bool) {
	end, ok := words.EndingWords(&r.Exchange)
	if !ok {
		return e, false
	}
	e.Ending = end
	e.Title = r.endingTitle(e)
	return e, true
}

// StateMark shows the outcome of an exchange. Without a Word there is nothing to show.
type StateMark struct{ Class, Glyph, Word, Title string }

// StateMark returns that a rule holds the exchange, else how it failed, else the last state seen.
func (r Row) StateMark() StateMark {
	e, ended := r.Ending()
	switch {
	case r.HeldID != "":
		return StateMark{"state input", "‖", "held", "A rule holds a message of it right now."}
	case ended && e.Failed:
		return StateMark{"state failed", e.Glyph, e.Word, e.Title}
	case ended:
		return StateMark{"state left", e.Glyph, e.Word, e.Title}
	case r.IsWrong():
		return StateMark{"state wrong", words.WrongGlyph, r.wrongWord(), "Wrong: the call succeeded, but the agent broke a rule that it must keep. See the findings."}
	case r.Labels.State != "":
		return StateMark{"state " + part.Tone(r.State()), words.Glyph(r.State()), part.Short(r.State().Word(), 24), ""}
	case r.IsMessage():
		return StateMark{"state left", "✉", "message", "Answered with a message; there is no task"}
	}
	return StateMark{}
}

// BrokenTask reports whether the newest call of a task broke off or failed before the task was
// over, so that its outcome is unknown. state is the last one seen.
func BrokenTask(call Row, state a2a.State) bool {
	_, ended := call.Ending()
	return ended && !state.Terminal()
}

// HasFailed is words.HasFailed.
func (r Row) HasFailed() bool { return words.HasFailed(&r.Exchange) }

func (r Row) wrongWord() string { return words.WrongWord(&r.Exchange) }

// IsWrong is words.IsWrong.
func (r Row) IsWrong() bool { return words.IsWrong(&r.Exchange) }

// endingTitle returns the details that the ending's word leaves out.
func (r Row) endingTitle(e Ending) string {
	var more []string
	if r.Response.Status > 0 && r.HasBadStatus() && e.Word != words.StatusLine(r.Response.Status) {
		more = append(more, "HTTP "+words.StatusLine(r.Response.Status))
	}
	if state := r.State(); state != "" {
		more = append(more, "last state: "+part.Short(state.Word(), 160))
	}
	if why := r.EndTitle(); why != "" {
		more = append(more, why)
	}
	return strings.Join(more, " · ")
}

// Words returns the first line of the text: the client's in a call that sends a
// message, otherwise the agent's.
func (r Row) Words() string {
	line, _, _ := strings.Cut(strings.TrimSpace(r.Labels.Text), "\n")
	return part.Short(line, 160)
}

// WordsWithout returns Words, or "" if they only repeat reason, which the row also shows.
func (r Row) WordsWithout(reason string) string {
	words := r.Words()
	if !r.IsRequestText() && reason != "" && strings.HasPrefix(reason, strings.TrimSuffix(words, "…")) {
		return ""
	}
	return words
}

// IsRequestText reports whether Words are the client's.
func (r Row) IsRequestText() bool {
	return r.Labels.Op == string(a2a.SendMessage) || r.Labels.Op == string(a2a.SendStreamingMessage)
}
