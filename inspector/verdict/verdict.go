// Package verdict evaluates every check on a recording. The Report says for each check whether the recording
// meets it, breaks it and where, cannot show it, or has nothing that it applies to.
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

// Result is the result of a check.
type Result string

const (
	Pass          Result = "pass"           // an exchange met it, and none broke it
	Fail          Result = "fail"           // an exchange broke it
	Skip          Result = "skip"           // it applied, but no exchange could show a violation
	NotApplicable Result = "not_applicable" // its version, binding or operation was not recorded
)

// Limits of the findings and exchanges that are kept for a check.
const (
	maxShownFindings = 5
	maxExchanges     = 100
)

// Check is a check with its result for a recording.
type Check struct {
	check.Check
	Result   Result
	Severity a2a.Severity // the worst of its findings, "" without any
	Times    int          // findings that break the check
	In       int          // exchanges with those findings
	Notes    int          // findings that are only worth knowing
	Muted    string       // why its failure does not count, "" if it is not muted
	ByAgent  bool         // the agent's bytes break it
	ByClient bool         // the client's bytes break it
	judge.Count

	Shown           []judge.Finding // the first of the worst
	Exchanges       []string        // the first that have Shown's severity
	More            int             // further exchanges
	Why             string          // why it is neither met nor broken; "" if the counts show that
	lastExchange    string          // exchange of the last finding counted
	brokenExchanges []string        // the first of In
	lastBroken      string          // the last of In
}

// Report contains the results of all checks.
type Report struct {
	Judged int     // number of exchanges
	Own    int     // those of Judged that are the console's own requests
	Left   int     // exchanges that replays added to the session, which are not judged
	Checks []Check // in the order of docs/checks.md
}

// Judge judges a recording. The exchanges must be in order. each, which may be nil, is called with the number
// of exchanges read so far.
func Judge(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, each func(done int)) (*Report, error) {
	own := 0
	r, err := judgeWith(ctx, exchanges, bodies, judge.Options{}, each, func(x *wire.Exchange) {
		if x.Origin == wire.Console {
			own++
		}
	}, func(judge.Finding, check.Check, bool) bool { return true })
	if err != nil {
		return nil, err
	}
	r.Own = own
	return r, nil
}

// finder reports whether a finding counts. The parameter pushed means that the exchange is a notification,
// whose request the agent sends.
type finder func(f judge.Finding, c check.Check, pushed bool) bool

// count returns the exchanges that are judged, and counts them and those that are not. meet is called with each.
func (r *Report) count(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], each func(int), meet func(*wire.Exchange)) iter.Seq2[*wire.Exchange, error] {
	return func(yield func(*wire.Exchange, error) bool) {
		for x, err := range exchanges {
			switch err = cmp.Or(err, ctx.Err()); {
			case err != nil:
			case x.Origin == wire.Model:
				continue
			case x.Repeats:
				r.Left++
				continue
			default:
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
}

// judgeWith is Judge with hooks: meet is called with each exchange before it is judged, and only findings for which
// takes returns true count.
func judgeWith(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, o judge.Options, each func(int), meet func(*wire.Exchange), takes finder) (*Report, error) {
	r, pushed := newReport(), map[string]bool{} // exchanges whose request the agent sent
	counted := r.count(ctx, exchanges, each, func(x *wire.Exchange) {
		meet(x)
		notePush(pushed, x)
	})
	var tally judge.Tally
	at := make(map[string]*Check, len(r.Checks))
	for i := range r.Checks {
		at[r.Checks[i].ID] = &r.Checks[i]
	}
	o.Tally = &tally
	err := judge.Recording(ctx, counted, bodies, o, func(f judge.Finding) {
		if c := at[f.Check]; c != nil && takes(f, c.Check, pushed[f.Exchange]) {
			c.blame(f, pushed[f.Exchange])
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

// addFinding counts a finding. Only findings of the worst severity are shown.
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

func notePush(pushed map[string]bool, x *wire.Exchange) {
	if x.Origin == wire.Push {
		pushed[x.ID] = true
	}
}

// blame counts a finding, and notes whose bytes break the check.
func (c *Check) blame(f judge.Finding, pushed bool) {
	c.addFinding(f)
	if f.Severity != a2a.SeverityInfo {
		agent := (f.Side == wire.Response) != pushed
		c.ByAgent, c.ByClient = c.ByAgent || agent, c.ByClient || !agent
	}
}

// isNew reports whether an exchange is not in a list. The latest exchange may be missing from the
// list if that is full.
func isNew(list []string, latest, exchange string) bool {
	return (exchange != latest || len(list) == 0) && !slices.Contains(list, exchange)
}

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

// FailsAt reports whether the check has findings at level or above. Those that are only worth knowing count at
// check.Info only.
func (c *Check) FailsAt(level check.Level) bool {
	return c.Muted == "" && c.Severity != "" && ranks[c.Severity] >= ranks[level.Severity()]
}

// FailsAt reports whether a check fails at level or above.
func (r *Report) FailsAt(level check.Level) bool {
	return slices.ContainsFunc(r.Checks, func(c Check) bool { return c.FailsAt(level) })
}

// Mute marks the checks that are muted in a session.
func (r *Report) Mute(list []wire.Mute, session string) {
	for _, m := range list {
		for i := range r.Checks {
			if r.Checks[i].ID == m.Check && (m.Session == "" || m.Session == session) {
				r.Checks[i].Muted = m.Reason
			}
		}
	}
}

// Count returns the number of checks with a result.
func (r *Report) Count(is Result) (n int) {
	for i := range r.Checks {
		if r.Checks[i].Result == is {
			n++
		}
	}
	return n
}

// ChecksWith returns the checks whose worst finding has a severity, the most frequent first.
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
