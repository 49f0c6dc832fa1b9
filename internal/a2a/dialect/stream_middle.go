package dialect

import "github.com/a2a-console/a2a-console/internal/a2a"

// seeMiddle holds the rules of a stream in 0.2 and 0.3: it is one message, or it
// ends with the status update that says final:true.
func (s *stream) seeMiddle(id a2a.Identity, out a2a.Reading, e *envelope) []a2a.Problem {
	var ps []a2a.Problem
	where := string(readAs(id)) + " §7.2.2"
	say := func(check string, severity a2a.Severity, path string, at value, message string) {
		ps = append(ps, problem(check, severity, e.where+path, at, where, message))
	}
	if s.final {
		say("SSE-09", a2a.Fault, "", e.result, "an event after the one with final:true, which is the last")
	}
	final := e.result.get("final")
	if out.Kind == a2a.KindArtifact && final.is('t') {
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
		say("STM-01", a2a.Fault, "", e.result, "the task goes from "+s.state.Word()+" to "+now.Word()+", although it was over")
	}
	ps = append(ps, s.constant(id, &s.task, taskOf(out.Result), "task", e)...)
	ps = append(ps, s.constant(id, &s.context, contextOf(out.Result), "context", e)...)
	return append(ps, s.seeBack(id, out, e)...)
}

// endMiddle judges a stream that ended without final:true. Agents that end it
// with the finished task in its place do little harm.
func (s *stream) endMiddle(id a2a.Identity, how string) []a2a.Problem {
	severity := a2a.Fault
	if s.state.Terminal() {
		severity = a2a.Warning
	}
	return []a2a.Problem{noPlace("SSE-09", severity, string(readAs(id))+" §7.2.2", how+" without final:true; "+s.where())}
}
