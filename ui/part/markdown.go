package part

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// markdownLimit bounds the text that is parsed as one piece of markdown.
// Longer text is drawn plain.
const markdownLimit = 32 << 10

// Markdown draws text as markdown: raw HTML as text, images as links, links only to http, https and
// mailto and without a referrer, headings scaled down. The result is inside data-ignore, so that
// nothing in it is taken for an attribute of ours. Text that is long, or would cost far more than
// its length, is drawn plain. more is the address of the whole text.
func Markdown(text, more string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if len(text) > markdownLimit || isCostly(text) || !takeMarkdown(ctx, len(text)) {
			return PlainMore(text, more).Render(ctx, w)
		}
		var b boundedBuffer
		b.WriteString(`<div class="prose" data-ignore dir="auto">`)
		if err := newMarkdown(links(ctx)).Convert([]byte(Visible(text)), &b); err != nil {
			return PlainMore(text, more).Render(ctx, w)
		}
		b.WriteString(`</div>`)
		_, err := w.Write(b.Bytes())
		return err
	})
}

func newMarkdown(links bool) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), extension.Strikethrough, extension.TaskList),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(safeNodes{links}, 100))),
	)
}

// safeNodes draws the nodes whose default form could load, navigate or act.
type safeNodes struct {
	links bool // agents' addresses may be followed
}

func (s safeNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindImage, s.image)
	r.Register(ast.KindLink, s.link)
	r.Register(ast.KindAutoLink, s.autoLink)
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindFencedCodeBlock, fenced)
}

func rawHTML(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		s := n.(*ast.RawHTML).Segments
		for i := range s.Len() {
			at := s.At(i)
			w.WriteString(templ.EscapeString(string(at.Value(src))))
		}
	}
	return ast.WalkSkipChildren, nil
}

func htmlBlock(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	b := n.(*ast.HTMLBlock)
	w.WriteString(`<pre>`)
	writeLines(w, src, b)
	if b.HasClosure() {
		w.WriteString(templ.EscapeString(string(b.ClosureLine.Value(src))))
	}
	w.WriteString(`</pre>`)
	return ast.WalkContinue, nil
}

func writeLines(w util.BufWriter, src []byte, n ast.Node) {
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		w.WriteString(templ.EscapeString(string(at.Value(src))))
	}
}

func fenced(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString(`<pre><code>`)
		writeLines(w, src, n)
		w.WriteString(`</code></pre>`)
	}
	return ast.WalkSkipChildren, nil
}

func heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	// An agent's headings look like headings but are not in the page's outline.
	level := string('0' + rune(min(n.(*ast.Heading).Level+3, 6)))
	if entering {
		w.WriteString(`<p class="h` + level + `">`)
	} else {
		w.WriteString("</p>")
	}
	return ast.WalkContinue, nil
}

func (s safeNodes) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	s.openLink(w, string(n.(*ast.Link).Destination), entering)
	return ast.WalkContinue, nil
}

func (s safeNodes) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString(`<span class="muted">image: </span>`)
	}
	s.openLink(w, string(n.(*ast.Image).Destination), entering)
	return ast.WalkContinue, nil
}

func (s safeNodes) autoLink(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		l := n.(*ast.AutoLink)
		s.openLink(w, string(l.URL(src)), true)
		w.WriteString(templ.EscapeString(string(l.Label(src))))
		s.openLink(w, string(l.URL(src)), false)
	}
	return ast.WalkSkipChildren, nil
}

// openLink writes a link's tags. If nobody should follow the destination, it is written as
// text after the link's text.
func (s safeNodes) openLink(w util.BufWriter, to string, entering bool) {
	var safe templ.SafeURL
	if s.links {
		safe = followable(to)
	}
	if strings.HasPrefix(to, "mailto:") && len(to) < 300 {
		safe = templ.SafeURL(to)
	}
	switch {
	case safe != "" && entering:
		href := templ.EscapeString(string(safe))
		w.WriteString(`<a href="` + href + `" title="` + href + `" target="_blank" rel="noopener noreferrer nofollow">`)
	case safe != "":
		w.WriteString(`</a>`)
	case !entering:
		w.WriteString(` <code class="muted">` + templ.EscapeString(Short(to, 200)) + `</code>`)
	}
}

// looksMarked reports whether text without a declared type looks like markdown.
func looksMarked(text string) bool {
	s, _ := cut(text, markdownLimit)
	for line := range strings.Lines(s) {
		if line = strings.TrimRight(line, "\r\n"); markedLine(line) || isBetween(line, "**", "**") || isBetween(line, "`", "`") || hasLink(line) {
			return true
		}
	}
	return false
}

// markedLine reports whether a line is a heading, list item, quotation, table row or fence.
func markedLine(line string) bool {
	if strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "```") {
		return true
	}
	if n := len(line) - len(strings.TrimLeft(line, "#")); n >= 1 && n <= 6 && strings.HasPrefix(line[n:], " ") {
		return true
	}
	if strings.HasPrefix(line, "|") && strings.LastIndexByte(line, '|') > 1 {
		return true
	}
	item := strings.TrimLeft(line, " \t")
	digits := len(item) - len(strings.TrimLeft(item, "0123456789"))
	return strings.HasPrefix(item, "- ") || strings.HasPrefix(item, "* ") || digits > 0 && strings.HasPrefix(item[digits:], ". ")
}

// isBetween reports whether there is text between two marks that contains neither.
func isBetween(line, open, end string) bool {
	for {
		_, after, ok := strings.Cut(line, open)
		if !ok {
			return false
		}
		if i := strings.Index(after, end); i > 0 && !strings.Contains(after[:i], end[:1]) {
			return true
		}
		line = after
	}
}

// hasLink reports whether a line has a link: words in brackets, then an address in parentheses.
func hasLink(line string) bool {
	for {
		i := strings.Index(line, "](")
		if i < 0 {
			return false
		}
		words := line[strings.LastIndexByte(line[:i], '[')+1 : i]
		if j := strings.IndexByte(line[i:], ')'); strings.Contains(line[:i], "[") && words != "" && !strings.Contains(words, "]") && j > 2 {
			return true
		}
		line = line[i+2:]
	}
}
