package plan

import (
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// transport selects by what HTTP shows, without a reading.
func (b *builder) transport(f *wire.Filter) {
	b.addSparseValues("outcome", string(wire.ByAgent), texts(f.Outcomes))
	if f.Method != "" {
		b.addSparseValues("method", "POST", []string{strings.ToUpper(f.Method)})
	}
	b.statuses(f.Statuses)
	b.containing("e.caller", f.Callers)
	if f.MinTime > 0 {
		b.addMinDuration(int64(f.MinTime))
	}
	if f.MinFirst > 0 {
		b.plan.addCondition("e.first_byte > 0 AND e.first_byte - e.started >= ?", int64(f.MinFirst))
	}
	if f.MaxFirst > 0 {
		b.plan.addCondition("e.first_byte > 0 AND e.first_byte - e.started <= ?", int64(f.MaxFirst))
	}
	if f.MaxTime > 0 {
		b.plan.addCondition("e.duration <= ?", int64(f.MaxTime))
	}
	b.addSilence(f.MinQuiet, f.MaxQuiet)
}

// addSilence selects open exchanges by how long ago their last byte arrived, or they started.
func (b *builder) addSilence(shortest, longest time.Duration) {
	const latest = "max(e.started, e.last_byte)"
	if shortest > 0 {
		b.plan.addCondition(latest+" <= ?", entry.Nanos(b.now.Add(-shortest)))
	}
	if longest > 0 {
		b.plan.addCondition(latest+" >= ?", entry.Nanos(b.now.Add(-longest)))
	}
	if shortest > 0 || longest > 0 {
		b.addSparseValues("outcome", string(wire.ByAgent), []string{string(wire.Open)})
	}
}

// containing selects rows whose column contains one of the texts or, for a text with a *, matches it as a
// pattern.
func (b *builder) containing(column string, want []string) {
	if cond, args := matchText(column, want); cond != "" {
		b.plan.addCondition(cond, args...)
	}
}

// matchText returns the condition of containing, "" if there are no texts.
func matchText(column string, want []string) (cond string, args []any) {
	var or []string
	for _, w := range want {
		cond := "instr(lower(" + column + "), lower(?)) > 0"
		if strings.Contains(w, "*") {
			cond, w = "lower("+column+") GLOB lower(?)", strings.NewReplacer("[", "[[]", "?", "[?]").Replace(w)
		}
		or, args = append(or, cond), append(args, w)
	}
	if len(or) == 0 {
		return "", nil
	}
	return "(" + strings.Join(or, " OR ") + ")", args
}

// statuses selects by HTTP statuses and classes ("4xx").
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
		b.plan.IsEmpty = true
	case usual:
		b.plan.addCondition("("+strings.Join(or, " OR ")+")", args...)
	default:
		b.errorStatuses(args)
	}
}

func (b *builder) errorStatuses(ranges []any) {
	var v []any
	for _, have := range column[int64](b, database.Query("values_status")) {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i].(int64) <= have && have <= ranges[i+1].(int64) {
				v = append(v, have)
				break
			}
		}
	}
	b.addMatches("status", v)
}

// statusRange parses "404" or "4xx".
func statusRange(s string) (low, high int64, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if class, is := strings.CutSuffix(s, "xx"); is && len(class) == 1 {
		n, err := strconv.ParseInt(class, 10, 64)
		return n * 100, n*100 + 99, err == nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, n, err == nil
}

// slowThreshold is the duration, in nanoseconds, from which exchanges are in the index of slow ones.
const slowThreshold = 100_000_000

func (b *builder) addMinDuration(n int64) {
	c := Candidate{Index: "slow", condition: "e.duration >= ?", args: []any{n}}
	if n >= slowThreshold {
		c.branches = [][]any{{n}}
	}
	b.candidates = append(b.candidates, c)
}
