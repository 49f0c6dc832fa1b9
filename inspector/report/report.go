package report

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// Report writes the document as exchanges come. It remembers tasks and arrows,
// not bodies.
type Report struct {
	w       *bufio.Writer
	err     error
	started time.Time
	lacks   bool // a gap of the session was told
	listed  bool // the list of exchanges has begun
	number  int
	probes  int
	redact  int
	tasks   []*taskRow
	byTask  map[string]*taskRow
	cards   map[string]a2a.Card // what agents showed so far: interfaces alone
	diagram diagram
}

// taskRow is how one task went.
type taskRow struct {
	id, agent string
	states    []string
	findings  int
}

// New returns a wire.Sink that writes a session to w.
func New(w io.Writer) wire.Sink {
	r := &Report{w: bufio.NewWriterSize(w, 64<<10), byTask: map[string]*taskRow{}, cards: map[string]a2a.Card{}}
	return &archive.Gather{Begin: r.begin, Lost: r.lost, Each: r.each, End: r.end, Judged: true}
}

func (r *Report) printf(format string, a ...any) {
	if r.err == nil {
		if _, err := fmt.Fprintf(r.w, format, a...); err != nil {
			r.err = fmt.Errorf("write report: %w", err)
		}
	}
}

func (r *Report) begin(_ context.Context, s *wire.Session) error {
	r.started = s.Started
	r.printf("# %s\n\n", plain(cmp.Or(words.SessionName(*s), "Session "+s.ID)))
	r.printf("Recorded %s", s.Started.UTC().Format("2006-01-02 15:04:05 MST"))
	if s.Ended.After(s.Started) {
		r.printf(" to %s", s.Ended.UTC().Format("15:04:05 MST"))
	}
	r.printf(" · %s", words.Plural(s.Exchanges, "exchange"))
	for _, a := range s.Agents {
		r.printf(" · %s", code(a))
	}
	r.printf(" · session %s\n", code(s.ID))
	if s.Incomplete {
		r.printf("\n**Incomplete:** this was read from a damaged file.\n")
	}
	return r.err
}

// exchanges begins the list of exchanges, once.
func (r *Report) exchanges() {
	if !r.listed {
		r.listed = true
		r.printf("\n## Exchanges\n")
	}
}

func (r *Report) each(_ context.Context, w *archive.Whole) error {
	r.exchanges()
	if w.Origin == wire.Console {
		r.probes++
		return nil
	}
	r.number++
	r.redact += len(w.Redactions)
	v := read(w, r.cards[w.Agent])
	v.addAcross(w)
	r.learnInterfaces(w.Agent, v)
	l := v.reader.Labels()
	r.printf("\n### %d. %s\n\n", r.number, plain(title(w, l)))
	r.printf("%s\n", r.sentence(w, l, v.events))
	if w.Note != "" {
		r.printf("\n**Note**\n\n%s", quote(w.Note))
	}
	r.missing(w)
	r.conversation(w, v)
	r.findings(v)
	r.explain(w, v)
	r.note(w, v, l)
	return r.err
}

// title is what an exchange is called.
func title(w *archive.Whole, l wire.Labels) string {
	if l.Op == "" {
		return w.Method + " " + w.URL
	}
	if l.Dialect == "" {
		return l.Op
	}
	return l.Op + " · A2A " + l.Dialect
}

// sentence says who called which agent, and how that ended.
func (r *Report) sentence(w *archive.Whole, l wire.Labels, events int) string {
	var b strings.Builder
	_, who := caller(w)
	fmt.Fprintf(&b, "At +%s %s called %s with %s %s", words.Took(max(w.Started.Sub(r.started), 0)), who, code(w.Agent), plain(w.Method), code(w.URL))
	if w.Response.Status != 0 {
		fmt.Fprintf(&b, ": HTTP %d", w.Response.Status)
	}
	if events > 1 {
		fmt.Fprintf(&b, ", %d events", events)
	}
	if w.Outcome == wire.Open {
		b.WriteString(", still open when this was written")
	} else {
		fmt.Fprintf(&b, ", %s", plain(words.Ended(&w.Exchange)))
	}
	took := words.TookOf(&w.Exchange)
	if left := w.Response.Left; w.Outcome == wire.Cancelled && !left.IsZero() { // the tap read on
		took = words.Took(left.Sub(w.Started))
	}
	if took != "" {
		b.WriteString(" after " + took)
	}
	b.WriteString(".")
	if l.Task != "" {
		fmt.Fprintf(&b, " Task %s.", code(l.Task))
	}
	if s := words.StateWithLast(words.StateOf(&w.Exchange), &w.Exchange); s != "" {
		fmt.Fprintf(&b, " State: %s.", plain(s))
	}
	if w.Problem != "" {
		fmt.Fprintf(&b, " %s", plain(w.Problem))
	}
	return b.String()
}

