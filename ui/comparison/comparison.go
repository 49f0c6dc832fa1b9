package comparison

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	MaxExchanges     = 20_000 // most exchanges of a session that are compared
	maxImmediateRows = 400    // most exchanges of both sides that are compared while the page waits
	MaxShownPairs    = 300    // pairs on one page
)

// Comparison is two recordings side by side.
type Comparison struct {
	A, B         Subject
	Level        diff.Level
	Rules        []string // ignore rules, stored with A's session
	Broken       string   // what is wrong with a stored rule, "" if all are valid
	Report       *diff.Report
	EqualLevel   diff.Level // a less strict level at which nothing differs; 0 for none
	HasOmissions bool       // some differences were dropped because there were too many
	PairPage     pairPage
}

// pairPage says which pairs a page lists.
type pairPage struct {
	Page   int  // from 0
	Differ bool // only those that differ
}

func PairPageOf(v url.Values) pairPage {
	n, _ := strconv.Atoi(v.Get("page"))
	return pairPage{Page: max(n, 0), Differ: v.Get("only") == "differs"}
}

// Subject is one side of a comparison: an exchange or a session.
type Subject struct {
	ID           string
	Session      wire.Session
	Exchange     *wire.Exchange // nil for a session
	Agent        string         // name of the exchange's agent
	All          []wire.Exchange
	SkippedCalls int  // number of calls left out: the console's own, and those of replays of the session
	Cut          bool // the session has more exchanges than MaxExchanges
}

// Name describes the subject on one line.
func (c Subject) Name() string {
	if c.Exchange == nil {
		return record.SessionTitle(c.Session)
	}
	name := record.Row{Exchange: *c.Exchange}.Operation()
	if w := c.words(); w != "" {
		name += " “" + part.Short(w, 60) + "”"
	}
	return name + ", " + part.Short(c.Agent, 48) + ", " + part.Stamp(c.Exchange.Started)
}

// words returns the text of the exchange's message, "" for none.
func (c Subject) words() string {
	if r := (record.Row{Exchange: *c.Exchange}); r.IsRequestText() {
		return r.Words()
	}
	return ""
}

// rows returns the number of exchanges.
func (c Subject) rows() int {
	if c.Exchange != nil {
		return 1
	}
	return c.Session.Exchanges
}

func (c Subject) URL() string {
	if c.Exchange == nil {
		return "/sessions/" + url.PathEscape(c.ID)
	}
	return link.ExchangeURL(c.ID)
}

// isLarge reports whether the comparison takes longer than a page should wait.
func (c *Comparison) isLarge() bool { return c.A.rows()+c.B.rows() > maxImmediateRows }

// pairs returns the indexes of the pairs on the page, and the number of pairs on all pages.
func (c *Comparison) pairs() (list []int, of int) {
	for i, p := range c.Report.Pairs {
		if c.PairPage.Differ && p.Outcome == diff.OutcomeSame {
			continue
		}
		if of/MaxShownPairs == c.PairPage.Page {
			list = append(list, i)
		}
		of++
	}
	return list, of
}

// minFolded is the fewest consecutive calls of one side only that are folded.
const minFolded = 4

// runs groups consecutive pairs of list that only the same side has.
func (c *Comparison) runs(list []int) (out [][]int) {
	last := diff.OutcomeSame
	for _, i := range list {
		o := c.Report.Pairs[i].Outcome
		if n := len(out) - 1; o == last && (o == diff.OutcomeMissing || o == diff.OutcomeExtra) {
			out[n] = append(out[n], i)
		} else {
			out = append(out, []int{i})
		}
		last = o
	}
	return out
}

func (c *Comparison) PageURL(l pairPage) string {
	v := url.Values{"a": {c.A.ID}, "b": {c.B.ID}, "level": {c.Level.String()}}
	if l.Page > 0 {
		v.Set("page", strconv.Itoa(l.Page))
	}
	if l.Differ {
		v.Set("only", "differs")
	}
	return "/compare?" + v.Encode()
}

// isOpen reports whether the comparison is of two exchanges of which one is not over yet.
func (c *Comparison) isOpen() bool {
	return c.A.Exchange != nil && (c.A.Exchange.Ended.IsZero() || c.B.Exchange.Ended.IsZero())
}

// Compare compares what q names at once, or else finds or starts a job that does so in the
// background. There is no report while the job is running, or while one of two exchanges is not
// over.
func (s *Comparer) Compare(ctx context.Context, q url.Values) (*Comparison, *Job, error) {
	c := &Comparison{Level: diff.Meaning, PairPage: PairPageOf(q)}
	var err error
	if c.A, err = s.FindSubject(ctx, q.Get("a")); err != nil {
		return nil, nil, err
	}
	if c.B, err = s.FindSubject(ctx, q.Get("b")); err != nil {
		return nil, nil, err
	}
	if (c.A.Exchange == nil) != (c.B.Exchange == nil) {
		return nil, nil, web.Fail(http.StatusBadRequest, "Cannot compare an exchange with a session.", "Both sides must be of the same kind.", "Compare two exchanges, or two sessions.")
	}
	c.Rules = c.A.Session.Ignore
	rules, err := diff.ParseIgnoreRules(c.Rules)
	if err != nil {
		c.Broken = err.Error()
	}
	if l, err := diff.ParseLevel(cmp.Or(q.Get("level"), c.A.Session.Level)); err == nil {
		c.Level = l
	}
	if c.isOpen() {
		return c, nil, nil
	}
	if c.isLarge() {
		j, err := s.findJob(c, rules)
		return c, j, err
	}
	for _, side := range []*Subject{&c.A, &c.B} {
		if err := s.readSubject(ctx, side, nil); err != nil {
			return nil, nil, err
		}
	}
	return c, nil, s.runDiff(ctx, c, diff.Options{Level: c.Level, Ignore: rules, Limit: 100}, s.Library)
}

