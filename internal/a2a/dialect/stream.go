package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// stream judges what only the order of a stream's events can tell.
type stream struct {
	events  int      // that said something
	first   a2a.Kind // of the first of them
	last    a2a.Kind
	task    string
	context string
	state   a2a.State
	final   bool // before 1.0: final:true was seen
	failed  bool // an error was seen
	begun   bool // the response is a stream
}

// see takes the next event as it was read and returns what its place in the
// stream makes wrong.
func (s *stream) see(id a2a.Identity, out a2a.Reading, e *envelope) []a2a.Problem {
	s.begun = true
	switch out.Kind {
	case a2a.KindEmpty, a2a.KindNone:
		return nil
	case a2a.KindError:
		s.events++
		s.failed, s.last = true, out.Kind
		return nil
	}
	s.events++
	if s.events == 1 {
		s.first = out.Kind
	}
	var ps []a2a.Problem
	switch {
	case modern(id):
		ps = s.seeModern(id, out, e)
	case middle(id):
		ps = s.seeMiddle(id, out, e)
	default:
		ps = s.seeOld(id, out, e)
	}
	if state := stateOf(out.Result); state != "" {
		s.state = state
	}
	s.last = out.Kind
	return ps
}

// seeModern holds 1.0's rules of a stream.
func (s *stream) seeModern(id a2a.Identity, out a2a.Reading, e *envelope) []a2a.Problem {
	var ps []a2a.Problem
	say := func(check string, severity a2a.Severity, spec, message string) {
		ps = append(ps, problem(check, severity, e.where, e.result, spec, message))
	}
	switch {
	case s.events == 1 && id.Op == a2a.SubscribeToTask && out.Kind != a2a.KindTask:
		say("SSE-20", a2a.Fault, "1.0 §3.1.6", "the first event is a "+string(out.Kind)+"; a subscription begins with the task")
	case s.events == 1 && out.Kind != a2a.KindTask && out.Kind != a2a.KindMessage:
		say("SSE-12", a2a.Fault, "1.0 §3.1.2", "the first event is a "+string(out.Kind)+" update; a stream begins with a task or a message")
	case s.events > 1 && s.first == a2a.KindMessage:
		say("SSE-13", a2a.Fault, "1.0 §3.1.2", "an event after the message; a stream that is a message has one event")
	case s.events > 1 && out.Kind == a2a.KindMessage:
		say("SSE-14", a2a.Fault, "1.0 §3.1.2", "a message in the stream of a task; messages go into its status")
	}
	if s.state.Terminal() && out.Kind != a2a.KindTask {
		say("SSE-16", a2a.Fault, "1.0 §3.1.2", "an event after the task was "+s.state.Word()+"; nothing may follow")
	}
	if now := stateOf(out.Result); s.state.Terminal() && now != "" && now != s.state {
		say("STM-01", a2a.Fault, "1.0 §3.1.1", "the task goes from "+s.state.Word()+" to "+now.Word()+", although it was over")
	}
	task := taskOf(out.Result)
	ps = append(ps, s.constant(id, &s.task, task, "task", e)...)
	ps = append(ps, s.constant(id, &s.context, contextOf(out.Result), "context", e)...)
	return append(ps, s.seeBack(id, out, e)...)
}

// constant judges an id that all events of a stream must share.
func (s *stream) constant(id a2a.Identity, kept *string, got, what string, e *envelope) []a2a.Problem {
	switch {
	case got == "" || got == *kept:
	case *kept == "":
		*kept = got
	default:
		return []a2a.Problem{problem("SSE-17", a2a.Fault, e.where, e.result, spec(id, "§7.2", "§4.2"),
			"this event is of "+what+" "+brief(got)+", those before of "+brief(*kept))}
	}
	return nil
}

// seeOld holds 0.1's rules of a stream.
func (s *stream) seeOld(id a2a.Identity, out a2a.Reading, e *envelope) []a2a.Problem {
	var ps []a2a.Problem
	if s.final {
		ps = append(ps, problem("SSE-05", a2a.Fault, e.where, e.result, "0.1 §7.2.2", "an event after the one with final:true, which is the last"))
	}
	if out.Result.Status != nil && out.Result.Status.Final {
		s.final = true
	}
	if final := e.result.get("final"); out.Kind == a2a.KindArtifact && final.is('t') {
		ps = append(ps, problem("SSE-05", a2a.Fault, e.where+".final", final, "0.1 §7.2.2", "an artifact with final:true; only the last status event has it"))
	}
	if now := stateOf(out.Result); s.state.Terminal() && now != "" && now != s.state {
		ps = append(ps, problem("STM-04", a2a.Warning, e.where+".status.state", e.result.get("status", "state"), "0.1 §8.2",
			"the task goes from "+s.state.Word()+" to "+now.Word()+", although it was over"))
	}
	return append(ps, s.seeBack(id, out, e)...)
}

// seeBack finds a task that is submitted again.
func (s *stream) seeBack(id a2a.Identity, out a2a.Reading, e *envelope) []a2a.Problem {
	now := stateOf(out.Result)
	if now != a2a.Submitted || s.state == "" || s.state == a2a.Submitted || s.state.Terminal() {
		return nil
	}
	return []a2a.Problem{problem("STM-09", a2a.Warning, e.where, e.result, spec(id, "§6.3", "§4.1.3"),
		"the task goes from "+s.state.Word()+" back to submitted")}
}

// end judges how a stream closed. Where the client or the console closed it,
// nothing can be said against the agent.
func (s *stream) end(id a2a.Identity, outcome wire.Outcome) []a2a.Problem {
	if !s.begun || s.failed || outcome != wire.ByAgent && outcome != wire.Cut {
		return nil
	}
	how := "the stream ended"
	if outcome == wire.Cut {
		how = "the stream was cut"
	}
	switch {
	case s.events == 0:
		return []a2a.Problem{noPlace("SSE-22", a2a.Warning, spec(id, "§7.2.2", "§3.1.2"), how+" without an event that says anything")}
	case (modern(id) || middle(id)) && s.first == a2a.KindMessage:
		return nil
	case middle(id) && !s.final:
		return s.endMiddle(id, how)
	case !modern(id) && !middle(id) && speaker(id) != nil && !s.final:
		return []a2a.Problem{noPlace("SSE-05", a2a.Fault, "0.1 §7.2.2", how+" without final:true; "+s.where())}
	case !modern(id) && !middle(id) && speaker(id) != nil && s.last != a2a.KindStatus:
		return []a2a.Problem{noPlace("SSE-05", a2a.Fault, "0.1 §7.2.2", "the last event is not the status with final:true")}
	case !s.state.Terminal() && !s.state.Interrupted() && speaker(id) != nil:
		return []a2a.Problem{noPlace("SSE-22", a2a.Warning, spec(id, "§7.2.2", "§3.1.2"), how+" before the task was over; "+s.where())}
	}
	return nil
}

func (s *stream) where() string {
	if s.state == "" {
		return "no state was seen"
	}
	return "the last state was " + s.state.Word()
}
