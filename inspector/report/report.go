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

// Writer writes the document as exchanges arrive. It keeps tasks and the diagram in memory, but no bodies.
type Writer struct {
	w        *bufio.Writer
	err      error
	started  time.Time
	hasGap   bool // a gap of the session has been written
	hasList  bool // the list of exchanges has begun
	number   int
	probes   int
	redacted int
	tasks    []*taskRow
	byTask   map[string]*taskRow
	cards    map[string]a2a.Card // by agent: the interfaces of its cards so far
	diagram  diagram
}

type taskRow struct {
	id, agent string
	states    []string
	findings  int
}

// New returns a wire.Sink that writes a session to w.
func New(w io.Writer) wire.Sink {
	r := &Writer{w: bufio.NewWriterSize(w, 64<<10), byTask: map[string]*taskRow{}, cards: map[string]a2a.Card{}}
	return &archive.ExchangeSink{OnSession: r.writeHead, OnGap: r.writeSessionGap, OnExchange: r.writeExchange, OnClose: r.writeEnd, NeedsFindings: true}
}

func (r *Writer) printf(format string, a ...any) {
	if r.err == nil {
		if _, err := fmt.Fprintf(r.w, format, a...); err != nil {
			r.err = fmt.Errorf("write report: %w", err)
		}
	}
}

func (r *Writer) writeHead(_ context.Context, s *wire.Session) error {
	r.started = s.Started
	r.printf("# %s\n\n", escapeText(cmp.Or(words.SessionName(*s), "Session "+s.ID)))
	r.printf("Recorded %s", s.Started.UTC().Format("2006-01-02 15:04:05 MST"))
	if s.Ended.After(s.Started) {
		r.printf(" to %s", s.Ended.UTC().Format("15:04:05 MST"))
	}
	r.printf(" · %s", words.Plural(s.Exchanges, "exchange"))
	for _, a := range s.Agents {
		r.printf(" · %s", codeSpan(a))
	}
	r.printf(" · session %s\n", codeSpan(s.ID))
	if s.Incomplete {
		r.printf("\n**Incomplete:** this was read from a damaged file.\n")
	}
	return r.err
}

// beginExchanges writes the heading of the exchanges once.
func (r *Writer) beginExchanges() {
	if !r.hasList {
		r.hasList = true
		r.printf("\n## Exchanges\n")
	}
}

func (r *Writer) writeExchange(_ context.Context, w *archive.FullExchange) error {
	r.beginExchanges()
	if !w.Origin.IsConversation() {
		r.probes++
		return nil
	}
	r.number++
	r.redacted += len(w.Redactions)
	v := readView(w, r.cards[w.Agent])
	v.addAcross(w)
	r.learnInterfaces(w.Agent, v)
	l := v.reader.Labels()
	r.printf("\n### %d. %s\n\n", r.number, escapeText(title(w, l)))
	r.printf("%s\n", r.sentence(w, l, v.events))
	if w.Note != "" {
		r.printf("\n**Note**\n\n%s", quote(w.Note))
	}
	r.writeMissing(w)
	r.writeConversation(w, v)
	r.writeFindings(v)
	r.writeCause(w, v)
	r.noteExchange(w, v, l)
	return r.err
}

func title(w *archive.FullExchange, l wire.Labels) string {
	if l.Op == "" {
		return w.Method + " " + w.URL
	}
	if l.Dialect == "" {
		return l.Op
	}
	return l.Op + " · A2A " + l.Dialect
}

// sentence says who called which agent, and how that ended.
func (r *Writer) sentence(w *archive.FullExchange, l wire.Labels, events int) string {
	var b strings.Builder
	_, who := callerOf(w)
	fmt.Fprintf(&b, "At +%s %s called %s with %s %s", words.FormatDuration(max(w.Started.Sub(r.started), 0)), who, codeSpan(w.Agent), escapeText(w.Method), codeSpan(w.URL))
	if w.Response.Status != 0 {
		fmt.Fprintf(&b, ": HTTP %d", w.Response.Status)
	}
	if events > 1 {
		fmt.Fprintf(&b, ", %d events", events)
	}
	if w.Outcome == wire.Open {
		b.WriteString(", still open when this was written")
	} else {
		fmt.Fprintf(&b, ", %s", escapeText(words.EndPhrase(&w.Exchange)))
	}
	took := words.ExchangeDuration(&w.Exchange)
	if left := w.Response.ClientLeftAt; w.Outcome == wire.Cancelled && !left.IsZero() { // the tap kept reading after the client had left
		took = words.FormatDuration(left.Sub(w.Started))
	}
	if took != "" {
		b.WriteString(" after " + took)
	}
	b.WriteString(".")
	if l.Task != "" {
		fmt.Fprintf(&b, " Task %s.", codeSpan(l.Task))
	}
	if s := words.StateTextWithLast(words.StateText(&w.Exchange), &w.Exchange); s != "" {
		fmt.Fprintf(&b, " State: %s.", escapeText(s))
	}
	if w.Problem != "" {
		fmt.Fprintf(&b, " %s", escapeText(w.Problem))
	}
	return b.String()
}

