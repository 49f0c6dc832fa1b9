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

// extensionProbes test what goes beyond the core: the extended card, extensions, signing in.
var extensionProbes = []probe{
	{
		name: "extended-card", breaks: "CARD-32 CARD-38", level: check.Must, calls: 1, inapplicableReason: firstReason(noCard, withExtended),
		expectation: "The agent serves the extended card that its card declares.",
		try: func(t *trial) {
			a := t.call(&a2a.Call{Op: a2a.GetExtendedCard})
			if t.judgeSuccess(a) {
				t.keepForComparison(a)
				t.pass("the agent serves the card")
			}
		},
	},
	{
		name: "extended-card-undeclared", breaks: "ERR-11 ERR-12 CARD-38", level: check.Must, calls: 1, inapplicableReason: withoutExtended,
		echoed:      true, // what comes instead of a refusal is no extended card, and is not judged as one
		expectation: "The agent refuses a call for the extended card, because its card declares none.",
		try:         func(t *trial) { t.judgeRefusal(t.call(&a2a.Call{Op: a2a.GetExtendedCard})) },
	},
	{
		name: "extension-missing", breaks: "ERR-13 REQ-25", level: check.Must, calls: 1,
		expectation: "The agent refuses a message that does not activate a required extension.",
		inapplicableReason: func(s *subject) string {
			if len(s.requiredExtensions()) == 0 || !s.hasCheck("HDR-07") {
				return "the card requires no extension, or the version has none"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.messageCall(a2a.SendMessage, t.quickText())
			c.Extensions = nil
			a := t.call(c)
			if a.isOK() && !t.hasCheck("ERR-13") {
				t.row.Level = check.Should
			}
			t.judgeRefusal(a)
		},
	},
	{
		name: "sign-in", breaks: "ERR-19", level: check.Must, calls: 1,
		expectation: "The agent refuses a call without the credentials that its card requires.",
		inapplicableReason: func(s *subject) string {
			if s.target.Card == nil || s.target.Card.Requirements() == "" {
				return "the card requires no credentials"
			}
			return ""
		},
		untestableReason: func(s *subject) string {
			if s.Anonymous == nil {
				return "no credentials were given"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.taskCall(a2a.GetTask, t.caller.inventID())
			p, err := t.Client.Prepare(t.target.Target, c)
			if err != nil {
				t.skip(err.Error())
				return
			}
			for name := range t.target.Header {
				p.Header.Del(name)
			}
			a := t.callPrepared(t.ctx, t.Anonymous, p, c, func(*answer) {})
			switch {
			case a.needsCredentials():
				t.pass("the agent refused it: " + a.describe())
			case a.Err != nil && a.Err.Name == a2a.TaskNotFound || a.isOK():
				t.fail("the agent answered with " + a.describe())
			default:
				t.passOpen("the agent answered with " + a.describe())
			}
		},
	},
}

func firstReason(a, b func(*subject) string) func(*subject) string {
	return func(s *subject) string {
		if why := a(s); why != "" {
			return why
		}
		return b(s)
	}
}

// unknownMediaType is a media type that no agent accepts.
const unknownMediaType = "application/x-a2a-console-unknown"

var modeProbes = []probe{
	{
		name: "input-mode", level: check.Should, calls: 1, inapplicableReason: noCard,
		expectation: "The agent refuses a file of a media type that its card does not list.",
		try: func(t *trial) {
			c := t.messageCall(a2a.SendMessage, t.quickText())
			c.Message.Parts = append(c.Message.Parts, a2a.Part{Kind: a2a.FilePart, Bytes: []byte("a2a-console"), MediaType: unknownMediaType, Filename: "unknown.bin"})
			t.judgeOptional(t.call(c), acceptsAnyMode(t.target.Card.InputModes))
		},
	},
	{
		name: "output-mode", breaks: "RES-18 RES-25", level: check.Should, calls: 1, inapplicableReason: noCard,
		expectation: "The agent refuses a message that accepts only a media type its card does not list.",
		try: func(t *trial) {
			c := t.messageCall(a2a.SendMessage, t.quickText())
			c.AcceptedOutputModes = []string{unknownMediaType}
			a := t.call(c)
			switch {
			case a.isOK() && t.hasCheck("RES-18"):
				t.fail("the agent answered with " + a.describe() + ", as if the client accepted anything")
			default:
				t.judgeOptional(a, acceptsAnyMode(t.target.Card.OutputModes))
			}
		},
	},
}

// judgeOptional judges a call that the agent should refuse but may answer, because agents may ignore
// media types. If takes is set, the card accepts any type.
func (t *trial) judgeOptional(a answer, takes bool) {
	switch {
	case a.isRefused() && takes:
		t.passOpen("the agent refused it: " + a.describe())
	case a.isRefused():
		t.judgeRefusal(a)
	default:
		t.passOpen("the agent answered with " + a.describe())
	}
}

func acceptsAnyMode(modes []string) bool {
	for _, m := range modes {
		if m == "*/*" || strings.HasPrefix(m, "application/*") {
			return true
		}
	}
	return len(modes) == 0
}
