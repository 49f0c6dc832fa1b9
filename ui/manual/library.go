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
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/a2a-console/a2a-console/docs"
	"github.com/a2a-console/a2a-console/internal/clip"
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
	{"Begin", []string{"start", "install", "running", "signing-in"}},
	{"Look and intervene", []string{"filter", "intercept", "rules", "chaos", "tap"}},
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

type match struct {
	document
	*section
	Excerpt string
}

// Limits of a search: how much of the query counts, and how many sections it finds.
const (
	maxQueryBytes = 200 // bytes
	maxWords      = 10
	maxMatches    = 40
)

// search finds the sections that contain all words of a query: those with most of them in their title first, then
// those of documents with most of them in theirs.
func search(all []document, q string) (out []match) {
	words := wordsOf(q)
	if len(words) == 0 {
		return nil
	}
	rank := map[*section]int{}
	for i := range all {
		d := &all[i]
		for k := range d.Sections {
			s := &d.Sections[k]
			n := 0
			for _, w := range words {
				inTitle, inName := indexWord(s.Title, w) >= 0, indexWord(d.Title, w) >= 0
				if !inTitle && !inName && indexWord(s.text, w) < 0 {
					n = -1
					break
				}
				if inTitle {
					n += 2 * maxWords
				} else if inName {
					n++
				}
			}
			if n >= 0 {
				rank[s] = n
				out = append(out, match{*d, s, excerpt(s.text, words)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b match) int { return rank[b.section] - rank[a.section] })
	return out[:min(len(out), maxMatches)]
}

// indexWord returns where a word of text begins with w, which is in lower case; -1 for nowhere.
func indexWord(text, w string) int {
	text = strings.ToLower(text)
	for from := 0; ; {
		i := strings.Index(text[from:], w)
		if i < 0 {
			return -1
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		first, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsLetter(first) || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return at
		}
		from = at + len(w)
	}
}

// wordsOf returns the words of a query in lower case, without articles and the like if others remain.
func wordsOf(q string) []string {
	words := strings.Fields(strings.ToLower(clip.Truncate(q, maxQueryBytes)))
	isShort := func(w string) bool {
		return strings.Contains(" a an the of to in on is it i my do how and or ", " "+w+" ")
	}
	if kept := slices.DeleteFunc(slices.Clone(words), isShort); len(kept) > 0 {
		words = kept
	}
	return words[:min(len(words), maxWords)]
}

var markup = regexp.MustCompile("`|\\*\\*|<a id=[^>]*></a>|\\[([^\\]]*)\\]\\([^)]*\\)")

// plain removes the Markdown from a line.
func plain(line string) string {
	line = strings.Trim(markup.ReplaceAllString(line, "$1"), "|*-# \n")
	return strings.ReplaceAll(line, " | ", " · ")
}

// excerpt returns the line of a section with the most words, around the first of them.
func excerpt(body string, words []string) string {
	best, from, most := "", 0, -1
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "<!--") {
			continue
		}
		line = plain(line)
		n, at := 0, len(line)
		for _, w := range words {
			if i := indexWord(line, w); i >= 0 {
				n, at = n+1, min(at, i)
			}
		}
		if line != "" && n > most {
			best, from, most = line, at, n
		}
	}
	if most <= 0 {
		from = 0
	}
	return excerptAt(best, from)
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

func (f match) heading() string {
	if f.section.Title == f.document.Title {
		return f.document.Title
	}
	return f.document.Title + " › " + f.section.Title
}

type span struct {
	Text    string
	IsMatch bool
}

// spansOf splits a text at the words that it contains.
func spansOf(text string, words []string) (out []span) {
	for text != "" {
		at, n := len(text), 0
		for _, w := range words {
			if i := indexWord(text, w); i >= 0 && (i < at || i == at && len(w) > n) && i+len(w) <= len(text) {
				at, n = i, len(w)
			}
		}
		if at > 0 {
			out = append(out, span{Text: text[:at]})
		}
		if n > 0 {
			out = append(out, span{text[at : at+n], true})
		}
		text = text[at+n:]
	}
	return out
}
