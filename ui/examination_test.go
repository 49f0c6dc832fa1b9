package ui

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	judging "github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// fakeExaminer answers as its fields say. Safe for concurrent use.
type fakeExaminer struct {
	mu     sync.Mutex
	asked  []host.ExamineOptions
	says   string          // text of what fails
	id     string          // exchange that shows it
	fails  error           // nothing can be examined
	barred bool            // the agent refuses the caller
	begun  chan<- struct{} // sent to once calls are made, which then wait for a stop; nil: they do not wait
	slow   chan struct{}   // received from after a stop, before the examination ends; nil: it ends at once
	pause  func()          // called before a call, if not nil
	kept   []wire.Examination
	asks   chan struct{} // sent to at each step of a client
}

func (e *fakeExaminer) Recent(_ context.Context, limit int) ([]wire.Examination, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := slices.Clone(e.kept[:min(limit, len(e.kept))])
	for i := range out {
		out[i].Report = nil
	}
	return out, nil
}

func (e *fakeExaminer) Find(_ context.Context, id string) (wire.Examination, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, k := range e.kept {
		if k.ID == id || k.Session == id {
			return k, nil
		}
	}
	return wire.Examination{}, wire.ErrNotFound
}

func (e *fakeExaminer) Examine(ctx context.Context, o host.ExamineOptions) (*examine.Report, error) {
	e.mu.Lock()
	e.asked = append(e.asked, o)
	e.mu.Unlock()
	if o.Request.Session != "" {
		o.OnBegin(o.Request.Session, examine.Plan{})
		if e.begun != nil {
			e.begun <- struct{}{}
			<-e.slow
		}
		return &examine.Report{Recording: true, Calls: 2, Checks: &verdict.Report{Own: 1, Left: 3, Checks: []verdict.Check{broken("STM-05", e.id, e.says), {Check: must("CARD-01"), Result: verdict.Pass}}}}, nil
	}
	if o.Client != nil || o.Chaos != nil {
		return e.takeSteps(ctx, o)
	}
	o.OnBegin("session-1", examine.Plan{Calls: 40})
	if e.fails != nil {
		return nil, e.fails
	}
	if e.pause != nil {
		e.pause()
	}
	o.OnProgress(examine.Progress{Done: 7, Planned: 40, Interface: "A2A 1.0 JSON-RPC", Probe: "send"})
	r := &examine.Report{Started: fakeNow(), Took: 3 * time.Second, Calls: 7, Budget: o.Budget, Rows: []examine.Row{
		{Interface: "A2A 1.0 JSON-RPC", Probe: "interface", Expectation: "The interface answers.", Level: check.Must, Result: verdict.Pass, Message: "it answers"},
		{Interface: "A2A 1.0 JSON-RPC", Probe: "list", Expectation: "The list is whole.", Level: check.Should, Result: verdict.Fail, Message: e.says, Exchanges: []string{e.id}},
		{Interface: "A2A 1.0 JSON-RPC", Probe: "push", Expectation: "A notification comes.", Level: check.Must, Result: verdict.NotApplicable, Message: "the card does not declare it"},
	}}
	if e.barred {
		r.Rows = []examine.Row{{Interface: "A2A 1.0 JSON-RPC", Probe: "interface", Level: check.Must, Result: verdict.Skip, Message: "it asks for credentials, and none were given"}}
	}
	if e.begun != nil {
		e.begun <- struct{}{}
		<-ctx.Done()
		r.Stopped, r.Early = "the examination was stopped", true
		if why := context.Cause(ctx); !errors.Is(why, context.Canceled) {
			r.Stopped = why.Error()
		}
		if e.slow != nil {
			<-e.slow
		}
	}
	r.Checks = &verdict.Report{Checks: []verdict.Check{
		broken("STM-05", e.id, e.says), broken("SSE-05", e.id, "a muted one"),
		{Check: must("CARD-01"), Result: verdict.Skip, Why: "nothing showed it"},
	}}
	o.OnJudged(7)
	return r, nil
}

func must(id string) check.Check {
	c, ok := check.ByID(id)
	if !ok {
		panic("there is no check " + id)
	}
	return c
}

