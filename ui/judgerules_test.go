package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Rules for people who use a screen reader or no mouse: those of axe that need no browser, hence no
// sizes, no colours, and nothing that a script changes.

// faultsOf returns the violations of all rules on a page.
func faultsOf(tr *tree) []string {
	out := slices.Clone(tr.unclosed)
	say := func(e *node, format string, args ...any) {
		out = append(out, fmt.Sprintf(format, args...)+": "+e.String())
	}
	for _, e := range tr.all {
		for _, rule := range []func(*tree, *node, func(*node, string, ...any)){named, ordered, aria, nested, listed, tabled} {
			rule(tr, e, say)
		}
	}
	out = append(out, tr.headings()...)
	out = append(out, tr.landmarks()...)
	for _, text := range tr.texts {
		if strings.ContainsFunc(text, words.IsTerminalControl) {
			out = append(out, fmt.Sprintf("a text has characters that steer: %.200q", text))
		}
	}
	return out
}

// named: everything interactive, and every image, has a name.
func named(tr *tree, e *node, say func(*node, string, ...any)) {
	switch {
	case e.is("img", "area") && !e.has("alt"):
		say(e, "a picture without alt")
	case e.is("svg") && e.attr("aria-hidden") != "true" && e.attr("role") != "" && tr.name(e) == "" && !slices.ContainsFunc(e.kids, func(k *node) bool { return k.Data == "title" }),
		e.is("iframe", "dialog", "optgroup") && tr.name(e) == "" && e.attr("label") == "",
		slices.Contains([]string{"dialog", "region", "progressbar", "meter", "img", "group", "listbox", "radiogroup"}, e.attr("role")) && tr.name(e) == "" && e.Data != "svg",
		e.is("a", "button", "summary", "select", "textarea", "input") && e.interactive() && tr.name(e) == "":
		say(e, "it has no name")
	case e.is("div", "span", "p", "b", "i", "code", "time", "dd", "dt") && e.attr("role") == "" && (e.has("aria-label") || e.has("aria-labelledby")):
		say(e, "a name that nobody hears, for want of a role")
	case e.is("html") && e.attr("lang") == "":
		say(e, "the page has no language")
	case e.is("head") && !slices.ContainsFunc(e.kids, func(k *node) bool { return k.Data == "title" && k.text != "" }):
		say(e, "the page has no title")
	}
}

// ordered: the tab order is the order of the page, without hidden elements.
func ordered(_ *tree, e *node, say func(*node, string, ...any)) {
	if n, err := strconv.Atoi(e.attr("tabindex")); e.has("tabindex") && (err != nil || n > 0) {
		say(e, "an order of its own for the tab key")
	}
	if e.attr("aria-hidden") == "true" && e.interactive() ||
		e.interactive() && e.attr("tabindex") != "-1" && e.within(func(n *node) bool { return n.attr("aria-hidden") == "true" }) != nil {
		say(e, "it can be reached and is hidden from readers")
	}
}

var (
	roles = strings.Fields(`alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img insertion
link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph
presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`)
	states = strings.Fields(`activedescendant atomic autocomplete busy checked colcount colindex colspan controls current describedby description details
disabled errormessage expanded flowto haspopup hidden invalid keyshortcuts label labelledby level live modal multiline multiselectable orientation owns
placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowspan selected setsize sort valuemax valuemin valuenow valuetext`)
	stateValues = map[string]string{
		"aria-atomic": "true false", "aria-autocomplete": "inline list both none", "aria-busy": "true false", "aria-checked": "true false mixed",
		"aria-current": "page step location date time true false", "aria-disabled": "true false", "aria-expanded": "true false",
		"aria-haspopup": "true false menu listbox tree grid dialog", "aria-hidden": "true false", "aria-invalid": "true false grammar spelling",
		"aria-live": "assertive off polite", "aria-modal": "true false", "aria-multiline": "true false", "aria-multiselectable": "true false",
		"aria-orientation": "horizontal vertical", "aria-pressed": "true false mixed", "aria-readonly": "true false", "aria-required": "true false",
		"aria-selected": "true false", "aria-sort": "ascending descending none other",
	}
	// parents are roles, one of which an element must be within.
	parents = map[string]string{
		"option": "listbox", "listitem": "list", "tab": "tablist", "menuitem": "menu menubar", "menuitemcheckbox": "menu menubar", "menuitemradio": "menu menubar",
		"row": "table grid treegrid", "cell": "row", "gridcell": "row", "columnheader": "row", "rowheader": "row", "treeitem": "tree",
	}
)

