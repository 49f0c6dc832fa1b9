package ui

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/ui/host"
)

// takeSteps plays a client that takes two steps, or a client that holds one conversation. Each ends
// when somebody says that it is done. The first step passes; a conversation is lost.
func (e *fakeExaminer) takeSteps(ctx context.Context, o host.ExamineOptions) (*examine.Report, error) {
	r := &examine.Report{Started: fakeNow(), Calls: 2, Client: o.Client != nil, Chaos: o.Chaos != nil}
	r.Rows = []examine.Row{{Probe: "send", Expectation: "Send it.", Level: check.Must, Message: e.says}, {Probe: "list", Expectation: "List them.", Level: check.Must}}
	if r.Chaos {
		r.Rows = []examine.Row{examine.ConversationRow(chaos.Step{Preset: "never-finish", Seed: 1, Number: 1}, "A good client waits.", 1)}
	} else {
		r.Checks = &verdict.Report{Checks: []verdict.Check{broken("STM-05", e.id, e.says)}}
	}
	o.OnBegin("session-1", examine.Plan{Calls: len(r.Rows)})
	o.OnWait("http://127.0.0.1:7499", r.Rows)
	for i := range r.Rows {
		o.OnProgress(examine.Progress{Done: i, Planned: len(r.Rows), Probe: r.Rows[i].Probe})
		e.asks <- struct{}{}
		unable := false
		select {
		case unable = <-o.Next:
		case <-ctx.Done():
			r.Stopped, r.Early = "the examination was stopped", true
			return r, nil
		}
		switch {
		case r.Chaos:
			r.Rows[i] = r.Rows[i].WithResult(chaos.Result{Step: chaos.Step{Preset: "never-finish", Seed: 1, Number: 1}, Verdict: chaos.Lost, Message: "It stopped.", Exchanges: []string{e.id}})
		case unable:
			r.Rows[i].Result = verdict.NotApplicable
		default:
			r.Rows[i].Result = verdict.Pass
		}
		o.OnRow(r.Rows[i])
	}
	return r, nil
}

// untilAsked waits until a step is under way and can be ended.
func (e *fakeExaminer) untilAsked() { <-e.asks }

// begun posts a form that starts an examination, and returns the address of the examination's page.
func begun(t *testing.T, s *Server, path string, form url.Values) string {
	t.Helper()
	_, at, ok := strings.Cut(post(t, s, path, form).Body.String(), "/examinations/")
	if !ok {
		t.Fatal("nothing began")
	}
	return "/examinations/" + at[:36]
}

// TestClientExamination: the page shows the address and the step under way, and takes a person's
// word that it is done. It ends with the same report as for agents.
func TestClientExamination(t *testing.T) {
	e := &fakeExaminer{says: "said " + hostile, asks: make(chan struct{})}
	s, _ := examining(t, e)
	at := begun(t, s, "/checks/client", url.Values{"step": {"send", "list"}, "limit": {"0.5"}})
	e.untilAsked()
	page := mainOf(get(t, s, at).Body.String())
	harmless(t, page)
	for _, want := range []string{"waiting for the client", "Point the client at", "http://127.0.0.1:7499", "0 of 2 steps", `aria-label="Steps so far"`, "Send it.", "List them.", "The client is done", "It cannot do this", "Stop"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q: %s", want, page)
		}
	}
	if w := act(t, s, at+"/next", "step=1"); !strings.Contains(w.Body.String(), "This is not the current step.") {
		t.Errorf("a step to come was ended: %s", w.Body)
	}
	act(t, s, at+"/next", "step=0")
	e.untilAsked()
	if steps := element(get(t, s, at).Body.String(), "examination-steps"); strings.Count(steps, "<li") != 2 || !strings.Contains(steps, "passed</span>") {
		t.Errorf("after the first step: %s", steps)
	}
	act(t, s, at+"/next", "step=1&unable=1")
	idle(s)
	page = mainOf(get(t, s, at).Body.String())
	harmless(t, page)
	for _, want := range []string{"Examination of a client", ">STM-05<", "1 failed", `href="/checks/client?limit=0.5&amp;step=send&amp;step=list"`, "result-bar"} {
		if !strings.Contains(page, want) {
			t.Errorf("the report lacks %q: %s", want, page)
		}
	}
	if strings.Contains(page, "Point the client at") {
		t.Error("it still waits")
	}
	if o := e.asked[0]; o.Limit.Seconds() != 0.5 || len(o.Client.Steps) != 2 || o.Name != "check of a client" {
		t.Errorf("asked %+v", o)
	}
}