func (r *Report) findings(v *view) {
	if len(v.problems) == 0 {
		return
	}
	r.printf("\n**Findings**\n\n")
	for _, p := range v.problems {
		r.printf("- %s · %s · %s · %s", p.Severity, plain(p.Check), p.side, plain(p.Message))
		if p.Path != "" {
			r.printf(" at %s", code(p.Path))
		}
		if p.Spec != "" {
			r.printf(" (%s)", plain(p.Spec))
		}
		r.printf("\n")
	}
	if v.more > 0 {
		r.printf("- … and %d more\n", v.more)
	}
}

// explain says why the exchange failed, or what is wrong with it.
func (r *Report) explain(w *archive.Whole, v *view) {
	if w.Outcome == wire.Open {
		return
	}
	c, ok := cause.Of(v.cause)
	if !ok {
		return
	}
	r.printf("\n**%s** %s", c.Asks(w.Exchange), plain(c.Says))
	if c.Spec != "" {
		r.printf(" (%s)", plain(c.Spec))
	}
	r.printf(" Proof: %s.", plain(strings.TrimSuffix(c.Proof.Says, ".")))
	if c.Try != "" {
		r.printf(" Try: %s", plain(c.Try))
	}
	r.printf("\n")
}

// note remembers what the end of the report tells.
func (r *Report) note(w *archive.Whole, v *view, l wire.Labels) {
	r.diagram.add(r.number, w, v, l)
	if l.Task == "" {
		return
	}
	t := r.byTask[l.Task]
	if t == nil {
		t = &taskRow{id: l.Task, agent: w.Agent}
		r.byTask[l.Task] = t
		r.tasks = append(r.tasks, t)
	}
	t.findings += len(v.problems) + v.more
	for _, s := range v.states {
		if n := len(t.states); n == 0 || t.states[n-1] != s {
			t.states = append(t.states, s)
		}
	}
}

func (r *Report) end(context.Context) error {
	r.exchanges()
	if r.number == 0 {
		r.printf("\nNothing but the console's own probes.\n")
	}
	if len(r.tasks) > 0 {
		r.printf("\n## Tasks\n\n| Task | Agent | States | Findings |\n|---|---|---|---:|\n")
		for _, t := range r.tasks {
			r.printf("| %s | %s | %s | %d |\n", cell(code(t.id)), cell(code(t.agent)), cell(strings.Join(t.states, " → ")), t.findings)
		}
	}
	r.printf("%s", r.diagram.mermaid())
	if r.probes > 0 {
		r.printf("\n%s of the console left out.\n", words.Plural(r.probes, "probe"))
	}
	if r.redact > 0 {
		r.printf("\n%s redacted: filled with `*`.\n", words.Plural(r.redact, "secret"))
	}
	if r.err == nil {
		if err := r.w.Flush(); err != nil {
			r.err = fmt.Errorf("write report: %w", err)
		}
	}
	return r.err
}

// view is an exchange as read.
type view struct {
	reader   *reading.Reader
	request  a2a.Reading
	answers  []answer  // the first and the last of them, and between those what a finding was first seen at
	problems []problem // the first of them
	more     int       // problems beyond those
	folded   dialect.Findings
	states   []string
	events   int // of a stream, those that said something
	kept     int // answers that stay between the first and the last
	cause    cause.Case
}

// problem is a finding, and the side whose bytes show it.
type problem struct {
	a2a.Problem
	side wire.Side
}

// What a report tells of one exchange, and so what is held of it.
const (
	firstAnswers = 60
	lastAnswers  = 5
	mostProblems = 20

	mostInterfaces = 64 // of an agent's cards
)

