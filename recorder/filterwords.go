package recorder

import (
	"strconv"
	"strings"
	"unicode"
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
	for _, have := range distinct[int64](b, "status", "e.status >= 300") {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i].(int64) <= have && have <= ranges[i+1].(int64) {
				v = append(v, have)
				break
			}
		}
	}
	b.some("status", " AND e.status >= 300", v)
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
	c := choice{cond: "e.duration >= ?", args: []any{n}}
	if n >= slowest {
		c.arms = []arm{{
			from: "exchanges e INDEXED BY exchanges_slow", key: "e.seq",
			where: "e.duration >= 100000000 AND e.duration >= ?", args: c.args,
		}}
	}
	b.choices = append(b.choices, c)
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
		args := []any{match}
		b.choices = append(b.choices, choice{
			arms: []arm{{from: "words CROSS JOIN exchanges e ON e.seq = words.rowid", key: "words.rowid", where: "words MATCH ?", args: args}},
			cond: "EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND words.rowid = e.seq)", args: args,
		})
	case len(no) > 0:
		b.free(strings.Join(no, " OR "))
	}
}

// free leaves out the rows with some words: by a list of them when they are
// few; else row by row when few rows are walked, or stretch by stretch.
func (b *builder) free(match string) {
	one := choice{arms: []arm{{from: "words", key: "words.rowid", where: "words MATCH ?", args: []any{match}}}}
	if b.count(one, few) < few {
		b.plan.and("e.seq NOT IN (SELECT rowid FROM words WHERE words MATCH ?)", match)
	} else {
		b.plan.free = match
	}
}

// phrases writes phrases in the index's language: whole words, the last one's
// beginning when a star follows. (A beginning costs the index a list of all that
// begins so; a word is there.) Those without a letter or
// digit are nothing that it knows, and are looked for in the text itself.
func (b *builder) phrases(list []string, not string) []string {
	var out []string
	for _, p := range list {
		if strings.IndexFunc(p, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			p, begins := strings.CutSuffix(strings.NewReplacer(`"`, `""`, "\x00", " ").Replace(p), "*")
			p = `"` + p + `"`
			if begins {
				p += "*"
			}
			out = append(out, p)
		} else if p = strings.TrimSpace(p); p != "" {
			b.plan.and(not+"coalesce(instr(e.text, ?) OR instr(e.url, ?), 0)", p, p)
		}
	}
	return out
}

// Rows are counted to tell a rare value from a common one: first up to few,
// then, among those that have more, up to many.
const (
	few  = 8000
	many = 40_000
)

// choose makes the rarest choice the one to walk along and the others
// conditions. Where all are common it is the last: that is the words when there
// are any, which are dear to look up row by row.
func (b *builder) choose() {
	best := b.rarest(few)
	if best >= 0 && b.plan.free != "" {
		b.plan.and("NOT EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND words.rowid = e.seq)", b.plan.free)
		b.plan.free = ""
	}
	if best < 0 {
		best = b.rarest(many)
	}
	for i := len(b.choices) - 1; i >= 0 && best < 0; i-- {
		if len(b.choices[i].arms) > 0 {
			best = i
		}
	}
	for i, c := range b.choices {
		if i == best {
			b.plan.along = c
		} else {
			b.plan.and(c.cond, c.args...)
		}
	}
}

// rarest is the choice with the fewest rows, -1 when all have as many as are
// counted. A choice that is alone needs no counting.
func (b *builder) rarest(enough int) int {
	best, fewest := -1, enough
	for i, c := range b.choices {
		if len(c.arms) > 0 && (len(b.choices) > 1 || b.plan.free != "") {
			if n := b.count(c, fewest); n < fewest {
				best, fewest = i, n
			}
		}
	}
	return best
}

// count counts the rows of a choice, up to enough.
func (b *builder) count(c choice, enough int) int {
	sum := 0
	for _, a := range c.arms {
		if sum >= enough {
			break
		}
		var n int
		from := a.from
		if a.key == "words.rowid" {
			from = "words"
		}
		err := b.db.QueryRowContext(b.ctx, "SELECT count(*) FROM (SELECT "+a.key+" FROM "+from+" WHERE "+a.where+" LIMIT "+strconv.Itoa(enough-sum)+")", a.args...).Scan(&n)
		if err != nil {
			b.err = joined(b.err, err)
			return 0
		}
		sum += n
	}
	return sum
}
