package fold

import (
	"cmp"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Labels gathers what the recorder keeps of an exchange.
type Labels struct {
	asked   bool // the task was named by the request
	task    string
	context string
	state   a2a.State
	err     a2a.ErrorName
	text    extract

	found    map[a2a.Severity]int // how many findings
	answered Findings             // of the response
}

// Request takes the reading of the request.
func (l *Labels) Request(r a2a.Reading) {
	l.request(r.Problems, 1)
	if c := r.Call; c != nil {
		l.task = c.TaskID
		if c.Message != nil {
			l.context, l.task = c.Message.ContextID, cmp.Or(l.task, c.Message.TaskID)
			l.text.message(c.Message)
		}
		if c.List != nil {
			l.context = c.List.ContextID
		}
		l.asked = l.task != ""
	}
	l.result(r.Result) // a push notification carries one in its request
}

// Forget takes back the reading of the request, to read it in another version.
func (l *Labels) Forget(r a2a.Reading) {
	l.request(r.Problems, -1)
	l.task, l.context, l.state, l.asked, l.text = "", "", "", false, extract{}
}

// Answer takes the reading of a response.
func (l *Labels) Answer(r a2a.Reading) {
	l.Found(r.Problems)
	l.Result(r)
}

// Result takes what a response says, or a document of an event, of which Found is given
// the problems of all.
func (l *Labels) Result(r a2a.Reading) {
	l.asked = l.asked && (r.Result == nil || garbles(r))
	l.result(r.Result)
	l.Failed(r.Error)
}

// garbles reports whether agents may garble the id of the task that they answer
// with: where the client makes it. Else they answer with another task.
func garbles(r a2a.Reading) bool {
	return registry.Rules(a2a.Identity{Versions: r.Dialect, Binding: r.Binding, Op: r.Op}).Calls.NamesTask
}

// Failed takes an error; nil is none.
func (l *Labels) Failed(e *a2a.Error) {
	if e != nil {
		l.err = e.Name
		l.text.line(e.Message)
	}
}

func (l *Labels) result(r *a2a.Result) {
	if r == nil {
		return
	}
	task, context := about(r)
	if !l.asked {
		l.task = cmp.Or(task, l.task)
	}
	l.context, l.state = cmp.Or(context, l.context), cmp.Or(stateOf(r), l.state)
	l.text.result(r)
}

// Found counts problems of the response: those of a document, or what is told at its
// end.
func (l *Labels) Found(ps []a2a.Problem) {
	l.answered.Add(ps, func(_, times int, p a2a.Problem) {
		if times == 1 {
			l.count(p, 1)
		}
	})
}

// Lost takes back what Found was given.
func (l *Labels) Lost(ps []a2a.Problem) {
	l.answered.Remove(ps, func(_, times int, p a2a.Problem) {
		if times == 0 {
			l.count(p, -1)
		}
	})
}

// request counts problems of the request, or with -1 takes them back.
func (l *Labels) request(ps []a2a.Problem, by int) {
	for _, p := range ps {
		l.count(p, by)
	}
}

func (l *Labels) count(p a2a.Problem, by int) {
	if l.found == nil {
		l.found = map[a2a.Severity]int{}
	}
	l.found[p.Severity] += by
}

// Wire is the labels as the recorder stores them.
func (l *Labels) Wire(id a2a.Identity) wire.Labels {
	worst, findings := a2a.Severity(""), 0
	for _, s := range []a2a.Severity{a2a.SeverityInfo, a2a.SeverityWarning, a2a.SeverityError} {
		if n := l.found[s]; n > 0 {
			worst, findings = s, findings+n
		}
	}
	return wire.Labels{
		Op: string(id.Op), Dialect: id.Label(), Binding: string(id.Binding),
		Task: l.task, Context: l.context, State: string(l.state), Error: string(l.err),
		Text: l.text.String(), Findings: findings, Worst: string(worst),
	}
}
