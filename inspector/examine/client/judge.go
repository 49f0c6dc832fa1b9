package client

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// missingOutcome returns the outcome if the client did not do what it was asked to. The parameter what says so:
// "sent no message".
func (s *evidence) missingOutcome(what string) outcome {
	switch {
	case len(s.calls) == 0 && len(s.cards) > 0:
		return skip("the client fetched the card and made no call")
	case len(s.calls) == 0:
		return skip("the client made no call")
	}
	var did []string
	for _, c := range s.calls {
		if !slices.Contains(did, c.Labels.Op) {
			did = append(did, c.Labels.Op)
		}
	}
	return skip("the client " + what + "; it called " + strings.Join(did, ", "))
}

// judgeSent passes if the answer to a message arrived.
func judgeSent(s *evidence) outcome {
	all := s.messages()
	if len(all) == 0 {
		return s.missingOutcome("sent no message")
	}
	return judgeSuccess(all[len(all)-1])
}

func judgeSuccess(c call) outcome {
	switch {
	case c.isSuccess():
		return pass(c.describeEnd())
	case c.isOpen():
		return skip(c.describeEnd())
	}
	return fail(c.describeEnd())
}

// lastStream returns the last stream that the client started, and false if there is none.
func (s *evidence) lastStream() (call, bool) {
	all := s.callsOf(a2a.SendStreamingMessage)
	if len(all) == 0 {
		return call{}, false
	}
	return all[len(all)-1], true
}

const noStream = "sent no streaming message"

// judgeStreamed passes if the client read the stream until the task ended.
func judgeStreamed(s *evidence) outcome {
	c, ok := s.lastStream()
	if !ok {
		return s.missingOutcome(noStream)
	}
	if c.state().Terminal() && (c.isSuccess() || c.hasLeft()) {
		return pass("the client read the stream until the task was " + c.state().Word())
	}
	if c.isOpen() {
		return skip(c.describeEnd())
	}
	return fail(c.describeEnd() + ", the last state was " + stateWord(c.state()))
}

func stateWord(s a2a.State) string {
	if s == "" {
		return "not reported"
	}
	return s.Word()
}

// judgeAnswered passes if the second message names the task that waits for input.
func judgeAnswered(s *evidence) outcome {
	all := s.messages()
	i := slices.IndexFunc(all, func(c call) bool { return c.state() == a2a.InputRequired })
	switch {
	case i < 0:
		return s.missingOutcome("sent no message that the agent answers with a question")
	case i == len(all)-1 && s.isOver:
		return fail("the agent asked, but the client did not reply")
	case i == len(all)-1:
		return skip("the agent asked, and the client has not replied yet")
	}
	asked, next := all[i], all[i+1]
	switch q := s.request(next); {
	case q == nil:
		return skip("the second message cannot be read")
	case session.TaskOf(q) != asked.Labels.Task:
		return fail("the second message does not name the task that waits for input")
	case q.Message != nil && q.Message.ContextID != "" && q.Message.ContextID != asked.Labels.Context:
		return fail("the second message names the task with another context")
	}
	return judgeSuccess(next)
}

// judgeCancelled passes if the client canceled a running task.
func judgeCancelled(s *evidence) outcome {
	all := s.callsOf(a2a.CancelTask)
	if len(all) == 0 {
		return s.missingOutcome("canceled no task")
	}
	return judgeSuccess(all[len(all)-1])
}

// judgePaging passes if the client asked for the following pages.
func judgePaging(s *evidence) outcome {
	all := s.callsOf(a2a.ListTasks)
	if len(all) == 0 {
		return s.missingOutcome("listed no tasks")
	}
	for _, c := range all {
		if !c.isSuccess() {
			return judgeSuccess(c)
		}
	}
	for _, c := range all[1:] {
		if q := s.request(c); q != nil && q.List != nil && q.List.PageToken != "" {
			return pass("the client asked for the next page")
		}
	}
	switch q := s.request(all[0]); {
	case !s.isOver:
		return skip("the client has asked for only one page so far")
	case q == nil || q.List == nil || q.List.PageSize != 1 || len(s.messages()) < 2:
		return skip("there was only one page: send two messages, and request pages of one task")
	}
	return fail("the client did not ask for the next page")
}

