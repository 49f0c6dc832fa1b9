package manual

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
)

var commandRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\|$")

// commandSections returns a section for each row of a list of commands, so that a search finds it by its name.
func commandSections(list section) (out []section) {
	for _, row := range commandRow.FindAllStringSubmatch(list.text, -1) {
		out = append(out, section{Title: row[1], Anchor: list.Anchor, text: row[2]})
	}
	return out
}

// searchable returns the documents with the screens, and with commands as sections of their own.
func searchable(all []document) []document {
	out := append(slices.Clone(all), screens)
	for i, d := range out {
		if last := len(d.Sections) - 1; d.Name == "commands" {
			out[i].Sections = append(slices.Clone(d.Sections[:last]), commandSections(d.Sections[last])...)
		}
	}
	return out
}

// entry is a section that a search can find, with its texts in lower case.
type entry struct {
	document *document
	*section
	title, documentTitle, lower string
}

func entriesOf(all []document) (out []entry) {
	for i := range all {
		d := &all[i]
		for k := range d.Sections {
			s := &d.Sections[k]
			out = append(out, entry{d, s, strings.ToLower(s.Title), strings.ToLower(d.Title), strings.ToLower(s.text)})
		}
	}
	return out
}

// entries returns what a search covers. The documents do not change while the program runs.
var entries = sync.OnceValue(func() []entry {
	all, err := library()
	if err != nil { // the page shows the error
		return nil
	}
	return entriesOf(searchable(all))
})

type match struct {
	entry
	points  int
	Excerpt string
}

func (f match) url() string {
	if f.document.Name == "" {
		return f.Anchor
	}
	return "/docs/" + f.document.Name + "#" + f.Anchor
}

func (f match) heading() string {
	if f.section.Title == f.document.Title {
		return f.document.Title
	}
	return f.document.Title + " › " + f.section.Title
}

// Limits of a search: how much of the query counts, and how many sections it finds.
const (
	maxQueryBytes = 200 // bytes
	maxWords      = 10
	maxMatches    = 40
)

// synonyms are the beginnings of words for one thing.
var synonyms = [][]string{
	{"delet", "remov", "prun", "retention"},
	{"token", "credential", "bearer", "signing", "password", "login"},
	{"latenc", "slow", "duration"},
	{"breakpoint", "hold", "pause"},
	{"webhook", "push"},
	{"shortcut", "keys", "keyboard"},
	{"install", "download"},
}

// term is a word of a query, followed by the beginnings of words that count as it, in lower case.
type term []string

func termsOf(q string) (out []term) {
	for _, word := range wordsOf(q) {
		t := term{word}
		for _, group := range synonyms {
			if slices.ContainsFunc(group, func(s string) bool { return strings.HasPrefix(word, s) }) {
				t = append(t, group...)
			}
		}
		out = append(out, t)
	}
	return out
}

// search finds the sections that contain at least half of the words of a query, or words that mean the same. Those
// with most words come first, then those with words in their title.
func search(all []entry, q string) (out []match) {
	terms := termsOf(q)
	if len(terms) == 0 {
		return nil
	}
	for i := range all {
		if n, points := rate(&all[i], terms); 2*n >= len(terms) {
			out = append(out, match{entry: all[i], points: n*30 + points})
		}
	}
	slices.SortStableFunc(out, func(a, b match) int { return b.points - a.points })
	out = out[:min(len(out), maxMatches)]
	for i := range out {
		out[i].Excerpt = excerpt(out[i].text, terms)
	}
	return out
}

// rate returns how many of the terms a section has, and points for where it has them.
func rate(e *entry, terms []term) (found, points int) {
	for _, t := range terms {
		best := 0
		for i, word := range t {
			value := 0
			switch {
			case indexWord(e.title, word) >= 0:
				value = 40
			case indexWord(e.documentTitle, word) >= 0:
				value = 20
			case indexWord(e.lower, word) >= 0:
				value = 4
			}
			if i > 0 {
				value /= 2
			}
			best = max(best, value)
		}
		if best > 0 {
			found++
		}
		points += best
	}
	return found, points
}

// indexWord returns where a word of text, which is in lower case, begins with w; -1 for nowhere.
func indexWord(text, w string) int {
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
