package ui

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// node is an element of a page as its template wrote it: an HTML parser would repair wrong nesting.
type node struct {
	html.Token
	up   *node
	kids []*node
	text string // its text, including descendants, without what is hidden from screen readers
}

// tree is a parsed page.
type tree struct {
	all      []*node
	ids      map[string]*node
	labels   map[string]*node // label elements, by the id they are for
	texts    []string         // all text that is not editable
	unclosed []string         // end tags that do not match the last open element
}

// voids are the elements without an end tag.
var voids = map[string]bool{"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true, "link": true, "meta": true, "source": true, "track": true, "wbr": true}

func plant(page string) *tree {
	tr := &tree{ids: map[string]*node{}, labels: map[string]*node{}}
	z := html.NewTokenizer(strings.NewReader(page))
	at := &node{}
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		switch kind {
		case html.TextToken:
			text := string(z.Text())
			if at.Data != "textarea" { // its content is a verbatim document
				tr.texts = append(tr.texts, text)
			}
			if text = strings.TrimSpace(text); text != "" {
				at.says(text)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			e := &node{Token: z.Token(), up: at}
			at.kids, tr.all = append(at.kids, e), append(tr.all, e)
			tr.note(e)
			if kind == html.StartTagToken && !voids[e.Data] {
				at = e
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if string(name) != at.Data {
				tr.unclosed = append(tr.unclosed, "</"+string(name)+"> ends "+at.String())
			}
			for e := at; e != nil; e = e.up {
				if e.Data == string(name) {
					at = e.up
					break
				}
			}
		}
	}
	if at.up != nil {
		tr.unclosed = append(tr.unclosed, "nothing ends "+at.String())
	}
	return tr
}

// note indexes an element, and adds the text of its aria-label and alt.
func (tr *tree) note(e *node) {
	if id := e.attr("id"); id != "" && tr.ids[id] == nil {
		tr.ids[id] = e
	}
	if e.Data == "label" && e.attr("for") != "" {
		tr.labels[e.attr("for")] = e
	}
	if says := strings.TrimSpace(e.attr("aria-label") + e.attr("alt")); says != "" {
		e.says(says)
	}
}

// says adds a text to an element and to its ancestors, up to the first hidden one.
func (e *node) says(text string) {
	for ; e != nil && len(e.text) < 100; e = e.up {
		e.text += text
		if e.attr("aria-hidden") == "true" || e.has("hidden") {
			return
		}
	}
}

func (e *node) attr(key string) string {
	for _, a := range e.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func (e *node) has(key string) bool {
	return slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// within returns the nearest ancestor for which so is true.
func (e *node) within(so func(*node) bool) *node {
	for e = e.up; e != nil && e.up != nil; e = e.up {
		if so(e) {
			return e
		}
	}
	return nil
}

func (e *node) is(tags ...string) bool { return slices.Contains(tags, e.Data) }

// implied are the roles of elements without a role attribute.
var implied = map[string]string{"ul": "list", "ol": "list", "menu": "list", "li": "listitem", "table": "table", "tr": "row", "nav": "navigation", "main": "main", "aside": "complementary", "dialog": "dialog"}

// role returns an element's role, explicit or implied.
func (e *node) role() string { return cmp.Or(e.attr("role"), implied[e.Data]) }

// interactive reports whether a person can act on an element.
func (e *node) interactive() bool {
	switch e.Data {
	case "button", "select", "textarea", "summary", "iframe":
		return true
	case "a":
		return e.has("href")
	case "input":
		return e.attr("type") != "hidden"
	}
	return e.has("tabindex") && e.attr("tabindex") != "-1"
}

// name is an element's accessible name, "" for none.
func (tr *tree) name(e *node) string {
	var by string
	for id := range strings.FieldsSeq(e.attr("aria-labelledby")) {
		if of := tr.ids[id]; of != nil {
			by += of.text
		}
	}
	by = cmp.Or(strings.TrimSpace(e.attr("aria-label")), by)
	switch e.Data {
	case "input", "select", "textarea":
		return cmp.Or(by, tr.fieldName(e), strings.TrimSpace(e.attr("title")))
	case "a", "button", "summary":
		return cmp.Or(by, e.text, strings.TrimSpace(e.attr("title")))
	}
	return cmp.Or(by, strings.TrimSpace(e.attr("title")))
}

// fieldName is the name that a label, a button's value or a placeholder gives a field.
func (tr *tree) fieldName(e *node) string {
	if of := tr.labels[e.attr("id")]; of != nil && e.has("id") && of.text != "" {
		return of.text
	}
	if of := e.within(func(n *node) bool { return n.Data == "label" }); of != nil && of.text != "" {
		return of.text
	}
	switch e.attr("type") {
	case "submit", "button", "reset":
		return e.attr("value")
	}
	return strings.TrimSpace(e.attr("placeholder"))
}
