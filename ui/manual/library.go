package manual

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/a2a-console/a2a-console/docs"
	"github.com/a2a-console/a2a-console/ui/part"
)

type document struct {
	Name     string // the file's name without ".md"
	Title    string
	HTML     string
	Sections []section
}

// content returns the document as HTML. It is trusted, because it is part of the program.
func (d document) content() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, d.HTML)
		return err
	})
}

type section struct {
	Title  string
	Anchor string
	text   string // Markdown source
}

// chapters are the documents in the order in which a user needs them.
var chapters = []chapter{
	{"Get started", []string{"start", "install", "running", "signing-in"}},
	{"Inspect and intercept", []string{"filter", "intercept", "rules", "chaos", "tap", "models"}},
	{"Test", []string{"check", "checks", "conformance"}},
	{"Reference", []string{"commands", "api", "session-format", "timestamps", "draft"}},
}

type chapter struct {
	Title string
	names []string // of documents
}

// documents returns the documents of a chapter, in order.
func (c chapter) documents(all []document) []document {
	return slices.DeleteFunc(slices.Clone(all), func(d document) bool { return !slices.Contains(c.names, d.Name) })
}

// library parses the documents once. They are embedded in the program.
var library = sync.OnceValues(readLibrary)

func readLibrary() (out []document, err error) {
	names, err := fs.Glob(docs.Files, "*.md")
	if err != nil {
		return nil, fmt.Errorf("list the documentation: %w", err)
	}
	for _, name := range names {
		src, err := docs.Files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read the documentation: %w", err)
		}
		d, err := parse(strings.TrimSuffix(name, ".md"), src)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	var order []string
	for _, c := range chapters {
		order = append(order, c.names...)
	}
	slices.SortFunc(out, func(a, b document) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	return out, nil
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(anchorRenderer{}, 100))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(linkTransformer{}, 100))),
)

func parse(name string, src []byte) (document, error) {
	d := document{Name: name}
	root := markdown.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(&anchors{usedIDs: map[string]bool{}}))))
	from := 0
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Lines().Len() == 0 {
			continue
		}
		at := h.Lines().At(0)
		if k := len(d.Sections); k > 0 {
			d.Sections[k-1].text = string(src[from:at.Start])
		}
		id, _ := h.AttributeString("id")
		anchor, _ := id.([]byte)
		d.Sections = append(d.Sections, section{Title: strings.ReplaceAll(string(at.Value(src)), "`", ""), Anchor: string(anchor)})
		from = at.Stop
	}
	if len(d.Sections) == 0 {
		return d, fmt.Errorf("the document %s has no heading", name)
	}
	d.Sections[len(d.Sections)-1].text = string(src[from:])
	d.Title = d.Sections[0].Title
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, src, root); err != nil {
		return d, fmt.Errorf("draw the document %s: %w", name, err)
	}
	d.HTML = b.String()
	return d, nil
}

// anchorPrefix keeps the ids of headings apart from those of the page.
const anchorPrefix = "doc-"

// anchors names headings as Markdown hosts such as GitHub do, so that the documents' links work.
type anchors struct{ usedIDs map[string]bool }

func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	slug := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(string(value)))
	id := anchorPrefix + slug
	for n := 1; a.usedIDs[id]; n++ {
		id = fmt.Sprintf("%s%s-%d", anchorPrefix, slug, n)
	}
	a.usedIDs[id] = true
	return []byte(id)
}

func (a *anchors) Put(value []byte) { a.usedIDs[string(value)] = true }

// anchorRenderer writes the only HTML that documents contain: anchors in tables. It drops other HTML, such as
// comments for maintainers.
type anchorRenderer struct{}

var place = regexp.MustCompile(`^<a id="([A-Z0-9-]+)">$`)

func (anchorRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindRawHTML, func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if m := place.FindSubmatch(n.(*ast.RawHTML).Segments.Value(src)); m != nil && entering {
			fmt.Fprintf(w, `<span id="%s%s"></span>`, anchorPrefix, m[1])
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindHTMLBlock, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkSkipChildren, nil
	})
}

// linkTransformer turns links between documents into links to their pages here. Files of the source
// tree have no page: of links to them, and of pictures, it keeps the text.
type linkTransformer struct{}