// TestChaosPage: the faults are chosen, each conversation's verdict is a row, and the files are
// those of the command.
func TestChaosPage(t *testing.T) {
	e := &fakeExaminer{asks: make(chan struct{})}
	s, _ := examining(t, e)
	form := url.Values{"agent": {referenceOrigin}, "preset": {"never-finish"}, "by": {"client"}, "seed": {"9007199254740993"}}
	at := begun(t, s, "/checks/chaos", form)
	e.untilAsked()
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "Have the client send a message") || strings.Contains(page, "It cannot do this") || !strings.Contains(page, "0 of 1 conversation") {
		t.Errorf("while it waits: %s", mainOf(page))
	}
	if jobs := mainOf(get(t, s, "/jobs").Body.String()); !strings.Contains(jobs, "Chaos at ") || !strings.Contains(jobs, "0 of 1 conversation") {
		t.Errorf("among the jobs: %s", jobs)
	}
	act(t, s, at+"/next", "step=0")
	idle(s)
	page := mainOf(get(t, s, at).Body.String())
	for _, want := range []string{"Chaos at ", "1 failed</h2>", "fault-matrix", `href="#fault-never-finish">Never finish<`, "Lost: It stopped.", "A good client waits.", "by=client&amp;preset=never-finish&amp;seed=9007199254740993"} {
		if !strings.Contains(page, want) {
			t.Errorf("the report lacks %q: %s", want, page)
		}
	}
	for format, want := range map[string]string{"junit": `message="lost: It stopped."`, "json": `"verdict":"lost"`, "md": "| never-finish |"} {
		if w := get(t, s, at+"/report?format="+format); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %s", format, w.Body)
		}
	}
	if list := mainOf(get(t, s, "/checks").Body.String()); !strings.Contains(list, ">Chaos at ") {
		t.Error("Checks does not list it")
	}
	if o := e.asked[0]; o.Chaos == nil || !o.Chaos.ByClient || o.Chaos.Seed != 9007199254740993 || len(o.Chaos.Presets) != 1 || o.Agent == "" || !strings.HasPrefix(o.Name, "chaos of ") {
		t.Errorf("asked %+v", o)
	}
}

// TestSessionIsJudged: the Checks page of a session links to its report, which begins with the bar,
// has the same files as the command, and needs no recording.
func TestSessionIsJudged(t *testing.T) {
	began, slow := make(chan struct{}), make(chan struct{})
	s, f := examining(t, &fakeExaminer{says: "wrong", begun: began, slow: slow})
	f.paused = true
	if page := mainOf(get(t, s, "/checks?session=session-1").Body.String()); !strings.Contains(page, "Judge this session") || !strings.Contains(page, `value="session-1"`) {
		t.Errorf("Checks of the session does not lead there: %s", page)
	}
	once := newTestServer(t, normalRecord(), &fakeCaller{}, func(o *Options) { o.Examiner = &fakeExaminer{} })
	for _, from := range []string{"/sessions", "/palette?q=judge"} {
		if page := get(t, once, from).Body.String(); !strings.Contains(page, `data-url="/checks/session?session=session-1"`) {
			t.Errorf("%s does not lead there", from)
		}
	}
	at := begun(t, s, "/checks/session", url.Values{"session": {"session-1"}})
	<-began
	if page := mainOf(get(t, s, at).Body.String()); !strings.Contains(page, "running the checks") || strings.Contains(page, "call") {
		t.Errorf("somebody is called: %s", page)
	}
	close(slow)
	idle(s)
	page := mainOf(get(t, s, at).Body.String())
	for _, want := range []string{"Check of recording: ", `aria-label="1 failed · 1 passed"`, ">STM-05<", "2 exchanges judged in ", "(1 from the console)", "Not judged: 3 exchanges that replays added.", "Broken by the agent", `href="/checks?session=session-1"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the report lacks %q: %s", want, page)
		}
	}
	for format, want := range map[string]string{"junit": "<testsuite ", "json": `{"check":"STM-05"`, "md": "# check of "} {
		if w := get(t, s, at+"/report?format="+format); !strings.HasPrefix(strings.TrimPrefix(w.Body.String(), `<?xml version="1.0" encoding="UTF-8"?>`+"\n"), want) && format != "junit" {
			t.Errorf("%s: %s", format, w.Body)
		}
	}
	if gone := get(t, s, "/examinations/none").Body.String(); !strings.Contains(gone, "Results of judging a session are kept only until the console stops.") {
		t.Errorf("after a restart: %s", gone)
	}
	if w := act(t, s, "/checks/session", "session=none"); !strings.Contains(w.Body.String(), "There is no such session.") {
		t.Errorf("of no session: %s", w.Body)
	}
}

// TestFormsOfExaminationsAreShort: the form shows an agent, a button and few words; all else is
// folded. What is tested, and how it went last, is below the form.
func TestFormsOfExaminationsAreShort(t *testing.T) {
	s, _ := examining(t, &fakeExaminer{})
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	idle(s)
	form, below, _ := strings.Cut(mainOf(get(t, s, "/checks/examine").Body.String()), "</form>")
	if words := inSight(form); len(words) > 48 || len(words) < 10 {
		t.Errorf("%d words are in sight: %s", len(words), strings.Join(words, " "))
	}
	for _, want := range []string{"What is tested", " checks</td>", `href="` + at + `"`, "2 failed"} {
		if !strings.Contains(below, want) {
			t.Errorf("no %q below the form: %s", want, below)
		}
	}
	for typed, at := range map[string]string{"chaos": "/checks/chaos", "examine client": "/checks/client"} {
		if found := get(t, s, "/palette?q="+url.QueryEscape(typed)).Body.String(); !strings.Contains(found, `href="`+at+`"`) {
			t.Errorf("the palette does not find %s: %s", typed, found)
		}
	}
}

// inSight returns the visible words of a page: without folded content, but with the summaries, and
// without unselected options.
func inSight(page string) (words []string) {
	z := html.NewTokenizer(strings.NewReader(page))
	folded, hidden := 0, false
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		tok := z.Token()
		end := kind == html.EndTagToken
		switch {
		case tok.Data == "details" && end, tok.Data == "summary" && kind == html.StartTagToken:
			folded--
		case tok.Data == "details", tok.Data == "summary":
			folded++
		case tok.Data == "option" && !end:
			hidden = true
			for _, a := range tok.Attr {
				hidden = hidden && a.Key != "selected"
			}
		case tok.Data == "option":
			hidden = false
		case kind == html.TextToken && folded == 0 && !hidden:
			words = append(words, strings.Fields(tok.Data)...)
		}
	}
	return words
}
