package examine

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

var (
	withExtended    = declares("an extended card", func(c *a2a.Capabilities) bool { return c.ExtendedCard }, true)
	withoutExtended = declares("an extended card", func(c *a2a.Capabilities) bool { return c.ExtendedCard }, false)
)

// extending are the probes of what is more than the core: the extended card, extensions,
// signing in.
var extending = []probe{
	{
		name: "extended-card", breaks: "CARD-32 CARD-38", level: check.Must, calls: 1, fits: either(noCard, withExtended),
		asks: "The agent serves the extended card that its card declares.",
		try: func(t *trial) {
			a := t.call(&a2a.Call{Op: a2a.GetExtendedCard})
			if t.success(a) {
				t.keep(a)
				t.pass("the agent serves it")
			}
		},
	},
	{
		name: "extended-card-undeclared", breaks: "ERR-11 ERR-12 CARD-38", level: check.Must, calls: 1, fits: withoutExtended,
		asks: "The agent refuses a call for the extended card, because its card declares none.",
		try:  func(t *trial) { t.refusal(t.call(&a2a.Call{Op: a2a.GetExtendedCard})) },
	},
	{
		name: "extension-missing", breaks: "ERR-13 REQ-25", level: check.Must, calls: 1,
		asks: "The agent refuses a message that does not activate a required extension.",
		fits: func(s *subject) string {
			if len(s.required()) == 0 || !s.rules("HDR-07") {
				return "the card requires no extension, or the version has none"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.message(a2a.SendMessage, t.quick())
			c.Extensions = nil
			a := t.call(c)
			if a.ok() && !t.rules("ERR-13") {
				t.row.Level = check.Should
			}
			t.refusal(a)
		},
	},
	{
		name: "sign-in", breaks: "ERR-19", level: check.Must, calls: 1,
		asks: "The agent refuses a call without the credentials that its card requires.",
		fits: func(s *subject) string {
			if s.target.Card == nil || s.target.Card.Wants() == "" {
				return "the card requires no credentials"
			}
			return ""
		},
		lacks: func(s *subject) string {
			if s.Anonymous == nil {
				return "no credentials were given"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.of(a2a.GetTask, t.caller.invent())
			p, err := t.Client.Prepare(t.target.Target, c)
			if err != nil {
				t.untold(err.Error())
				return
			}
			for name := range t.target.Header {
				p.Header.Del(name)
			}
			a := t.prepared(t.ctx, t.Anonymous, p, c, func(*answer) {})
			switch {
			case a.barred():
				t.pass("the agent refused it: " + a.describe())
			case a.Err != nil && a.Err.Name == a2a.TaskNotFound || a.ok():
				t.fail("the agent answered with " + a.describe())
			default:
				t.either("the agent answered with " + a.describe())
			}
		},
	},
}

// either is the first of two reasons.
func either(a, b func(*subject) string) func(*subject) string {
	return func(s *subject) string {
		if why := a(s); why != "" {
			return why
		}
		return b(s)
	}
}

// strange is a media type that no agent takes.
const strange = "application/x-a2a-console-unknown"

// modes are the probes of media types.
var modes = []probe{
	{
		name: "input-mode", level: check.Should, calls: 1, fits: noCard,
		asks: "The agent refuses a file of a media type that its card does not list.",
		try: func(t *trial) {
			c := t.message(a2a.SendMessage, t.quick())
			c.Message.Parts = append(c.Message.Parts, a2a.Part{Kind: a2a.FilePart, Bytes: []byte("a2a-console"), MediaType: strange, Filename: "unknown.bin"})
			t.refusedOrNot(t.call(c), anyMode(t.target.Card.InputModes))
		},
	},
	{
		name: "output-mode", breaks: "RES-18 RES-25", level: check.Should, calls: 1, fits: noCard,
		asks: "The agent refuses a message that accepts only a media type its card does not list.",
		try: func(t *trial) {
			c := t.message(a2a.SendMessage, t.quick())
			c.AcceptedOutputModes = []string{strange}
			a := t.call(c)
			switch {
			case a.ok() && t.rules("RES-18"):
				t.fail("the agent answered with " + a.describe() + ", as if the client accepted anything")
			default:
				t.refusedOrNot(a, anyMode(t.target.Card.OutputModes))
			}
		},
	},
}

// refusedOrNot passes an answer either way: agents may disregard media types.
func (t *trial) refusedOrNot(a answer, takes bool) {
	switch {
	case a.refused() && takes:
		t.either("the agent refused it: " + a.describe())
	case a.refused():
		t.refusal(a)
	default:
		t.either("the agent answered with " + a.describe())
	}
}

func anyMode(modes []string) bool {
	for _, m := range modes {
		if m == "*/*" || strings.HasPrefix(m, "application/*") {
			return true
		}
	}
	return len(modes) == 0
}
