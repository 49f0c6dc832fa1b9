package ui

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/wire"
)

const (
	comparedRows = 2000 // exchanges of a session that are compared
	shownPairs   = 300  // that a page lists
)

// comparison is two recordings side by side.
type comparison struct {
	A, B   compared
	Level  diff.Level
	Rules  []string // kept with A's session
	Broken string   // what is wrong with a kept rule
	Report *diff.Report
	Clear  diff.Level // less strict, at which nothing differs; 0 for none
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

// URL is its own page.
func (c compared) URL() templ.SafeURL {
	if c.Exchange == nil {
		return templ.SafeURL("/sessions/" + url.PathEscape(c.ID))
	}
	return exchangeURL(c.ID)
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

// comparePage compares what the address names.
func (s *Server) comparePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	c, err := s.compare(r.Context(), q.Get("a"), q.Get("b"), q.Get("level"))
	if err != nil {
		return err
	}
	return s.page(w, r, Page{Title: "Compare", Screen: "sessions", Styles: []string{"compare"}, Body: compareBody(c)})
}

func (s *Server) compare(ctx context.Context, a, b, level string) (*comparison, error) {
	c := &comparison{Level: diff.Meaning}
	var err error
	if c.A, err = s.toCompare(ctx, a); err != nil {
		return nil, err
	}
	if c.B, err = s.toCompare(ctx, b); err != nil {
		return nil, err
	}
	if (c.A.Exchange == nil) != (c.B.Exchange == nil) {
		return nil, fail(http.StatusBadRequest, "These two are not of one kind.", "One is an exchange, the other a session.", "Compare two exchanges, or two sessions.")
	}
	c.Rules = c.A.Session.Ignore
	rules, err := diff.ParseRules(c.Rules)
	if err != nil {
		c.Broken = err.Error()
	}
	if l, err := diff.ParseLevel(cmp.Or(level, c.A.Session.Level)); err == nil {
		c.Level = l
	}
	return c, s.runDiff(ctx, c, rules)
}

func (s *Server) runDiff(ctx context.Context, c *comparison, rules []diff.Rule) error {
	o := diff.Options{Level: c.Level, Ignore: rules, Limit: 100}
	report, err := diff.Sessions(ctx, diff.Side{Exchanges: c.A.All, From: s.Library}, diff.Side{Exchanges: c.B.All, From: s.Library}, o)
	if c.A.Exchange != nil && err == nil && len(report.Pairs) != 1 {
		// Two exchanges that were chosen are compared, whatever part each plays.
		var p diff.Pair
		p, err = diff.Exchanges(ctx, s.Library, *c.A.Exchange, s.Library, *c.B.Exchange, o)
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

// toCompare reads an exchange or a session by its id.
func (s *Server) toCompare(ctx context.Context, id string) (compared, error) {
	c := compared{ID: id}
	if x, err := s.Library.Exchange(ctx, id); err == nil {
		c.Exchange, c.All = &x, []wire.Exchange{x}
		if c.Session, err = s.Library.Session(ctx, x.Session); err != nil {
			return c, fmt.Errorf("read the session of %s: %w", id, err)
		}
		return c, nil
	}
	var err error
	if c.Session, err = s.Library.Session(ctx, id); err != nil || id == "" {
		return c, fail(http.StatusNotFound, "There is nothing to compare at this address.", "No exchange and no session on record has the id that it names.", "Choose Compare on an exchange, or on a session in Sessions.")
	}
	for before := int64(0); ; {
		page, err := s.Library.Exchanges(ctx, wire.Filter{Session: id}, wire.Page{Before: before, Limit: 500})
		if err != nil {
			return c, fmt.Errorf("read session %s: %w", id, err)
		}
		c.All = append(c.All, page...)
		if len(page) < 500 || len(c.All) >= comparedRows {
			c.Cut = len(page) == 500
			break
		}
		before = page[len(page)-1].Seq
	}
	slices.Reverse(c.All)
	return c, nil
}

// ignoreDifference keeps a rule with A's session, or takes one away, and
// answers with the comparison as it is then.
func (s *Server) ignoreDifference(w http.ResponseWriter, r *http.Request) error {
	a, b, rule := r.FormValue("a"), r.FormValue("b"), strings.TrimSpace(r.FormValue("rule"))
	of, err := s.toCompare(r.Context(), a)
	if err != nil {
		return err
	}
	rules := slices.DeleteFunc(slices.Clone(of.Session.Ignore), func(o string) bool { return o == rule })
	if r.PathValue("do") == "ignore" {
		if _, err := diff.ParseRule(rule); err != nil {
			return fail(http.StatusBadRequest, "This rule was not kept.", err.Error()+".", "Write a path, a type or a pattern.")
		}
		rules = append(rules, rule)
	}
	level := r.FormValue("level")
	if err := s.Desk.KeepRules(r.Context(), of.Session.ID, level, rules); err != nil {
		return fmt.Errorf("keep the rules: %w", err)
	}
	c, err := s.compare(r.Context(), a, b, level)
	if err != nil {
		return err
	}
	p := newPatches(w, r)
	p.Morph(compareResult(c))
	return p.Flush()
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
	return s.page(w, r, Page{Title: "Bytes", Screen: "sessions", Styles: []string{"compare"}, Body: bytesBody(v)})
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

// verdictMark is a verdict's glyph and word.
func verdictMark(v diff.Verdict) (glyph, word string) {
	switch v {
	case diff.Same:
		return "=", "same"
	case diff.Differs:
		return "≠", "differs"
	case diff.Missing:
		return "−", "missing in B"
	}
	return "+", "extra in B"
}
