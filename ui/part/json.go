package part

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

const (
	jsonLimit   = 256 << 10 // bytes of a document that are drawn
	tokenLimit  = 20_000    // words, brackets and lines of a document that are drawn as elements
	briefLimit  = 2000      // the same for an excerpt: some hundreds of lines
	stringLimit = 4 << 10   // bytes of one string that are drawn
	foldDepth   = 24        // nesting to which objects and arrays fold
	indentDepth = 40        // nesting to which lines are indented
)

// JSONView configures JSON.
type JSONView struct {
	Findings  []a2a.Problem // shown next to the line at their Offset
	Lines     bool          // keep the lines as written; false: indent, one member per line
	Unlimited bool          // draw all of it, however long
	Strings   bool          // draw strings whole
	Text      bool          // the JSON is among other text, as in an event stream: that text is not marked as wrong
	IsExcerpt bool          // draw only the first few hundred lines
	MoreURL   string        // where the rest is if it is cut; "" for nowhere
	Mark      *Mark         // finding that the page's link leads to; nil for none
}

// Mark is a finding that a link leads to. Its first occurrence on a page gets the id
// "finding" and can have the focus.
type Mark struct {
	Check  string
	isUsed bool
}

// take reports whether p is the first problem that matches.
func (m *Mark) take(p a2a.Problem) bool {
	if m == nil || m.isUsed || p.Check != m.Check {
		return false
	}
	m.isUsed = true
	return true
}

// FindingAttrs returns the attributes of the element that shows a problem.
func (m *Mark) FindingAttrs(p a2a.Problem) templ.Attributes {
	if m.take(p) {
		return templ.Attributes{"id": "finding", "tabindex": "-1"}
	}
	return nil
}

// JSON draws a document that is, or should be, JSON: coloured, with line numbers, folding, and
// findings next to their lines. It also draws text that is not JSON.
func JSON(src []byte, v JSONView) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error { return newPrinter(src, v).Render(ctx, w) })
}

// Render implements templ.Component.
func (p *printer) Render(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, p.output.String())
	return err
}

func jsonExcerpt(src []byte, v JSONView) *printer {
	v.IsExcerpt = true
	return newPrinter(src, v)
}

func newPrinter(src []byte, v JSONView) *printer {
	p := &printer{view: v, src: src}
	p.problems = slices.DeleteFunc(slices.Clone(v.Findings), func(f a2a.Problem) bool { return f.Offset < 0 })
	slices.SortStableFunc(p.problems, func(a, b a2a.Problem) int { return int(a.Offset - b.Offset) })
	p.print()
	return p
}

type printer struct {
	view         JSONView
	src          []byte
	problems     []a2a.Problem // by offset; shown ones are removed from the front
	output       strings.Builder
	line         strings.Builder
	plain        bool // not JSON at all, so nothing is coloured or marked as wrong
	n            int  // lines written
	elements     int  // words, brackets and lines written
	depth        int
	folds        int  // open details elements
	stop         bool // a line that folds was written: arrow keys reach the others from it (static/js/tree.js)
	omittedBytes int  // bytes that are not drawn
	stopped      bool // stopped before the end: too many elements
	pos          int  // end of what is in output and line
}

func (p *printer) print() {
	text := p.src
	if !p.view.Unlimited && len(text) > jsonLimit {
		text = text[:jsonLimit]
	}
	p.plain = !p.view.Text && isProse(text)
	p.output.Grow(len(text)*3 + 256)
	p.output.WriteString(`<div class="json" translate="no">`)
	if p.view.Lines || hasStrays(text, len(text) < len(p.src)) {
		p.asWritten(text)
	} else {
		p.indented(text)
	}
	p.flush()
	for ; p.folds > 0; p.folds-- {
		p.output.WriteString(`</details>`)
	}
	p.omittedBytes = len(p.src) - len(text)
	if p.stopped {
		p.omittedBytes = len(p.src) - p.pos
	}
	p.pos = len(p.src)
	p.findings()
	if p.omittedBytes > 0 {
		p.rest(p.omittedBytes)
	}
	p.output.WriteString(`</div>`)
}

func (p *printer) full() bool {
	if p.view.IsExcerpt {
		return p.elements >= briefLimit
	}
	return p.elements >= tokenLimit
}

// foldWord returns the label that unfolds the document, or "".
func (p *printer) foldWord() string {
	switch {
	case p.n < minFoldedLines || len(p.view.Findings) > 0:
		return ""
	case p.omittedBytes > 0:
		return "Show the first " + Count(p.n) + " lines"
	}
	return "Show all (" + Count(p.n) + " lines)"
}

// isProse reports whether the text does not even begin like JSON, for example a
// page or a line for people.
func isProse(text []byte) bool {
	first := bytes.TrimLeft(text, "\xef\xbb\xbf \t\r\n")
	return len(first) > 0 && !bytes.ContainsAny(first[:1], `{["`) && hasStrays(text, false)
}

// hasStrays reports whether text contains something other than JSON. Indenting such text would lose
// the blanks between its words. If the text was cut, half a word at its end does not count.
func hasStrays(text []byte, cut bool) bool {
	lex := lexer{src: text}
	for t, ok := lex.next(); ok; t, ok = lex.next() {
		if t.kind == 'b' && !(cut && t.end == len(text)) {
			return true
		}
	}
	return false
}

func (p *printer) indented(text []byte) {
	lex := lexer{src: text}
	for {
		t, ok := lex.next()
		if p.stopped = ok && p.full(); !ok || p.stopped {
			return
		}
		switch t.kind {
		case '{', '[':
			p.token(t)
			if next := lex.peek(); next == t.kind+2 {
				t, _ = lex.next()
				p.token(t)
				continue
			}
			p.open()
		case '}', ']':
			p.flush()
			p.close()
			p.token(t)
		case ',':
			p.token(t)
			p.flush()
		case ':':
			p.token(t)
			p.line.WriteByte(' ')
		default:
			p.token(t)
		}
	}
}

