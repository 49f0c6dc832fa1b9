package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/recorder/database"
)

func (b *builder) words(want, not []string) {
	b.candidates = append(b.candidates, b.phrases(want, "")...)
	var no []string
	for _, c := range b.phrases(not, "NOT ") {
		no = append(no, c.match)
	}
	if len(no) > 0 {
		b.plan.words = append(b.plan.words, wordCond{strings.Join(no, " OR "), true})
	}
}

// phrases translates phrases for the full-text index: whole words, or the beginning of the last word if a star
// follows. The index does not know phrases without a letter or digit; these are searched in the text itself.
func (b *builder) phrases(list []string, not string) []Candidate {
	var out []Candidate
	for _, p := range list {
		if strings.IndexFunc(p, wordRune) >= 0 {
			p, begins := strings.CutSuffix(strings.NewReplacer(`"`, `""`, "\x00", " ").Replace(p), "*")
			match, parts := `"`+p+`"`, tokens(p)
			if begins {
				parts = parts[:max(len(parts)-1, 0)] // the last is not a whole word
				match = b.prefixPhrase(p, not)
			}
			if match != "" {
				out = append(out, wordsCandidate(match, parts))
			}
		} else if p = strings.TrimSpace(p); p != "" {
			b.plan.addCondition(not+"coalesce(instr(e.url, ?) OR EXISTS (SELECT 1 FROM details d WHERE d.seq = e.seq AND instr(d.text, ?)), 0)", p, p)
		}
	}
	return out
}

func wordsCandidate(match string, parts []string) Candidate {
	return Candidate{Index: "words", branches: [][]any{{match}}, match: match, parts: parts,
		condition: wordCond{match: match}.sql(true), args: []any{match}}
}

// tokens returns the words of a phrase, quoted for the index.
func tokens(phrase string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(phrase, func(r rune) bool { return !wordRune(r) }) {
		out = append(out, `"`+w+`"`)
	}
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// prefixPhrase replaces a prefix by at most maxWords words. If there are more, and they occur
// frequentRows times or more, it searches the texts of rows instead.
const (
	maxWords     = 100
	frequentRows = 20_000
)

// prefixPhrase translates a phrase whose last word is a prefix, or adds a condition instead and returns "".
// For a prefix, the index first lists all rows of the whole record with any word that begins so; for a word,
// it can seek to the rows of a slice. A few words are therefore looked up here. Many rare words are left to
// the index, because their list is short. Otherwise nearly any page has matching rows, so their texts are
// searched.
func (b *builder) prefixPhrase(phrase, not string) string {
	direct := `"` + phrase + `"*`
	if strings.IndexFunc(phrase, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return direct // the index folds letters in its own way
	}
	at := strings.LastIndexFunc(phrase, func(r rune) bool { return !wordRune(r) }) + 1
	last := strings.ToLower(phrase[at:])
	if last == "" {
		return direct
	}
	found := column[string](b, database.Query("terms_beginning"), last, last+"\U0010ffff", maxWords+1)
	switch {
	case len(found) == 0:
		return direct
	case len(found) > maxWords && at == 0 && b.isFrequent(last):
		pattern := "*[^0-9a-z]" + last + "*"
		b.plan.addCondition(not+`('.' || lower(e.url || '.' || e.id || '.' || coalesce(e.task, '') || '.' || coalesce(e.context, '')) GLOB ?
			OR EXISTS (SELECT 1 FROM details d WHERE d.seq = e.seq AND '.' || lower(d.text) GLOB ?))`, pattern, pattern)
		return ""
	case len(found) > maxWords:
		return direct
	}
	for i, w := range found {
		found[i] = `"` + phrase[:at] + w + `"`
	}
	return "(" + strings.Join(found, " OR ") + ")"
}

// isFrequent reports whether words with this beginning occur often.
func (b *builder) isFrequent(beginning string) bool {
	n := column[int64](b, database.Query("terms_occur"), beginning, beginning+"\U0010ffff", frequentRows)
	return len(n) == 1 && n[0] >= frequentRows
}
