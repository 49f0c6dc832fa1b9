// Package plan turns a wire.Filter into SQL that walks the record: conditions on rows, the index that drives
// the walk, and the slices of seq to read. It returns the seqs of matching rows, and does not read exchanges.
package plan

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// Plan is a filter prepared for a walk. It is used by one goroutine.
type Plan struct {
	IsEmpty bool // nothing can match

	conditions []string // on the table exchanges, as e
	args       []any
	// Driver finds the rows to test; nil means all rows of the table.
	Driver *Candidate

	words  []wordCond // for the full-text index, except those that drive
	phrase bool       // has a phrase of common words, which may never be adjacent

	low, high int64  // first and last seq that can match; high is 0 for no bound
	blocks    []Span // ranges that can match by time, ascending; nil for no bound
}

// Candidate is a condition with an index, which may therefore drive the walk. Otherwise it is a plain
// condition.
type Candidate struct {
	Index     string  // names the query "by_…" of query/walk.sql
	branches  [][]any // the arguments of each branch of a union; empty: it cannot drive
	condition string
	args      []any
	isRare    bool // counted: so few rows that one slice is enough
	isHandful bool // counted: so few rows that words are looked up for each

	match string   // of words: what must occur, in the language of the index
	parts []string // of words: each of these is in every row that matches
}

// wordCond requires words, or excludes them. For each word the index has a list of rows, and looking up one
// row may mean reading much of it. So within a slice the condition is a list of rows; only a handful of rows
// are each looked up (single).
type wordCond struct {
	match     string
	isNegated bool
}

func (c wordCond) sql(single bool) string {
	text := "e.seq IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)"
	if single {
		text = "EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND words.rowid = e.seq)"
	}
	if c.isNegated {
		return "NOT " + text
	}
	return text
}

func (c wordCond) args(s Span, single bool) []any {
	if single {
		return []any{c.match}
	}
	return []any{c.match, s.Low, s.High}
}

// Span is a range of seq that includes both ends.
type Span struct{ Low, High int64 }

func (p *Plan) addCondition(cond string, args ...any) {
	p.conditions = append(p.conditions, cond)
	p.args = append(p.args, args...)
}

// narrow limits the walk to a range that holds everything that can match.
func (p *Plan) narrow(s Span) {
	p.low = max(p.low, s.Low)
	if p.high == 0 || s.High < p.high {
		p.high = s.High
	}
}

// Slice returns the query for the rows of a page within two bounds of seq; sliceArgs returns its arguments.
// The index returns the rows of a branch ordered by seq; several branches are merged.
func (p *Plan) Slice(up bool) string {
	by, key, branches := "by_seq", "e.seq", 1
	if p.Driver != nil {
		by, branches = "by_"+p.Driver.Index, len(p.Driver.branches)
	}
	switch by {
	case "by_words":
		key = "w.rowid"
	case "by_finding":
		key = "f.exchange"
	}
	conds := append([]string{database.Query(by), key + " BETWEEN ? AND ?"}, p.conditions...)
	for _, c := range p.words {
		conds = append(conds, c.sql(p.handful()))
	}
	branch := strings.Join(conds, " AND ")
	order := " ORDER BY 1 DESC LIMIT ?"
	if up {
		order = " ORDER BY 1 LIMIT ?"
	}
	return strings.TrimSuffix(strings.Repeat(branch+" UNION ALL ", branches), " UNION ALL ") + order
}

// rare reports whether so few rows are walked that one slice is enough, and no list of words is needed for it.
func (p *Plan) rare() bool {
	return p.Driver != nil && p.Driver.isRare && (len(p.words) == 0 || p.Driver.isHandful)
}

func (p *Plan) handful() bool { return p.Driver != nil && p.Driver.isHandful }

