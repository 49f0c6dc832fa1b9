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

const maxPolls = 5

var sendProbes = []probe{
	{
		name: "send", breaks: "RES-25", level: check.Must, calls: 1 + maxPolls,
		expectation: "The agent answers a message with a task or a message.",
		try: func(t *trial) {
			a := t.call(t.messageCall(a2a.SendMessage, t.quickText()))
			if !t.judgeSuccess(a) {
				return
			}
			if a.Task == "" && !a.HasMessage {
				t.fail("the agent answered with " + a.describe() + ", which is neither a task nor a message")
				return
			}
			if a.HasMessage || a.State.Terminal() {
				t.keepForComparison(a)
			}
			if done := t.waitForEnd(a); done.State.Terminal() {
				t.finished, t.context = done.Task, done.Context
			}
			t.pass("the agent answered with " + a.describe())
		},
	},
	{
		name: "send-at-once", breaks: "RES-25", level: check.Should, calls: 2,
		expectation: "The agent answers with a task or a message, even if the client does not wait for the result.",
		inapplicableReason: func(s *subject) string {
			if s.version.Agent.ClientIDs {
				return "the version has no member that asks for an answer at once"
			}
			return ""
		},
		try: sendImmediate,
	},
	{
		name: "send-direct", breaks: "RES-25", level: check.Must, calls: 1,
		expectation: "If a message needs no task, the agent answers with a message.",
		inapplicableReason: func(s *subject) string {
			if s.texts.direct == "" || !s.version.Agent.Replies {
				return "the agent answered none of the messages with a message, or the version has no such answer"
			}
			return ""
		},
		try: func(t *trial) {
			if a := t.call(t.messageCall(a2a.SendMessage, t.texts.direct)); t.judgeSuccess(a) {
				t.pass("the agent answered with " + a.describe())
			}
		},
	},
	{
		name: "follow-up", breaks: "RES-25", level: check.Must, calls: 2 + maxPolls,
		expectation:      "The agent continues a task that waits for input when a message names it.",
		untestableReason: noQuestion,
		try:              followUp,
	},
	{
		name: "send-other-context", breaks: "REQ-16 REQ-25", level: check.Must, calls: 2 + maxPolls,
		expectation: "The agent refuses a message whose task and context do not belong together.",
		inapplicableReason: func(s *subject) string {
			if s.version.Agent.ClientIDs {
				return "the version has no such rule"
			}
			return ""
		},
		untestableReason: noQuestion,
		try:              sendOtherContext,
	},
	{
		name: "send-unknown-task", breaks: "REQ-15 REQ-25", level: check.Must, calls: 1,
		expectation: "The agent refuses a message to an unknown task.",
		inapplicableReason: func(s *subject) string {
			if s.version.Agent.ClientIDs {
				return "the client names new tasks in this version"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.messageCall(a2a.SendMessage, t.quickText())
			c.Message.TaskID = t.caller.inventID()
			a := t.call(c)
			if a.isOK() && !t.hasCheck("REQ-15") {
				t.passOpen("the agent answered with " + a.describe())
				return
			}
			t.keepForComparison(a)
			t.judgeRefusal(a)
		},
	},
}

// noQuestion says why a probe that needs a task waiting for input cannot be tried.
func noQuestion(s *subject) string {
	if s.texts.question == "" {
		return "the console has no message that makes the agent ask a question: give one with --text"
	}
	return ""
}

// outputModes returns the media types that the card lists for output, nil without a card.
func (s *subject) outputModes() []string {
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

func followUp(t *trial) {
	asked, ok := t.startQuestion()
	if !ok {
		return
	}
	c := t.messageCall(a2a.SendMessage, t.quickText())
	c.Message.TaskID, c.Message.ContextID = asked.Task, asked.Context
	a := t.call(c)
	switch {
	case !t.judgeSuccess(a):
	case a.Task != "" && a.Task != asked.Task:
		t.fail("the agent answered with another task")
	default:
		t.pass("the agent answered with " + a.describe())
	}
}

// startQuestion starts a task for which the agent asks for input. If that fails, it sets the result and returns
// false.
func (t *trial) startQuestion() (answer, bool) {
	a := t.call(t.messageCall(a2a.SendMessage, t.texts.question))
	if !t.judgeSuccess(a) {
		return a, false
	}
	if a = t.waitForEnd(a); a.Task == "" || !a.State.Interrupted() {
		t.skip("the agent did not ask for input: it answered with " + a.describe())
		return a, false
	}
	return a, true
}

// sendOtherContext sends a message that names a task but another context.
func sendOtherContext(t *trial) {
	asked, ok := t.startQuestion()
	if !ok {
		return
	}
	c := t.messageCall(a2a.SendMessage, t.quickText())
	c.Message.TaskID, c.Message.ContextID = asked.Task, t.caller.inventID()
	a := t.call(c)
	if a.isOK() && !t.hasCheck("REQ-16") {
		t.passOpen("the agent answered with " + a.describe())
		return
	}
	t.judgeRefusal(a)
}

// waitForEnd polls an answer's task until it ends or asks for input.
func (t *trial) waitForEnd(a answer) answer {
	for range maxPolls {
		if a.State.Terminal() || a.State.Interrupted() || a.Task == "" || sleep(t.ctx, 300*time.Millisecond) != nil {
			break
		}
		a = t.call(t.taskCall(a2a.GetTask, a.Task))
	}
	return a
}

// survey sends each message once and notes in texts what the agent does with it.
func (s *subject) survey(ctx context.Context) {
	best := time.Duration(0)
	for _, m := range s.messages() {
		name := nameOf(m.text)
		p := probe{name: "example: " + name, breaks: "RES-25", level: check.Should, expectation: "The agent answers an example of its skill " + clip.Runes(m.skill, maxNameChars) + ".", try: func(t *trial) { t.example(m, &best) }}
		if m.skill == "" {
			p.name, p.expectation = "message: "+name, "The agent answers the message."
		}
		s.runProbe(ctx, &p)
	}
	if s.texts.fallback == "" {
		s.texts.fallback = fallbackText
	}
}

// nameOf returns the part of a probe's name that identifies its message. Results are compared by name, so a
// shortened text gets a few digits of its hash.
func nameOf(text string) string {
	name := clip.Runes(text, maxNameChars)
	if name == text {
		return name
	}
	h := sha256.Sum256([]byte(text))
	return name + " #" + hex.EncodeToString(h[:4])
}

// example sends a message, as a stream if possible.
func (t *trial) example(m sampleMessage, best *time.Duration) {
	op := a2a.SendMessage
	if t.canStream() {
		op = a2a.SendStreamingMessage
	}
	if m.media != "" {
		t.skip("the skill does not accept text, only " + m.media)
		return
	}
	began := time.Now()
	c := t.messageCall(op, m.text)
	a := t.call(c)
	if more := t.optionalExtensions(); a.Err != nil && len(more) > 0 && wantsExtension(a.Err.Name) {
		c.Extensions = append(c.Extensions, more...)
		began, a = time.Now(), t.call(c)
	}
	if a.Err != nil && (a.Err.Name == a2a.ExtensionSupportRequired || a.Err.Name == a2a.ContentTypeNotSupported) {
		t.passOpen("the agent answered with " + a.describe())
		return
	}
	if a.end.Outcome != wire.ByAgent && a.Task != "" && a.Err == nil {
		t.judgeUnfinished(m.text, a, time.Since(began), best)
		return
	}
	if op == a2a.SendStreamingMessage && a.isUnknownOperation() {
		t.row.check = "CARD-38" // the stream probe also reports that
	}
	if !t.judgeSuccess(a) {
		return
	}
	t.noteBehaviour(m.text, a, time.Since(began), best)
	t.pass("the agent answered with " + a.describe())
}

// wantsExtension reports whether an error may mean that the message has to activate an extension. Before 1.0,
// no error means that alone.
func wantsExtension(name a2a.ErrorName) bool {
	return name == a2a.ExtensionSupportRequired || name == a2a.UnsupportedOperation
}

// judgeUnfinished judges an answer that did not end in time.
func (t *trial) judgeUnfinished(text string, a answer, took time.Duration, best *time.Duration) {
	if a.State.Terminal() || a.State.Interrupted() {
		t.noteBehaviour(text, a, 0, best)
		t.skip("the stream does not end, although the task is " + a.State.Word())
		return
	}
	t.noteSlow(text, took*time.Duration(min(a.events, 4)), best)
	t.pass("the agent is still working after " + t.Timeout.String())
}

func (t *trial) noteBehaviour(text string, a answer, took time.Duration, best *time.Duration) {
	x := t.exam
	switch {
	case a.State == a2a.Completed && took < 2*time.Second && x.texts.quick == "":
		x.texts.quick = text
	case a.State.Interrupted() && x.texts.question == "":
		x.texts.question = text
	case a.HasMessage && a.Task == "" && x.texts.direct == "":
		x.texts.direct = text
	}
	if x.texts.fallback == "" || x.texts.quick == text {
		x.texts.fallback = text
	}
	if a.Task != "" {
		t.noteSlow(text, took*time.Duration(min(a.events, 4)), best)
	}
}

// minSlowTime is how long a message has to keep the agent busy to count as slow.
const minSlowTime = 500 * time.Millisecond

func (t *trial) noteSlow(text string, weight time.Duration, best *time.Duration) {
	if weight >= minSlowTime && weight > *best {
		*best, t.exam.texts.slow = weight, text
	}
}

// sampleMessage is a text to send, and the id of the skill that it is an example of.
type sampleMessage struct {
	text, skill string
	media       string // the skill's media types if none is text
}

// maxExamples limits how many examples of a card are sent. maxNameChars limits the characters of a message in a
// probe's name.
const (
	maxExamples  = 20
	maxNameChars = 60
)

// messages returns the texts to send: Texts, or else the card's examples, the first of each skill before the second
// of any.
func (o *Options) messages() (out []sampleMessage) {
	for _, text := range o.Texts {
		out = append(out, sampleMessage{text: text})
	}
	if len(o.Texts) > 0 || len(o.Targets) == 0 || o.Targets[0].Card == nil {
		return out
	}
	card := o.Targets[0].Card
	for turn := 0; len(out) < maxExamples; turn++ {
		more := false
		for _, s := range card.Skills {
			if turn >= len(s.Examples) || len(out) == maxExamples {
				continue
			}
			more = true
			in := s.InputModes
			if len(in) == 0 {
				in = card.InputModes
			}
			out = append(out, sampleMessage{s.Examples[turn], s.ID, nonTextModes(in)})
		}
		if !more {
			break
		}
	}
	return out
}

func (o *Options) unsentCount() (n int) {
	if len(o.Texts) > 0 || len(o.Targets) == 0 || o.Targets[0].Card == nil {
		return 0
	}
	for _, s := range o.Targets[0].Card.Skills {
		n += len(s.Examples)
	}
	return max(n-maxExamples, 0)
}

// nonTextModes returns the media types of in, or "" if one of them is text.
func nonTextModes(in []string) string {
	for _, m := range in {
		if m == "*/*" || strings.HasPrefix(m, "text") {
			return ""
		}
	}
	return strings.Join(in, ", ")
}

// fallbackText is sent if no message is known.
const fallbackText = "hello"
