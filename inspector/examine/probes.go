package examine

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// probes are those of each interface, in the order in which they are made: some need what
// others left behind.
var probes = slices.Concat(sending, getting, canceling, finishing, streaming, listing, pushing, extending, modes, wrong)

// reached is the first probe: nothing else is tried of an interface that does not answer.
var reached = probe{
	name: "interface", breaks: "CARD-39", level: check.Must, calls: 3,
	asks: "The interface answers in its version and binding.",
	try: func(t *trial) {
		var first answer
		for i, c := range t.openings() {
			a := t.call(c)
			if t.isOver() {
				return
			}
			if i == 0 {
				first = a
				t.keep(a)
			}
			if a.speaks() && (!t.target.guessed || !a.foreign()) {
				t.pass("the agent answered with " + a.describe())
				return
			}
		}
		t.silent(first)
	},
}

// openings are the calls by which an interface shows that it speaks: one fault of an
// operation does not make it silent. Where the card does not say the version, only a
// message tells: other calls are the same in the versions that it may be.
func (s *subject) openings() []*a2a.Call {
	send := s.message(a2a.SendMessage, s.opening())
	if s.target.guessed {
		return []*a2a.Call{send}
	}
	return []*a2a.Call{s.of(a2a.GetTask, s.caller.invent()), s.of(a2a.CancelTask, s.caller.invent()), send}
}

// opening is a text to send before it is known what the agent does with any.
func (s *subject) opening() string {
	for _, m := range s.messages() {
		if m.media == "" {
			return m.text
		}
	}
	return anything
}

// silent says why nothing more is tried of an interface that no call had speak.
func (t *trial) silent(a answer) {
	switch {
	case a.barred():
		t.down = wantsCredentials + "those given are not accepted"
		if t.Anonymous == nil {
			t.down = wantsCredentials + "none were given"
		}
		t.untold(t.down)
	case a.end.Status == 0:
		t.down = "the interface does not answer"
		t.fail(a.describe())
	case t.target.guessed && (t.spoke || t.guesses > 1):
		t.down, t.absent = "the card does not name the version, and the agent speaks another one", true
		t.notApplicable(t.down)
	default:
		t.down = "the interface does not answer in its version and binding"
		t.fail("the agent answered with " + a.describe())
	}
}

// wantsCredentials begins the reason why nothing was tried of an interface that turns the
// caller away.
const wantsCredentials = "it asks for credentials, and "

// of is a call about a task.
func (s *subject) of(op a2a.Operation, task string) *a2a.Call {
	return &a2a.Call{Op: op, TaskID: task}
}

// message is a call that sends a text.
func (s *subject) message(op a2a.Operation, text string) *a2a.Call {
	return &a2a.Call{Op: op, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}, Extensions: s.required()}
}

// required are the extensions that the card requires.
func (s *subject) required() []string { return s.extensions(true) }

// optional are the extensions that the card declares and does not require.
func (s *subject) optional() []string { return s.extensions(false) }

func (s *subject) extensions(required bool) (uris []string) {
	if s.target.Card == nil {
		return nil
	}
	for _, e := range s.target.Card.Capabilities.Extensions {
		if e.Required == required && e.URI != "" {
			uris = append(uris, e.URI)
		}
	}
	return uris
}

// rules reports whether a check holds in the interface's version.
func (s *subject) rules(id string) bool {
	c, ok := check.Of(id)
	return ok && c.HoldsIn(s.target.Version)
}

// quick is the text that makes a task which is soon over, else any.
func (s *subject) quick() string {
	if s.says.quick != "" {
		return s.says.quick
	}
	return s.says.plain
}

// noTask says why a probe of a task that is over cannot be made.
func noTask(s *subject) string {
	if s.finished == "" {
		return "none of the examination's tasks has ended: the agent answers with messages, or its tasks take too long"
	}
	return ""
}

// noSlow says why a probe of a task that is under way cannot be made.
func noSlow(s *subject) string {
	if s.says.slow == "" {
		return "the console knows no message that keeps the agent busy for a while: give one with --text"
	}
	return ""
}

// noCard says why a probe of what the card declares does not apply.
func noCard(s *subject) string {
	if s.target.Card == nil {
		return "there is no card"
	}
	return ""
}

// streams reports whether streams are to be tried: the card declares them, or there is none.
func (s *subject) streams() bool {
	return s.target.Card == nil || s.target.Card.Capabilities.Streaming
}

// declares says why a probe of a capability does not apply.
func declares(what string, has func(*a2a.Capabilities) bool, want bool) func(*subject) string {
	return func(s *subject) string {
		switch {
		case s.target.Card == nil && want:
			return ""
		case s.target.Card == nil:
			return noCard(s)
		case has(&s.target.Card.Capabilities) == want:
			return ""
		case want:
			return "the card does not declare " + what
		}
		return "the card declares " + what
	}
}
