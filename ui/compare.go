package ui

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

const (
	comparedRows = 20_000 // exchanges of a session that are compared
	atOnceRows   = 400    // that are compared while the page waits
	shownPairs   = 300    // that a page lists
)

// comparison is two recordings side by side.
type comparison struct {
	A, B   compared
	Level  diff.Level
	Rules  []string // kept with A's session
	Broken string   // what is wrong with a kept rule
	Report *diff.Report
	Clear  diff.Level // less strict, at which nothing differs; 0 for none
	Thin   bool       // some differences were let go of: there were too many
	look   compareLook
}

// compareRoutes are the addresses of Compare.
func (s *Server) compareRoutes() []route {
	return []route{
		{pattern: "GET /compare", handle: s.comparePage, live: s.compareLive},
		{pattern: "GET /compare/bytes", handle: s.compareBytes},
		{pattern: "POST /compare/{do}", handle: s.ignoreDifference},
	}
}

// compareLook is which of the pairs a page lists.
type compareLook struct {
	Page   int  // from 0
	Differ bool // only those that differ
}

func lookOf(v url.Values) compareLook {
	n, _ := strconv.Atoi(v.Get("page"))
	return compareLook{Page: max(n, 0), Differ: v.Get("only") == "differs"}
}

// compared is one of the two: an exchange, or a session.
type compared struct {
	ID       string
	Session  wire.Session
	Exchange *wire.Exchange // nil for a session
	All      []wire.Exchange
	Cut      bool // there are more exchanges than were compared
}

// Name is what to call it.
func (c compared) Name() string {
	if c.Exchange == nil {
		return sessionTitle(c.Session)
	}
	return row{Exchange: *c.Exchange}.Operation() + ", " + part.Stamp(c.Exchange.Started)
}

// rows is how many exchanges it has.
func (c compared) rows() int {
	if c.Exchange != nil {
		return 1
	}
	return c.Session.Exchanges
}

// URL is its own page.
func (c compared) URL() templ.SafeURL {
	if c.Exchange == nil {
		return templ.SafeURL("/sessions/" + url.PathEscape(c.ID))
	}
	return exchangeURL(c.ID)
}

// big reports a comparison that takes longer than a page should wait for.
func (c *comparison) big() bool { return c.A.rows()+c.B.rows() > atOnceRows }

// pairs are those that the page lists, with their places among all, and how many
// there are to page through.
func (c *comparison) pairs() (list []int, of int) {
	for i, p := range c.Report.Pairs {
		if c.look.Differ && p.Verdict == diff.Same {
			continue
		}
		if of/shownPairs == c.look.Page {
			list = append(list, i)
		}
		of++
	}
	return list, of
}

// at is the address of another look at the same.
func (c *comparison) at(l compareLook) templ.SafeURL {
	v := url.Values{"a": {c.A.ID}, "b": {c.B.ID}, "level": {c.Level.String()}}
	if l.Page > 0 {
		v.Set("page", strconv.Itoa(l.Page))
	}
	if l.Differ {
		v.Set("only", "differs")
	}
	return templ.SafeURL("/compare?" + v.Encode())
}

// compareExchanges is the page that compares two exchanges, or two sessions.
func compareExchanges(a, b string) templ.SafeURL { return compareAt(a, b, "") }

func compareAt(a, b, level string) templ.SafeURL {
	v := url.Values{"a": {a}, "b": {b}}
	if level != "" {
		v.Set("level", level)
	}
	return templ.SafeURL("/compare?" + v.Encode())
}

// comparePage compares what the address names, or helps to choose the other.
func (s *Server) comparePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	page := Page{Title: "Compare", Screen: "sessions", Styles: []string{"compare"}}
	if strings.TrimSpace(q.Get("b")) == "" {
		v, err := s.comparePick(r.Context(), q)
		if err != nil {
			return err
		}
		if v.A.Exchange != nil {
			page.Screen = "traffic"
		}
		page.Body = comparePickBody(v)
		return s.page(w, r, page)
	}
	c, j, err := s.compare(r.Context(), q)
	if err != nil {
		return err
	}
	if c.A.Exchange != nil || c.B.Exchange != nil {
		page.Screen = "traffic"
	}
	page.Body, page.Live = compareBody(c, j), j != nil
	return s.page(w, r, page)
}

