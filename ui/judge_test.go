package ui

import (
	"hash/maphash"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/static/sheets"
	"github.com/a2a-console/a2a-console/ui/web"
)

// judged is a page that a test got, checked for mistakes that a browser silently ignores.
type judged struct {
	t      testing.TB
	s      *Server
	at     string
	mux    *http.ServeMux // finds the pattern of an address
	ids    map[string]bool
	refers map[string]string // id → the attribute that names it
	within string            // method of the form around the current element
	sheets map[string]bool   // loaded
	live   bool
}

// judge checks every page that get fetches. A page
//
//   - loads the sheets of the classes and ids in it,
//   - declares a live stream only if its route has one,
//   - has no duplicate ids, no ids made by text from elsewhere, and no references to missing ids,
//   - shows no bidirectional control characters from elsewhere, also in titles and labels,
//   - has forms and buttons that post to what is served,
//   - sends no Referer with links to elsewhere,
//   - can be used with a screen reader and without a mouse (faultsOf),
//   - keeps what was unfolded open when it is redrawn.
func judge(t testing.TB, s *Server, at string, w *httptest.ResponseRecorder) {
	t.Helper()
	page := w.Body.String()
	if !strings.HasPrefix(strings.ToLower(page[:min(len(page), 15)]), "<!doctype html>") || w.Header().Get("Content-Disposition") != "" {
		return
	}
	mux := served(s)
	if _, before := judgedPages.LoadOrStore(judgedPage{mux, at, maphash.String(judgeSeed, page)}, true); before {
		return
	}
	j := &judged{t: t, s: s, at: at, mux: mux, ids: map[string]bool{}, refers: map[string]string{}, sheets: map[string]bool{}}
	tr := plant(page)
	for _, e := range tr.all {
		j.element(e.Token)
	}
	for id, by := range j.refers {
		if !j.ids[id] {
			t.Errorf("%s: %s names %q, which is not on the page", at, by, id)
		}
	}
	if j.live && !j.isLive() {
		t.Errorf("%s says that it is live, and its route has no live half", at)
	}
	for _, e := range tr.all {
		j.styled(e.Token)
		j.folds(e.Token)
	}
	for _, fault := range faultsOf(tr) {
		t.Errorf("%s: %s", at, fault)
	}
}

// judgedPage identifies a page that was judged. Tests get the same pages repeatedly.
type judgedPage struct {
	mux  *http.ServeMux
	at   string
	page uint64
}

var (
	judgeSeed   = maphash.MakeSeed()
	judgedPages sync.Map // by judgedPage
	muxes       sync.Map // by the patterns that a server answers
)

// served returns a mux that finds the pattern of an address. Servers with the same screens share
// it.
func served(s *Server) *http.ServeMux {
	var patterns strings.Builder
	for _, rt := range s.routes {
		patterns.WriteString(rt.Pattern + "\n")
	}
	if mux, ok := muxes.Load(patterns.String()); ok {
		return mux.(*http.ServeMux)
	}
	mux := http.NewServeMux()
	for _, rt := range s.routes {
		mux.Handle(rt.Pattern, http.NotFoundHandler())
	}
	shared, _ := muxes.LoadOrStore(patterns.String(), mux)
	return shared.(*http.ServeMux)
}

var (
	ownID   = regexp.MustCompile(`^[A-Za-z][\w-]*$`)
	sheetAt = regexp.MustCompile(`/css/([a-z]+)\.css$`)
	calls   = regexp.MustCompile(`@(get|post)\((?:'([^']*)'|(el\.dataset\.url)|el\.getAttribute\('(action)'\))`)
)

func attrs(e html.Token) map[string]string {
	out := map[string]string{}
	for _, a := range e.Attr {
		out[a.Key] = a.Val
	}
	return out
}

