package comparison

import (
	"context"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// MaxDiffBytes bounds the size of the differences that a comparison holds.
const MaxDiffBytes = 64 << 20

// NewJobs returns the store of comparisons that take too long for a page to wait.
func NewJobs() *background.Jobs[*Job] {
	return &background.Jobs[*Job]{MaxRunning: 2, MaxFinished: 6}
}

// Job is a comparison in the background.
type Job struct {
	*background.Task[*Comparison]
	key  string // identifies what is compared, and how
	rows int    // number of exchanges at the start

	DiffBytes int // size of the differences; used by the comparing goroutine only
}

// Status adds the result to the status of the task.
func (j *Job) Status() background.Status {
	status := j.Task.Status()
	if made, ok := j.Result(); ok {
		status.Result, status.Differs = made.Report.ResultText(), !made.Report.Equal()
		if n := made.Report.FailedCount; n > 0 {
			status.Result += ", " + part.Count(n) + " failed on both sides"
		}
	}
	return status
}

// isSame reports whether o can serve a request for j.
func (j *Job) isSame(o *Job) bool {
	status := o.Status()
	return o.key == j.key && status.Err == nil && (!status.IsOver() || o.rows == j.rows)
}

// findJob finds or starts the job for c. If it has finished, it sets c's report and returns nil.
func (s *Comparer) findJob(c *Comparison, rules []diff.IgnoreRule) (*Job, error) {
	key := strings.Join(append([]string{c.A.ID, c.B.ID, c.Level.String()}, c.Rules...), "\n")
	asked := &Job{Task: background.NewTask[*Comparison](background.Status{ID: wire.NewID(), Title: c.A.Name() + " and " + c.B.Name(), URL: c.PageURL(pairPage{}), Stage: "reading the list", Started: s.Web.Now()}), key: key, rows: c.A.rows() + c.B.rows()}
	j, err := s.Jobs.FindOrAdd(asked, asked.isSame)
	if err != nil {
		return nil, web.Fail(http.StatusConflict, "Two large comparisons are running.", "At most two can run at a time.", "Wait for one to end, or stop it on its page.")
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
		c.A, c.B, c.Report, c.EqualLevel, c.HasOmissions = made.A, made.B, made.Report, made.EqualLevel, made.HasOmissions
		return nil, nil
	}
	return j, nil
}

func (s *Comparer) CompareAll(ctx context.Context, j *Job, c *Comparison, rules []diff.IgnoreRule) error {
	of := min(c.A.rows(), MaxExchanges) + min(c.B.rows(), MaxExchanges)
	var before int
	for _, side := range []*Subject{&c.A, &c.B} {
		err := s.readSubject(ctx, side, func(n int) {
			j.SetProgress("reading the list", before+n, of)
			s.Web.Notify(web.Jobs)
		})
		if err != nil {
			return err
		}
		before += len(side.All)
	}
	from := &countingSource{Source: s.Library, report: func(n int) {
		j.SetProgress("reading the messages", min(n, before), before)
		s.Web.Notify(web.Jobs)
	}}
	pairs := 0
	o := diff.Options{Level: c.Level, Ignore: rules, Limit: 100, Trim: func(p *diff.Pair) {
		from.report = nil
		pairs++
		j.SetProgress("comparing", pairs, 0)
		if j.DiffBytes += SizeOf(p.Differences); j.DiffBytes > MaxDiffBytes {
			p.OmittedCount += len(p.Differences)
			p.Differences, c.HasOmissions = p.Differences[:0:0], c.HasOmissions || p.OmittedCount > 0
		}
		s.Web.Notify(web.Jobs)
	}}
	return s.runDiff(ctx, c, o, from)
}

// SizeOf returns the approximate size of differences, in bytes.
func SizeOf(list []diff.Difference) (n int) {
	for _, d := range list {
		n += d.Size()
	}
	return n
}

type countingSource struct {
	diff.Source
	report func(n int)
	last   string
	n      int
}

// Chunks implements diff.Source.
func (c *countingSource) Chunks(ctx context.Context, exchange string, side wire.Side, from, limit int64) ([]wire.Chunk, error) {
	if c.report != nil && exchange != c.last {
		c.last = exchange
		c.n++
		c.report(c.n)
	}
	return c.Source.Chunks(ctx, exchange, side, from, limit)
}
