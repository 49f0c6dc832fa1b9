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
	Instruction string      // what the client is asked to do, a sentence
	Behaviour   string      // what the agent does to it, a sentence; "" for nothing special
	Level       check.Level // of a failure

	needs        a2a.Operation // that not all versions have; "" for none
	takesPushes  bool          // the client is to take notifications, which may come when it is done
	forgesPushes bool          // the notifications are to be refused

	stage func(*Pace) setting // how the agent behaves
	judge func(*evidence) outcome
}

// setting is how the agent behaves in a step.
type setting struct {
	agent agent.Options
	fault fault.Fault
	rules []string
}

// Pace is how long the agent takes.
type Pace struct {
	Beat time.Duration // between the events of a stream
	Slow time.Duration // until an answer, or an event, that clients have to wait for
}

// DefaultPace is what a client may meet any day.
var DefaultPace = Pace{Beat: 200 * time.Millisecond, Slow: 3 * time.Second}

// outcome is how a step went.
type outcome struct {
	result verdict.Result
	text   string
}

func pass(says string) outcome { return outcome{verdict.Pass, says} }
func fail(says string) outcome { return outcome{verdict.Fail, says} }
func skip(says string) outcome { return outcome{verdict.Skip, says} }

// Steps are all steps, in their order.
func Steps() []Step { return append([]Step(nil), steps...) }

// Find is the step with a name.
func Find(name string) (Step, bool) {
	for _, s := range steps {
		if s.Name == name {
			return s, true
		}
	}
	return Step{}, false
}
