package client

import (
	"time"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/agent/fault"
)

// Step is one thing that a client is asked to do.
type Step struct {
	Name        string
	Instruction string      // for the client, a sentence
	Behaviour   string      // of the agent, a sentence; "" for nothing special
	Level       check.Level // level of a failure

	needs        a2a.Operation // operation that the step needs and not all versions have; "" for none
	takesPushes  bool          // the client receives notifications, possibly after it is done
	forgesPushes bool          // the client must refuse the notifications

	stage func(*Pace) setting // returns the agent's behaviour; nil: nothing special
	judge func(*evidence) outcome
}

// setting is the agent's behaviour in a step.
type setting struct {
	agent agent.Options
	fault fault.Fault
	rules []string
}

// Pace sets the agent's delays.
type Pace struct {
	Beat time.Duration // between the events of a stream
	Slow time.Duration // before a response or event that clients have to wait for
}

// DefaultPace has delays that clients meet in everyday use.
var DefaultPace = Pace{Beat: 200 * time.Millisecond, Slow: 3 * time.Second}

type outcome struct {
	result verdict.Result
	text   string
}

func pass(says string) outcome { return outcome{verdict.Pass, says} }
func fail(says string) outcome { return outcome{verdict.Fail, says} }
func skip(says string) outcome { return outcome{verdict.Skip, says} }

// Steps returns a copy of all steps in order.
func Steps() []Step { return append([]Step(nil), steps...) }

// Find returns the step of that name, and false if there is none.
func Find(name string) (Step, bool) {
	for _, s := range steps {
		if s.Name == name {
			return s, true
		}
	}
	return Step{}, false
}
