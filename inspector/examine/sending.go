package examine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// settleCalls is how often a task is got until it is over.
const settleCalls = 5

// sending are the probes of messages.
var sending = []probe{
	{
		name: "send", breaks: "RES-25", level: check.Must, calls: 1 + settleCalls,
		asks: "The agent answers a message with a task or a message.",
		try: func(t *trial) {
			a := t.call(t.message(a2a.SendMessage, t.quick()))
			if !t.success(a) {
				return
			}
			if a.Task == "" && !a.Replied {
				t.fail("the agent answered with " + a.describe() + ", which is neither")
				return
			}
			if a.Replied || a.State.Terminal() {
				t.keep(a)
			}
			if done := t.wait(a); done.State.Terminal() {
				t.finished, t.context = done.Task, done.Context
			}
			t.pass("the agent answered with " + a.describe())
		},
	},
	{
		name: "send-at-once", breaks: "RES-25", level: check.Should, calls: 2,
		asks: "The agent answers a message that does not wait for the result with a task or a message.",
		fits: func(s *subject) string {
			if s.version.Agent.ClientIDs {
				return "the version has no such member"
			}
			return ""
		},
		try: sendAtOnce,
	},
	{
		name: "send-direct", breaks: "RES-25", level: check.Must, calls: 1,
		asks: "The agent answers a message that asks for no task with a message.",
		fits: func(s *subject) string {
			if s.says.direct == "" || !s.version.Agent.Replies {
				return "the agent answered none of the messages with a message"
			}
			return ""
		},
		try: func(t *trial) {
			if a := t.call(t.message(a2a.SendMessage, t.says.direct)); t.success(a) {
				t.pass("the agent answered with " + a.describe())
			}
		},
	},
	{
		name: "follow-up", breaks: "RES-25", level: check.Must, calls: 2 + settleCalls,
		asks:  "The agent continues a task that waits for input when a message names it.",
		lacks: noQuestion,
		try:   followUp,
	},
	{
		name: "send-other-context", breaks: "REQ-16 REQ-25", level: check.Must, calls: 2 + settleCalls,
		asks: "The agent refuses a message whose task and context do not belong together.",
		fits: func(s *subject) string {
			if s.version.Agent.ClientIDs {
				return "the version has no such rule"
			}
			return ""
		},
		lacks: noQuestion,
		try:   otherContext,
	},
	{
		name: "send-unknown-task", breaks: "REQ-15 REQ-25", level: check.Must, calls: 1,
		asks: "The agent refuses a message to an unknown task.",
		fits: func(s *subject) string {
			if s.version.Agent.ClientIDs {
				return "the client names new tasks in this version"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.message(a2a.SendMessage, t.quick())
			c.Message.TaskID = t.caller.invent()
			a := t.call(c)
			if a.ok() && !t.rules("REQ-15") {
				t.either("the agent answered with " + a.describe())
				return
			}
			t.keep(a)
			t.refusal(a)
		},
	},
}

// noQuestion says why a probe of a task that waits for its client cannot be made.
func noQuestion(s *subject) string {
	if s.says.asks == "" {
		return "the console knows no message that makes the agent ask a question: give one with --text"
	}
	return ""
}

// output is what media types the card says that the agent gives, nil where it says none.
func (s *subject) output() []string {
	if s.target.Card == nil {
		return nil
	}
	out := slices.Clone(s.target.Card.OutputModes)
	for _, skill := range s.target.Card.Skills {
		out = append(out, skill.OutputModes...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// followUp answers what the agent asks.
func followUp(t *trial) {
	asked, ok := t.startQuestion()
	if !ok {
		return
	}
	c := t.message(a2a.SendMessage, t.quick())
	c.Message.TaskID, c.Message.ContextID = asked.Task, asked.Context
	a := t.call(c)
	switch {
	case !t.success(a):
	case a.Task != "" && a.Task != asked.Task:
		t.fail("the agent answered with another task")
	default:
		t.pass("the agent answered with " + a.describe())
	}
}

// startQuestion begins a task on which the agent asks its client something.
func (t *trial) startQuestion() (answer, bool) {
	a := t.call(t.message(a2a.SendMessage, t.says.asks))
	if !t.success(a) {
		return a, false
	}
	if a = t.wait(a); a.Task == "" || !a.State.Interrupted() {
		t.untold("the agent did not ask: it answered with " + a.describe())
		return a, false
	}
	return a, true
}

// otherContext sends a message to a task as if it were of another context.
func otherContext(t *trial) {
	asked, ok := t.startQuestion()
	if !ok {
		return
	}
	c := t.message(a2a.SendMessage, t.quick())
	c.Message.TaskID, c.Message.ContextID = asked.Task, t.caller.invent()
	a := t.call(c)
	if a.ok() && !t.rules("REQ-16") {
		t.either("the agent answered with " + a.describe())
		return
	}
	t.refusal(a)
}

// wait gets the task of an answer until it is over, or waits for its client.
func (t *trial) wait(a answer) answer {
	for range settleCalls {
		if a.State.Terminal() || a.State.Interrupted() || a.Task == "" || sleep(t.ctx, 300*time.Millisecond) != nil {
			break
		}
		a = t.call(t.of(a2a.GetTask, a.Task))
	}
	return a
}

// survey sends each message once, and notes what the agent does with it.
func (s *subject) survey(ctx context.Context) {
	best := time.Duration(0)
	for _, m := range s.messages() {
		name := nameOf(m.text)
		p := probe{name: "example: " + name, breaks: "RES-25", level: check.Should, asks: "The agent answers an example of its skill " + clip.Runes(m.skill, nameMost) + ".", try: func(t *trial) { t.example(m, &best) }}
		if m.skill == "" {
			p.name, p.asks = "message: "+name, "The agent answers the message."
		}
		s.probe(ctx, &p)
	}
	if s.says.plain == "" {
		s.says.plain = anything
	}
}

// nameOf is the part of a probe's name that says which message it sends. Results are
// compared by name, so texts that begin alike have a few digits of their hash.
func nameOf(text string) string {
	name := clip.Runes(text, nameMost)
	if name == text {
		return name
	}
	h := sha256.Sum256([]byte(text))
	return name + " #" + hex.EncodeToString(h[:4])
}

// example sends a message, as a stream where there are any.
func (t *trial) example(m message, best *time.Duration) {
	op := a2a.SendMessage
	if t.streams() {
		op = a2a.SendStreamingMessage
	}
	if m.media != "" {
		t.untold("the skill takes no text, only " + m.media)
		return
	}
	began := time.Now()
	c := t.message(op, m.text)
	a := t.call(c)
	if more := t.optional(); a.Err != nil && len(more) > 0 && wantsExtension(a.Err.Name) {
		c.Extensions = append(c.Extensions, more...)
		began, a = time.Now(), t.call(c)
	}
	if a.Err != nil && (a.Err.Name == a2a.ExtensionSupportRequired || a.Err.Name == a2a.ContentTypeNotSupported) {
		t.either("the agent answered with " + a.describe())
		return
	}
	if a.end.Outcome != wire.ByAgent && a.Task != "" && a.Err == nil {
		t.goesOn(m.text, a, time.Since(began), best)
		return
	}
	if op == a2a.SendStreamingMessage && a.unknown() {
		t.row.check = "CARD-38" // it is what the stream probe will find, too
	}
	if !t.success(a) {
		return
	}
	t.note(m.text, a, time.Since(began), best)
	t.pass("the agent answered with " + a.describe())
}

// wantsExtension reports whether an error may mean that a message has to activate an
// extension: before 1.0 no error says so alone.
func wantsExtension(name a2a.ErrorName) bool {
	return name == a2a.ExtensionSupportRequired || name == a2a.UnsupportedOperation
}

// goesOn judges an answer that did not end in time.
func (t *trial) goesOn(text string, a answer, took time.Duration, best *time.Duration) {
	if a.State.Terminal() || a.State.Interrupted() {
		t.note(text, a, 0, best)
		t.untold("the stream does not end, although the task is " + a.State.Word())
		return
	}
	t.noteSlow(text, took*time.Duration(min(a.events, 4)), best)
	t.pass("the agent is still working after " + t.Timeout.String())
}

// note remembers what a message does.
func (t *trial) note(text string, a answer, took time.Duration, best *time.Duration) {
	x := t.exam
	switch {
	case a.State == a2a.Completed && took < 2*time.Second && x.says.quick == "":
		x.says.quick = text
	case a.State.Interrupted() && x.says.asks == "":
		x.says.asks = text
	case a.Replied && a.Task == "" && x.says.direct == "":
		x.says.direct = text
	}
	if x.says.plain == "" || x.says.quick == text {
		x.says.plain = text
	}
	if a.Task != "" {
		t.noteSlow(text, took*time.Duration(min(a.events, 4)), best)
	}
}

// slowFrom is how long a message has to keep the agent at work to be of use.
const slowFrom = 500 * time.Millisecond

func (t *trial) noteSlow(text string, weight time.Duration, best *time.Duration) {
	if weight >= slowFrom && weight > *best {
		*best, t.exam.says.slow = weight, text
	}
}

// message is a text to send, and the skill whose example it is.
type message struct {
	text, skill string
	media       string // what the skill takes where that is no text
}

// mostExamples is how many examples of a card are sent, and nameMost how many characters
// of a message are in the name of its probe.
const (
	mostExamples = 20
	nameMost     = 60
)

// messages are the texts that are sent: those given, else examples of the card, the first
// of each skill before the second of any.
func (o *Options) messages() (out []message) {
	for _, text := range o.Texts {
		out = append(out, message{text: text})
	}
	if len(o.Texts) > 0 || len(o.Targets) == 0 || o.Targets[0].Card == nil {
		return out
	}
	card := o.Targets[0].Card
	for turn := 0; len(out) < mostExamples; turn++ {
		more := false
		for _, s := range card.Skills {
			if turn >= len(s.Examples) || len(out) == mostExamples {
				continue
			}
			more = true
			in := s.InputModes
			if len(in) == 0 {
				in = card.InputModes
			}
			out = append(out, message{s.Examples[turn], s.ID, noText(in)})
		}
		if !more {
			break
		}
	}
	return out
}

// unsent is how many examples of the card are too many to send.
func (o *Options) unsent() (n int) {
	if len(o.Texts) > 0 || len(o.Targets) == 0 || o.Targets[0].Card == nil {
		return 0
	}
	for _, s := range o.Targets[0].Card.Skills {
		n += len(s.Examples)
	}
	return max(n-mostExamples, 0)
}

// noText is what media types are taken where none of them is text.
func noText(in []string) string {
	for _, m := range in {
		if m == "*/*" || strings.HasPrefix(m, "text") {
			return ""
		}
	}
	return strings.Join(in, ", ")
}

// anything is what is sent where no message is known.
const anything = "hello"
