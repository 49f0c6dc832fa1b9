// Package plan makes a filter into a way over the record: conditions on rows, the
// index that drives, and the slices in which rows are looked at.
package plan

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// Plan is a filter made ready to be walked: conditions on exchanges, the index
// that drives the walk, and the stretches of seq that can hold matches. It is
// used by one goroutine.
type Plan struct {
	IsEmpty bool // nothing can match

	conditions []string // conditions on the table exchanges, as e
	args       []any
	// driver finds the rows to which the conditions are put; nil: the table
	// itself, row by row.
	Driver *Candidate

	words  []wordCond // of the index of words, but for those that drive
	phrase bool       // of several common words, which may adjoin nowhere

	low, high int64  // first and last seq that can match; high is 0 for no bound
	blocks    []Span // stretches that can match by time, rising; nil for no bound
}

// Candidate is a condition that an index can answer, and that may therefore
// drive the walk. When another does, it is a condition like the rest.
type Candidate struct {
	Index     string  // names the query "by_…" of query/walk.sql
	branches  [][]any // the arguments of each branch of a union; empty: it cannot drive
	condition string
	args      []any
	isRare    bool // counted: so few rows that they are looked at in one go
	isHandful bool // counted: so few that words are looked up for each

	match string   // of words: what must occur, as their index takes it
	parts []string // of words: each of these is in every row with match
}

// wordCond is words that must occur, or must not, as their index takes them.
// The index lists who has a word, and to look up one row may mean to go through
// much of the list: so within a slice the condition is a list of rows, and only
// of a handful of rows each is looked up (single).
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

// Span is a stretch of seq, both ends included.
type Span struct{ Low, High int64 }

func (p *Plan) addCondition(cond string, args ...any) {
	p.conditions = append(p.conditions, cond)
	p.args = append(p.args, args...)
}

// narrow keeps the walk within a stretch that holds all that can match.
func (p *Plan) narrow(s Span) {
	p.low = max(p.low, s.Low)
	if p.high == 0 || s.High < p.high {
		p.high = s.High
	}
}

// Slice makes the query that finds, within two bounds of seq, the rows of a
// page: see sliceArgs for its arguments. Within a branch rows come in the order
// of seq from the index; several are merged.
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

// rare reports whether so few rows are walked that one slice will do, as long as
// no words are to be listed for it.
func (p *Plan) rare() bool {
	return p.Driver != nil && p.Driver.isRare && (len(p.words) == 0 || p.Driver.isHandful)
}

func (p *Plan) handful() bool { return p.Driver != nil && p.Driver.isHandful }

// sliceArgs are the arguments of the query that slice makes.
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

// ChangedRows makes the query of what changed. It is driven by version: changes
// since a moment are few, whatever the filter. They lie within s; single says
// that they are a handful.
func (p *Plan) ChangedRows(since int64, limit int, s Span, single bool) (string, []any) {
	where, args := p.drivenBy("by_version", since)
	for _, c := range p.allWords() {
		where, args = where+" AND "+c.sql(single), append(args, c.args(s, single)...)
	}
	return where + " ORDER BY e.version LIMIT ?", append(args, limit)
}

// Task is one of an agent.
type Task struct {
	ID     string
	Agent  int64 // of origins
	Pushes bool  // what was pushed is of it, whatever agent it is recorded with
}

// TaskRows makes the query of a task's rows from a seq on, newest first. Words are left out:
// see Having.
func (p *Plan) TaskRows(t Task, from int64, limit int) (string, []any) {
	where, args := p.drivenBy("by_task", t.ID)
	return where + " AND (e.agent = ? OR ? AND e.origin = 'push') AND e.seq >= ? ORDER BY e.seq DESC LIMIT ?", append(args, t.Agent, t.Pushes, from, limit)
}

// ExcludeTasks leaves out the rows that have an agent and the id of a task.
func (p *Plan) ExcludeTasks(tasks []Task) {
	var ids []string
	for _, t := range tasks {
		ids = append(ids, fmt.Sprint(t.Agent, " ", t.ID))
	}
	p.addCondition("e.agent || ' ' || e.task NOT IN (SELECT value FROM json_each(?))", jsonArray(ids))
}

// FilterByWords keeps those of some rows that have the words wanted and none that is not. The
// index of words is asked once for all of them: it goes through its list up to where they
// lie.
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

// allWords are the conditions of words, with those that drive.
func (p *Plan) allWords() []wordCond {
	if p.Driver != nil && p.Driver.Index == "words" {
		return append([]wordCond{{match: p.Driver.match}}, p.words...)
	}
	return p.words
}

// drivenBy puts all conditions but words to the rows that an index finds by a value.
func (p *Plan) drivenBy(by string, value any) (string, []any) {
	where := append([]string{database.Query(by)}, p.conditions...)
	args := append([]any{value}, p.args...)
	if p.Driver != nil && p.Driver.Index != "words" {
		where, args = append(where, p.Driver.condition), append(args, p.Driver.args...)
	}
	return strings.Join(where, " AND "), args
}

// stretches are what of low to high is to be walked, rising.
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