func (j *judged) element(e html.Token) {
	a := attrs(e)
	if id := a["id"]; id != "" {
		if j.ids[id] {
			j.t.Errorf("%s: %q is an id twice: %s", j.at, id, e)
		}
		if !ownID.MatchString(id) {
			j.t.Errorf("%s: %q is an id of somebody else's making: %s", j.at, id, e)
		}
		j.ids[id] = true
		j.live = j.live || id == "live"
	}
	for _, by := range []string{"for", "popovertarget", "commandfor", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "aria-activedescendant", "aria-errormessage", "headers", "form", "list", "data-copy-from"} {
		for id := range strings.FieldsSeq(a[by]) {
			j.refers[id] = by
		}
	}
	if e.Data == "link" && strings.HasSuffix(a["href"], "/vendor/app.css") { // static/internal/fetch merges them
		for _, name := range []string{"base", "frame", "part"} {
			j.sheets[name] = true
		}
	}
	if m := sheetAt.FindStringSubmatch(a["href"]); m != nil && e.Data == "link" {
		j.sheets[m[1]] = true
	}
	if e.Data == "form" {
		j.form(e, a)
	}
	if e.Data == "input" && a["type"] == "password" && j.within != "post" {
		j.t.Errorf("%s: a secret in a form of method %q: %s", j.at, j.within, e)
	}
	if e.Data == "a" {
		j.link(e, a)
	}
	for _, k := range []string{"title", "aria-label", "alt", "placeholder"} {
		if strings.ContainsFunc(a[k], words.IsTerminalControl) {
			j.t.Errorf("%s: %s has characters that steer: %s", j.at, k, e)
		}
	}
	for k, v := range a {
		if strings.HasPrefix(k, "data-on:") || strings.HasPrefix(k, "data-on-") {
			j.action(e, a, v)
		}
	}
}

// link checks that a link to elsewhere sends no Referer.
func (j *judged) link(e html.Token, a map[string]string) {
	at, err := url.Parse(a["href"])
	if err != nil || at.Host == "" {
		return
	}
	rel := strings.Fields(a["rel"])
	if !slices.Contains(rel, "noreferrer") || !slices.Contains(rel, "noopener") {
		j.t.Errorf("%s: a link elsewhere tells where it was: %s", j.at, e)
	}
}

// form checks that a form has a method and an address that answers it.
func (j *judged) form(e html.Token, a map[string]string) {
	j.within = a["method"]
	at, err := url.Parse(a["action"])
	if err != nil || j.within != "dialog" && (at.Scheme != "" || at.Host != "" || !strings.HasPrefix(at.Path, "/")) {
		j.t.Errorf("%s: the form leads elsewhere: %s", j.at, e)
		return
	}
	switch j.within {
	case "dialog":
	case "get":
		if !slices.Contains(searchPaths(), at.Path) {
			j.t.Errorf("%s: this form is no search: %s", j.at, e)
		}
	case "post":
		j.answers(http.MethodPost, a["action"], e)
	default:
		j.t.Errorf("%s: the form has no method: %s", j.at, e)
	}
}

// action checks that an expression uses addresses that are served.
func (j *judged) action(e html.Token, a map[string]string, expression string) {
	for _, m := range calls.FindAllStringSubmatch(expression, -1) {
		at := m[2]
		if m[3] != "" {
			at = a["data-url"]
		} else if m[4] != "" {
			at = a["action"]
		} else if at == "/live" {
			continue // the page's own path follows
		}
		j.answers(strings.ToUpper(m[1]), at, e)
	}
}

func (j *judged) answers(method, at string, e html.Token) {
	r := httptest.NewRequest(method, at, nil)
	if _, pattern := j.mux.Handler(r); !strings.HasPrefix(pattern, method+" ") {
		j.t.Errorf("%s: nothing answers %s %s: %s (%s)", j.at, method, at, e, pattern)
	}
}

// folds checks that what a reader unfolded stays open when the page is redrawn.
func (j *judged) folds(e html.Token) {
	a := attrs(e)
	if _, ignored := a["data-ignore-morph"]; e.Data != "details" || ignored {
		return
	}
	if a["class"] == "rename-request" { // it folds after a rename
		return
	}
	if !slices.Contains(strings.Fields(a["data-preserve-attr"]), "open") {
		j.t.Errorf("%s: it folds when the page is drawn again: %s", j.at, e)
	}
}

func (j *judged) isLive() bool {
	_, pattern := j.mux.Handler(httptest.NewRequest(http.MethodGet, j.at, nil))
	return slices.ContainsFunc(j.s.routes, func(rt web.Route) bool { return rt.Pattern == pattern && rt.Live != nil })
}

// places maps classes and ids to the style sheets about them.
var places = sync.OnceValues(func() (map[string]map[string]bool, error) {
	all, err := sheets.Read("../static/css")
	return all.Places(), err
})

// styled checks that the page loads the style sheets of an element's classes and id.
func (j *judged) styled(e html.Token) {
	owners, err := places()
	if err != nil {
		j.t.Fatal(err)
	}
	a := attrs(e)
	names := []string{"#" + a["id"]}
	for c := range strings.FieldsSeq(a["class"]) {
		names = append(names, "."+c)
	}
	for _, name := range names {
		for sheet := range owners[name] {
			if !j.sheets[sheet] {
				j.t.Errorf("%s: %s is styled by %s.css, which the page does not load: %s", j.at, name, sheet, e)
			}
		}
	}
}
