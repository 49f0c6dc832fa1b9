package comparison

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	runningCompared = 2        // comparisons in the background at once
	keptCompared    = 6        // that can be looked at again
	HeldBytes       = 64 << 20 // of differences that one holds
)

// Store are those that took too long for a page to wait, newest first. Safe
// for concurrent use.
type Store struct {
	mu   sync.Mutex
	list []*Comparing
}

// Comparing is a comparison in the background.
type Comparing struct {
	ID   string
	key  string // what is compared, and how
	rows int    // how much of it there was at the start

	Held int // bytes of differences, of the goroutine that compares

	mu    sync.Mutex
	stage string // what it is doing
	done  int
	of    int // 0: not known yet
	c     *Comparison
	err   error
	over  bool
}

// ComparingLook is where it is.
type ComparingLook struct {
	ID, Stage string
	Done, Of  int
	Over      bool
	Err       error
	C         *Comparison // once it is over without an error
}

func (j *Comparing) Look() ComparingLook {
	j.mu.Lock()
	defer j.mu.Unlock()
	return ComparingLook{j.ID, j.stage, j.done, j.of, j.over, j.err, j.c}
}

func (j *Comparing) at(stage string, done, of int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.stage, j.done, j.of = stage, done, of
}

// Len is how many comparisons are kept.
func (l *Store) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.list)
}

// find returns the comparison with a key; else it takes j in, unless too many
// run.
func (l *Store) find(j *Comparing) (found *Comparing, started, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	running := 0
	for _, o := range l.list {
		look := o.Look()
		if o.key == j.key && look.Err == nil && (!look.Over || o.rows == j.rows) {
			return o, false, true
		}
		if !look.Over {
			running++
		}
	}
	if running >= runningCompared {
		return nil, false, false
	}
	l.list = slices.Insert(l.list, 0, j)
	for i := len(l.list) - 1; len(l.list) > keptCompared && i > 0; i-- {
		if l.list[i].Look().Over {
			l.list = slices.Delete(l.list, i, i+1)
		}
	}
	return j, true, true
}

// comparing finds the comparison that c asks for, or starts it. A finished one
// gives c its report.
func (s *Comparer) comparing(c *Comparison, rules []diff.Rule) (*Comparing, error) {
	key := strings.Join(append([]string{c.A.ID, c.B.ID, c.Level.String()}, c.Rules...), "\n")
	j, started, ok := s.Compared.find(&Comparing{ID: wire.NewID(), key: key, rows: c.A.rows() + c.B.rows(), stage: "reading the list"})
	if !ok {
		return nil, web.Fail(http.StatusConflict, "Two large comparisons are running.", "More at once would only wait for each other.", "Wait for one to end, or stop it on its page.")
	}
	if started {
		mine := *c
		s.Background.Start(j.ID, func(ctx context.Context) { s.runComparing(ctx, j, &mine, rules) })
	}
	look := j.Look()
	if look.Over && look.Err == nil {
		c.A, c.B, c.Report, c.Clear, c.Thin = look.C.A, look.C.B, look.C.Report, look.C.Clear, look.C.Thin
		return nil, nil
	}
	return j, nil
}

func (s *Comparer) runComparing(ctx context.Context, j *Comparing, c *Comparison, rules []diff.Rule) {
	defer s.Web.Notify(web.Comparisons)
	err := s.CompareAll(ctx, j, c, rules)
	c.A.All, c.B.All = nil, nil
	j.mu.Lock()
	defer j.mu.Unlock()
	j.over, j.c, j.err = true, c, err
}

func (s *Comparer) CompareAll(ctx context.Context, j *Comparing, c *Comparison, rules []diff.Rule) error {
	of := min(c.A.rows(), ComparedRows) + min(c.B.rows(), ComparedRows)
	var before int
	for _, side := range []*Compared{&c.A, &c.B} {
		err := s.readCompared(ctx, side, func(n int) {
			j.at("reading the list", before+n, of)
			s.Web.Notify(web.Comparisons)
		})
		if err != nil {
			return err
		}
		before += len(side.All)
	}
	from := &countingSource{Source: s.Library, seen: func(n int) {
		j.at("reading what was said", min(n, before), before)
		s.Web.Notify(web.Comparisons)
	}}
	pairs := 0
	o := diff.Options{Level: c.Level, Ignore: rules, Limit: 100, Trim: func(p *diff.Pair) {
		from.seen = nil
		pairs++
		j.at("comparing", pairs, 0)
		if j.Held += SizeOf(p.Differences); j.Held > HeldBytes {
			p.More += len(p.Differences)
			p.Differences, c.Thin = p.Differences[:0:0], c.Thin || p.More > 0
		}
		s.Web.Notify(web.Comparisons)
	}}
	return s.runDiff(ctx, c, o, from)
}

// SizeOf is about what differences hold.
func SizeOf(list []diff.Difference) (n int) {
	for _, d := range list {
		n += len(d.Path) + len(d.A) + len(d.B) + 128
	}
	return n
}

// countingSource tells how many exchanges were read.
type countingSource struct {
	diff.Source
	seen func(n int)
	last string
	n    int
}

// Chunks implements diff.Source.
func (c *countingSource) Chunks(ctx context.Context, exchange string, side wire.Side, from, limit int64) ([]wire.Chunk, error) {
	if c.seen != nil && exchange != c.last {
		c.last = exchange
		c.n++
		c.seen(c.n)
	}
	return c.Source.Chunks(ctx, exchange, side, from, limit)
}
