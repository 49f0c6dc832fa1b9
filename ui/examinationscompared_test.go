package ui

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// keptBefore is an examination of an earlier run whose results differ from fakeExaminer's, except
// that of SSE-05.
func keptBefore(t *testing.T) wire.Examination {
	t.Helper()
	r := &examine.Report{Started: fakeNow().Add(-time.Hour), Took: time.Second, Calls: 5, Rows: []examine.Row{
		{Interface: "A2A 1.0 JSON-RPC", Probe: "interface", Level: check.Must, Result: verdict.Fail, Message: "it was " + hostile},
		{Interface: "A2A 1.0 JSON-RPC", Probe: "list", Level: check.Should, Result: verdict.Pass, Message: "it was whole"},
		{Interface: "A2A 1.0 JSON-RPC", Probe: "push", Level: check.Must, Result: verdict.Fail, Message: "none came"},
	}, Checks: &verdict.Report{Checks: []verdict.Check{{Check: must("STM-05"), Result: verdict.Pass}, broken("SSE-05", "x", "a muted one")}}}
	report, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return wire.Examination{ID: "kept-1", Session: "session-0", Agent: "http://127.0.0.1:9/" + hostile, Started: r.Started, Ended: r.Started.Add(time.Second),
		Options: []byte(`{"versions":["1.0"],"bindings":["rest"],"texts":["one"],"rate":7,"budget":70}`), Report: report}
}

// TestEarlierExaminations: an examination of an earlier run is listed, opens by its id and its
// session's, has its files, and can be repeated.
func TestEarlierExaminations(t *testing.T) {
	e := &fakeExaminer{kept: []wire.Examination{keptBefore(t)}}
	s, _ := examining(t, e)
	list := mainOf(get(t, s, "/checks").Body.String())
	harmless(t, list)
	if !strings.Contains(list, `href="/examinations/kept-1"`) || !strings.Contains(list, "2 failed</span>") || !strings.Contains(list, ">5 calls") {
		t.Errorf("it is not listed: %s", list)
	}
	for _, at := range []string{"/examinations/kept-1", "/examinations/session-0"} {
		page := mainOf(get(t, s, at).Body.String())
		harmless(t, page)
		for _, want := range []string{"2 failed", "None came", "Failed, and muted", "5 calls in 1.0", "limit: 70 calls, 7/s", "binding=rest", "version=1.0", "texts=one"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q: %s", at, want, page)
			}
		}
	}
	if w := get(t, s, "/examinations/kept-1/report?format=junit"); !strings.Contains(w.Body.String(), "<testsuite ") {
		t.Errorf("HTTP %d %s", w.Code, w.Body)
	}
}

// TestExaminationsCompare: what broke comes first and links to the line, then what was repaired and
// what is no longer tested, in whichever order the two are named.
func TestExaminationsCompare(t *testing.T) {
	e := &fakeExaminer{says: "now <b>wrong</b>", kept: []wire.Examination{keptBefore(t)}}
	s, _ := examining(t, e)
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	idle(s)
	id := strings.TrimPrefix(at, "/examinations/")
	if page := mainOf(get(t, s, at).Body.String()); !strings.Contains(page, `action="/checks/compare"`) || !strings.Contains(page, `<option value="">Choose an examination</option> <option value="kept-1">`) {
		t.Errorf("there is no way to compare, or another agent's examination is chosen: %s", page)
	}
	for _, address := range []string{"/checks/compare?a=" + id + "&b=kept-1", "/checks/compare?a=kept-1&b=" + id} {
		page := mainOf(get(t, s, address).Body.String())
		harmless(t, page)
		rest := page
		for _, want := range []string{"2 newly broken", "The earlier one examined http://127.0.0.1:9/", ">list<", "Now: now &lt;b&gt;wrong&lt;/b&gt;", ">STM-05<", "?finding=STM-05#finding", "Repaired", ">interface<", "Before: it was", "Now: it answers", "Failed before, and not tested now", ">push<", "none came", "1 failed before and now"} {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s lacks %q, or has it too early: %s", address, want, page)
				continue
			}
			rest = after
		}
	}
	again := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	idle(s)
	if page := get(t, s, again).Body.String(); strings.Contains(page, "Choose an examination") {
		t.Error("the same agent's examination is not chosen")
	}
	if page := mainOf(get(t, s, "/checks/compare?a="+strings.TrimPrefix(again, "/examinations/")+"&b="+id).Body.String()); !strings.Contains(page, "Nothing newly broken") {
		t.Errorf("of the same: %s", page)
	}
	for address, want := range map[string]int{"/checks/compare": http.StatusSeeOther, "/checks/compare?a=" + id + "&b=" + id: http.StatusBadRequest, "/checks/compare?a=" + id + "&b=none": http.StatusNotFound} {
		if w := get(t, s, address); w.Code != want {
			t.Errorf("%s: HTTP %d, want %d", address, w.Code, want)
		}
	}
}

// TestExaminationIsPaused: an examination ends when recording is paused, since what is not on
// record cannot be judged, and says why.
func TestExaminationIsPaused(t *testing.T) {
	begun := make(chan struct{})
	e := &fakeExaminer{begun: begun}
	s, f := examining(t, e)
	e.pause = func() { f.Pause(true) }
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	<-begun
	idle(s)
	if page := element(get(t, s, at).Body.String(), "examination-status"); !strings.Contains(page, "Ended early: recording was paused.") || !strings.Contains(page, "stopped</span>") {
		t.Errorf("%s", page)
	}
}

