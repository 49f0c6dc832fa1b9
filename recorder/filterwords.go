package recorder

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// statuses adds the HTTP statuses and classes ("4xx") wanted.
func (b *builder) statuses(want []string) {
	if len(want) == 0 {
		return
	}
	var or []string
	var args []any
	usual := false
	for _, w := range want {
		low, high, ok := statusRange(w)
		if !ok {
			continue
		}
		usual = usual || low < 300
		or = append(or, "e.status BETWEEN ? AND ?")
		args = append(args, low, high)
	}
	switch {
	case len(or) == 0:
		b.plan.none = true
	case usual:
		b.plan.and("("+strings.Join(or, " OR ")+")", args...)
	default:
		b.errorStatuses(args)
	}
}

func (b *builder) errorStatuses(ranges []any) {
	var v []any
	for _, have := range column[int64](b, query("values_status")) {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i].(int64) <= have && have <= ranges[i+1].(int64) {
				v = append(v, have)
				break
			}
		}
	}
	b.some("status", v)
}

// statusRange reads "404" or "4xx".
func statusRange(s string) (low, high int64, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if class, is := strings.CutSuffix(s, "xx"); is && len(class) == 1 {
		n, err := strconv.ParseInt(class, 10, 64)
		return n * 100, n*100 + 99, err == nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, n, err == nil
}

// slowest is the duration from which on exchanges are in the index of slow ones.
const slowest = 100_000_000

func (b *builder) slower(n int64) {
	c := candidate{index: "slow", cond: "e.duration >= ?", args: []any{n}}
	if n >= slowest {
		c.branches = [][]any{{n}}
	}
	b.candidates = append(b.candidates, c)
}

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
				out = append(out, b.beginning(p))
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

// mostWords is how many words a beginning is replaced by at most.
const mostWords = 100

// beginning writes a phrase of which the last word is a beginning. The index
// answers that by first listing all that has a word which begins so, in the
// whole record; of each word, it knows where the rows of a slice begin. So the
// words are looked up here, where they are few. Where they are many, most are
// numbers or ids, and the list is short.
func (b *builder) beginning(phrase string) string {
	direct := `"` + phrase + `"*`
	if strings.IndexFunc(phrase, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return direct // the index folds letters in its own way
	}
	at := strings.LastIndexFunc(phrase, func(r rune) bool { return !wordRune(r) }) + 1
	last := strings.ToLower(phrase[at:])
	if last == "" {
		return direct
	}
	found := column[string](b, query("terms_beginning"), last, last+"\U0010ffff", mostWords+1)
	if len(found) == 0 || len(found) > mostWords {
		return direct
	}
	for i, w := range found {
		found[i] = `"` + phrase[:at] + w + `"`
	}
	return "(" + strings.Join(found, " OR ") + ")"
}
