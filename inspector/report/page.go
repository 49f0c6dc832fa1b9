package report

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed" // the page and its style
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

//go:embed page.css
var pageStyle string

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// NewPage returns a wire.Sink that writes exchanges to w as one HTML page that needs
// nothing else: no scripts, nothing from outside. names are those of agents, by origin; what
// it lacks is called by its origin.
func NewPage(w io.Writer, names map[string]string) wire.Sink {
	p := &page{w: w, names: names}
	return &archive.Gather{Begin: p.begin, Each: p.each, End: p.end}
}

// page is what the template gets. Only its style is markup of ours.
type page struct {
	w     io.Writer
	names map[string]string

	Title     string
	Policy    string
	Style     template.CSS
	Recorded  string
	Session   string
	Exchanges []pageExchange
}

type pageExchange struct {
	ID, Title, Note, Problem string
	Facts                    [][2]string
	Request, Response        pageMessage
	Reading                  *pageReading // nil where nothing was said
	Events                   []pageEvent
	Silent                   string // events that are not listed as they say nothing, "" for none
	Findings                 []pageFinding
	More                     int // findings left out
	Missing                  []string
	Redacted                 int
	Why                      *pageWhy // nil where it did not fail

	Passed      string    // what was done to it on the way, "" for nothing
	RequestSent *pageSent // what went on to the agent, nil for what came
	AnswerSent  *pageSent // what went on to the client, the same
}

// pageWhy is why an exchange failed, as its page in the console tells it.
type pageWhy struct {
	Asks, Says string
	Facts      [][2]string
}

// whyOf is why an exchange failed.
func whyOf(w *archive.Whole, v *view) *pageWhy {
	c := v.failed
	c.X = w.Exchange
	c.Asked(v.request)
	out, ok := cause.Of(c)
	if !ok || w.Outcome == wire.Open && w.Response.Status < 400 {
		return nil
	}
	why, proof := &pageWhy{Asks: out.Asks(w.Exchange), Says: shown(out.Says)}, out.Proof.Says
	if n := out.Proof.Event; n > 0 && !strings.Contains(proof, "event") {
		proof += ", event #" + words.Count(n)
	}
	for _, f := range [][2]string{{"Proof", proof}, {"Section", out.Spec}, {"Try", out.Try}} {
		if f[1] != "" {
			why.Facts = append(why.Facts, [2]string{f[0], shown(f[1])})
		}
	}
	return why
}

type pageMessage struct {
	Line           string
	Header         [][2]string
	Body           string
	Rest, RestSize string // of a long body, folded
}

// fold folds what is long of the body.
func (m *pageMessage) fold() {
	var p pagePart
	p.fold(m.Body)
	m.Body, m.Rest, m.RestSize = p.Text, p.Rest, p.RestSize
}

func (p *page) begin(_ context.Context, s *wire.Session) error {
	sum := sha256.Sum256([]byte(pageStyle))
	p.Style = template.CSS(pageStyle)
	p.Policy = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src data:; base-uri 'none'; form-action 'none'"
	p.Session = words.Marked(cmp.Or(words.SessionName(*s), s.ID))
	return nil
}

func (p *page) each(_ context.Context, w *archive.Whole) error {
	v := readPage(w)
	l := v.reader.Labels()
	x := pageExchange{
		ID: w.ID, Title: markedLine(strings.TrimSuffix(p.title(w, l)+" · "+verdict(&w.Exchange), " · ")), Note: shown(w.Note), Problem: shown(w.Problem), Facts: p.facts(w, l, v.events),
		Findings: findingsOf(v), More: v.more, Reading: p.readingOf(w, v, true), Redacted: len(w.Redactions), Why: whyOf(w, v),
		Request: pageMessage{Line: markedLine(w.Method + " " + w.URL), Header: headerLines(w.Request.Header), Body: bodyText(v.request.JSON(), w.Body(wire.Request))},
	}
	if x.Why != nil && strings.HasPrefix(x.Problem, strings.TrimSuffix(x.Why.Says, ".")) {
		x.Problem = "" // said there
	}
	for i := range w.Gaps {
		x.Missing = append(x.Missing, words.Missing(w.Gaps[i]))
	}
	x.answered(w, v)
	p.passed(&x, w, v)
	x.Request.fold() // once both versions were compared
	x.Response.fold()
	if x.Why != nil && len(w.Passages) == 1 && w.Passages[0].Rule != "" && strings.Contains(x.Why.Says, markedLine(w.Passages[0].Rule)) {
		x.Passed = "" // the cause names the rule and what it did
	}
	if len(p.Exchanges) == 0 {
		p.Title, p.Recorded = x.Title, w.Started.UTC().Format("2 Jan 2006 15:04:05 MST")
	}
	p.Exchanges = append(p.Exchanges, x)
	return nil
}

