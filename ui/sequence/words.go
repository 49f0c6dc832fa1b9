package sequence

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// maxLabel bounds the characters of a label between two lanes.
const maxLabel = 36

// briefRoom is how many characters of a label fit between two lanes of minimum width.
const briefRoom = 14

// shortLabel shortens a label for narrow lanes: the sign and time of an end, the beginning of other
// labels. It is "" if the label is short already or crosses several lanes.
func (h *hop) shortLabel(label string) string {
	if h.span() > 1 || utf8.RuneCountInString(label) <= briefRoom {
		return ""
	}
	if i := strings.LastIndex(label, " ×"); i >= 0 { // number and duration of a run
		return part.Short(label[i+1:], 2*briefRoom)
	}
	if words, took, ok := strings.Cut(label, " · "); ok {
		sign, rest, _ := strings.Cut(words, " ")
		if utf8.RuneCountInString(sign) > 1 {
			sign, rest = "", words
		}
		if status, ok := strings.CutPrefix(rest, "HTTP "); ok {
			sign += " " + status + " ·"
		}
		return strings.TrimSpace(sign + " " + took)
	}
	if said, ok := strings.CutPrefix(label, "“"); ok {
		return "“" + part.Short(strings.TrimSuffix(said, "”"), briefRoom-2) + "”"
	}
	return part.Short(label, briefRoom)
}

func (h *hop) requestLabel() string {
	if h.X.Origin == wire.Push {
		return record.PushLabel(h.X)
	}
	return part.Short(record.Row{Exchange: h.X}.Operation(), maxLabel)
}

// quote returns the text of a request's message, short enough for one lane.
func (h *hop) quote() string {
	if h.X.Origin == wire.Push || h.sketch.RequestText == "" {
		return ""
	}
	return "“" + part.Short(h.sketch.RequestText, maxLabel-2) + "”"
}

func (h *hop) requestSentence() string {
	who, name := partyName(h), part.Short(h.Name, 48)
	does := func(verb string) string {
		if who == "You" {
			verb = strings.TrimSuffix(verb, "s")
		}
		return " " + verb
	}
	said := ""
	if h.sketch.RequestText != "" {
		said = ": “" + h.sketch.RequestText + "”"
	}
	task := "a task"
	if h.X.Labels.Task != "" {
		task = "task " + part.ShortID(h.X.Labels.Task)
	}
	if h.X.Origin == wire.Push {
		return record.PushInWords(h.X, name)
	}
	switch a2a.Operation(h.X.Labels.Op) {
	case a2a.SendMessage:
		return who + does("sends") + " a message to " + name + said
	case a2a.SendStreamingMessage:
		return who + does("sends") + " a message to " + name + " and " + strings.TrimSpace(does("listens")) + said
	case a2a.GetTask:
		return who + does("asks") + " " + name + " how " + task + " is doing"
	case a2a.CancelTask:
		return who + does("asks") + " " + name + " to cancel " + task
	case a2a.SubscribeToTask:
		return who + does("asks") + " " + name + " to keep sending updates about " + task
	case a2a.GetCard, a2a.GetExtendedCard:
		return who + does("asks") + " " + name + " who it is and what it can do"
	case "":
		return who + does("sends") + " " + part.Short(record.Row{Exchange: h.X}.Operation(), 60) + " to " + name
	}
	return who + does("calls") + " " + part.Short(h.X.Labels.Op, 40) + " on " + name
}

func partyName(h *hop) string {
	switch o := h.X.Origin; {
	case record.IsFromTerminal(h.X):
		return "The command line"
	case o == wire.Console:
		return "The console"
	case o == wire.Replay:
		return "The replay"
	case o == wire.Push:
		return "The agent"
	}
	return record.MessageHeading(h.X)
}

func (r sketchRow) label() string {
	if r.State != "" {
		return words.Glyph(r.State) + " " + part.Short(r.State.Word(), 24)
	}
	what, run := part.Short(r.Subject, 26), r.run()
	switch r.Word {
	case "artifact":
		return "artifact " + what
	case "append":
		if run != "" {
			what = part.Short(r.Subject, max(labelFits-2-utf8.RuneCountInString(run), 8))
		}
		return "+ " + what + run
	case "more":
		return part.Plural(r.Events, "more event") + r.lasted(" · ")
	case "error":
		return "✕ " + what
	}
	return r.word() + run
}

// word names an event that is not about a state or an artifact.
func (r sketchRow) word() string {
	switch r.Word {
	case "unread":
		return "not understood"
	case "barred":
		return "turned away"
	case "incomplete":
		return "incomplete event"
	case "empty":
		return "empty event"
	case "state":
		return "status"
	case "push":
		return "push configuration"
	}
	return r.Word
}

// run returns the number and duration of several events: " ×712 · 9.2 s". It is "" for one.
func (r sketchRow) run() string {
	if r.Events < 2 {
		return ""
	}
	return " ×" + part.Count(r.Events) + r.lasted(" · ")
}

// lasted returns the time from the first to the last event of a row, after word; "" if it is too
// short to matter.
func (r sketchRow) lasted(word string) string {
	if d := r.Until.Sub(r.At); d >= time.Millisecond {
		return word + part.Duration(d)
	}
	return ""
}

