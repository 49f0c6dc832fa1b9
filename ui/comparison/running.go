package comparison

import (
	"context"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/web"
)

// HeldBytes bounds the differences that a comparison holds.
const HeldBytes = 64 << 20

// NewJobs are the comparisons that take too long for a page to wait.
func NewJobs() *background.Jobs[*Comparing] {
	return &background.Jobs[*Comparing]{Running: 2, Kept: 6}
}

// Comparing is a comparison in the background.
type Comparing struct {
	*background.Task[*Comparison]
	key  string // what is compared, and how
	rows int    // how much of it there was at the start

	Held int // bytes of differences, of the goroutine that compares
}

// isSame reports whether a comparison will do for another that is asked for now.
func (j *Comparing) isSame(o *Comparing) bool {
	status := o.Status()
	return o.key == j.key && status.Err == nil && (!status.IsOver() || o.rows == j.rows)
}

// comparing finds the comparison that c asks for, or starts it. A finished one
// gives c its report.
func (s *Comparer) comparing(c *Comparison, rules []diff.Rule) (*Comparing, error) {
	key := strings.Join(append([]string{c.A.ID, c.B.ID, c.Level.String()}, c.Rules...), "\n")
	asked := &Comparing{Task: background.NewTask[*Comparison](background.Status{ID: wire.NewID(), Title: c.A.Name() + " and " + c.B.Name(), URL: c.At(compareLook{}), Stage: "reading the list", Started: s.Web.Now()}), key: key, rows: c.A.rows() + c.B.rows()}
	j, err := s.Compared.FindOrAdd(asked, asked.isSame)
	if err != nil {
		return nil, web.Fail(http.StatusConflict, "Two large comparisons are running.", "More at once would only wait for each other.", "Wait for one to end, or stop it on its page.")
	}
	if j == asked {
		mine := *c
		s.Background.Start(j.Status().ID, func(ctx context.Context) {
			defer s.Web.Notify(web.Jobs)
			j.Run(ctx, func(ctx context.Context) (*Comparison, error) {
				err := s.CompareAll(ctx, j, &mine, rules)
				mine.A.All, mine.B.All = nil, nil
				return &mine, err
			})
		})
	}
	if made, ok := j.Result(); ok {
		c.A, c.B, c.Report, c.Clear, c.Thin = made.A, made.B, made.Report, made.Clear, made.Thin
		return nil, nil
	}
	return j, nil
}

func (s *Comparer) CompareAll(ctx context.Context, j *Comparing, c *Comparison, rules []diff.Rule) error {
	of := min(c.A.rows(), ComparedRows) + min(c.B.rows(), ComparedRows)
	var before int
	for _, side := range []*Compared{&c.A, &c.B} {
		err := s.readCompared(ctx, side, func(n int) {
			j.SetProgress("reading the list", before+n, of)
			s.Web.Notify(web.Jobs)
		})
		if err != nil {
			return err
		}
		before += len(side.All)
	}
	from := &countingSource{Source: s.Library, seen: func(n int) {
		j.SetProgress("reading what was said", min(n, before), before)
		s.Web.Notify(web.Jobs)
	}}
	pairs := 0
	o := diff.Options{Level: c.Level, Ignore: rules, Limit: 100, Trim: func(p *diff.Pair) {
		from.seen = nil
		pairs++
		j.SetProgress("comparing", pairs, 0)
		if j.Held += SizeOf(p.Differences); j.Held > HeldBytes {
			p.More += len(p.Differences)
			p.Differences, c.Thin = p.Differences[:0:0], c.Thin || p.More > 0
		}
		s.Web.Notify(web.Jobs)
	}}
	return s.runDiff(ctx, c, o, from)
}

// SizeOf is about what differences hold.
func SizeOf(list []diff.Difference) (n int) {
	for _, d := range list {
		n += d.Size()
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
