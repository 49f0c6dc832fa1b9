package plan

import (
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// Rows are counted to distinguish rare values from common ones: first up to maxFew, then, if all
// candidates have more, up to maxMany. Fewer than MaxHandful rows can each be looked up in another index.
const (
	MaxHandful = 50
	maxFew     = 8000
	maxMany    = 40_000
)

// chooseDriver makes the candidate with the fewest rows the driver, and the others conditions. If all are
// common, words drive, because they are expensive to look up row by row; else a candidate without other
// conditions, because any of its rows matches; else the table itself is walked.
func (b *builder) chooseDriver() {
	best, n := b.rarest(maxFew)
	if best >= 0 {
		b.candidates[best].isRare, b.candidates[best].isHandful = true, n < MaxHandful
	} else if best, _ = b.rarest(maxMany); best < 0 {
		best = b.fallback()
	}
	for i := range b.candidates {
		switch c := &b.candidates[i]; {
		case i == best:
			b.plan.Driver = c
		case c.Index == "words":
			b.plan.words = append(b.plan.words, wordCond{match: c.match})
		default:
			b.plan.addCondition(c.condition, c.args...)
		}
	}
	b.driveByWords()
}

// driveByWords completes a driver that consists of words. A rare one includes the other words, because the
// index intersects them beginning with the rarest.
func (b *builder) driveByWords() {
	d := b.plan.Driver
	for _, c := range b.candidates {
		b.plan.phrase = b.plan.phrase || len(c.parts) > 1 && !(b.plan.Driver != nil && b.plan.Driver.isRare)
	}
	if d == nil || d.Index != "words" {
		return
	}
	if d.isRare {
		for _, c := range b.plan.words {
			if c.isNegated {
				d.match = "(" + d.match + ") NOT (" + c.match + ")"
			} else {
				d.match = "(" + d.match + ") AND (" + c.match + ")"
			}
		}
		b.plan.words = nil
	}
	d.branches = [][]any{{d.match}}
}

// fallback returns the driver if every candidate is common, -1 for the table.
func (b *builder) fallback() int {
	alone := len(b.candidates) == 1 && len(b.plan.conditions) == 0 && len(b.plan.words) == 0
	for i, c := range b.candidates {
		if c.Index == "words" || alone && len(c.branches) > 0 && !isRangeIndex(c.Index) {
			return i
		}
	}
	return -1
}

// isRangeIndex reports whether the rows of an index are not ordered by seq, so that all of them must be sorted
// for each slice.
func isRangeIndex(index string) bool { return strings.HasSuffix(index, "_prefix") }

// rarest returns the candidate with the fewest rows and their number, or -1 if all have at least enough.
func (b *builder) rarest(enough int) (best, fewest int) {
	best, fewest = -1, enough
	for i, c := range b.candidates {
		if len(c.branches) == 0 || i > 0 && b.isOverBudget() {
			continue
		}
		if n := b.count(c, fewest); n < fewest {
			best, fewest = i, n
		}
	}
	return best, fewest
}

// isOverBudget reports whether the choice has used up the time for a page. Any driver finds the same rows. The
// first candidate is counted in any case.
func (b *builder) isOverBudget() bool { return !b.until.IsZero() && time.Now().After(b.until) }

// count counts the rows of a candidate, up to enough. For a phrase it counts those of its rarest word: for
// common words that are never adjacent, the index would search the whole record.
func (b *builder) count(c Candidate, enough int) int {
	if c.Index != "words" {
		sum := 0
		for _, args := range c.branches {
			if sum < enough {
				sum += b.countBy("by_"+c.Index, enough-sum, args...)
			}
		}
		return sum
	}
	if len(c.parts) == 0 {
		return b.countBy("count_words", enough, c.match)
	}
	least := enough
	for _, p := range c.parts {
		least = min(least, b.countBy("count_words", least, p))
	}
	return least
}

func (b *builder) countBy(name string, enough int, args ...any) int {
	var n int
	text := "SELECT count(*) FROM (" + database.Query(name) + " LIMIT " + strconv.Itoa(enough) + ")"
	b.err = joinErrors(b.err, b.db.QueryRowContext(b.ctx, text, args...).Scan(&n))
	return n
}