// compare compares at once, or finds or starts what does so in the background: its
// comparison has no report while it runs.
func (s *Server) compare(ctx context.Context, q url.Values) (*comparison, *comparing, error) {
	c := &comparison{Level: diff.Meaning, look: lookOf(q)}
	var err error
	if c.A, err = s.toCompare(ctx, q.Get("a")); err != nil {
		return nil, nil, err
	}
	if c.B, err = s.toCompare(ctx, q.Get("b")); err != nil {
		return nil, nil, err
	}
	if (c.A.Exchange == nil) != (c.B.Exchange == nil) {
		return nil, nil, fail(http.StatusBadRequest, "These two are not of one kind.", "One is an exchange, the other a session.", "Compare two exchanges, or two sessions.")
	}
	c.Rules = c.A.Session.Ignore
	rules, err := diff.ParseRules(c.Rules)
	if err != nil {
		c.Broken = err.Error()
	}
	if l, err := diff.ParseLevel(cmp.Or(q.Get("level"), c.A.Session.Level)); err == nil {
		c.Level = l
	}
	if c.big() {
		j, err := s.comparing(c, rules)
		return c, j, err
	}
	for _, side := range []*compared{&c.A, &c.B} {
		if err := s.readCompared(ctx, side, nil); err != nil {
			return nil, nil, err
		}
	}
	return c, nil, s.runDiff(ctx, c, diff.Options{Level: c.Level, Ignore: rules, Limit: 100}, s.Library)
}

func (s *Server) runDiff(ctx context.Context, c *comparison, o diff.Options, from diff.Source) error {
	report, err := diff.Sessions(ctx, diff.Side{Exchanges: c.A.All, From: from}, diff.Side{Exchanges: c.B.All, From: from}, o)
	if c.A.Exchange != nil && err == nil && len(report.Pairs) != 1 {
		// Two exchanges that were chosen are compared, whatever part each plays.
		var p diff.Pair
		p, err = diff.Exchanges(ctx, from, *c.A.Exchange, from, *c.B.Exchange, o)
		report = &diff.Report{Level: c.Level, Pairs: []diff.Pair{p}}
		if p.Verdict == diff.Same {
			report.Same++
		} else {
			report.Differs++
		}
	}
	if err != nil {
		return fmt.Errorf("compare the recordings: %w", err)
	}
	c.Report = report
	if l, ok := report.Suggest(); ok {
		c.Clear = l
	}
	return nil
}

// toCompare finds an exchange or a session by its id, or by its page's address.
func (s *Server) toCompare(ctx context.Context, given string) (compared, error) {
	c := compared{ID: idTyped(given)}
	if x, err := s.Library.Exchange(ctx, c.ID); err == nil {
		c.Exchange = &x
		if c.Session, err = s.Library.Session(ctx, x.Session); err != nil {
			return c, fmt.Errorf("read the session of %s: %w", c.ID, err)
		}
		return c, nil
	}
	var err error
	if c.Session, err = s.Library.Session(ctx, c.ID); err != nil || c.ID == "" {
		return c, fail(http.StatusNotFound, "There is nothing to compare at this address.", "No exchange and no session on record has the id that it names.", "Choose Compare on an exchange, or on a session in Sessions.")
	}
	return c, nil
}

// idTyped is the id in what a person types: the id, or a page's address.
func idTyped(s string) string {
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

// readCompared reads the exchanges that are compared. read, when not nil, is told how many
// there are so far.
func (s *Server) readCompared(ctx context.Context, c *compared, read func(n int)) error {
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
		if c.Cut = len(page) == 500 && len(c.All) >= comparedRows; c.Cut || len(page) < 500 {
			break
		}
		before = page[len(page)-1].Seq
	}
	slices.Reverse(c.All)
	c.All = wire.Originals(c.All)
	return nil
}

