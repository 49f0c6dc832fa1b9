package client

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// maxTries is how often a client may make a refused call.
const maxTries = 3

// judgeContinued passes if the client read the task after the answer to its message. A client that has never made a
// call is not blamed for stopping at the card.
func judgeContinued(s *evidence) outcome {
	all := s.messages()
	if len(all) == 0 {
		if len(s.cards) > 0 && s.isOver && s.hasCalled {
			return fail("the client fetched the card but sent no message")
		}
		return s.missingOutcome("sent no message")
	}
	return s.judgeContinuation(all[len(all)-1])
}

// judgeReadToEnd passes if the client read the stream to its end, and then the task.
func judgeReadToEnd(s *evidence) outcome {
	c, ok := s.lastStream()
	if !ok {
		return s.missingOutcome(noStream)
	}
	if !c.state().Terminal() && !c.isOpen() {
		return fail(c.describeEnd() + ", the last state was " + stateWord(c.state()))
	}
	return s.judgeContinuation(c)
}

// judgeContinuation passes if the client gets the task of a message after the answer to it.
func (s *evidence) judgeContinuation(c call) outcome {
	if !c.isSuccess() && !c.state().Terminal() {
		return judgeSuccess(c)
	}
	got := s.callsAbout(c.Labels.Task, c, a2a.GetTask)
	switch {
	case len(got) > 0:
		return judgeSuccess(got[len(got)-1])
	case s.isOver:
		return fail("the client did not get the task afterwards")
	}
	return skip("the client has not got the task yet")
}

// judgeWaited passes if the client waited for the answer and sent its message once.
func judgeWaited(s *evidence) outcome {
	all := s.messages()
	if len(all) == 0 {
		return s.missingOutcome("sent no message")
	}
	first := all[0]
	for _, c := range all[1:] {
		if first.hasLeft() || c.Started.Before(first.Ended) {
			return fail("the client sent the message again before the first was answered; the agent has both")
		}
	}
	return judgeSuccess(first)
}

// judgeRecovered passes if the client learned how the task ended after its stream was cut.
func judgeRecovered(s *evidence) outcome {
	all := s.callsOf(a2a.SendStreamingMessage)
	if len(all) == 0 {
		return s.missingOutcome(noStream)
	}
	first := all[0]
	if first.isOpen() {
		return skip(first.describeEnd())
	}
	if first.hasLeft() || first.isSuccess() {
		return skip("the client went away before the stream was cut")
	}
	after := s.callsAbout(first.Labels.Task, first, a2a.SubscribeToTask, a2a.GetTask)
	for _, c := range after {
		if c.state().Terminal() {
			return pass("the client learned the end of the task from " + c.Labels.Op)
		}
	}
	switch {
	case !s.isOver:
		return skip("the client does not have the end of the task yet")
	case len(after) > 0:
		return fail("the client asked for the task again, but did not wait for its end: " + after[len(after)-1].describeEnd())
	case len(s.messages()) > 1:
		return fail("the client sent the message again, so the agent has two tasks")
	}
	return fail("the client neither subscribed to the task again nor got it")
}

// judgeSignedIn passes if, after a 401, the client sent the token or gave up.
func judgeSignedIn(s *evidence) outcome {
	refused := 0
	for _, c := range s.calls {
		switch {
		case c.isUnauthorized():
			refused++
		case c.isSuccess() && refused <= maxTries && refused > 0:
			return pass("the client called again with the token")
		case c.isSuccess() && refused == 0:
			return pass("the client sent the token at once")
		}
	}
	return s.judgeAfterRefusals(refused, "without the token")
}

// judgeAfterRefusals judges a client that never succeeded after refusals. The parameter how continues "the
// client called 4 times".
func (s *evidence) judgeAfterRefusals(refused int, how string) outcome {
	switch {
	case refused > maxTries:
		return fail(fmt.Sprintf("the client called %d times %s", refused, how))
	case refused == 0:
		return s.missingOutcome("met no refusal")
	case !s.isOver:
		return skip("the client was refused, and has not called again")
	}
	return pass("the client gave up")
}

// judgeVersionRefusal passes if, after its version was refused, the client tried another or gave up.
func judgeVersionRefusal(s *evidence) outcome {
	if len(s.calls) == 0 {
		return s.missingOutcome("")
	}
	refused := 0
	for _, c := range s.calls {
		switch {
		case c.Labels.Dialect != s.calls[0].Labels.Dialect && c.isSuccess():
			return pass("the client called again in A2A " + c.Labels.Dialect)
		case !c.isSuccess() && !c.isOpen():
			refused++
		}
	}
	return s.judgeAfterRefusals(refused, "in the refused version")
}
