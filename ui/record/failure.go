package record

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Ending is how an exchange went, where that is not what the task's state says.
type Ending struct {
	words.Ending
	Title string // the last state seen, the status, what is known of the cause
}

// Ending returns the ending to show in place of the state. It returns false where the
// state says it all.
func (r Row) Ending() (e Ending, ok bool) {
	end, ok := words.EndingWords(&r.Exchange)
	if !ok {
		return e, false
	}
	e.Ending = end
	e.Title = r.endingTitle(e)
	return e, true
}

// StateMark is how what became of an exchange is shown. Without a Word there is nothing to show.
type StateMark struct{ Class, Glyph, Word, Title string }

// StateMark is how it failed, else the last state seen.
func (r Row) StateMark() StateMark {
	e, ended := r.Ending()
	switch {
	case ended && e.Failed:
		return StateMark{"state failed", e.Glyph, e.Word, e.Title}
	case ended:
		return StateMark{"state left", e.Glyph, e.Word, e.Title}
	case r.IsWrong():
		return StateMark{"state wrong", words.WrongGlyph, r.wrongWord(), "Wrong: it did its work, though the agent broke a rule that it must keep. See its findings."}
	case r.Labels.State != "":
		return StateMark{"state " + part.Tone(r.State()), words.Glyph(r.State()), part.Short(r.State().Word(), 24), ""}
	case r.IsMessage():
		return StateMark{"muted", "", "message", "Answered with a message; there is no task"}
	}
	return StateMark{}
}

// BrokenTask reports a task whose newest call broke off or failed before the task was over:
// what became of it is not known. state is the last one seen of the task.
func BrokenTask(call Row, state a2a.State) bool {
	_, ended := call.Ending()
	return ended && !state.Terminal()
}

// HasFailed is words.HasFailed.
func (r Row) HasFailed() bool { return words.HasFailed(&r.Exchange) }

// wrongWord is words.WrongWord.
func (r Row) wrongWord() string { return words.WrongWord(&r.Exchange) }

// IsWrong is words.IsWrong.
func (r Row) IsWrong() bool { return words.IsWrong(&r.Exchange) }

// endingTitle is what the word leaves out.
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

// Words is the first line of what was said: by the client in a call that brings a
// message, else by the agent.
func (r Row) Words() string {
	line, _, _ := strings.Cut(strings.TrimSpace(r.Labels.Text), "\n")
	return part.Short(line, 160)
}

// WordsWithout is Words where the row also says why it failed: "" for an agent's words that
// say just that.
func (r Row) WordsWithout(reason string) string {
	words := r.Words()
	if !r.IsRequestText() && reason != "" && strings.HasPrefix(reason, strings.TrimSuffix(words, "…")) {
		return ""
	}
	return words
}

// IsRequestText reports whether the words are the client's.
func (r Row) IsRequestText() bool {
	return r.Labels.Op == string(a2a.SendMessage) || r.Labels.Op == string(a2a.SendStreamingMessage)
}
