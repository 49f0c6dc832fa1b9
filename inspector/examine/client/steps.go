package client

import (
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
	"github.com/a2a-console/a2a-console/internal/agent/fault"
)

// Token is the bearer token for the step that requires one.
const Token = "demo-token"

// steps are all steps: first what every client does, then what is hard for clients.
var steps = []Step{
	{
		Name: "send", Level: check.Must, judge: judgeSent,
		Instruction: "Send a text message and wait for the answer.",
	},
	{
		Name: "stream", Level: check.Must, judge: judgeStreamed,
		Instruction: "Send a text message with a stream, and read the stream to its end.",
		stage:       func(p *Pace) setting { return answerWith(pieces(4, p.Beat)...) },
	},
	{
		Name: "answer", Level: check.Must, judge: judgeAnswered,
		Instruction: "Send a text message, and answer the question that the agent asks.",
		Behaviour:   "The agent asks which city is meant, and waits.",
		stage: func(p *Pace) setting {
			return answerWith(conformance.Step{Wait: p.Beat, State: a2a.InputRequired, StatusText: "Which city?"})
		},
	},
	{
		Name: "cancel", Level: check.Must, judge: judgeCancelled,
		Instruction: "Send a text message with a stream, or without waiting, and cancel the task while it is running.",
		Behaviour:   "The task takes a minute, unless it is canceled.",
		stage:       func(p *Pace) setting { return answerWith(pieces(int(time.Minute/p.Beat), p.Beat)...) },
	},
	{
		Name: "list", Level: check.Should, judge: judgePaging, needs: a2a.ListTasks,
		Instruction: "Send two text messages, then list the tasks in pages of one, to the last page.",
	},
	{
		Name: "push", Level: check.Must, judge: judgePushed, takesPushes: true,
		Instruction: "Register a webhook on this machine for a new task, and accept its notifications until the task is completed.",
		Behaviour:   "Each notification is delivered twice.",
		stage:       func(p *Pace) setting { return pushes("twice", p) },
	},
	{
		Name: "push-forged", Level: check.Should, judge: judgeForged, takesPushes: true, forgesPushes: true,
		Instruction: "Register a webhook on this machine with a token, for a new task.",
		Behaviour:   "The notifications carry another token.",
		stage:       func(p *Pace) setting { return pushes("forged", p) },
	},
	{
		Name: "unknown-members", Level: check.Should, judge: judgeContinued,
		Instruction: "Fetch the card, send a text message, and get the task that answers it.",
		Behaviour:   "The card and all answers have members that no version defines.",
		stage: func(p *Pace) setting {
			s := answerWith(pieces(2, p.Beat)...)
			s.fault = fault.Fault{Unknown: true}
			return s
		},
	},
	{
		Name: "unknown-state", Level: check.Should, judge: judgeReadToEnd,
		Instruction: "Send a text message with a stream, read it to its end, and get the task.",
		Behaviour:   "For some seconds the task is in a state that no version defines.",
		stage: func(p *Pace) setting {
			s := answerWith(append([]conformance.Step{piece(p.Slow, true)}, pieces(1, p.Beat)...)...)
			s.fault = fault.Fault{State: true}
			return s
		},
	},
	{
		Name: "slow-answer", Level: check.Should, judge: judgeWaited,
		Instruction: "Send a text message and wait for the answer.",
		Behaviour:   "The answer takes some seconds.",
		stage:       func(p *Pace) setting { return setting{rules: []string{"-op:GetAgentCard => delay " + p.Slow.String()}} },
	},
	{
		Name: "late-events", Level: check.Should, judge: judgeStreamed,
		Instruction: "Send a text message with a stream, and read the stream to its end.",
		Behaviour:   "The stream is quiet for some seconds, then continues.",
		stage: func(p *Pace) setting {
			return answerWith(append([]conformance.Step{piece(p.Beat, true)}, pieces(1, p.Slow)...)...)
		},
	},
	{
		Name: "cut-stream", Level: check.Should, judge: judgeRecovered,
		Instruction: "Send a text message with a stream. When the stream breaks off, subscribe to the task again, or get it, until it is completed.",
		Behaviour:   "The stream is cut after three events; the task continues.",
		stage: func(p *Pace) setting {
			s := answerWith(pieces(10, p.Beat)...)
			s.rules = []string{"op:SendStreamingMessage op:SubscribeToTask call:1 nth:3 => cut"}
			return s
		},
	},
	{
		Name: "credentials", Level: check.Should, judge: judgeSignedIn,
		Instruction: "Send a text message. The bearer token is " + Token + ".",
		Behaviour:   "The agent answers calls without the token with 401 and WWW-Authenticate.",
		stage:       func(*Pace) setting { return setting{agent: agent.Options{Require: []string{"bearer"}}} },
	},
	{
		Name: "version-refused", Level: check.Should, judge: judgeVersionRefusal,
		Instruction: "Send a text message.",
		Behaviour:   "The agent refuses the version that the client uses first, and accepts others.",
		stage:       func(*Pace) setting { return setting{agent: agent.Options{RefuseVersion: refuseFirst()}} },
	},
}

// answerWith makes the agent answer every message with these steps.
func answerWith(steps ...conformance.Step) setting {
	return setting{agent: agent.Options{Scenario: &conformance.Scenario{Steps: steps}}}
}

func pushes(mode string, p *Pace) setting {
	s := answerWith(pieces(3, p.Beat)...)
	s.agent.PushMode = mode
	return s
}

// pieces returns the steps of a task that produces n pieces of an artifact and completes.
func pieces(n int, every time.Duration) []conformance.Step {
	var out []conformance.Step
	for i := range n {
		out = append(out, piece(every, i < n-1))
	}
	return append(out, conformance.Step{State: a2a.Completed, StatusText: "Done."})
}

func piece(wait time.Duration, more bool) conformance.Step {
	return conformance.Step{Wait: wait, Artifact: &a2a.Part{Kind: a2a.TextPart, Text: "a piece of the answer "}, HasMore: more}
}

// refuseFirst returns a function that refuses the version of the first call.
func refuseFirst() func(a2a.Version) *a2a.Error {
	var mu sync.Mutex
	var first a2a.Version
	return func(v a2a.Version) *a2a.Error {
		mu.Lock()
		defer mu.Unlock()
		if first == "" {
			first = v
		}
		if v != first {
			return nil
		}
		return &a2a.Error{Name: a2a.VersionNotSupported, Message: "Version " + string(v) + " is no longer supported here; the card lists others."}
	}
}