func (r *Writer) writeFindings(v *exchangeView) {
	if len(v.problems) == 0 {
		return
	}
	r.printf("\n**Findings**\n\n")
	for _, p := range v.problems {
		r.printf("- %s · %s · %s · %s", p.Severity, escapeText(p.Check), p.side, escapeText(p.Message))
		if p.Path != "" {
			r.printf(" at %s", codeSpan(p.Path))
		}
		if p.Spec != "" {
			r.printf(" (%s)", escapeText(p.Spec))
		}
		r.printf("\n")
	}
	if v.omittedProblems > 0 {
		r.printf("- … and %d more\n", v.omittedProblems)
	}
}

func (r *Writer) writeCause(w *archive.FullExchange, v *exchangeView) {
	if w.Outcome == wire.Open {
		return
	}
	c, ok := cause.Explain(v.cause)
	if !ok {
		return
	}
	r.printf("\n**%s** %s", c.Question(w.Exchange), escapeText(c.Text))
	if c.Spec != "" {
		r.printf(" (%s)", escapeText(c.Spec))
	}
	r.printf(" Proof: %s.", escapeText(strings.TrimSuffix(c.Proof.Text, ".")))
	if c.Advice != "" {
		r.printf(" Try: %s", escapeText(c.Advice))
	}
	r.printf("\n")
}

// noteExchange remembers what the end of the report needs.
func (r *Writer) noteExchange(w *archive.FullExchange, v *exchangeView, l wire.Labels) {
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
	t.findings += len(v.problems) + v.omittedProblems
	for _, s := range v.states {
		if n := len(t.states); n == 0 || t.states[n-1] != s {
			t.states = append(t.states, s)
		}
	}
}

func (r *Writer) writeEnd(context.Context) error {
	r.beginExchanges()
	if r.number == 0 {
		r.printf("\nNothing but the console's own probes.\n")
	}
	if len(r.tasks) > 0 {
		r.printf("\n## Tasks\n\n| Task | Agent | States | Findings |\n|---|---|---|---:|\n")
		for _, t := range r.tasks {
			r.printf("| %s | %s | %s | %d |\n", escapeCell(codeSpan(t.id)), escapeCell(codeSpan(t.agent)), escapeCell(strings.Join(t.states, " → ")), t.findings)
		}
	}
	r.printf("%s", r.diagram.mermaid())
	if r.probes > 0 {
		r.printf("\n%s of the console left out.\n", words.Plural(r.probes, "probe"))
	}
	if r.redacted > 0 {
		r.printf("\n%s redacted: filled with `*`.\n", words.Plural(r.redacted, "secret"))
	}
	if r.err == nil {
		if err := r.w.Flush(); err != nil {
			r.err = fmt.Errorf("write report: %w", err)
		}
	}
	return r.err
}

type exchangeView struct {
	reader          *reading.Reader
	request         a2a.Reading
	answers         []answer  // the first, the last, and in between those with new findings
	problems        []problem // the first ones, at most maxProblems
	omittedProblems int       // further problems
	folded          dialect.Findings
	states          []string
	events          int // of a stream, without comments
	middleAnswers   int // answers kept between the first and the last
	cause           cause.Case
}

// problem is a finding with the side whose bytes show it.
type problem struct {
	a2a.Problem
	side wire.Side
}

// Limits of what a report shows of one exchange, and keeps in memory.
const (
	firstAnswers = 60
	lastAnswers  = 5
	maxProblems  = 20

	maxInterfaces = 64 // of an agent's cards
)

