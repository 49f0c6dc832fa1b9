// Package verdict says of every check how a recording stands to it: it holds, it is
// broken and where, nothing on record could show it, or it is not about what is there.
package verdict

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Result is how a recording stands to a check.
type Result string

// The results.
const (
	Pass          Result = "pass"           // an exchange met it, and none broke it
	Fail          Result = "fail"           // an exchange broke it
	Skip          Result = "skip"           // it applied, and nothing on record could show it
	NotApplicable Result = "not_applicable" // its version, binding or operation is not on record
)

// maxShownFindings is how many findings of a check are kept, maxExchanges how many exchanges.
const (
	maxShownFindings = 5
	maxExchanges     = 100
)

// Check is a check with its result.
type Check struct {
	check.Check
	Result   Result
	Severity a2a.Severity // the worst found, "" for nothing
	Times    int          // findings that break the check
	In       int          // exchanges that have those, with the worst severity or a milder one
	Notes    int          // findings that are only worth knowing
	Muted    string       // why it is muted: it fails, and nothing fails for it; "" when it is not
	judge.Count

	Shown           []judge.Finding // the first of the worst
	Exchanges       []string        // that have Shown's severity, the first of them
	More            int             // exchanges beside those
	Why             string          // why it is neither met nor broken, where more is known than the counts tell
	lastExchange    string          // exchange of the finding taken last
	brokenExchanges []string        // the first of In
	lastBroken      string          // the last of In
}

// Report is how a recording stands to all checks.
type Report struct {
	Judged int     // exchanges
	Own    int     // those of Judged that are the console's own requests
	Left   int     // exchanges that replays added, which are not judged
	Checks []Check // in the order of docs/checks.md
}

// Judge judges a recording, of which the exchanges are given in their order. each, which
// may be nil, is told how many were read.
func Judge(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, each func(done int)) (*Report, error) {
	own := 0
	r, err := judgeWith(ctx, exchanges, bodies, judge.Options{}, each, func(x *wire.Exchange) {
		if x.Origin == wire.Console {
			own++
		}
	}, func(judge.Finding) bool { return true })
	if err != nil {
		return nil, err
	}
	r.Own = own
	return r, nil
}

// judgeWith is Judge; each exchange is met before it is judged, and of the findings those count
// that are to be taken.
func judgeWith(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, o judge.Options, each func(int), meet func(*wire.Exchange), takes func(judge.Finding) bool) (*Report, error) {
	r := newReport()
	counted := func(yield func(*wire.Exchange, error) bool) {
		for x, err := range exchanges {
			err = cmp.Or(err, ctx.Err())
			if err == nil && x.Repeats {
				r.Left++
				continue
			}
			if err == nil {
				meet(x)
			}
			if !yield(x, err) {
				return
			}
			if r.Judged++; each != nil {
				each(r.Judged)
			}
		}
	}
	var tally judge.Tally
	at := make(map[string]*Check, len(r.Checks))
	for i := range r.Checks {
		at[r.Checks[i].ID] = &r.Checks[i]
	}
	o.Tally = &tally
	err := judge.Recording(ctx, counted, bodies, o, func(f judge.Finding) {
		if c := at[f.Check]; c != nil && takes(f) {
			c.addFinding(f)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("judge the recording: %w", err)
	}
	for i := range r.Checks {
		r.Checks[i].decide(tally.CountOf(r.Checks[i].ID))
	}
	return r, nil
}

func newReport() *Report {
	r := &Report{}
	for _, c := range check.All() {
		r.Checks = append(r.Checks, Check{Check: c})
	}
	return r
}

var ranks = map[a2a.Severity]int{a2a.SeverityInfo: 1, a2a.SeverityWarning: 2, a2a.SeverityError: 3}

// addFinding takes a finding. What is shown is of the worst severity.
func (c *Check) addFinding(f judge.Finding) {
	if f.Severity == a2a.SeverityInfo {
		c.Notes += f.Times
	} else {
		c.Times += f.Times
		if isNew(c.brokenExchanges, c.lastBroken, f.Exchange) {
			c.In, c.brokenExchanges = c.In+1, append(c.brokenExchanges[:min(len(c.brokenExchanges), maxExchanges-1)], f.Exchange)
		}
		c.lastBroken = f.Exchange
	}
	switch order := cmp.Compare(ranks[f.Severity], ranks[c.Severity]); {
	case order < 0:
		return
	case order > 0:
		c.Severity, c.Shown, c.Exchanges, c.More = f.Severity, nil, nil, 0
	}
	if len(c.Shown) < maxShownFindings {
		c.Shown = append(c.Shown, f)
	}
	switch {
	case !isNew(c.Exchanges, c.lastExchange, f.Exchange):
	case len(c.Exchanges) < maxExchanges:
		c.Exchanges = append(c.Exchanges, f.Exchange)
	default:
		c.More++
	}
	c.lastExchange = f.Exchange
}

// isNew reports whether an exchange is none of a list, of which the latest may not have found room.
func isNew(list []string, latest, exchange string) bool {
	return (exchange != latest || len(list) == 0) && !slices.Contains(list, exchange)
}

// decide decides the result.
func (c *Check) decide(n judge.Count) {
	c.Count = n
	switch {
	case c.Times > 0:
		c.Result = Fail
	case c.Met > 0:
		c.Result = Pass
	case c.Applied > 0 || c.Notes > 0:
		c.Result = Skip
	default:
		c.Result = NotApplicable
	}
}

// FailsAt reports whether something of a level or above was found. What is only worth
// knowing counts with check.Info alone.
func (c *Check) FailsAt(level check.Level) bool {
	return c.Muted == "" && c.Severity != "" && ranks[c.Severity] >= ranks[level.Severity()]
}

// FailsAt reports whether a check fails at a level or above.
func (r *Report) FailsAt(level check.Level) bool {
	return slices.ContainsFunc(r.Checks, func(c Check) bool { return c.FailsAt(level) })
}

// Mute takes the mutes that hold for a session.
func (r *Report) Mute(list []wire.Mute, session string) {
	for _, m := range list {
		for i := range r.Checks {
			if r.Checks[i].ID == m.Check && (m.Session == "" || m.Session == session) {
				r.Checks[i].Muted = m.Reason
			}
		}
	}
}

// Count is how many checks have a result.
func (r *Report) Count(is Result) (n int) {
	for i := range r.Checks {
		if r.Checks[i].Result == is {
			n++
		}
	}
	return n
}

// ChecksWith are the checks with findings of a severity, the most frequent first.
func (r *Report) ChecksWith(s a2a.Severity) []Check {
	var out []Check
	for _, c := range r.Checks {
		if c.Severity == s {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Check) int { return cmp.Compare(b.Times+b.Notes, a.Times+a.Notes) })
	return out
}