func (p *printer) asWritten(text []byte) {
	lex := lexer{src: text}
	done := 0
	for {
		t, ok := lex.next()
		if p.full() && done < len(text) {
			if p.stopped = !p.view.Unlimited; !p.stopped {
				writeVisible(&p.line, string(text[done:])) // without colours
			}
			p.pos = done
			return
		}
		end := t.start
		if !ok {
			end = len(text)
		}
		if done += p.blanks(text[done:], end-done); done < end {
			continue // the limit of elements is reached
		}
		if !ok {
			return
		}
		p.token(t)
		done = t.end
	}
}

// blanks writes n bytes of white space, as far as the limit allows, and returns how many it wrote.
func (p *printer) blanks(text []byte, n int) int {
	for i, c := range text[:n] {
		switch c {
		case '\n':
			if p.end(); p.full() {
				return i + 1
			}
		case '\r':
			if i+1 >= len(text) || text[i+1] != '\n' {
				writeVisible(&p.line, "\r")
			}
		default:
			p.line.WriteByte(c)
		}
	}
	return n
}

// open ends a line with the bracket that opens a container.
func (p *printer) open() {
	if p.depth >= foldDepth {
		p.flush()
		p.depth++
		return
	}
	p.output.WriteString(`<details open data-preserve-attr="open"><summary class="ln"`)
	if p.stop {
		p.output.WriteString(` tabindex="-1"`)
	}
	p.stop = true
	p.number(p.depth)
	p.output.WriteString(p.line.String())
	p.line.Reset()
	p.findings()
	p.output.WriteString(`</summary>`)
	p.folds++
	p.depth++
}

func (p *printer) close() {
	if p.depth == 0 {
		return
	}
	if p.depth <= foldDepth {
		p.output.WriteString(`</details>`)
		p.folds--
	}
	p.depth--
}

func (p *printer) flush() {
	if p.line.Len() > 0 {
		p.end()
	}
}

func (p *printer) end() {
	p.output.WriteString(`<div class="ln"`)
	p.number(p.depth)
	p.output.WriteString(p.line.String())
	p.line.Reset()
	p.findings()
	p.output.WriteString(`</div>`)
}

func (p *printer) number(indent int) {
	p.n++
	p.elements++
	p.output.WriteString(` data-n="`)
	p.output.WriteString(strconv.Itoa(p.n))
	p.output.WriteString(`">`)
	if !p.view.Lines {
		p.output.WriteString(strings.Repeat("  ", min(indent, indentDepth)))
	}
}

func (p *printer) token(t token) {
	p.pos = t.end
	p.elements++
	if p.plain {
		p.elements += writeVisible(&p.line, string(p.src[t.start:t.end]))
		return
	}
	class := "bad"
	switch t.kind {
	case 'k', 's', 'n', 'w':
		class = string(rune(t.kind))
	case 'b':
		if p.view.Text {
			class = "t"
		}
	default:
		p.line.WriteString("<b>")
		p.line.WriteByte(t.kind)
		p.line.WriteString("</b>")
		return
	}
	text, left := string(p.src[t.start:t.end]), 0
	if !p.view.Lines && !p.view.Unlimited && !p.view.Strings {
		text, left = cut(text, stringLimit)
	}
	p.line.WriteString(`<span class="` + class + `">`)
	p.elements += writeVisible(&p.line, text)
	p.line.WriteString(`</span>`)
	if left > 0 {
		p.line.WriteString(`<span class="cut">… ` + Count(left) + ` more bytes</span>`)
	}
}

// findings writes the problems whose offsets have been passed.
func (p *printer) findings() {
	for len(p.problems) > 0 && p.problems[0].Offset < int64(max(p.pos, 1)) {
		p.problem(p.problems[0])
		p.problems = p.problems[1:]
	}
	if p.pos >= len(p.src) {
		for _, f := range p.problems {
			p.problem(f)
		}
		p.problems = nil
	}
}

func (p *printer) problem(f a2a.Problem) {
	p.output.WriteString(`<span class="note ` + Severity(f.Severity) + `"`)
	marked := p.view.Mark.take(f)
	if marked {
		p.output.WriteString(` id="finding" tabindex="-1"`)
	}
	p.output.WriteString(`><b>` + Severity(f.Severity) + `</b> `)
	writeVisible(&p.output, Short(f.Message, 300))
	if f.Spec != "" {
		p.output.WriteString(` <i>` + templ.EscapeString(f.Spec) + `</i>`)
	}
	if marked {
		p.output.WriteString(` <span class="at">` + templ.EscapeString(f.Check) + `, at byte ` + Count(int(f.Offset)) + `</span>`)
	}
	p.output.WriteString(`</span>`)
}

func (p *printer) rest(n int) {
	p.output.WriteString(`<p class="rest">Showing the first ` + Bytes(int64(len(p.src)-n)) + ` of ` + Bytes(int64(len(p.src))) + `. `)
	if p.view.MoreURL != "" {
		p.output.WriteString(`<a href="` + templ.EscapeString(p.view.MoreURL) + `">Show all</a>`)
	}
	p.output.WriteString(`</p>`)
}

// Severity returns a known severity as a word that is safe as a class. Anything else is info.
func Severity(s a2a.Severity) string {
	switch s {
	case a2a.SeverityError, a2a.SeverityWarning:
		return string(s)
	}
	return string(a2a.SeverityInfo)
}
