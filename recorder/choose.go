package recorder

import "strconv"

// Rows are counted to tell a rare value from a common one: first up to few,
// then, among those that have more, up to many.
const (
	few  = 8000
	many = 40_000
)

// choose makes the candidate with the fewest rows the driver, and conditions of
// the others. Where all are common, words drive, which are dear to look up row
// by row; else a candidate that is alone, of which any row will do; else the
// rows themselves.
func (b *builder) choose() {
	best := b.rarest(few)
	if best >= 0 {
		b.candidates[best].rare = true
	} else if best = b.rarest(many); best < 0 {
		best = b.fallback()
	}
	for i := range b.candidates {
		if c := &b.candidates[i]; i == best {
			b.plan.driver = c
		} else {
			b.plan.and(c.cond, c.args...)
		}
	}
}

// fallback is the driver where every candidate is common.
func (b *builder) fallback() int {
	alone := len(b.candidates) == 1 && len(b.plan.where) == 0 && b.plan.excluded == ""
	for i, c := range b.candidates {
		if c.index == "words" || alone && len(c.branches) > 0 && !ranged(c.index) {
			return i
		}
	}
	return -1
}

// ranged reports whether the rows of an index are not in the order of seq: all
// of them are listed and sorted for each slice.
func ranged(index string) bool {
	return index == "id_prefix" || index == "task_prefix" || index == "context_prefix"
}

// rarest is the candidate with the fewest rows, -1 when all have as many as are
// counted.
func (b *builder) rarest(enough int) int {
	best, fewest := -1, enough
	for i, c := range b.candidates {
		if len(c.branches) == 0 {
			continue
		}
		if n := b.count(c, fewest); n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

// count counts the rows of a candidate, up to enough.
func (b *builder) count(c candidate, enough int) int {
	by := "by_" + c.index
	if c.index == "words" {
		by = "count_words"
	}
	sum := 0
	for _, args := range c.branches {
		if sum >= enough {
			break
		}
		var n int
		text := "SELECT count(*) FROM (" + query(by) + " LIMIT " + strconv.Itoa(enough-sum) + ")"
		if err := b.db.QueryRowContext(b.ctx, text, args...).Scan(&n); err != nil {
			b.err = joined(b.err, err)
			return 0
		}
		sum += n
	}
	return sum
}
