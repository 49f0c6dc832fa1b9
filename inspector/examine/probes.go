package examine

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// probes are the probes of each interface, in order: some need the results of earlier ones.
var probes = slices.Concat(sendProbes, getProbes, cancelProbes, finishedProbes, streamProbes, listProbes, pushProbes, extensionProbes, modeProbes, malformedProbes)

// reachProbe comes first: an interface that does not answer is not examined further.
var reachProbe = probe{
	name: "interface", breaks: "CARD-39", level: check.Must, calls: 3,
	expectation: "The interface answers in its version and binding.",
	try: func(t *trial) {
		var first answer
		for i, c := range t.openingCalls() {
			a := t.call(c)
			if t.isOver() {
				return
			}
			if i == 0 {
				first = a
				t.keepForComparison(a)
			}
			if a.speaksVersion() && (!t.target.guessed || !a.mayBeForeign()) {
				t.pass("the agent answered with " + a.describe())
				return
			}
		}
		t.explainSilence(first)
	},
}

// openingCalls returns several calls, because an answer to any of them shows that the interface speaks its
// version, and a fault in one operation must not make it seem silent. If the card names no version, only a
// message can tell, because other calls look the same in all possible versions.
func (s *subject) openingCalls() []*a2a.Call {
	send := s.messageCall(a2a.SendMessage, s.openingText())
	if s.target.guessed {
		return []*a2a.Call{send}
	}
	return []*a2a.Call{s.taskCall(a2a.GetTask, s.caller.inventID()), s.taskCall(a2a.CancelTask, s.caller.inventID()), send}
}

// openingText returns a text to send before survey has found out what the messages do.
func (s *subject) openingText() string {
	for _, m := range s.messages() {
		if m.media == "" {
			return m.text
		}
	}
	return fallbackText
}

// explainSilence records why nothing more is tried of an interface that answered none of the opening calls.
func (t *trial) explainSilence(a answer) {
	switch {
	case a.needsCredentials():
		t.downReason = credentialsReason + "those given are not accepted"
		if t.Anonymous == nil {
			t.downReason = credentialsReason + "none were given"
		}
		t.skip(t.downReason)
	case a.end.Status == 0:
		t.downReason = "the interface does not answer"
		t.fail(a.describe())
	case t.target.guessed && (t.hasSpoken || t.guesses > 1):
		t.downReason, t.isAbsent = "the card does not name the version, and the agent speaks another one", true
		t.notApplicable(t.downReason)
	default:
		t.downReason = "the interface does not answer in its version and binding"
		t.fail("the agent answered with " + a.describe())
	}
}

// credentialsReason is the beginning of the reason for skipping an interface that asks for credentials.
const credentialsReason = "it asks for credentials, and "

func (s *subject) taskCall(op a2a.Operation, task string) *a2a.Call {
	return &a2a.Call{Op: op, TaskID: task}
}

func (s *subject) messageCall(op a2a.Operation, text string) *a2a.Call {
	return &a2a.Call{Op: op, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}, Extensions: s.requiredExtensions()}
}

func (s *subject) requiredExtensions() []string { return s.extensions(true) }

func (s *subject) optionalExtensions() []string { return s.extensions(false) }

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

// hasCheck reports whether a check applies in the interface's version.
func (s *subject) hasCheck(id string) bool {
	c, ok := check.ByID(id)
	return ok && c.HoldsIn(s.target.Version)
}

// quickText returns a text that makes a short task, or the fallback if none is known.
func (s *subject) quickText() string {
	if s.texts.quick != "" {
		return s.texts.quick
	}
	return s.texts.fallback
}

// noTask says why a probe that needs a finished task cannot be tried.
func noTask(s *subject) string {
	if s.finished == "" {
		return "none of the examination's tasks has ended: the agent answers with messages, or its tasks take too long"
	}
	return ""
}

// noSlow says why a probe that needs a running task cannot be tried.
func noSlow(s *subject) string {
	if s.texts.slow == "" {
		return "the console has no message that keeps the agent busy for a while: give one with --text"
	}
	return ""
}

// noCard says why a probe of the card's declarations does not apply.
func noCard(s *subject) string {
	if s.target.Card == nil {
		return "there is no card"
	}
	return ""
}

// canStream reports whether streams may be tried: the card declares them, or there is no card.
func (s *subject) canStream() bool {
	return s.target.Card == nil || s.target.Card.Capabilities.Streaming
}

// declares returns a function that says why a probe does not apply: the card must declare the capability, or with
// want == false must not.
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