// ignoreDifference keeps a rule with A's session, or takes one away, and
// answers with the comparison as it is then. It also stops one that runs.
func (s *Server) ignoreDifference(w http.ResponseWriter, r *http.Request) error {
	a, rule := r.FormValue("a"), strings.TrimSpace(r.FormValue("rule"))
	if r.PathValue("do") == "stop" {
		s.calls.stop(r.FormValue("id"))
		return s.done(w, r)
	}
	of, err := s.toCompare(r.Context(), a)
	if err != nil {
		return err
	}
	rules := slices.DeleteFunc(slices.Clone(of.Session.Ignore), func(o string) bool { return o == rule })
	switch r.PathValue("do") {
	case "heed":
	case "ignore":
		if _, err := diff.ParseRule(rule); err != nil {
			return fail(http.StatusBadRequest, "This rule was not kept.", err.Error()+".", "Write a path, a type or a pattern.")
		}
		rules = append(rules, rule)
	default:
		return s.notFound(w, r)
	}
	level := r.FormValue("level")
	if err := s.Desk.KeepRules(r.Context(), of.Session.ID, level, rules); err != nil {
		return fmt.Errorf("keep the rules: %w", err)
	}
	if byForm(r) {
		return s.done(w, r)
	}
	c, j, err := s.compare(r.Context(), r.Form)
	if err != nil {
		return err
	}
	if j != nil { // the page is not live any more
		return s.goTo(w, r, string(c.at(c.look)))
	}
	return s.morph(w, r, compareResult(c))
}

// ruleFor is the rule that a click on a difference makes.
func ruleFor(d diff.Difference) string {
	r, err := diff.RuleFor(d)
	if err != nil {
		return ""
	}
	return r.String()
}

// compareBytes shows the recorded bytes of a pair side by side.
func (s *Server) compareBytes(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	v := bytesView{Side: wire.Response, A: q.Get("a"), B: q.Get("b")}
	if q.Get("side") == "request" {
		v.Side = wire.Request
	}
	for _, o := range []struct {
		id string
		to *[]byte
	}{{v.A, &v.DataA}, {v.B, &v.DataB}} {
		x, err := s.Library.Exchange(r.Context(), o.id)
		if err != nil {
			return errNoExchange()
		}
		body, err := sideBody(r.Context(), s.Library, x, v.Side)
		if err != nil {
			return err
		}
		*o.to = body[:min(len(body), bytesShown)]
		v.Cut = v.Cut || len(body) > bytesShown
	}
	return s.page(w, r, Page{Title: "Bytes", Screen: "traffic", Styles: []string{"compare"}, Body: bytesBody(v)})
}

const bytesShown = 256 << 10 // bytes of a body that are shown beside another

// bytesView is the bodies of a pair.
type bytesView struct {
	Side         wire.Side
	A, B         string
	DataA, DataB []byte
	Cut          bool
}

func bytesAt(p diff.Pair, side string) templ.SafeURL {
	return templ.SafeURL("/compare/bytes?" + url.Values{"a": {p.A}, "b": {p.B}, "side": {side}}.Encode())
}

// pollWords says how often each side asked for what it is compared by once: a
// task, or a card.
func pollWords(p diff.Pair) string {
	side := func(n int) string {
		if n <= 1 {
			return "once"
		}
		return part.Count(n) + " times"
	}
	return "asked " + side(p.PollsA) + " in A, " + side(p.PollsB) + " in B"
}

// verdictMark is a verdict's glyph and word.
func verdictMark(v diff.Verdict) (glyph, word string) {
	switch v {
	case diff.Same:
		return "=", "same"
	case diff.Differs:
		return "≠", "differs"
	case diff.Missing:
		return "−", "only in A"
	}
	return "+", "only in B"
}