// noteProblems notes the problems of an answer, what several have as one, and reports whether one
// that is told is new.
func (v *view) noteProblems(ps []a2a.Problem) (first bool) {
	v.folded.Add(ps, func(_, times int, p a2a.Problem) {
		if times == 1 {
			first = first || len(v.problems) < mostProblems
			v.list(p, wire.Response)
		}
	})
	return first
}

func (v *view) list(p a2a.Problem, side wire.Side) {
	if len(v.problems) == mostProblems {
		v.more++
		return
	}
	v.problems = append(v.problems, problem{p, side})
}

// addAcross takes what the exchange shows beside others.
func (v *view) addAcross(w *archive.Whole) {
	list := reading.AcrossOf(w.Findings)
	for _, a := range list {
		v.list(a.Problem, a.Side)
	}
	v.cause.AddAcross(func() []reading.Across { return list })
}

// answer is a response, or one event of a stream.
type answer struct {
	at      time.Duration // since the request
	reading a2a.Reading
	before  int  // answers left out before it
	first   bool // a finding was first seen here
}

// learnInterfaces remembers the interfaces that an agent's cards list: they tell what of later
// paths is theirs.
func (r *Report) learnInterfaces(agent string, v *view) {
	for _, a := range v.answers {
		if a.reading.Card != nil {
			list := slices.Concat(a.reading.Card.Interfaces, r.cards[agent].Interfaces)
			r.cards[agent] = a2a.Card{Interfaces: list[:min(len(list), mostInterfaces)]}
		}
	}
}

// read reads an exchange with what its agent's cards listed before.
func read(w *archive.Whole, known a2a.Card) *view {
	var card *a2a.Card
	if len(known.Interfaces) > 0 {
		card = &known
	}
	var answers view
	v := view{cause: cause.Case{X: w.Exchange, Card: card}}
	v.reader = reading.New(&w.Exchange, reading.Options{Hint: dialect.HintOf(w.Labels.Dialect, card), Each: func(p reading.Piece) {
		v.cause.See(p)
		answers.take(w, p)
	}})
	_ = v.reader.Whole(func(side wire.Side, take func(wire.Chunk) error) error { // what is in memory can be read
		for _, c := range w.Sides[side] {
			_ = take(c) // it never fails
		}
		return nil
	})
	v.request = v.reader.Request()
	answers.noteProblems(v.reader.Ended())
	v.cause.End(v.reader.Ended(), v.request)
	for _, p := range v.request.Problems {
		v.list(p, wire.Request)
	}
	for _, p := range answers.problems {
		v.list(p.Problem, p.side)
	}
	v.more += answers.more
	v.answers, v.states, v.events = answers.answers, answers.states, answers.events
	if w.ResponseKept < w.ResponseBytes {
		v.events = max(v.events, w.Frames)
	}
	return &v
}

func (v *view) take(w *archive.Whole, p reading.Piece) {
	r := p.Reading
	if p.Part == reading.Event && !p.Comment() {
		v.events++
	}
	a := answer{at: max(p.Frame.Complete.Sub(w.Started), 0), reading: r, first: v.noteProblems(r.Problems)}
	v.state(r.Result.State())
	if (p.Part == reading.Head || p.Part == reading.Trailer) && r.Kind != a2a.KindError || r.Result == nil && (r.Kind == a2a.KindEmpty || r.Error == nil && len(r.Raw) == 0) { // what is missing, the findings say
		return
	}
	v.keep(a)
}

// keep keeps an answer, and drops the oldest of the last that no finding was first seen at.
func (v *view) keep(a answer) {
	v.answers = append(v.answers, a)
	from := firstAnswers + v.kept
	if len(v.answers) <= from+lastAnswers {
		return
	}
	if v.answers[from].first {
		v.kept++
		return
	}
	v.answers[from+1].before += v.answers[from].before + 1
	v.answers = slices.Delete(v.answers, from, from+1)
}

func (v *view) state(s a2a.State) {
	if word := plain(s.Word()); s != "" && (len(v.states) == 0 || v.states[len(v.states)-1] != word) {
		v.states = append(v.states, word)
	}
}