func (s *Comparer) runDiff(ctx context.Context, c *Comparison, o diff.Options, from diff.Source) error {
	report, err := diff.Sessions(ctx, diff.Side{Exchanges: c.A.All, Source: from}, diff.Side{Exchanges: c.B.All, Source: from}, o)
	if c.A.Exchange != nil && err == nil && len(report.Pairs) != 1 {
		// Two chosen exchanges are compared even if diff would not pair them.
		var p diff.Pair
		p, err = diff.Exchanges(ctx, from, *c.A.Exchange, from, *c.B.Exchange, o)
		report = &diff.Report{Level: c.Level, Pairs: []diff.Pair{}}
		report.Add(p)
	}
	if err != nil {
		return fmt.Errorf("compare the recordings: %w", err)
	}
	c.Report = report
	if l, ok := report.SuggestLevel(); ok {
		c.EqualLevel = l
	}
	return nil
}

// FindSubject finds an exchange or a session by its id, or by the URL of its page.
func (s *Comparer) FindSubject(ctx context.Context, given string) (Subject, error) {
	c := Subject{ID: parseID(given)}
	if x, err := s.Library.Exchange(ctx, c.ID); err == nil {
		c.Exchange = &x
		if c.Session, err = s.Library.Session(ctx, x.Session); err != nil {
			return c, fmt.Errorf("read the session of %s: %w", c.ID, err)
		}
		names, err := s.Names(ctx)
		c.Agent = cmp.Or(names[x.Agent], record.HostOf(x.Agent))
		return c, err
	}
	var err error
	if c.Session, err = s.Library.Session(ctx, c.ID); err != nil || c.ID == "" {
		return c, web.Fail(http.StatusNotFound, "There is nothing to compare at this address.", "No exchange or session on record has the id in the address.", "Choose Compare on an exchange, or on a session in Sessions.")
	}
	return c, nil
}

// parseID extracts the id from what a person typed: the id, or the URL of a page.
func parseID(s string) string {
	s = strings.TrimSpace(s)
	for _, place := range []string{"/exchanges/", "/sessions/"} {
		if _, rest, ok := strings.Cut(s, place); ok {
			s = rest
			if i := strings.IndexAny(s, "/?#"); i >= 0 {
				s = s[:i]
			}
		}
	}
	return s
}

// readSubject reads the exchanges to compare. After each page it calls read, which may be nil, with
// the number of exchanges read so far.
func (s *Comparer) readSubject(ctx context.Context, c *Subject, read func(n int)) error {
	if c.Exchange != nil {
		c.All = []wire.Exchange{*c.Exchange}
		return nil
	}
	for before := int64(0); ; {
		page, err := s.Library.Exchanges(ctx, wire.Filter{Session: c.ID}, wire.Page{Before: before, Limit: 500})
		if err != nil {
			return fmt.Errorf("read session %s: %w", c.ID, err)
		}
		c.All = append(c.All, page...)
		if read != nil {
			read(len(c.All))
		}
		if c.Cut = len(page) == 500 && len(c.All) >= MaxExchanges; c.Cut || len(page) < 500 {
			break
		}
		before = page[len(page)-1].Seq
	}
	slices.Reverse(c.All)
	n := len(c.All)
	c.All = slices.DeleteFunc(wire.FilterOriginals(c.All), func(x wire.Exchange) bool { return !x.Origin.IsConversation() })
	c.SkippedCalls = n - len(c.All)
	return nil
}

// RuleFor returns the rule that ignores a difference, "" for none.
func RuleFor(d diff.Difference) string {
	r, err := diff.IgnoreRuleFor(d)
	if err != nil {
		return ""
	}
	return r.String()
}

// pollWords says how often each side requested a task or card, "" if both did equally often. Such requests are
// compared as one.
func pollWords(p diff.Pair) string {
	if p.PollsA == p.PollsB {
		return ""
	}
	side := func(n int) string {
		if n <= 1 {
			return "once"
		}
		return part.Count(n) + " times"
	}
	return "requested " + side(p.PollsA) + " in A, " + side(p.PollsB) + " in B"
}

// Mark is the sign that shows the result of a pair.
type Mark struct{ Glyph, Word, Class string }

// MarkOf returns the mark of a pair; missing and extra are the words for pairs that only one side
// has.
func MarkOf(p diff.Pair, missing, extra string) Mark {
	class := string(p.Outcome)
	switch {
	case p.Outcome == diff.OutcomeSame && p.FailureText != "":
		word, _, _ := strings.Cut(p.FailureText, ": ")
		return Mark{"✕", word, "failed"}
	case p.Outcome == diff.OutcomeSame:
		return Mark{"=", "same", class}
	case p.Outcome == diff.OutcomeDiffers:
		return Mark{"≠", "differs", class}
	case p.Outcome == diff.OutcomeMissing:
		return Mark{"−", missing, class}
	case p.Outcome == diff.OutcomeStopped:
		return Mark{"⊘", "stopped", class}
	}
	return Mark{"+", extra, class}
}

func (c *Comparison) levelURL(level string) string {
	return link.CompareLevelURL(c.A.ID, c.B.ID, level)
}