func (h *hop) eventSentence(r sketchRow) string {
	name, what := part.Short(h.Name, 48), part.Short(r.Subject, 60)
	switch {
	case r.State != "":
		return stateSentence(name, "says", r.State) + quoted(r.Text)
	case r.Word == "artifact":
		return name + " begins to deliver “" + what + "”" + quoted(r.Text)
	case r.Word == "append" && r.Events > 1:
		return name + " continues “" + what + "” in " + part.Count(r.Events) + " pieces" + r.lasted(" over ")
	case r.Word == "append":
		return name + " continues “" + what + "”"
	case r.Word == "message":
		return name + " answers with a message" + quoted(r.Text)
	case r.Word == "error":
		return name + " reports an error: " + what
	case r.Word == "more":
		return name + " sends " + part.Plural(r.Events, "more event") + r.lasted(" over ")
	case r.Word == "unread":
		return name + " sends something unreadable"
	case r.Word == "incomplete":
		return name + " sends an event that is not complete"
	case r.Word == "empty":
		return name + " sends an empty event"
	case r.Word == "barred":
		return name + " refuses the call"
	}
	return name + " sends " + part.Plural(r.Events, "event")
}

func stateSentence(name, tells string, st a2a.State) string {
	switch st {
	case a2a.InputRequired:
		return name + " needs more input before it can continue"
	case a2a.AuthRequired:
		return name + " needs the caller to sign in"
	}
	return name + " " + tells + ": the task is " + part.Short(st.Word(), 32)
}

func (h *hop) endLabel() string {
	x := h.X
	if words.HasFailedStatus(&x) && (x.Labels.Error == "" || x.Origin == wire.Model) { // the failure counts, whoever left before the body ended
		return "✕ HTTP " + strconv.Itoa(x.Response.Status) + " · " + part.Duration(x.Ended.Sub(x.Started))
	}
	if broken := h.brokenLabel(); broken != "" {
		return broken
	}
	s := ""
	e, wrong := h.answerEnding(), h.isWrong()
	switch {
	case x.Labels.Error != "":
		s = "✕ " + part.Short(words.ErrorWord(x.Labels.Error), 24)
	case e.Failed, x.Origin == wire.Model && e.Word != "":
		s = e.Glyph + " " + e.Word
	case len(h.sketch.Rows) > 0 && wrong:
		s = words.WrongGlyph + " end of stream"
	case len(h.sketch.Rows) > 0:
		s = "end of stream"
	case wrong:
		s = words.StateText(&x)
	case x.Labels.State != "" && x.Origin != wire.Push:
		s = words.Glyph(a2a.State(x.Labels.State)) + " " + part.Short(a2a.State(x.Labels.State).Word(), 24)
	case (record.Row{Exchange: x}).IsMessage():
		s = "message"
	default:
		s = "HTTP " + strconv.Itoa(x.Response.Status)
	}
	return s + " · " + part.Duration(x.Ended.Sub(x.Started))
}

// answerEnding is words.EndingWords for agents' responses. Responses to push notifications are
// the webhook receiver's own.
func (h *hop) answerEnding() (e words.Ending) {
	if h.X.Origin != wire.Push {
		e, _ = words.EndingWords(&h.X)
	}
	return e
}

// isWrong is words.IsWrong for agents' responses.
func (h *hop) isWrong() bool { return h.X.Origin != wire.Push && words.IsWrong(&h.X) }

// brokenLabel labels an end that was not the agent's; it returns "" for others.
func (h *hop) brokenLabel() string {
	x, end := h.X, words.OutcomeWordsOf(&h.X)
	switch {
	case end.Sign == "":
		return ""
	case x.Outcome == wire.Interrupted && !h.reached():
		return "⊘ ended at the tap"
	}
	return end.Sign + " " + end.Phrase
}

func (h *hop) endSentence() string {
	x, name := h.X, part.Short(h.Name, 48)
	receives := x.Origin == wire.Push
	switch {
	case words.HasFailedStatus(&x) && x.Labels.Error == "":
		return h.statusSentence(name, receives)
	case receives && x.Outcome == wire.ByAgent:
		return "The webhook receiver has it"
	}
	if live := words.OutcomeWordsOf(&x).Announcement; live != "" {
		live = strings.NewReplacer("AGENT", name, "CLIENT", partyName(h)).Replace(live)
		if x.WasAnsweredByRule() {
			live += sentStatus(&x)
		}
		return live
	}
	switch {
	case x.Labels.Error != "":
		return name + " answers with an error: " + part.Short(words.ErrorWord(x.Labels.Error), 48)
	case h.answerEnding().Sentence != "":
		return name + " answers. " + strings.TrimSuffix(h.answerEnding().Sentence, ".")
	case len(h.sketch.Rows) > 0:
		return name + h.lastWords()
	case x.Labels.Op == string(a2a.GetCard) || x.Labels.Op == string(a2a.GetExtendedCard):
		return name + " returns its card"
	case x.Labels.State != "":
		return stateSentence(name, "answers", a2a.State(x.Labels.State)) + quoted(h.sketch.Answer)
	}
	return name + " answers" + quoted(h.sketch.Answer)
}

func (h *hop) statusSentence(name string, receives bool) string {
	if receives {
		name = "The webhook receiver"
	}
	return name + " answers with HTTP " + strconv.Itoa(h.X.Response.Status) + h.leftEarly()
}

// sentStatus names the HTTP status with which a rule answered; "" if unknown.
func sentStatus(x *wire.Exchange) string {
	if x.ResponseSent == nil || x.ResponseSent.Status == 0 {
		return ""
	}
	return ", with HTTP " + strconv.Itoa(x.ResponseSent.Status)
}

// quoted appends a quotation to a sentence.
func quoted(says string) string {
	if says = part.Short(says, 100); says == "" {
		return ""
	}
	return " – “" + says + "”"
}

// lastWords describes the agent's end of a stream. With findings, the stream may lack something.
func (h *hop) lastWords() string {
	if h.hasFindings() {
		return " ends the stream"
	}
	return " has sent everything, and ends the stream"
}

// leftEarly adds to an HTTP error that its body is incomplete because the client left.
func (h *hop) leftEarly() string {
	if h.X.ClientLeft() {
		return "; the client left before the body ended"
	}
	return ""
}
