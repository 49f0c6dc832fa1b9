package fold

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
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

	found    map[counted]*wire.Finding // without Across
	answered Findings                  // of the response
	cutOff   int                       // documents of the response that end before they are whole
}

// counted is what findings are counted by.
type counted struct {
	check    string
	severity a2a.Severity
}

// Request takes the reading of the request.
func (l *Labels) Request(r a2a.Reading) {
	l.request(r.Problems, 1)
	if c := r.Call; c != nil {
		l.task, l.context = c.About()
		l.text.message(c.Message)
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
	task, context := About(r)
	if !l.asked {
		l.task = cmp.Or(task, l.task)
	}
	l.context, l.state = cmp.Or(context, l.context), cmp.Or(stateOf(r), l.state)
	l.text.result(r)
}

// Found counts problems of the response: those of a document, or what is told at its
// end.
func (l *Labels) Found(ps []a2a.Problem) {
	l.answered.Add(ps, func(_, times int, p a2a.Problem) { l.answer(p, times == 1, 1) })
}

// Lost takes back what Found was given.
func (l *Labels) Lost(ps []a2a.Problem) {
	l.answered.Remove(ps, func(_, times int, p a2a.Problem) { l.answer(p, times == 0, -1) })
}

// answer counts a problem of the response.
func (l *Labels) answer(p a2a.Problem, own bool, by int) {
	if p.CutOff {
		l.cutOff += by
	}
	l.count(p, own, by)
}

// request counts problems of the request, or with -1 takes them back.
func (l *Labels) request(ps []a2a.Problem, by int) {
	for _, p := range ps {
		l.count(p, true, by)
	}
}

// count counts a problem, which is a finding of its own or one more place of another.
func (l *Labels) count(p a2a.Problem, own bool, by int) {
	k := counted{p.Check, p.Severity}
	f := l.found[k]
	if f == nil {
		if l.found == nil {
			l.found = map[counted]*wire.Finding{}
		}
		f = &wire.Finding{Check: p.Check, Severity: string(p.Severity)}
		l.found[k] = f
	}
	f.Times += by
	if own {
		f.Count += by
	}
}

// Findings is what was found wrong: one for each check, in the order of their ids.
func (l *Labels) Findings() []wire.Finding {
	var out []wire.Finding
	for _, k := range slices.SortedFunc(maps.Keys(l.found), func(a, b counted) int { return cmp.Compare(a.check, b.check) }) {
		f := l.found[k]
		if f.Count <= 0 {
			continue
		}
		if n := len(out) - 1; n >= 0 && out[n].Check == f.Check {
			out[n].Add(*f)
			continue
		}
		out = append(out, *f)
	}
	return out
}

// Wire is the labels as the recorder stores them.
func (l *Labels) Wire(id a2a.Identity) wire.Labels {
	worst, findings := "", 0
	for k, f := range l.found {
		if f.Count > 0 {
			worst, findings = wire.Worse(worst, string(k.severity)), findings+f.Count
		}
	}
	return wire.Labels{
		Op: string(id.Op), Dialect: id.Label(), Binding: string(id.Binding),
		Task: l.task, Context: l.context, State: string(l.state), Error: string(l.err),
		Text: l.text.String(), Findings: findings, Worst: worst, Within: worst, CutOff: l.cutOff > 0,
	}
}

// About is a2a.Result.About, and the task of a push notification config.
func About(r *a2a.Result) (task, context string) {
	if r != nil && r.Push != nil {
		return r.Push.TaskID, ""
	}
	return r.About()
}

// TaskPlace is where in a result's JSON a task id stands, in any version.
func TaskPlace(e *document.Envelope, id string) (document.Value, string) {
	for _, path := range [][]string{
		{"id"}, {"taskId"}, {"task", "id"}, {"statusUpdate", "taskId"}, {"artifactUpdate", "taskId"}, {"message", "taskId"},
	} {
		v := e.Result.Get(path...)
		if v.Text() == id || string(v.Raw) == id {
			return v, e.Where + "." + strings.Join(path, ".")
		}
	}
	return document.Value{}, e.Where
}

// stateOf is the state a result reports, "" when it reports none.
func stateOf(r *a2a.Result) a2a.State {
	if status := r.TaskStatus(); status != nil {
		return status.State
	}
	return ""
}