// aria: roles, states and their values are valid.
func aria(_ *tree, e *node, say func(*node, string, ...any)) {
	for _, a := range e.Attr {
		state, ok := strings.CutPrefix(a.Key, "aria-")
		if ok && !slices.Contains(states, state) {
			say(e, "there is no %s", a.Key)
		}
		if values, ok := stateValues[a.Key]; ok && !slices.Contains(strings.Fields(values), a.Val) {
			say(e, "%s cannot be %q", a.Key, a.Val)
		}
	}
	role := e.attr("role")
	if e.has("role") && !slices.Contains(roles, role) {
		say(e, "there is no role %q", role)
	}
	if around := strings.Fields(parents[role]); len(around) > 0 && e.within(func(n *node) bool { return slices.Contains(around, n.role()) }) == nil {
		say(e, "a %s outside of any %s", role, around[0])
	}
}

// nested: no interactive element within another, which would take its clicks.
func nested(_ *tree, e *node, say func(*node, string, ...any)) {
	if e.interactive() {
		if of := e.within(func(n *node) bool {
			return n.is("a", "button") && n.interactive() || n.attr("role") == "button" || n.attr("role") == "option"
		}); of != nil {
			say(e, "it is within %s", of)
		}
	}
	if e.Data == "form" && e.within(func(n *node) bool { return n.Data == "form" }) != nil {
		say(e, "a form within a form")
	}
}

// listed: lists contain items, and items are in lists.
func listed(_ *tree, e *node, say func(*node, string, ...any)) {
	up, support := e.up, e.is("script", "template")
	switch {
	case e.is("li") && !up.is("ul", "ol", "menu"):
		say(e, "an item of no list")
	case !e.is("li") && !support && up.is("ul", "ol", "menu") && (up.attr("role") == "" || up.attr("role") == "list"):
		say(e, "a list holds what is no item")
	case e.is("dt", "dd") && !up.is("dl") && !(up.is("div") && up.up.is("dl")):
		say(e, "a term of no list")
	case !e.is("dt", "dd", "div") && !support && up.is("dl"):
		say(e, "a list of terms holds what is none")
	case e.is("div") && up.is("dl") && slices.ContainsFunc(e.kids, func(k *node) bool { return !k.is("dt", "dd") }):
		say(e, "a group of terms holds what is none")
	case e.is("dl") && len(e.kids) > 0 && e.kids[0].is("dd"):
		say(e, "it explains a term that is not there")
	}
}

// tabled: the columns of a table have heads.
func tabled(_ *tree, e *node, say func(*node, string, ...any)) {
	switch {
	case e.is("td", "th") && !e.up.is("tr"), e.is("tr") && !e.up.is("table", "thead", "tbody", "tfoot"):
		say(e, "a part of no table")
	case e.is("th") && e.has("scope") && !slices.Contains([]string{"col", "row", "colgroup", "rowgroup"}, e.attr("scope")):
		say(e, "a head of nothing")
	case e.is("table") && e.attr("role") == "" && e.holds("td") && !e.holds("th"):
		say(e, "a table without heads")
	}
}

// holds reports whether an element contains one with that tag.
func (e *node) holds(tag string) bool {
	return slices.ContainsFunc(e.kids, func(k *node) bool { return k.Data == tag || k.holds(tag) })
}

// headings: main begins with an h1, and no heading level is skipped.
func (tr *tree) headings() (out []string) {
	level := 0
	for _, e := range tr.all {
		if len(e.Data) != 2 || e.Data[0] != 'h' || e.Data[1] < '1' || e.Data[1] > '6' || e.within(func(n *node) bool { return n.Data == "main" }) == nil {
			continue
		}
		n := int(e.Data[1] - '0')
		if n > level+1 {
			out = append(out, fmt.Sprintf("a heading of level %d follows one of level %d: %s", n, level, e))
		}
		if e.text == "" {
			out = append(out, "a heading says nothing: "+e.String())
		}
		level = n
	}
	return out
}

// landmarks: there is one main, and no two landmarks have the same name.
func (tr *tree) landmarks() (out []string) {
	seen := map[string]*node{}
	mains := 0
	for _, e := range tr.all {
		role := e.role()
		if role == "main" {
			mains++
		}
		if e.is("section", "form") && e.attr("role") == "" && tr.name(e) != "" {
			role = "region"
		}
		if role != "complementary" && role != "region" { // links between pages may appear above and below them
			continue
		}
		name := tr.name(e)
		if seen[role+name] != nil {
			out = append(out, fmt.Sprintf("two parts of the page are called the same: %s %s", seen[role+name], e))
		}
		seen[role+name] = e
	}
	if mains != 1 {
		out = append(out, fmt.Sprintf("a page has %d main", mains))
	}
	return out
}