// answered is the answer as it came.
func (x *pageExchange) answered(w *archive.Whole, v *view) {
	h := w.Response
	if h.Status == 0 {
		return
	}
	x.Response = pageMessage{Line: statusText(h.Status), Header: headerLines(h.Header)}
	if v.events > 1 {
		x.Events = eventsOf(v, h.Status)
		if n := v.frames - v.events; n > 0 {
			x.Silent = words.Plural(n, "keep-alive") + " among them, counted and not listed."
		}
	} else {
		x.Response.Body = bodyText(v.answer(), w.Body(wire.Response))
	}
	x.Response.Header = append(x.Response.Header, headerLines(h.Trailer)...)
}

// answer is the first thing that was read of an answer, nil for none.
func (v *view) answer() []byte {
	if len(v.answers) == 0 {
		return nil
	}
	return v.answers[0].reading.JSON()
}

func (p *page) end(context.Context) error {
	if len(p.Exchanges) == 0 {
		return errors.New("write page: there is no exchange to write")
	}
	if err := pageTemplate.Execute(p.w, p); err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	return nil
}

// title is the operation, and the agent where its name is known.
func (p *page) title(w *archive.Whole, l wire.Labels) string {
	name := clip.Runes(p.names[w.Agent], 80)
	if name == "" {
		return title(w, l)
	}
	return name + " · " + title(w, l)
}

// agent is an exchange's agent with its address.
func (p *page) agent(w *archive.Whole) string {
	if name := p.names[w.Agent]; name != "" && w.Agent != "" {
		return clip.Runes(name, 200) + " at " + w.Agent
	}
	return w.Agent
}

// facts are what is known of an exchange beside its bytes.
func (p *page) facts(w *archive.Whole, l wire.Labels, events int) [][2]string {
	all := [][2]string{
		{"Agent", p.agent(w)}, {"Caller", w.Caller}, {"Operation", l.Op}, {"A2A", l.Dialect}, {"Binding", a2a.Binding(l.Binding).Word()},
		{"Task", l.Task}, {"Context", l.Context}, {"State", a2a.State(l.State).Word()}, {"Error", l.Error}, {"HTTP status", statusOf(w)},
		{"Began", w.Started.UTC().Format(time.RFC3339Nano)}, {"Exchange", w.ID},
	}
	if !w.Ended.IsZero() {
		all = append(all, [2]string{"Ended", strings.TrimPrefix(words.Ended(&w.Exchange), "ended ") + " after " + words.Took(w.Ended.Sub(w.Started))})
	}
	if !w.FirstByte.IsZero() {
		all = append(all, [2]string{"First byte", "+" + words.Took(w.FirstByte.Sub(w.Started))})
	}
	if events > 1 {
		all = append(all, [2]string{"Events", words.Count(events)})
	}
	all = append(all, [2]string{"Size", sizes(w)})
	all = slices.DeleteFunc(all, func(f [2]string) bool { return f[1] == "" })
	for i := range all {
		all[i][1] = markedLine(clip.Bytes(all[i][1], 2000))
	}
	return all
}

// verdict is what became of an exchange, with its sign.
func verdict(x *wire.Exchange) string {
	if x.AnsweredByRule() {
		return "✕ " + words.Ended(x)
	}
	return words.StateOf(x)
}

// statusOf is the HTTP status that the client got, where the console changed it with that.
func statusOf(w *archive.Whole) string {
	came := statusText(w.Response.Status)
	if w.ResponseSent == nil || w.ResponseSent.Status == 0 || w.ResponseSent.Status == w.Response.Status {
		return came
	}
	sent := statusText(w.ResponseSent.Status)
	if came == "" {
		return sent + ", from the console"
	}
	return came + "; " + sent + " went on to the client"
}

// statusText is an HTTP status with its word, "" for none.
func statusText(status int) string {
	if status == 0 {
		return ""
	}
	return words.StatusLine(status)
}

func headerLines(h http.Header) (all [][2]string) {
	for name, values := range h {
		for _, v := range values {
			all = append(all, [2]string{markedLine(clip.Bytes(name, 200)), markedLine(clip.Bytes(v, 4000))})
		}
	}
	slices.SortStableFunc(all, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return all
}

// mostShown is how much of a body a page has, in bytes.
const mostShown = 256 << 10

// bodyText is a document as text, laid out over lines where it is not large or deep; of
// one that was not read the bytes, where they are text.
func bodyText(read, raw []byte) string { return textUpTo(read, raw, mostShown) }

// textUpTo is bodyText of at most so many bytes.
func textUpTo(read, raw []byte, most int) string {
	if len(read) == 0 {
		read = raw
	}
	if len(read) <= most {
		if laid, ok := dialect.Indented(read); ok {
			read = laid
		}
	}
	if !utf8.Valid(read) {
		return words.Bytes(int64(len(read))) + " that are not text"
	}
	text := words.Marked(clip.Bytes(string(read), most))
	if len(read) > most {
		text += "\n… " + words.Bytes(int64(len(read)-most)) + " more"
	}
	return text
}

// markedLine is a text on one line, with markers for what would act.
func markedLine(s string) string { return strings.Join(strings.Fields(words.Marked(s)), " ") }

// shown is a text of an agent's or a person's.
func shown(s string) string { return words.Marked(clip.Bytes(s, 64<<10)) }
