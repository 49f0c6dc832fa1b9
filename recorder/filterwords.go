package recorder

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// words adds the phrases wanted, and those not wanted.
func (b *builder) words(want, not []string) {
	yes, no := b.phrases(want, ""), b.phrases(not, "NOT ")
	switch {
	case len(yes) > 0:
		match := strings.Join(yes, " AND ")
		if len(no) > 0 {
			match = "(" + match + ") NOT (" + strings.Join(no, " OR ") + ")"
		}
		b.candidates = append(b.candidates, candidate{index: "words", branches: [][]any{{match}},
			cond: "EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND words.rowid = e.seq)", args: []any{match}})
	case len(no) > 0:
		b.plan.excluded = strings.Join(no, " OR ")
	}
}

// phrases writes phrases in the language of the index of words: whole words,
// the last one's beginning when a star follows. Those without a letter or digit
// are nothing that it knows, and are looked for in the text itself.
func (b *builder) phrases(list []string, not string) []string {
	var out []string
	for _, p := range list {
		if strings.IndexFunc(p, wordRune) >= 0 {
			p, begins := strings.CutSuffix(strings.NewReplacer(`"`, `""`, "\x00", " ").Replace(p), "*")
			if begins {
				out = append(out, b.beginning(p, not)...)
			} else {
				out = append(out, `"`+p+`"`)
			}
		} else if p = strings.TrimSpace(p); p != "" {
			b.plan.and(not+"coalesce(instr(e.url, ?) OR EXISTS (SELECT 1 FROM details d WHERE d.seq = e.seq AND instr(d.text, ?)), 0)", p, p)
		}
	}
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// A beginning is replaced by at most so many words; where there are more, and
// they occur so often, rows are read instead.
const (
	mostWords   = 100
	oftenEnough = 20_000
)

// beginning writes a phrase of which the last word is a beginning, or adds a
// condition in its place. The index answers a beginning by first listing all
// rows of the whole record that have a word which begins so; of a word, it
// knows where the rows of a slice are. So the words are looked up here where
// they are few. Where they are many but occur seldom the list is short. Else
// nearly any page has rows that match, and their texts are looked into.
func (b *builder) beginning(phrase, not string) []string {
	direct := []string{`"` + phrase + `"*`}
	if strings.IndexFunc(phrase, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return direct // the index folds letters in its own way
	}
	at := strings.LastIndexFunc(phrase, func(r rune) bool { return !wordRune(r) }) + 1
	last := strings.ToLower(phrase[at:])
	if last == "" {
		return direct
	}
	found := column[string](b, query("terms_beginning"), last, last+"\U0010ffff", mostWords+1)
	switch {
	case len(found) == 0:
		return direct
	case len(found) > mostWords && at == 0 && b.often(last):
		pattern := "*[^0-9a-z]" + last + "*"
		b.plan.and(not+`('.' || lower(e.url || '.' || e.id || '.' || coalesce(e.task, '') || '.' || coalesce(e.context, '')) GLOB ?
			OR EXISTS (SELECT 1 FROM details d WHERE d.seq = e.seq AND '.' || lower(d.text) GLOB ?))`, pattern, pattern)
		return nil
	case len(found) > mostWords:
		return direct
	}
	for i, w := range found {
		found[i] = `"` + phrase[:at] + w + `"`
	}
	return []string{"(" + strings.Join(found, " OR ") + ")"}
}

// often reports whether words that begin so occur often.
func (b *builder) often(beginning string) bool {
	n := column[int64](b, query("terms_occur"), beginning, beginning+"\U0010ffff", oftenEnough)
	return len(n) == 1 && n[0] >= oftenEnough
}