// judgePushed passes if the client's webhook accepted all notifications until the task or the client ended. Each is
// delivered twice, and the webhook may be gone when the last copy arrives.
func judgePushed(s *evidence) outcome {
	if len(s.pushes) == 0 {
		return s.unregisteredOutcome()
	}
	var took []wire.Exchange
	var lost *wire.Exchange // the last one that did not reach the webhook, if none was accepted since
	told := false           // an accepted notification reported the end of the task
	for i := range s.pushes {
		switch x := &s.pushes[i]; {
		case x.Outcome == wire.Open:
		case x.Response.Status != 0 && x.Response.Status/100 != 2, x.Outcome != wire.ByAgent && !wasRefused(x):
			return judgeUnaccepted(x)
		case wasRefused(x) && told:
		case wasRefused(x):
			lost = x
		case lost != nil: // the webhook was still there for this one
			return judgeUnaccepted(lost)
		default:
			took = append(took, *x)
			told = told || a2a.State(x.Labels.State).Terminal()
		}
	}
	switch {
	case lost != nil && !s.hasEnded:
		return judgeUnaccepted(lost)
	case len(took) == 0 && lost != nil:
		return skip("no notification reached the webhook before the client ended: " + answerOf(lost))
	case len(took) == 0:
		return skip("the webhook has answered no notification yet")
	}
	if last := took[len(took)-1]; !told && (lost != nil || last.Labels.State != "" || !s.isOver) {
		return skip("the task had not completed by then")
	}
	return pass("the webhook accepted " + words.Plural(len(took), "notification"))
}

// wasRefused reports whether the webhook was gone before it had answered a notification.
func wasRefused(x *wire.Exchange) bool { return x.Outcome == wire.Unreachable || x.Outcome == wire.Cut }

func judgeUnaccepted(x *wire.Exchange) outcome {
	return fail("the webhook answered a notification with " + answerOf(x))
}

func answerOf(x *wire.Exchange) string {
	if x.Response.Status == 0 {
		return "nothing: " + x.Problem
	}
	return fmt.Sprintf("HTTP %d", x.Response.Status)
}

func (s *evidence) registeredHooks() (out []*a2a.PushConfig) {
	for _, c := range s.callsOf(a2a.SendMessage, a2a.SendStreamingMessage, a2a.CreatePushConfig) {
		if p := session.Registers(s.request(c)); p != nil {
			out = append(out, p)
		}
	}
	return out
}

func (s *evidence) unregisteredOutcome() outcome {
	if len(s.registeredHooks()) == 0 {
		return s.missingOutcome("registered no webhook")
	}
	return skip("no notification was sent: the task had ended when the webhook was registered, or the webhook is not on this machine")
}

// judgeForged passes if the client's webhook refused notifications with a foreign token.
func judgeForged(s *evidence) outcome {
	if len(s.pushes) == 0 {
		return s.unregisteredOutcome()
	}
	if !slices.ContainsFunc(s.registeredHooks(), func(p *a2a.PushConfig) bool { return p.Token != "" || p.Credentials != "" }) {
		return skip("the client registered the webhook without a token or credentials, so it cannot tell who calls")
	}
	for _, x := range s.pushes {
		switch {
		case x.Outcome == wire.Open:
			return skip("the webhook has not answered a notification yet")
		case x.Response.Status/100 == 2:
			return fail("the webhook accepted a notification with another token: " + answerOf(&x))
		}
	}
	i := slices.IndexFunc(s.pushes, func(x wire.Exchange) bool { return x.Response.Status != 0 })
	if i < 0 {
		return skip("no notification reached the webhook: " + answerOf(&s.pushes[0]))
	}
	return pass("the webhook refused the notifications: " + answerOf(&s.pushes[i]))
}
