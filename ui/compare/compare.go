package compare

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) Routes() []web.Route {
	return slices.Concat([]web.Route{
		{Pattern: "GET /compare", Handle: s.comparePage, Live: s.compareLive},
		{Pattern: "GET /versus", Handle: s.comparePage, Live: s.compareLive}, // in older links to one message sent in two versions
		{Pattern: "GET /compare/bytes", Handle: s.compareBytes},
	},
		web.Verbs(web.Route{Pattern: "POST /compare/{do}", Handle: s.ignoreDifference},
			"ignore", "heed", "stop"))
}

// comparePage compares what the URL names, or offers something to compare it with.
func (s *Screen) comparePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	page := web.Page{Title: "Compare", Screen: "compare", Styles: []string{"comparison", "compare"}}
	if strings.TrimSpace(q.Get("b")) == "" {
		v, err := s.comparePick(r.Context(), q)
		if err != nil {
			return err
		}
		if web.FromDatastar(r) {
			return s.Web.Morph(w, r, picks(v))
		}
		page.Body = comparePickBody(v)
		return s.Web.Page(w, r, page)
	}
	c, j, err := s.Comparer.Compare(r.Context(), q)
	if err != nil {
		return err
	}
	page.Body, page.Live = compareBody(c, j), c.Report == nil
	return s.Web.Page(w, r, page)
}

// ignoreDifference adds an ignore rule to A's session or removes one, and responds with the new
// comparison. It also stops a running comparison.
func (s *Screen) ignoreDifference(w http.ResponseWriter, r *http.Request) error {
	a, rule := r.FormValue("a"), strings.TrimSpace(r.FormValue("rule"))
	if r.PathValue("do") == "stop" {
		s.Background.Stop(r.FormValue("id"))
		return s.Web.Done(w, r, web.Jobs)
	}
	of, err := s.Comparer.FindSubject(r.Context(), a)
	if err != nil {
		return err
	}
	rules := slices.DeleteFunc(slices.Clone(of.Session.Ignore), func(o string) bool { return o == rule })
	if r.PathValue("do") == "ignore" {
		if _, err := diff.ParseIgnoreRule(rule); err != nil {
			return web.Fail(http.StatusBadRequest, "The rule was not saved.", err.Error(), "Write a path, a type or a pattern.")
		}
		rules = append(rules, rule)
	}
	level := r.FormValue("level")
	if err := s.Desk.SaveComparison(r.Context(), of.Session.ID, level, rules); err != nil {
		return fmt.Errorf("keep the rules: %w", err)
	}
	if web.ByForm(r) {
		return s.Web.Done(w, r, web.Jobs)
	}
	c, _, err := s.Comparer.Compare(r.Context(), r.Form)
	if err != nil {
		return err
	}
	if c.Report == nil { // the page is no longer live, so load it again
		return s.Web.GoTo(w, r, c.PageURL(c.PairPage))
	}
	return s.Web.Morph(w, r, comparison.CompareResult(c))
}

// compareLive follows a comparison in the background, or two exchanges until both are over.
func (s *Screen) compareLive(r *http.Request, _ int64) (web.View, error) {
	q := r.URL.Query()
	var j *comparison.Job
	done := false
	return web.ViewFunc(func(ctx context.Context, p *web.Patches) error {
		if done {
			return nil
		}
		if j == nil {
			c, running, err := s.Comparer.Compare(ctx, q)
			if err != nil {
				return err
			}
			if j = running; j == nil {
				done = c.Report != nil
				p.Changed("sides", sides(c))
				p.Changed("compare", comparison.CompareResult(c))
				return nil
			}
		}
		if made, ok := j.Result(); ok {
			done = true
			shown := *made
			shown.PairPage = comparison.PairPageOf(q)
			p.Morph(comparison.CompareResult(&shown))
			return nil
		}
		p.Changed("compare", compareProgress(j.Status()))
		return nil
	}, web.Jobs, web.Record), nil
}

func progressWords(l background.Status) string {
	if l.Total > 0 {
		return l.Stage + ": " + part.Count(l.Done) + " of " + part.Plural(l.Total, "exchange")
	}
	return l.Stage + ": " + part.Plural(l.Done, "pair") + " so far"
}
