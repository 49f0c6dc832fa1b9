package examine

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Report is the result of an examination.
type Report struct {
	Started    time.Time
	Took       time.Duration
	Calls      int
	Budget     int
	Interfaces []string
	Stopped    string // why it ended early, "" if it did not
	Early      bool   // it was stopped from outside; Stopped says why
	Client     bool   // a client was examined, and the rows are its steps
	Chaos      bool   `json:",omitempty"` // the rows are conversations under faults, and there are no checks
	Recording  bool   `json:",omitempty"` // a recording was judged, so there are only checks
	OwnSide    string `json:",omitempty"` // of a recorded examination: "agent" or "client", whose part the console played and whose faults are on purpose
	Rows       []Row
	Checks     *verdict.Report // nil before Judge

	targets         []Target
	hooks           []string        // webhooks handed out to the agent
	servingFindings []judge.Finding // about how the card is served
}

// groupLastRow moves the last row next to the others of its interface.
func (r *Report) groupLastRow() {
	end := len(r.Rows) - 1
	last := r.Rows[end]
	at := end
	for at > 0 && r.Rows[at-1].Interface != last.Interface {
		at--
	}
	if at > 0 {
		r.Rows = slices.Insert(r.Rows[:end], at, last)
	}
}

// Judge evaluates the checks on the recorded exchanges, and notes in each row which ones its exchanges break.
// each is called with the number of exchanges judged so far.
func (r *Report) Judge(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, each func(done int)) error {
	judged, err := verdict.JudgeAgent(ctx, exchanges, bodies, r.isReachableHook, r.mayEcho, each)
	if err != nil {
		return err
	}
	r.Checks = judged
	r.addUnrecorded()
	r.markBreaks()
	r.addProbeResults()
	for i := range judged.Checks {
		r.setReason(&judged.Checks[i])
	}
	return nil
}

// JudgeClient is Judge for a recording of a client under examination.
func (r *Report) JudgeClient(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, each func(done int)) error {
	judged, err := verdict.JudgeClient(ctx, exchanges, bodies, r.isRefusable, each)
	if err != nil {
		return err
	}
	r.Checks = judged
	r.markBreaks()
	return nil
}

// isRefusable reports whether an exchange is a notification that the client has to refuse.
func (r *Report) isRefusable(exchange string) bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return slices.Contains(row.Refusable, exchange) })
}

// markBreaks notes in each row which checks its exchanges break.
func (r *Report) markBreaks() {
	for i := range r.Checks.Checks {
		c := &r.Checks.Checks[i]
		if c.Times == 0 {
			continue
		}
		for n := range r.Rows {
			row := &r.Rows[n]
			if slices.ContainsFunc(row.Exchanges, func(id string) bool { return slices.Contains(c.Exchanges, id) }) {
				row.Breaks = append(row.Breaks, c.ID)
			}
		}
	}
}

// isReachableHook reports whether url is a webhook of the examination that agents cannot refuse as local.
func (r *Report) isReachableHook(url string) bool {
	return slices.Contains(r.hooks, url) && !isLocalHook(url)
}

// mayEcho reports whether errors in a response may be those of the console's own malformed message, sent back.
func (r *Report) mayEcho(exchange string) bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.echoed && slices.Contains(row.Exchanges, exchange) })
}

// addUnrecorded adds to the checks what the recording does not show: how the card is served, and the checks
// that rows met.
func (r *Report) addUnrecorded() {
	for _, f := range r.servingFindings {
		r.Checks.AddFinding(f)
	}
	for i := range r.Rows {
		for _, id := range r.Rows[i].metChecks {
			r.Checks.AddOccasion(id)
		}
	}
}

// addProbeResults adds the probes' results to their checks. If a failed probe's exchanges already have findings, those
// explain the failure.
func (r *Report) addProbeResults() {
	for i := range r.Rows {
		row := &r.Rows[i]
		switch {
		case row.check == "" || row.Open:
		case row.Result == verdict.Pass:
			if needsProbe(row.check) {
				r.Checks.AddOccasion(row.check)
			}
		case len(row.Exchanges) == 0:
		case row.Result == verdict.Fail && (len(row.exactChecks) > 0 || len(row.Breaks) > 0):
			r.breakChecks(row, row.exactChecks)
		case row.Result == verdict.Fail:
			r.breakChecks(row, []string{row.check})
		}
	}
}

// needsProbe reports whether a check can be met only by a probe, and never by recorded traffic.
func needsProbe(id string) bool {
	c, _ := check.ByID(id)
	return slices.Contains(c.When, "never")
}

func (r *Report) breakChecks(row *Row, checks []string) {
	for _, id := range checks {
		if slices.Contains(row.Breaks, id) {
			continue
		}
		r.Checks.AddFinding(judge.Finding{Exchange: row.Exchanges[len(row.Exchanges)-1], Side: wire.Response, Frame: -1, Times: 1,
			Problem: a2a.Problem{Check: id, Severity: row.Level.Severity(), Message: row.Probe + ": " + row.Message}})
		row.Breaks = append(row.Breaks, id)
	}
}