func (p *Plan) sliceArgs(s Span, limit int) []any {
	branches := [][]any{nil}
	if p.Driver != nil {
		branches = p.Driver.branches
	}
	var args []any
	for _, b := range branches {
		args = append(append(append(args, b...), s.Low, s.High), p.args...)
		for _, c := range p.words {
			args = append(args, c.args(s, p.handful())...)
		}
	}
	return append(args, limit)
}

// ChangedRows returns the query for changed rows within s. The version drives it, because recent changes are
// few, whatever the filter. single says that they are a handful.
func (p *Plan) ChangedRows(since int64, limit int, s Span, single bool) (string, []any) {
	where, args := p.drivenBy("by_version", since)
	for _, c := range p.allWords() {
		where, args = where+" AND "+c.sql(single), append(args, c.args(s, single)...)
	}
	return where + " ORDER BY e.version LIMIT ?", append(args, limit)
}

// Task is a task of one agent.
type Task struct {
	ID     string
	Agent  int64 // number in table origins
	Pushes bool  // includes its push notifications, whatever agent they are recorded with
}

// TaskRows returns the query for a task's rows from a seq on, newest first. It ignores words: use
// FilterByWords.
func (p *Plan) TaskRows(t Task, from int64, limit int) (string, []any) {
	where, args := p.drivenBy("by_task", t.ID)
	return where + " AND (e.agent = ? OR ? AND e.origin = 'push') AND e.seq >= ? ORDER BY e.seq DESC LIMIT ?", append(args, t.Agent, t.Pushes, from, limit)
}

// ExcludeTasks excludes the rows with the agent and id of one of the tasks.
func (p *Plan) ExcludeTasks(tasks []Task) {
	var ids []string
	for _, t := range tasks {
		ids = append(ids, fmt.Sprint(t.Agent, " ", t.ID))
	}
	p.addCondition("e.agent || ' ' || e.task NOT IN (SELECT value FROM json_each(?))", jsonArray(ids))
}

// FilterByWords returns the rows that have the required words and no excluded one. It queries the index once
// for all rows, because the index reads its list up to where they are.
func (p *Plan) FilterByWords(ctx context.Context, tx *sql.Tx, seqs []int64) ([]int64, error) {
	for _, c := range p.allWords() {
		if len(seqs) == 0 {
			break
		}
		found, err := database.Column[int64](tx.QueryContext(ctx, database.Query("words_within"), c.match, slices.Min(seqs), slices.Max(seqs)))
		if err != nil {
			return nil, err
		}
		has := make(map[int64]bool, len(found))
		for _, seq := range found {
			has[seq] = true
		}
		seqs = slices.DeleteFunc(slices.Clone(seqs), func(seq int64) bool { return has[seq] == c.isNegated })
	}
	return seqs, nil
}

// allWords returns the conditions on words, including the driver's.
func (p *Plan) allWords() []wordCond {
	if p.Driver != nil && p.Driver.Index == "words" {
		return append([]wordCond{{match: p.Driver.match}}, p.words...)
	}
	return p.words
}

// drivenBy applies all conditions except words to the rows that an index finds for a value.
func (p *Plan) drivenBy(by string, value any) (string, []any) {
	where := append([]string{database.Query(by)}, p.conditions...)
	args := append([]any{value}, p.args...)
	if p.Driver != nil && p.Driver.Index != "words" {
		where, args = append(where, p.Driver.condition), append(args, p.Driver.args...)
	}
	return strings.Join(where, " AND "), args
}

// stretches returns the ranges of low to high to walk, ascending.
func (p *Plan) stretches(low, high int64) []Span {
	low = max(low, p.low)
	if p.high > 0 {
		high = min(high, p.high)
	}
	if p.IsEmpty || low > high {
		return nil
	}
	if p.blocks == nil || p.rare() {
		return []Span{{low, high}}
	}
	var out []Span
	for _, b := range p.blocks {
		if s := (Span{max(b.Low, low), min(b.High, high)}); s.Low <= s.High {
			out = append(out, s)
		}
	}
	return out
}