// noteProblems adds the problems of an answer, merging equal ones, and reports whether a new one will be shown.
func (v *exchangeView) noteProblems(ps []a2a.Problem) (first bool) {
	v.folded.Add(ps, func(_, times int, p a2a.Problem) {
		if times == 1 {
			first = first || len(v.problems) < maxProblems
			v.addProblem(p, wire.Response)
		}
	})
	return first
}

func (v *exchangeView) addProblem(p a2a.Problem, side wire.Side) {
	if len(v.problems) == maxProblems {
		v.omittedProblems++
		return
	}
	v.problems = append(v.problems, problem{p, side})
}

func (v *exchangeView) addAcross(w *archive.FullExchange) {
	list := reading.AcrossOf(w.Findings)
	for _, a := range list {
		v.addProblem(a.Problem, a.Side)
	}
	v.cause.AddAcross(func() []reading.Across { return list })
}

// answer is a response, or one event of a stream.
type answer struct {
	at             time.Duration // since the request
	reading        a2a.Reading
	omittedBefore  int  // answers left out before it
	isFirstFinding bool // a finding was first seen here
}

// learnInterfaces remembers the interfaces on an agent's cards, which identify the operations of later paths.
func (r *Writer) learnInterfaces(agent string, v *exchangeView) {
	for _, a := range v.answers {
		if a.reading.Card != nil {
			list := slices.Concat(a.reading.Card.Interfaces, r.cards[agent].Interfaces)
			r.cards[agent] = a2a.Card{Interfaces: list[:min(len(list), maxInterfaces)]}
		}
	}
}

// readView reads an exchange. known holds the interfaces on its agent's earlier cards.
func readView(w *archive.FullExchange, known a2a.Card) *exchangeView {
	var card *a2a.Card
	if len(known.Interfaces) > 0 {
		card = &known
	}
	var answers exchangeView
	v := exchangeView{cause: cause.Case{Exchange: w.Exchange, Card: card}}
	v.reader = reading.New(&w.Exchange, reading.Options{Hint: dialect.HintOf(w.Labels.Dialect, card), Each: func(p reading.Piece) {
		v.cause.AddPiece(p)
		answers.addPiece(w, p)
	}})
	_ = v.reader.ReadAll(func(side wire.Side, take func(wire.Chunk) error) error { // reading from memory cannot fail
		for _, c := range w.Sides[side] {
			_ = take(c)
		}
		return nil
	})
	v.request = v.reader.Request()
	answers.noteProblems(v.reader.Ended())
	v.cause.Finish(v.reader.Ended(), v.request)
	for _, p := range v.request.Problems {
		v.addProblem(p, wire.Request)
	}
	for _, p := range answers.problems {
		v.addProblem(p.Problem, p.side)
	}
	v.omittedProblems += answers.omittedProblems
	v.answers, v.states, v.events = answers.answers, answers.states, answers.events
	if w.ResponseKept < w.ResponseBytes {
		v.events = max(v.events, w.Frames)
	}
	return &v
}

func (v *exchangeView) addPiece(w *archive.FullExchange, p reading.Piece) {
	r := p.Reading
	if p.Part == reading.Event && !p.Comment() {
		v.events++
	}
	a := answer{at: max(p.Frame.Complete.Sub(w.Started), 0), reading: r, isFirstFinding: v.noteProblems(r.Problems)}
	v.addState(r.Result.State())
	if (p.Part == reading.Head || p.Part == reading.Trailer) && r.Kind != a2a.KindError || r.Result == nil && (r.Kind == a2a.KindEmpty || r.Error == nil && len(r.Raw) == 0) { // findings already report what is missing
		return
	}
	v.addAnswer(a)
}

// addAnswer adds an answer, and drops the oldest of the last ones unless it has a new finding.
func (v *exchangeView) addAnswer(a answer) {
	v.answers = append(v.answers, a)
	from := firstAnswers + v.middleAnswers
	if len(v.answers) <= from+lastAnswers {
		return
	}
	if v.answers[from].isFirstFinding {
		v.middleAnswers++
		return
	}
	v.answers[from+1].omittedBefore += v.answers[from].omittedBefore + 1
	v.answers = slices.Delete(v.answers, from, from+1)
}

func (v *exchangeView) addState(s a2a.State) {
	if word := escapeText(s.Word()); s != "" && (len(v.states) == 0 || v.states[len(v.states)-1] != word) {
		v.states = append(v.states, word)
	}
}
