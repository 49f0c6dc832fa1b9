package fold

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Stream judges what only the order of a stream's events can tell.
type Stream struct {
	events  int      // that said something
	first   a2a.Kind // of the first of them
	last    a2a.Kind
	task    string
	context string
	state   a2a.State
	final   bool // before 1.0: final:true was seen
	Failed  bool // an error was seen
	Begun   bool // the response is a stream
}

// See takes the next event as it was read and returns what its place in the
// stream makes wrong.
func (s *Stream) See(id a2a.Identity, out a2a.Reading, e *document.Envelope) []a2a.Problem {
	s.Begun = true
	switch out.Kind {
	case a2a.KindEmpty, a2a.KindNone:
		return nil
	case a2a.KindError:
		s.events++
		s.Failed, s.last = true, out.Kind
		return nil
	}
	s.events++
	if s.events == 1 {
		s.first = out.Kind
	}
	var ps []a2a.Problem
	switch {
	case registry.Modern(id):
		ps = s.seeModern(id, out, e)
	case registry.Middle(id):
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
func (s *Stream) seeModern(id a2a.Identity, out a2a.Reading, e *document.Envelope) []a2a.Problem {
	var ps []a2a.Problem
	say := func(check string, severity a2a.Severity, spec, message string) {
		ps = append(ps, document.Problem(check, severity, e.Where, e.Result, spec, message))
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
	task := TaskOf(out.Result)
	ps = append(ps, s.constant(id, &s.task, task, "task", e)...)
	ps = append(ps, s.constant(id, &s.context, contextOf(out.Result), "context", e)...)
	return append(ps, s.seeBack(id, out, e)...)
}

// constant judges an id that all events of a stream must share.
func (s *Stream) constant(id a2a.Identity, kept *string, got, what string, e *document.Envelope) []a2a.Problem {
	switch {
	case got == "" || got == *kept:
	case *kept == "":
		*kept = got
	default:
		return []a2a.Problem{document.Problem("SSE-17", a2a.Fault, e.Where, e.Result, registry.Spec(id, "§7.2", "§4.2"),
			"this event is of "+what+" "+document.Brief(got)+", those before of "+document.Brief(*kept))}
	}
	return nil
}

// seeOld holds 0.1's rules of a stream.
func (s *Stream) seeOld(id a2a.Identity, out a2a.Reading, e *document.Envelope) []a2a.Problem {
	var ps []a2a.Problem
	if s.final {
		ps = append(ps, document.Problem("SSE-05", a2a.Fault, e.Where, e.Result, "0.1 §7.2.2", "an event after the one with final:true, which is the last"))
	}
	if out.Result.Status != nil && out.Result.Status.Final {
		s.final = true
	}
	if final := e.Result.Get("final"); out.Kind == a2a.KindArtifact && final.Is('t') {
		ps = append(ps, document.Problem("SSE-05", a2a.Fault, e.Where+".final", final, "0.1 §7.2.2", "an artifact with final:true; only the last status event has it"))
	}
	if now := stateOf(out.Result); s.state.Terminal() && now != "" && now != s.state {
		ps = append(ps, document.Problem("STM-04", a2a.Warning, e.Where+".status.state", e.Result.Get("status", "state"), "0.1 §8.2",
			"the task goes from "+s.state.Word()+" to "+now.Word()+", although it was over"))
	}
	return append(ps, s.seeBack(id, out, e)...)
}

// seeBack finds a task that is submitted again.
func (s *Stream) seeBack(id a2a.Identity, out a2a.Reading, e *document.Envelope) []a2a.Problem {
	now := stateOf(out.Result)
	if now != a2a.Submitted || s.state == "" || s.state == a2a.Submitted || s.state.Terminal() {
		return nil
	}
	return []a2a.Problem{document.Problem("STM-09", a2a.Warning, e.Where, e.Result, registry.Spec(id, "§6.3", "§4.1.3"),
		"the task goes from "+s.state.Word()+" back to submitted")}
}

// End judges how a stream closed. Where the client or the console closed it,
// nothing can be said against the agent.
func (s *Stream) End(id a2a.Identity, outcome wire.Outcome) []a2a.Problem {
	if !s.Begun || s.Failed || outcome != wire.ByAgent && outcome != wire.Cut {
		return nil
	}
	how := "the stream ended"
	if outcome == wire.Cut {
		how = "the stream was cut"
	}
	switch {
	case s.events == 0:
		return []a2a.Problem{document.Unplaced("SSE-22", a2a.Warning, registry.Spec(id, "§7.2.2", "§3.1.2"), how+" without an event that says anything")}
	case (registry.Modern(id) || registry.Middle(id)) && s.first == a2a.KindMessage:
		return nil
	case registry.Middle(id) && !s.final:
		return s.endMiddle(id, how)
	case !registry.Modern(id) && !registry.Middle(id) && registry.Speaker(id) != nil && !s.final:
		return []a2a.Problem{document.Unplaced("SSE-05", a2a.Fault, "0.1 §7.2.2", how+" without final:true; "+s.where())}
	case !registry.Modern(id) && !registry.Middle(id) && registry.Speaker(id) != nil && s.last != a2a.KindStatus:
		return []a2a.Problem{document.Unplaced("SSE-05", a2a.Fault, "0.1 §7.2.2", "the last event is not the status with final:true")}
	case !s.state.Terminal() && !s.state.Interrupted() && registry.Speaker(id) != nil:
		return []a2a.Problem{document.Unplaced("SSE-22", a2a.Warning, registry.Spec(id, "§7.2.2", "§3.1.2"), how+" before the task was over; "+s.where())}
	}
	return nil
}

func (s *Stream) where() string {
	if s.state == "" {
		return "no state was seen"
	}
	return "the last state was " + s.state.Word()
}
