package fold

import (
	"cmp"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Stream checks rules about the order of a stream's events.
type Stream struct {
	events  int      // events with content so far
	first   a2a.Kind // of the first event with content
	last    a2a.Kind
	task    string
	context string
	state   a2a.State
	final   bool // before 1.0: final:true was seen
	Failed  bool // an error was seen
	Begun   bool // the response is a stream
	unread  bool // an event was not read after the last one with a state

	generations a2a.Generations
}

// Add takes the next event's reading and returns the problems of its place in the stream.
func (s *Stream) Add(id a2a.Identity, out *a2a.Reading, e *document.Envelope) []a2a.Problem {
	s.Begun = true
	switch out.Kind {
	case a2a.KindEmpty, a2a.KindNone:
		return s.miss(e)
	case a2a.KindError:
		s.events++
		s.Failed, s.last = true, out.Kind
		return nil
	}
	s.events++
	if s.events == 1 {
		s.first = out.Kind
	}
	in := event{v: registry.Rules(id), op: id.Op, kind: out.Kind, result: out.Result, e: e, now: out.Result.State()}
	if in.v.Stream.Opening {
		s.seeOrder(&in)
	}
	if in.v.Stream.Final != "" {
		s.seeFinal(&in)
	}
	s.seeMove(&in)
	if in.v.Stream.IsOneTask {
		task, context := About(out.Result)
		if id.Op != a2a.SubscribeToTask { // a subscription is for one task: each event is checked against that
			s.constant(&in, &s.task, task, "task")
		}
		s.constant(&in, &s.context, context, "context")
	}
	if in.now == a2a.Submitted && s.state != "" && s.state != a2a.Submitted && !s.state.Terminal() {
		in.report("STM-09", a2a.SeverityWarning, "", e.Result, in.v.Sections.States, "the task goes from "+s.state.Word()+" back to submitted")
	}
	if was, missing := s.generations.Missing(in.result); missing != 0 && in.v.Stream.Gap != "" {
		in.report(in.v.Stream.Gap, a2a.SeverityWarning, "", e.Result, in.v.Sections.Generations,
			fmt.Sprintf("the generation jumps from %d to %d: at least one event is missing. Read the task again", was, was+missing+1))
	}
	s.state, s.unread = cmp.Or(in.now, s.state), s.unread && in.now == ""
	s.last = out.Kind
	return in.problems
}

// miss takes an event without content. The state is unknown after an event that was not read.
func (s *Stream) miss(e *document.Envelope) []a2a.Problem {
	if e.Doc.TooDeep {
		s.events++
		s.unread, s.state = true, ""
	}
	return nil
}

// event is an event with the problems of its place.
type event struct {
	v        *version.Version // whose rules apply
	op       a2a.Operation
	kind     a2a.Kind
	result   *a2a.Result
	e        *document.Envelope
	now      a2a.State // the state that the event reports
	problems []a2a.Problem
}

func (in *event) report(check string, severity a2a.Severity, path string, at document.Value, spec, message string) {
	in.problems = append(in.problems, document.Problem(check, severity, in.e.Path+path, at, spec, message))
}

// eventOf names an event's kind, with its article.
func eventOf(kind a2a.Kind) string {
	switch kind {
	case a2a.KindStatus:
		return "a status update"
	case a2a.KindArtifact:
		return "an artifact update"
	}
	return "a " + string(kind)
}

// seeOrder checks a stream that begins with a task or a message and ends when the task is over.
func (s *Stream) seeOrder(in *event) {
	kind, sections := in.kind, &in.v.Sections
	say := func(check, spec, message string) { in.report(check, a2a.SeverityError, "", in.e.Result, spec, message) }
	switch {
	case s.events == 1 && in.op == a2a.SubscribeToTask && kind != a2a.KindTask:
		say("SSE-20", sections.Subscribing, "the first event is "+eventOf(kind)+"; a subscription begins with the task")
	case s.events == 1 && kind != a2a.KindTask && kind != a2a.KindMessage:
		say("SSE-12", sections.Opening, "the first event is "+eventOf(kind)+"; a stream begins with a task or a message")
	case s.events > 1 && s.first == a2a.KindMessage:
		say("SSE-13", sections.Opening, "an event after the message; a stream that sends a message has no other event")
	case s.events > 1 && kind == a2a.KindMessage:
		say("SSE-14", sections.Opening, "a message in the stream of a task; messages belong in its status")
	}
	if s.state.Terminal() && kind != a2a.KindTask {
		say("SSE-16", sections.Opening, "an event after the task was "+s.state.Word()+"; nothing may follow")
	}
}

// seeFinal checks a stream that ends with a status update with final:true.
func (s *Stream) seeFinal(in *event) {
	check, spec := in.v.Stream.Final, in.v.Sections.StreamEnd
	if s.final {
		in.report(check, a2a.SeverityError, "", in.e.Result, spec, "an event after the one with final:true, which must be the last")
	}
	final := in.e.Result.Get("final")
	if in.kind == a2a.KindArtifact && final.IsKind('t') {
		severity := a2a.SeverityWarning
		if in.v.Stream.FinalStrict {
			severity = a2a.SeverityError
		}
		in.report(check, severity, ".final", final, spec, "an artifact event with final:true; only the last status event may have it")
	}
	if u := in.result.Status; u != nil && u.Final {
		s.final = true
		if early := in.v.Stream.Early; early != "" && in.now != "" && in.now != a2a.Unspecified && !in.now.Terminal() && !in.now.Interrupted() {
			in.report(early, a2a.SeverityWarning, ".final", final, spec, "the event says final:true while the task is "+in.now.Word()+": the stream ends before the task does")
		}
	}
}

// seeMove reports a finished task that changes state.
func (s *Stream) seeMove(in *event) {
	if !s.state.Terminal() || in.now == "" || in.now == s.state {
		return
	}
	path, at := "", in.e.Result
	if in.v.Stream.FinalStrict {
		path, at = ".status.state", in.e.Result.Get("status", "state")
	}
	in.report(in.v.Stream.Moved, in.v.Stream.MovedSeverity, path, at, in.v.Sections.Moved,
		"the task goes from "+s.state.Word()+" to "+in.now.Word()+", although it was over")
}

// constant checks an id that all events of a stream must share.
func (s *Stream) constant(in *event, kept *string, got, what string) {
	switch {
	case got == "" || got == *kept:
	case *kept == "":
		*kept = got
	default:
		in.report("SSE-17", a2a.SeverityError, "", in.e.Result, in.v.Sections.Events,
			"this event belongs to "+what+" "+document.QuoteShort(got)+", the earlier ones to "+document.QuoteShort(*kept))
	}
}

// End checks how a stream closed. If the client or the console closed it, the agent is not at fault.
func (s *Stream) End(id a2a.Identity, outcome wire.Outcome) []a2a.Problem {
	if !s.Begun || s.Failed || s.unread || outcome != wire.ByAgent && outcome != wire.Cut {
		return nil
	}
	how := "the stream ended"
	if outcome == wire.Cut {
		how = "the stream was cut"
	}
	v := registry.Rules(id)
	say := func(check string, severity a2a.Severity, message string) []a2a.Problem {
		return []a2a.Problem{document.Unplaced(check, severity, v.Sections.StreamEnd, message)}
	}
	switch read := registry.ReadAs(id) != ""; {
	case s.events == 0 && id.Op == "": // it may be another protocol
	case s.events == 0:
		return say("SSE-22", a2a.SeverityWarning, how+" without an event that has content")
	case read && v.Stream.Messages && s.first == a2a.KindMessage:
	case read && !v.Stream.FinalStrict && v.Stream.Final != "" && !s.final && id.Op == a2a.SubscribeToTask && s.events == 1 && s.last == a2a.KindTask && s.state.Terminal():
		// A finished task alone is a valid answer to a subscription: nothing is left to follow.
	case read && v.Stream.Final != "" && !s.final:
		return say(v.Stream.Final, s.unended(v), how+" without final:true; "+s.taskPath())
	case read && v.Stream.FinalStrict && s.last != a2a.KindStatus:
		return say(v.Stream.Final, a2a.SeverityError, "the last event is not a status update with final:true")
	case read && !s.state.Terminal() && !s.state.Interrupted():
		return say("SSE-22", a2a.SeverityWarning, how+" before the task was over; "+s.taskPath())
	}
	return nil
}

// unended returns the severity of a stream that ended without final:true. Ending with the finished task
// instead does little harm.
func (s *Stream) unended(v *version.Version) a2a.Severity {
	if s.state.Terminal() && !v.Stream.FinalStrict {
		return a2a.SeverityWarning
	}
	return a2a.SeverityError
}

func (s *Stream) taskPath() string {
	if s.state == "" {
		return "no state was seen"
	}
	return "the last state was " + s.state.Word()
}