// setReason says why a check was neither met nor broken, and separates not applicable from not tested.
func (r *Report) setReason(c *verdict.Check) {
	if c.Why != "" || c.Result != verdict.NotApplicable && c.Result != verdict.Skip {
		return
	}
	if at := slices.IndexFunc(r.Rows, func(row Row) bool {
		return row.check == c.ID && (row.Result == verdict.Skip || row.Result == verdict.NotApplicable)
	}); at >= 0 && needsProbe(c.ID) {
		c.Result, c.Why = r.Rows[at].Result, r.Rows[at].Message
		return
	}
	if why := r.outOfScopeReason(c); why != "" {
		c.Result, c.Why = verdict.NotApplicable, why
		return
	}
	if c.Result == verdict.NotApplicable {
		c.Result, c.Why = verdict.Skip, "no call was made that this check covers"
	}
	if r.Stopped != "" {
		c.Why = clip.Join(c.Reason(), r.Stopped)
	}
}

// outOfScopeReason says why a check concerns nothing that was examined, "" if it does.
func (r *Report) outOfScopeReason(c *verdict.Check) string {
	var versions, bindings []string
	speaks := c.Versions == nil
	for _, t := range r.targets {
		speaks = speaks || c.HoldsIn(t.Version)
		versions, bindings = append(versions, string(t.Version)), append(bindings, string(t.Binding))
	}
	if !speaks {
		var of []string
		for _, v := range c.Versions {
			of = append(of, string(v))
		}
		slices.Sort(versions)
		return fmt.Sprintf("the check is for A2A %s; the agent was examined in %s", words.JoinOr(of), words.JoinOr(slices.Compact(versions)))
	}
	for _, word := range c.Check.Where {
		if b := a2a.Binding(word); slices.Contains(a2a.Bindings(), b) && !slices.Contains(bindings, word) {
			return "the agent was not examined over " + b.Word()
		}
	}
	return ""
}

// Count returns the number of rows with a result.
func (r *Report) Count(is verdict.Result) (n int) {
	for i := range r.Rows {
		if r.Rows[i].Result == is {
			n++
		}
	}
	return n
}

// Untested says why nothing could be examined, "" if something was.
func (r *Report) Untested() string {
	switch {
	case r.Client:
		return r.explainSilence()
	case r.Chaos:
		return r.explainUntouched()
	case r.Recording:
		return ""
	}
	why := "the console supports none of the agent's interfaces"
	for i := range r.Rows {
		row := &r.Rows[i]
		switch {
		case row.Probe != reachProbe.name:
		case row.Result != verdict.Skip:
			return ""
		default:
			why = row.Message
		}
	}
	return why
}

// NeedsCredentials reports whether an interface refused the caller for its credentials.
func (r *Report) NeedsCredentials() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool {
		return row.Probe == reachProbe.name && strings.HasPrefix(row.Message, credentialsReason)
	})
}

// explainSilence says that the client made no request, "" if it made one.
func (r *Report) explainSilence() string {
	if r.Calls > 0 || r.Count(verdict.Fail) > 0 {
		return ""
	}
	return "the client made no request"
}

// Noun returns what a row is: probe, step or conversation.
func (r *Report) Noun() string {
	switch {
	case r.Client:
		return "step"
	case r.Chaos:
		return "conversation"
	}
	return "probe"
}

// IsOwn reports whether only the console broke a check, on purpose, in a recorded examination.
func (r *Report) IsOwn(c *verdict.Check) bool {
	return r.OwnSide != "" && c.Result == verdict.Fail && c.ByAgent == (r.OwnSide == "agent") && c.ByClient == (r.OwnSide == "client")
}

// ExcludeOwn makes the checks for which IsOwn is true not applicable, and returns their number.
func (r *Report) ExcludeOwn() (n int) {
	for i := range r.Checks.Checks {
		if c := &r.Checks.Checks[i]; r.IsOwn(c) {
			*c = verdict.Check{Check: c.Check, Result: verdict.NotApplicable, Why: "only the console broke it, on purpose, to examine the other side"}
			n++
		}
	}
	return n
}

// SkippedNoun is the words for rows and checks that tested nothing.
const SkippedNoun = "not tested"

// FailsAt reports whether a row or a check fails at level or above.
func (r *Report) FailsAt(level check.Level) bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.FailsAt(level) }) || r.Checks != nil && r.Checks.FailsAt(level)
}

// Summary returns one line about calls and rows, and one about the checks, if there are any.
func (r *Report) Summary() []string {
	if r.Recording {
		return []string{r.Checks.Summary()}
	}
	probes := fmt.Sprintf("%s in %s, %s: %d failed · %d passed · %d %s · %d not applicable", words.Plural(r.Calls, "call"), r.Took.Round(time.Second),
		words.Plural(len(r.Rows), r.Noun()), r.Count(verdict.Fail), r.Count(verdict.Pass), r.Count(verdict.Skip), SkippedNoun, r.Count(verdict.NotApplicable))
	if r.Checks == nil {
		return []string{probes}
	}
	return []string{probes, r.Checks.Summary()}
}
