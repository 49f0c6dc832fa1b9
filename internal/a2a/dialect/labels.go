package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// labels gathers what the recorder keeps of an exchange.
type labels struct {
	asked   bool // the task was named by the request: agents may garble it
	task    string
	context string
	state   a2a.State
	err     a2a.ErrorName
	text    extract
	faults  int
	warns   int
	infos   int
}

// request takes the reading of the request.
func (l *labels) request(r a2a.Reading) {
	l.found(r.Problems)
	if c := r.Call; c != nil {
		l.task = c.TaskID
		if c.Message != nil {
			l.context = c.Message.ContextID
			if l.task == "" {
				l.task = c.Message.TaskID
			}
			l.text.message(c.Message)
		}
		if c.List != nil {
			l.context = c.List.ContextID
		}
		l.asked = l.task != ""
	}
	l.result(r.Result) // a push notification carries one in its request
}

// forget takes back the reading of the request, to read it in another version.
func (l *labels) forget(r a2a.Reading) {
	l.count(r.Problems, -1)
	l.task, l.context, l.state, l.asked, l.text = "", "", "", false, extract{}
}

// answer takes the reading of a response or an event.
func (l *labels) answer(r a2a.Reading) {
	l.found(r.Problems)
	l.result(r.Result)
	l.failed(r.Error)
}

func (l *labels) failed(e *a2a.Error) {
	if e != nil {
		l.err = e.Name
		l.text.line(e.Message)
	}
}

func (l *labels) result(r *a2a.Result) {
	if r == nil {
		return
	}
	if task := taskOf(r); task != "" && !l.asked {
		l.task = task
	}
	if context := contextOf(r); context != "" {
		l.context = context
	}
	if state := stateOf(r); state != "" {
		l.state = state
	}
	l.text.result(r)
}

func (l *labels) found(ps []a2a.Problem) { l.count(ps, 1) }

func (l *labels) count(ps []a2a.Problem, by int) {
	for _, p := range ps {
		switch p.Severity {
		case a2a.Fault:
			l.faults += by
		case a2a.Warning:
			l.warns += by
		default:
			l.infos += by
		}
	}
}

// wire is the labels as the recorder stores them.
func (l *labels) wire(id a2a.Identity) wire.Labels {
	worst := a2a.Severity("")
	switch {
	case l.faults > 0:
		worst = a2a.Fault
	case l.warns > 0:
		worst = a2a.Warning
	case l.infos > 0:
		worst = a2a.Info
	}
	return wire.Labels{
		Op: string(id.Op), Dialect: id.Label(), Binding: string(id.Binding),
		Task: l.task, Context: l.context, State: string(l.state), Error: string(l.err),
		Text: l.text.String(), Findings: l.faults + l.warns + l.infos, Worst: string(worst),
	}
}
