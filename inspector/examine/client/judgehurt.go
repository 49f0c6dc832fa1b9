package client

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// mostTries is how often a client may come again with what was refused.
const mostTries = 3

// wentOn: after the answer to its message, the client got the task. A client that never called
// may not be at fault for the card.
func wentOn(s *seen) outcome {
	all := s.sends()
	if len(all) == 0 {
		if len(s.cards) > 0 && s.over && s.called {
			return fail("the client fetched the card and sent no message")
		}
		return s.nothing("sent no message")
	}
	return s.goes(all[len(all)-1])
}

// readOn: the client read the stream to its end, and got the task.
func readOn(s *seen) outcome {
	c, ok := s.stream()
	if !ok {
		return s.nothing(noStream)
	}
	if !c.state().Terminal() && !c.open() {
		return fail(c.describeEnd() + ", the last state was " + stateWord(c.state()))
	}
	return s.goes(c)
}

// goes judges whether the client gets the task of a message after its answer.
func (s *seen) goes(c call) outcome {
	if !c.ok() && !c.state().Terminal() {
		return judgeSuccess(c)
	}
	got := s.about(c.Labels.Task, c, a2a.GetTask)
	switch {
	case len(got) > 0:
		return judgeSuccess(got[len(got)-1])
	case s.over:
		return fail("the client did not get the task afterwards")
	}
	return untold("the client has not got the task yet")
}

// waited: the client waited for the answer, and sent its message once.
func waited(s *seen) outcome {
	all := s.sends()
	if len(all) == 0 {
		return s.nothing("sent no message")
	}
	first := all[0]
	for _, c := range all[1:] {
		if first.hasLeft() || c.Started.Before(first.Ended) {
			return fail("the client sent the message again before the first was answered; the agent has both")
		}
	}
	return judgeSuccess(first)
}

// recovered: after the stream was cut, the client has the task to its end.
func recovered(s *seen) outcome {
	all := s.of(a2a.SendStreamingMessage)
	if len(all) == 0 {
		return s.nothing(noStream)
	}
	first := all[0]
	if first.open() {
		return untold(first.describeEnd())
	}
	if first.hasLeft() || first.ok() {
		return untold("the client went away before the stream was cut")
	}
	after := s.about(first.Labels.Task, first, a2a.SubscribeToTask, a2a.GetTask)
	for _, c := range after {
		if c.state().Terminal() {
			return pass("the client got the end of the task, by " + c.Labels.Op)
		}
	}
	switch {
	case !s.over:
		return untold("the client does not have the end of the task yet")
	case len(after) > 0:
		return fail("the client asked for the task again, but did not wait for its end: " + after[len(after)-1].describeEnd())
	case len(s.sends()) > 1:
		return fail("the client sent the message again, so the agent has two tasks")
	}
	return fail("the client neither subscribed to the task again nor got it")
}

// signedIn: after 401 the client came with the token, or gave up.
func signedIn(s *seen) outcome {
	refused := 0
	for _, c := range s.calls {
		switch {
		case c.barred():
			refused++
		case c.ok() && refused <= mostTries && refused > 0:
			return pass("the client called again with the token")
		case c.ok() && refused == 0:
			return pass("the client sent the token at once")
		}
	}
	return s.gaveUp(refused, "without the token")
}

// gaveUp judges what a client does after refusals.
func (s *seen) gaveUp(refused int, how string) outcome {
	switch {
	case refused > mostTries:
		return fail(fmt.Sprintf("the client called %d times %s", refused, how))
	case refused == 0:
		return s.nothing("met no refusal")
	case !s.over:
		return untold("the client was refused, and has not called again")
	}
	return pass("the client gave up")
}

// tookRefusal: after its version was refused the client took another, or gave up.
func tookRefusal(s *seen) outcome {
	if len(s.calls) == 0 {
		return s.nothing("")
	}
	refused := 0
	for _, c := range s.calls {
		switch {
		case c.Labels.Dialect != s.calls[0].Labels.Dialect && c.ok():
			return pass("the client called again in A2A " + c.Labels.Dialect)
		case !c.ok() && !c.open():
			refused++
		}
	}
	return s.gaveUp(refused, "in the refused version")
}