func (linkTransformer) Transform(root *ast.Document, _ text.Reader, _ parser.Context) {
	var gone []ast.Node
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch l := n.(type) {
		case *ast.Image:
			if entering {
				gone = append(gone, l)
			}
		case *ast.Link:
			to, there := target(string(l.Destination))
			if entering && !there {
				gone = append(gone, l)
			} else if entering {
				l.Destination = []byte(to)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, l := range gone {
		for l.FirstChild() != nil {
			l.Parent().InsertBefore(l.Parent(), l, l.FirstChild())
		}
		l.Parent().RemoveChild(l.Parent(), l)
	}
}

// target returns where a link of a document leads here.
func target(to string) (string, bool) {
	path, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchorPrefix + anchor
	}
	name, isDocument := strings.CutSuffix(path, ".md")
	switch {
	case strings.HasPrefix(to, "http://"), strings.HasPrefix(to, "https://"):
		return to, true
	case path == "":
		return anchor, true
	case isDocument && !strings.Contains(name, "/"):
		return "/docs/" + name + anchor, true
	}
	return "", false
}

var (
	linkMarkup = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	emphasis   = regexp.MustCompile(`\*\*|<a id=[^>]*></a>|\*([^*\s](?:[^*]*[^*\s])?)\*`)
)

// plain removes the Markdown from a line, and keeps the characters of code.
func plain(line string) string {
	spans := strings.Split(linkMarkup.ReplaceAllString(line, "$1"), "`")
	for i := 0; i < len(spans); i += 2 { // every other one is code
		spans[i] = strings.ReplaceAll(emphasis.ReplaceAllString(spans[i], "$1"), "<br>", " ")
	}
	return unframe(strings.Join(spans, ""))
}

// unframe removes the signs that begin or divide an item, a heading or a row.
func unframe(line string) string {
	return strings.ReplaceAll(strings.Trim(line, "|*-# \n"), " | ", " · ")
}

// excerpt returns the paragraph, item or row of a section with the most terms, around the first of them.
func excerpt(body string, terms []term) string {
	best, from, most := "", 0, -1
	for _, text := range paragraphs(body) {
		n, at, lower := 0, len(text), strings.ToLower(text)
		for _, t := range terms {
			i := slices.IndexFunc(t, func(word string) bool { return indexWord(lower, word) >= 0 })
			if i >= 0 {
				n, at = n+1, min(at, indexWord(lower, t[i]))
			}
		}
		if text != "" && n > most {
			best, from, most = text, at, n
		}
	}
	if most <= 0 {
		from = 0
	}
	return excerptAt(best, from)
}

// itemStart matches the beginning of an item, a row, a heading or indented code.
var itemStart = regexp.MustCompile(`^(\||    |\s*[-*#]+ |\s*[0-9]+\. )`)

// paragraphs returns the paragraphs, items and rows of a section on one line each, without Markdown.
func paragraphs(body string) (out []string) {
	isOpen, isCode := false, false
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "```") {
			isCode = !isCode
		}
		begins := isCode || line == "" || itemStart.MatchString(line)
		switch {
		case strings.HasPrefix(line, "<!--"):
		case isCode:
			out = append(out, unframe(line))
		case begins || !isOpen:
			out = append(out, plain(line))
		default:
			out[len(out)-1] += " " + plain(line)
		}
		isOpen = line != "" && !isCode
	}
	return out
}

// Limits of an excerpt: before the match, and in all.
const (
	maxExcerptLead = 120
	maxExcerpt     = 240
)

// excerptAt cuts a line around an index.
func excerptAt(line string, at int) string {
	if at > maxExcerptLead && len(line) > maxExcerpt {
		from := at - maxExcerptLead
		line = "… " + line[from+1+strings.IndexByte(line[from:at], ' '):]
	}
	return part.ShortProse(line, maxExcerpt)
}

func (d document) summary() string {
	text, _, _ := strings.Cut(strings.TrimSpace(d.Sections[0].text), "\n\n")
	text = plain(strings.ReplaceAll(text, "\n", " "))
	if sentence, _, more := strings.Cut(text, ". "); more {
		text = sentence + "."
	}
	if i := strings.LastIndexByte(text, ':'); i >= 0 && i == len(text)-1 {
		text = text[:i] + "."
	}
	return part.ShortProse(text, maxExcerpt)
}

type span struct {
	Text    string
	IsMatch bool
}

// spansOf splits a text at the words of terms that it contains.
func spansOf(text string, terms []term) (out []span) {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // letters whose lower case has another length are not marked
		lower = text
	}
	for text != "" {
		at, n := len(text), 0
		for _, w := range slices.Concat(terms...) {
			if i := indexWord(lower, w); i >= 0 && (i < at || i == at && len(w) > n) {
				at, n = i, len(w)
			}
		}
		if at > 0 {
			out = append(out, span{Text: text[:at]})
		}
		if n > 0 {
			out = append(out, span{text[at : at+n], true})
		}
		text, lower = text[at+n:], lower[at+n:]
	}
	return out
}
