package fold

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Labels collects what the recorder stores about an exchange.
type Labels struct {
	hasRequestTask bool // the request named the task
	task           string
	context        string
	state          a2a.State
	err            a2a.ErrorName
	text           extract
	brought        bool // the response has a result
	hasContent     bool // the response has content beyond a state

	found     map[counted]*wire.Finding // without CrossFindings
	requested Findings
	answered  Findings // of the response
	cutOff    int      // truncated documents of the response
}

// counted is the key by which findings are counted.
type counted struct {
	check    string
	severity a2a.Severity
	side     wire.Side
}

func (l *Labels) Request(r a2a.Reading) {
	l.count(&l.requested, r.Problems, 1)
	if c := r.Call; c != nil {
		l.task, l.context = c.About()
		l.text.message(c.Message)
		l.hasRequestTask = l.task != ""
	}
	l.result(r.Result) // a push notification carries one in its request
}

// Forget withdraws the reading of the request, to read it in another version.
func (l *Labels) Forget(r a2a.Reading) {
	l.count(&l.requested, r.Problems, -1)
	l.task, l.context, l.state, l.hasRequestTask, l.text = "", "", "", false, extract{}
}

func (l *Labels) Answer(r a2a.Reading) {
	l.CountProblems(r.Problems)
	l.Result(&r)
}

// Result takes a response, or one document of an event; CountProblems takes the problems of all its
// documents.
func (l *Labels) Result(r *a2a.Reading) {
	l.hasRequestTask = l.hasRequestTask && (r.Result == nil || registry.Rules(a2a.Identity{Versions: r.Dialect, Binding: r.Binding, Op: r.Op}).Calls.NamesTask) // agents may garble clients' ids
	l.result(r.Result)
	l.brought = l.brought || r.Result != nil
	l.hasContent = l.hasContent || r.Card != nil && (r.Card.Name != "" || len(r.Card.Interfaces) > 0) || hasContent(r.Result)
	if r.Error != nil {
		l.err = r.Error.Name
		l.text.line(r.Error.Message)
	}
}

// Unread takes an event that was not read: the state after it is unknown, unless the task was over.
func (l *Labels) Unread() {
	if !l.state.Terminal() {
		l.state = ""
	}
}

// hasContent reports whether a result carries the requested content, in whatever state.
func hasContent(r *a2a.Result) bool {
	return r != nil && (r.Message != nil && len(r.Message.Parts) > 0 || r.Artifact != nil || r.Tasks != nil || r.Push != nil || r.Pushes != nil)
}

func (l *Labels) result(r *a2a.Result) {
	if r == nil {
		return
	}
	task, context := About(r)
	if !l.hasRequestTask {
		l.task = cmp.Or(task, l.task)
	}
	l.context, l.state = cmp.Or(context, l.context), cmp.Or(r.State(), l.state)
	l.text.result(r)
}

// CountProblems counts problems of the response: those of a document, or those that its end shows.
func (l *Labels) CountProblems(ps []a2a.Problem) { l.count(&l.answered, ps, 1) }

// Withdraw withdraws problems given to CountProblems.
func (l *Labels) Withdraw(ps []a2a.Problem) { l.count(&l.answered, ps, -1) }

// count counts problems of a side or, with -1, withdraws them. Each is a finding or another occurrence of
// one.
func (l *Labels) count(of *Findings, ps []a2a.Problem, by int) {
	side := wire.Request
	if of == &l.answered {
		side = wire.Response
	}
	of.change(ps, by, func(_, times int, p a2a.Problem) {
		k := counted{p.Check, p.Severity, side}
		f := l.found[k]
		if f == nil {
			if l.found == nil {
				l.found = map[counted]*wire.Finding{}
			}
			f = &wire.Finding{Check: p.Check, Severity: string(p.Severity)}
			f.Blame(side, f.Severity)
			l.found[k] = f
		}
		f.Times += by
		if times == max(by, 0) { // the first occurrence, or the last one withdrawn
			f.Count += by
		}
		if p.CutOff && side == wire.Response {
			l.cutOff += by
		}
	})
}

// Findings returns one finding per check, sorted by id.
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

// Wire returns the labels in the recorder's form.
func (l *Labels) Wire(id a2a.Identity) wire.Labels {
	var all wire.Finding
	for _, f := range l.found {
		if f.Count > 0 {
			all.Add(*f)
		}
	}
	origin := wire.Client
	if id.Op == a2a.PushNotification {
		origin = wire.Push
	}
	return wire.Labels{
		Op: string(id.Op), Dialect: id.Label(), Binding: string(id.Binding),
		Task: l.task, Context: l.context, State: string(l.state), Error: string(l.err),
		Text: l.text.String(), Findings: all.Count, Worst: all.Severity, AgentSeverity: all.AgentSeverity(origin), ResponseSeverity: all.Response, CutOff: l.cutOff > 0,
		Failed: !l.hasContent && (all.Response == string(a2a.SeverityError) || all.Response == string(a2a.SeverityWarning) && !l.brought && l.err == ""),
	}
}

