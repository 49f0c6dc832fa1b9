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

// words adds the phrases wanted. Those without a letter or digit are nothing
// the index knows, and are looked for in the text itself.
func (b *builder) words(phrases []string) {
	var match []string
	for _, p := range phrases {
		if strings.IndexFunc(p, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			match = append(match, `"`+strings.ReplaceAll(p, `"`, `""`)+`"*`)
		} else if p = strings.TrimSpace(p); p != "" {
			b.plan.and("(instr(e.text, ?) OR instr(e.url, ?))", p, p)
		}
	}
	if len(match) == 0 {
		return
	}
	args := []any{strings.ReplaceAll(strings.Join(match, " AND "), "\x00", " ")}
	b.choices = append(b.choices, choice{
		arms: []arm{{from: "words CROSS JOIN exchanges e ON e.seq = words.rowid", key: "words.rowid", where: "words MATCH ?", args: args}},
		cond: "EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND words.rowid = e.seq)", args: args,
	})
}

// enough is how many rows are counted to tell a rare value from a common one.
const enough = 2000

// choose makes the rarest choice the one to walk along and the others
// conditions.
func (b *builder) choose() {
	best, fewest := -1, 0
	for i, c := range b.choices {
		if len(c.arms) == 0 {
			continue
		}
		n := 0
		if len(b.choices) > 1 {
			n = b.count(c)
		}
		if best < 0 || n < fewest {
			best, fewest = i, n
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

// count counts the rows of a choice, up to enough.
func (b *builder) count(c choice) int {
	sum := 0
	for _, a := range c.arms {
		var n int
		from := a.from
		if a.key == "words.rowid" {
			from = "words"
		}
		err := b.db.QueryRowContext(b.ctx, "SELECT count(*) FROM (SELECT "+a.key+" FROM "+from+" WHERE "+a.where+" LIMIT "+strconv.Itoa(enough)+")", a.args...).Scan(&n)
		if err != nil {
			b.err = err
			return 0
		}
		if sum += n; sum >= enough {
			return enough
		}
	}
	return sum
}