// TestExaminationsEndFirst: when the console stops, examinations end before anything else is
// closed, so that their last calls still go out, and no other begins.
func TestExaminationsEndFirst(t *testing.T) {
	begun, slow := make(chan struct{}), make(chan struct{})
	s, _ := examining(t, &fakeExaminer{begun: begun, slow: slow})
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	<-begun
	ended := make(chan string)
	go func() {
		s.EndExaminations()
		ended <- element(get(t, s, at).Body.String(), "examination-status")
	}()
	select {
	case page := <-ended:
		t.Fatalf("it was not waited for: %s", page)
	case slow <- struct{}{}: // it was stopped and cleans up
	}
	if page := <-ended; !strings.Contains(page, "stopped</span>") {
		t.Errorf("it is not over: %s", page)
	}
	if w := act(t, s, "/checks/examine", "agent="+url.QueryEscape(referenceOrigin)); !strings.Contains(w.Body.String(), "The console is stopping") {
		t.Errorf("another began: %s", w.Body)
	}
}

// TestUntestedIsNoSuccess: an examination that the agent refused says that nothing was tested, also
// in a comparison.
func TestUntestedIsNoSuccess(t *testing.T) {
	r := &examine.Report{Started: fakeNow().Add(-time.Hour), Took: time.Second, Calls: 5, Rows: []examine.Row{
		{Interface: "A2A 1.0 JSON-RPC", Probe: "interface", Level: check.Must, Result: verdict.Pass, Message: "it answered"},
	}, Checks: &verdict.Report{Checks: []verdict.Check{{Check: must("CARD-01"), Result: verdict.Pass}}}}
	report, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	kept := wire.Examination{ID: "kept-1", Session: "session-0", Agent: referenceOrigin, Started: r.Started, Ended: r.Started.Add(time.Second), Options: []byte(`{}`), Report: report}
	s, _ := examining(t, &fakeExaminer{says: "it broke", barred: true, kept: []wire.Examination{kept}})
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	idle(s)
	for address, want := range map[string][]string{
		"/checks": {"could not run", "2 not tested"},
		"/checks/compare?a=kept-1&b=" + strings.TrimPrefix(at, "/examinations/"): {"Nothing newly broken, 2 no longer tested", "The later one tested nothing: it asks for credentials", "Passed before, and not tested now", ">CARD-01<"},
	} {
		page := mainOf(get(t, s, address).Body.String())
		for _, w := range want {
			if !strings.Contains(page, w) {
				t.Errorf("%s lacks %q: %s", address, w, page)
			}
		}
	}
}

// TestClientExaminationSaysWho: the page of a client's examination names the client, and offers
// only examinations of clients to compare with.
func TestClientExaminationSaysWho(t *testing.T) {
	client := func(id, asked string) wire.Examination {
		k := keptBefore(t)
		k.ID, k.Session, k.Agent, k.Options = id, "session-of-"+id, "", []byte(asked)
		return k
	}
	e := &fakeExaminer{kept: []wire.Examination{
		client("client-1", `{"rate":0,"budget":0,"client":{"program":"node <b>mine</b>.js","steps":["stream","cancel"],"agents":["mine/<i>2</i>"]}}`),
		client("client-2", `{"rate":0,"budget":0,"client":{}}`),
		keptBefore(t),
	}}
	s, _ := examining(t, e)
	page := mainOf(get(t, s, "/examinations/client-1").Body.String())
	harmless(t, page)
	for _, want := range []string{"Started for each step: <code>node &lt;b&gt;mine&lt;/b&gt;.js</code>", "steps: stream, cancel", "User-Agent <code>mine/&lt;i&gt;2&lt;/i&gt;</code>", `<option value="client-2"`} {
		if !strings.Contains(page, want) {
			t.Errorf("it lacks %q: %s", want, page)
		}
	}
	if strings.Contains(page, `<option value="kept-1"`) {
		t.Errorf("an agent's examination is offered to compare with: %s", page)
	}
	if page := mainOf(get(t, s, "/examinations/client-2").Body.String()); !strings.Contains(page, "You run the client for each step") || !strings.Contains(page, "all steps") {
		t.Errorf("of a person's it lacks who: %s", page)
	}
	if page := mainOf(get(t, s, "/examinations/kept-1").Body.String()); strings.Contains(page, `<option value="client-`) {
		t.Errorf("a client's examination is offered to compare an agent's with: %s", page)
	}
}

// TestFailuresOfExaminationsAreMuted: calls of an examination fail on purpose, so Sessions links their number to the
// report instead of showing failures.
func TestFailuresOfExaminationsAreMuted(t *testing.T) {
	f := normalRecord()
	f.sessions[0].Errors = 142
	kept := keptBefore(t)
	kept.Session = f.sessions[0].ID
	for want, list := range map[string][]wire.Examination{`href="/examinations/kept-1" title="`: {kept}, `<span class="failed">142</span>`: nil} {
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Examiner = &fakeExaminer{kept: list} })
		if page := get(t, s, "/sessions").Body.String(); !strings.Contains(page, want) || strings.Contains(page, `class="failed">142`) != (list == nil) {
			t.Errorf("%d examinations: no %s", len(list), want)
		}
	}
}