func broken(id, exchange, says string) verdict.Check {
	f := judging.Finding{Exchange: exchange, Side: wire.Response, Frame: -1, Times: 1, Problem: a2a.Problem{Check: id, Severity: a2a.SeverityError, Message: says, Path: "$.result"}}
	return verdict.Check{Check: must(id), Result: verdict.Fail, Severity: a2a.SeverityError, Times: 1, ByAgent: true, Shown: []judging.Finding{f}, Exchanges: []string{exchange}, More: 3}
}

// examining is a server that can examine, with an exchange that breaks a check.
func examining(t *testing.T, e *fakeExaminer, set ...func(*Options)) (*Server, *fakeRecord) {
	f, _, second := brokenRecord()
	f.put(second, wire.Chunk{Side: wire.Response, Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"id":"t"}}`)})
	f.mutes = []wire.Mute{{Check: "SSE-05", Reason: "known for long"}}
	e.id = second.ID
	s := newTestServer(t, f, talking("x"), append(set, func(o *Options) { o.Keeper, o.Examiner = &fakeKeeper{f: f}, e })...)
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	return s, f
}

// examineOf starts an examination and returns its address.
func examineOf(t *testing.T, s *Server, form string) string {
	t.Helper()
	w := act(t, s, "/checks/examine", form)
	_, at, ok := strings.Cut(w.Body.String(), "/examinations/")
	if !ok || len(at) < 36 {
		t.Fatalf("nothing began: HTTP %d %s", w.Code, w.Body)
	}
	return "/examinations/" + at[:36]
}

// TestExaminationIsSaidBefore: the form shows how many calls would go to which interfaces with
// which messages, or why the examination cannot be started.
func TestExaminationIsSaidBefore(t *testing.T) {
	s, _ := examining(t, &fakeExaminer{})
	page := mainOf(get(t, s, "/checks/examine").Body.String())
	for _, want := range []string{"Limit: ", " calls, 10/s. Recorded in a separate session.", "It calls A2A ", "The examination touches only the tasks that it creates"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q: %s", want, page)
		}
	}
	if agent := mainOf(get(t, s, "/agents/127.0.0.1:7430").Body.String()); !strings.Contains(agent, `href="/checks/examine?agent=http%3A%2F%2F127.0.0.1%3A7430">Examine</a>`) {
		t.Error("the agent's page does not lead here")
	}
	plan := func(query string) string {
		return element(get(t, s, "/checks/examine?"+query).Body.String(), "examine-plan")
	}
	for query, want := range map[string]string{
		"texts=" + url.QueryEscape("one <b>thing</b>\n\ntwo"): "“one &lt;b&gt;thing&lt;/b&gt;”, “two”, files",
		"budget=3&rate=0.5":     "Limit: 3 calls, 0.5/s.",
		"budget=0":              "Invalid budget.",
		"rate=1e9":              "Invalid rate.",
		"rate=NaN":              "Invalid rate.",
		"version=0.1":           "The card offers nothing in this version and binding.",
		"version=7":             "The console does not support this version.",
		"address=127.0.0.1:1":   "The console reads the card at this address first",
		"address=ftp%3A%2F%2Fx": "This address cannot be called.",
	} {
		if got := plan(query); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in %s", query, want, got)
		}
	}
}

// TestExamination: failing rows come first and link to the line in the exchange; muted ones do not
// fail; the others are folded with their reasons.
func TestExamination(t *testing.T) {
	e := &fakeExaminer{says: "wrong " + hostile}
	s, _ := examining(t, e)
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin)+"&texts=hello&budget=50&rate=5&binding=jsonrpc&version=1.0")
	idle(s)
	if o := e.asked[0]; len(o.Texts) != 1 || o.Texts[0] != "hello" || o.Budget != 50 || o.Rate != 5 || len(o.Versions) != 1 || o.Versions[0] != a2a.V10 || len(o.Bindings) != 1 || o.Bindings[0] != a2a.JSONRPC {
		t.Errorf("asked %+v", o)
	}
	page := mainOf(get(t, s, at).Body.String())
	harmless(t, page)
	order := -1
	for _, want := range []string{"2 failed", ">STM-05<", "?finding=STM-05#finding", "3 more exchanges", ">list<", "?tab=response", "Failed, and muted", "known for long", "Passed", "It answers", "Not tested", "Nothing showed it", "Not applicable", "The card does not declare it"} {
		i := strings.Index(page[max(order, 0):], want)
		if i < 0 {
			t.Errorf("the page lacks %q, or has it too early", want)
			continue
		}
		order = max(order, 0) + i
	}
	if list := mainOf(get(t, s, "/checks").Body.String()); !strings.Contains(list, at) || !strings.Contains(list, "2 failed</span>") || !strings.Contains(list, ">7 calls") {
		t.Error("Checks does not lead to it")
	}
	for format, want := range map[string]string{"junit": "<testsuite ", "json": `{"examination":`, "md": "# check of"} {
		w := get(t, s, at+"/report?format="+format)
		if !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Header().Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: %v %.200s", format, w.Header(), w.Body)
		}
	}
	if list, is, err := examine.ReadResults(get(t, s, at+"/report?format=json").Body); err != nil || !is || len(list) != 6 {
		t.Errorf("check --against reads %v, %t, %v", list, is, err)
	}
	if w := get(t, s, at+"/report?format=pdf"); w.Code != http.StatusBadRequest {
		t.Errorf("a format that there is not: HTTP %d", w.Code)
	}
	if w := get(t, s, "/examinations/none"); w.Code != http.StatusNotFound {
		t.Errorf("no such examination: HTTP %d", w.Code)
	}
}

// TestExaminationEnds: an examination stopped by a person has the results so far; one that fails
// says why; one without credentials links to the sign-in.
func TestExaminationEnds(t *testing.T) {
	begun := make(chan struct{})
	s, f := examining(t, &fakeExaminer{begun: begun})
	form := "agent=" + url.QueryEscape(referenceOrigin)
	at := examineOf(t, s, form)
	<-begun
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "7 of up to 40 calls") || !strings.Contains(page, "A2A 1.0 JSON-RPC: send") {
		t.Errorf("under way: %s", element(page, "examination-status"))
	}
	if w := get(t, s, at+"/report?format=md"); w.Code != http.StatusConflict {
		t.Errorf("a report before the end: HTTP %d", w.Code)
	}
	act(t, s, at+"/stop", "")
	idle(s)
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "stopped</span>") || !strings.Contains(page, "Stopped. Probes not reached are marked not tested.") || !strings.Contains(page, ">STM-05<") {
		t.Errorf("stopped: %s", mainOf(page))
	}
	f.paused = true
	if w := act(t, s, "/checks/examine", form); !strings.Contains(w.Body.String(), "Recording is paused") {
		t.Errorf("paused: %s", w.Body)
	}
	for want, e := range map[string]*fakeExaminer{
		"Nobody answers &lt;script&gt;.":       {fails: errors.New("nobody answers <script>")},
		"?tab=signin\">Sign in</a>, then":      {barred: true},
		"It asks for credentials, and none we": {barred: true},
	} {
		s, _ := examining(t, e)
		at := examineOf(t, s, form)
		idle(s)
		if page := element(get(t, s, at).Body.String(), "examination-status"); !strings.Contains(page, want) || !strings.Contains(page, "could not run") {
			t.Errorf("no %q in %s", want, page)
		}
	}
}

// TestFindingIsLedTo: the address of a finding opens its tab and marks its line. A finding without
// a line is shown above.
func TestFindingIsLedTo(t *testing.T) {
	s, f := examining(t, &fakeExaminer{})
	second := f.exchanges[1].ID
	page := get(t, s, "/exchanges/"+second+"?finding=STM-05").Body.String()
	body := element(page, "detail-body")
	if strings.Count(body, `id="finding" tabindex="-1"`) != 1 || !strings.Contains(body, "STM-05, at byte 33") {
		t.Errorf("the line is not marked: %s", body)
	}
	if !strings.Contains(element(page, "detail-tabs"), `tab=response" data-visit aria-current="page"`) {
		t.Errorf("it is on another tab: %s", element(page, "detail-tabs"))
	}
	f.findings[second][0].CrossFindings[0].Path = ""
	body = element(get(t, s, "/exchanges/"+second+"?finding=STM-05").Body.String(), "detail-body")
	if !strings.Contains(body, `class="led-to" id="finding" tabindex="-1"`) {
		t.Errorf("it is led to nowhere: %s", body)
	}
	if body := element(get(t, s, "/exchanges/"+second+"?finding=NONE-1").Body.String(), "detail-body"); strings.Contains(body, `id="finding"`) {
		t.Error("what was not found is led to")
	}
}
