package manual

import (
	"regexp"
	"slices"
	"strings"
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

type match struct {
	document
	*section
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

// alternatives returns the beginnings of words that count as a word of a query: first the word itself.
func alternatives(word string) []string {
	out := []string{word}
	for _, group := range synonyms {
		if slices.ContainsFunc(group, func(s string) bool { return strings.HasPrefix(word, s) }) {
			out = append(out, group...)
		}
	}
	return out
}

// search finds the sections that contain at least half of the words of a query, or words that mean the same. Those
// with most words come first, then those with words in their title.
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
			if n, points := rate(d, s, words); 2*n >= len(words) {
				rank[s] = n*30 + points
				out = append(out, match{*d, s, excerpt(s.text, words)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b match) int { return rank[b.section] - rank[a.section] })
	return out[:min(len(out), maxMatches)]
}

// rate returns how many of the words a section has, and points for where it has them.
func rate(d *document, s *section, words []string) (found, points int) {
	for _, w := range words {
		best := 0
		for i, alternative := range alternatives(w) {
			value := 0
			switch {
			case indexWord(s.Title, alternative) >= 0:
				value = 40
			case indexWord(d.Title, alternative) >= 0:
				value = 20
			case indexWord(s.text, alternative) >= 0:
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

// withAlternatives returns the words of a query with all that count as one of them, to mark them in a text.
func withAlternatives(words []string) (out []string) {
	for _, w := range words {
		out = append(out, alternatives(w)...)
	}
	return out
}