// About is a2a.Result.About, extended to the task of a push config.
func About(r *a2a.Result) (task, context string) {
	if r != nil && r.Push != nil {
		return r.Push.TaskID, ""
	}
	return r.About()
}

// TaskPlace returns the value and path of a task id in a result's JSON, in any version.
func TaskPlace(e *document.Envelope, id string) (document.Value, string) {
	for _, path := range [][]string{
		{"id"}, {"taskId"}, {"task", "id"}, {"statusUpdate", "taskId"}, {"artifactUpdate", "taskId"}, {"message", "taskId"},
	} {
		v := e.Result.Get(path...)
		if v.Text() == id || string(v.Raw) == id {
			return v, e.Path + "." + strings.Join(path, ".")
		}
	}
	return document.Value{}, e.Path
}

// MaxText bounds the text extracted for search, in bytes.
const MaxText = 2048

// extract collects searchable text in wire order, up to a limit.
type extract struct {
	first    string // the first piece, until there is another
	b        strings.Builder
	limit    int    // in bytes; 0 is MaxText
	artifact string // of the last chunk
	chunk    string // the last chunk's text, while it may be resent
}

func (x *extract) String() string { return cmp.Or(x.first, x.b.String()) }

func (x *extract) max() int { return cmp.Or(x.limit, MaxText) }

func (x *extract) len() int { return len(x.first) + x.b.Len() } // one of them is 0

func (x *extract) full() bool { return x.len() >= x.max() }

// TextOf returns the readable text of one document: as for labels, but up to limit bytes.
func TextOf(r a2a.Reading, limit int) string {
	x := extract{limit: limit}
	switch {
	case r.Call != nil && r.Call.Message != nil:
		x.message(r.Call.Message)
	case r.Result != nil:
		x.result(r.Result)
	case r.Card != nil:
		x.card(r.Card)
	case r.Error != nil:
		x.line(r.Error.Message)
	}
	return x.String()
}

func (x *extract) line(s string) {
	if s == "" || x.full() {
		return
	}
	if x.len() > 0 {
		x.gather(len(s))
		x.b.WriteByte('\n')
	}
	x.append(s)
}

// append continues the line. It drops invalid UTF-8.
func (x *extract) append(s string) {
	if room := max(x.max()-x.len(), 0); len(s) > room {
		s = strings.Clone(s[:room]) // not to retain all of it
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "") // also drops a truncated character
	}
	if x.len() == 0 {
		x.first = s
	} else {
		x.gather(len(s))
		x.b.WriteString(s)
	}
	x.artifact = ""
}

// gather makes room for a piece after the first, and a line end.
func (x *extract) gather(piece int) {
	if x.first != "" {
		x.b.Grow(len(x.first) + 1 + piece)
		x.b.WriteString(x.first)
		x.first = ""
	}
}

func (x *extract) result(r *a2a.Result) {
	if x.full() {
		return
	}
	switch {
	case r.Task != nil:
		x.task(r.Task)
	case r.Message != nil:
		x.message(r.Message)
	case r.Status != nil:
		x.message(r.Status.Status.Message)
	case r.Artifact != nil:
		x.update(r.Artifact)
	case r.Card != nil:
		x.card(r.Card)
	}
	for i := range r.Tasks {
		x.task(&r.Tasks[i])
	}
}

// task skips the history, which repeats earlier messages.
func (x *extract) task(t *a2a.Task) {
	x.message(t.Status.Message)
	for _, a := range t.Artifacts {
		x.line(a.Name)
		for _, p := range a.Parts {
			x.line(x.part(p))
		}
	}
}

func (x *extract) message(m *a2a.Message) {
	if m == nil {
		return
	}
	for _, p := range m.Parts {
		x.line(x.part(p))
	}
}

// update adds a chunk of an artifact. Words split across chunks stay whole, and an artifact resent with every
// chunk appears once.
func (x *extract) update(u *a2a.ArtifactUpdate) {
	var b strings.Builder
	for _, p := range u.Artifact.Parts {
		b.WriteString(x.part(p))
		if b.Len() > x.max() {
			break
		}
	}
	text := b.String()
	same := x.artifact == u.Artifact.ID && x.artifact != ""
	switch {
	case same && u.Append:
		x.append(text)
	case same && x.chunk != "" && strings.HasPrefix(text, x.chunk):
		x.append(text[len(x.chunk):])
	default:
		x.line(u.Artifact.Name)
		x.line(text)
	}
	x.artifact, x.chunk = u.Artifact.ID, text
	if x.full() { // no more text is added
		x.artifact, x.chunk = "", ""
	}
}

func (x *extract) card(c *a2a.Card) {
	x.line(c.Name)
	x.line(c.Description)
	for _, s := range c.Skills {
		x.line(s.Name)
		x.line(s.Description)
	}
}

// part returns the searchable text of a part: its text, its data as JSON, or a file's name and URL, without
// base64 content.
func (x *extract) part(p a2a.Part) string {
	switch p.Kind {
	case a2a.TextPart:
		return p.Text
	case a2a.DataPart:
		return string(p.Data[:min(len(p.Data), x.max())])
	}
	return strings.TrimSpace(p.Filename + " " + p.URL)
}
