package fold

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// seeMiddle holds the rules of a stream in 0.2 and 0.3: it is one message, or it
// ends with the status update that says final:true.
func (s *Stream) seeMiddle(id a2a.Identity, out a2a.Reading, e *document.Envelope) []a2a.Problem {
	var ps []a2a.Problem
	where := string(registry.ReadAs(id)) + " §7.2.2"
	say := func(check string, severity a2a.Severity, path string, at document.Value, message string) {
		ps = append(ps, document.Problem(check, severity, e.Where+path, at, where, message))
	}
	if s.final {
		say("SSE-09", a2a.Fault, "", e.Result, "an event after the one with final:true, which is the last")
	}
	final := e.Result.Get("final")
	if out.Kind == a2a.KindArtifact && final.Is('t') {
		say("SSE-09", a2a.Warning, ".final", final, "an artifact with final:true; only the last status update has it")
	}
	now := stateOf(out.Result)
	if u := out.Result.Status; u != nil && u.Final {
		s.final = true
		if now != "" && now != a2a.Unspecified && !now.Terminal() && !now.Interrupted() {
			say("SSE-10", a2a.Warning, ".final", final, "the event says final:true while the task is "+now.Word()+": the stream ends before the task does")
		}
	}
	if s.state.Terminal() && now != "" && now != s.state {
		say("STM-01", a2a.Fault, "", e.Result, "the task goes from "+s.state.Word()+" to "+now.Word()+", although it was over")
	}
	ps = append(ps, s.constant(id, &s.task, TaskOf(out.Result), "task", e)...)
	ps = append(ps, s.constant(id, &s.context, contextOf(out.Result), "context", e)...)
	return append(ps, s.seeBack(id, out, e)...)
}

// endMiddle judges a stream that ended without final:true. Agents that end it
// with the finished task in its place do little harm.
func (s *Stream) endMiddle(id a2a.Identity, how string) []a2a.Problem {
	if id.Op == a2a.SubscribeToTask && s.events == 1 && s.last == a2a.KindTask && s.state.Terminal() {
		return nil // nothing was left to follow, which the task says
	}
	severity := a2a.Fault
	if s.state.Terminal() {
		severity = a2a.Warning
	}
	return []a2a.Problem{document.Unplaced("SSE-09", severity, string(registry.ReadAs(id))+" §7.2.2", how+" without final:true; "+s.where())}
}
