package ui

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/comparison"
)

// largeSessions is a record of two sessions with more exchanges than a page waits for. One answer
// differs.
func largeSessions() *fakeRecord {
	f := emptyRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "session-2", Name: "Again", Started: fakeNow()})
	for i, side := range []string{"a", "b"} {
		f.sessions[i].Exchanges = 350
		for n := range 350 {
			text := fmt.Sprintf("question %d", n)
			if i == 1 && n == 340 {
				text = "another question"
			}
			x := sample(n+1, side)
			x.Session, x.Labels.Task = f.sessions[i].ID, "t"
			x, chunks := withBodies(x, text)
			f.put(x, chunks...)
		}
	}
	return f
}

func TestLargeSessionsAreComparedInTheBackground(t *testing.T) {
	f := largeSessions()
	s := newTestServer(t, f, &fakeCaller{})
	const at = "/compare?a=session-1&b=session-2"
	page := get(t, s, at).Body.String()
	if !strings.Contains(page, `id="compare"`) || !strings.Contains(page, "in the background") && !strings.Contains(page, "350") {
		t.Fatalf("got %s", mainOf(page))
	}
	idle(s)
	page = get(t, s, at).Body.String()
	if !strings.Contains(page, "1 differs") || !strings.Contains(page, "349 the same") || !strings.Contains(page, "1–300 of 350") {
		t.Errorf("got %.3000s", mainOf(page))
	}
	if strings.Contains(page, "another question") {
		t.Error("the first page shows what is on the second")
	}
	if page := get(t, s, at+"&page=1").Body.String(); !strings.Contains(page, "another question") || !strings.Contains(page, "301–350 of 350") {
		t.Error("the second page does not show the difference")
	}
	if page := get(t, s, at+"&only=differs").Body.String(); !strings.Contains(page, "another question") || strings.Count(page, `id="pair-`) != 1 {
		t.Error("what differs is not shown alone")
	}
	if n := len(s.comparer.Jobs.All()); n != 1 {
		t.Errorf("%d comparisons for one", n)
	}
	w := act(t, s, "/compare/ignore", url.Values{"a": {"session-1"}, "b": {"session-2"}, "level": {"meaning"}, "rule": {"type:text"}, "page": {"1"}}.Encode())
	if !strings.Contains(w.Body.String(), "page=1") || len(f.sessions[0].Ignore) != 1 {
		t.Errorf("an ignored difference does not begin the comparison anew: %s", w.Body)
	}
	idle(s)
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "ignored") {
		t.Error("the rule does not count")
	}
}

func TestTooManyDifferencesAreCountedOnly(t *testing.T) {
	f := largeSessions()
	s := newTestServer(t, f, &fakeCaller{})
	c := &comparison.Comparison{}
	var err error
	for id, side := range map[string]*comparison.Subject{"session-1": &c.A, "session-2": &c.B} {
		if *side, err = s.comparer.FindSubject(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	j := &comparison.Job{Task: background.NewTask[*comparison.Comparison](background.Status{}), DiffBytes: comparison.MaxDiffBytes}
	if err := s.comparer.CompareAll(t.Context(), j, c, nil); err != nil {
		t.Fatal(err)
	}
	if !c.HasOmissions || c.Report.DifferentCount != 1 || c.Report.Pairs[340].OmittedCount == 0 || len(c.Report.Pairs[340].Differences) != 0 {
		t.Errorf("thin %t, %+v", c.HasOmissions, c.Report.Pairs[340])
	}
}

// The list of what to compare with describes each exchange once, shows errors as errors, and
// follows the filter as it is typed.
func TestCompareListShowsErrors(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a poem")
	for i, change := range []func(*wire.Exchange){
		func(x *wire.Exchange) { x.Response.Status, x.Labels.State = 401, "" },
		func(x *wire.Exchange) { x.Labels.Error, x.Labels.State = "TaskNotFoundError", "" },
		func(x *wire.Exchange) { x.Outcome = wire.Cut },
	} {
		x := sample(10+i, "failed")
		change(&x)
		f.put(x)
	}
	s := newTestServer(t, f, &fakeCaller{})
	at := "/compare?a=" + f.exchanges[0].ID
	page := get(t, s, at).Body.String()
	if n := strings.Count(page, "<tr data-row"); n != 4 {
		t.Errorf("%d rows of 4 other exchanges", n)
	}
	for _, want := range []string{"✕</i> 401 Unauthorized", "✕</i> TaskNotFoundError", "✕</i> cut", "<th>State</th>", "data-roving", "421 ms", "tell me a joke"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, mainOf(page))
		}
	}
	if got := patchesOf(t, s, at+"&q=agent:http://nobody"); !strings.Contains(got, `id="picks"`) || !strings.Contains(got, "Nothing matches.") || strings.Contains(got, "<form") {
		t.Errorf("typing a filter answers %s", got)
	}
}

// TestSameMessageComesFirst: exchanges with the same message to the same agent come first, whatever
// their result, then those with other agents.
func TestSameMessageComesFirst(t *testing.T) {
	f := emptyRecord()
	add := func(n int, agent, op, text string) string {
		x := sample(n, "said")
		x.Agent, x.Labels.Op, x.Labels.Text, x.Labels.Task = agent, op, text, ""
		f.put(x)
		return x.ID
	}
	const one, two = "http://127.0.0.1:7430", "http://127.0.0.1:7431"
	a := add(1, one, "SendMessage", "hello\nThe agent failed")
	like := add(2, one, "SendStreamingMessage", "hello\nGood morning")
	elsewhere := add(3, two, "SendMessage", "hello")
	newest := add(4, one, "SendMessage", "good bye")
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/compare?a="+a).Body.String()
	at := -1
	for _, want := range []string{"The same message to the same agent", like, "The same message to other agents", elsewhere, "The same operation of the same agent", newest} {
		i := strings.Index(page, want)
		if i <= at {
			t.Errorf("%q stands at %d, what comes before it at %d", want, i, at)
		}
		at = i
	}
}

func TestOtherExchangeIsChosen(t *testing.T) {
	f := twoSessions("tell me a joke", hostile)
	s := newTestServer(t, f, &fakeCaller{})
	a, b := f.exchanges[0].ID, f.exchanges[1].ID
	like, other, later := sample(40, "like it"), sample(41, "other"), sample(42, "later")
	like.Labels.Text, like.Labels.Task = "another message", "another-task"
	other.Labels.Op, other.Labels.Task = "GetTask", "another-task"
	later.Labels.Text, later.Labels.Task = "and now a poem", f.exchanges[0].Labels.Task
	f.put(like)
	f.put(other)
	f.put(later)
	foreign := later
	foreign.ID, foreign.Seq, foreign.Agent = later.ID+"f", later.Seq+50, "http://foreign.test"
	foreign.Labels.Op = "CancelTask"
	f.put(foreign)
	if page := get(t, s, "/exchanges/"+a).Body.String(); !strings.Contains(page, `href="/compare?a=`+a+`"`) {
		t.Error("an exchange's page does not offer to compare")
	}
	page := get(t, s, "/compare?a="+a).Body.String()
	harmless(t, page)
	if _, of, _ := strings.Cut(page, "Of the same task"); strings.Contains(of[:strings.Index(of, "picks-title")], foreign.ID) {
		t.Error("a task of another agent with the same id counts as the same task")
	}
	for _, want := range []string{"The same message", "Of the same task", "The same operation", "Recent", `href="/compare?a=` + a + `&amp;b=` + b + `"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, mainOf(page))
		}
	}
	if page := get(t, s, "/compare?a="+b).Body.String(); !strings.Contains(page, `href="/compare?a=`+a+`&amp;b=`+b+`"`) {
		t.Error("what came first is not A")
	}
	if page := get(t, s, "/compare?a="+a+"&q=task%3Anone").Body.String(); !strings.Contains(page, "Nothing matches.") {
		t.Error("a search that finds nothing does not say so")
	}
	if page := get(t, s, "/compare?a="+a+"&q=dur%3A%3Esoon").Body.String(); !strings.Contains(page, "dur") {
		t.Error("a broken filter is not explained")
	}
	if page := get(t, s, "/compare?a=session-1").Body.String(); !strings.Contains(page, `b=session-2`) {
		t.Error("another session is not offered")
	}
	for _, typed := range []string{" " + b + " ", "http://127.0.0.1:7420/exchanges/" + b + "?tab=events#x", "http://private.localhost:7420/exchanges/" + b} {
		if page := get(t, s, "/compare?"+url.Values{"a": {a}, "b": {typed}}.Encode()).Body.String(); !strings.Contains(page, "verdict-differs") {
			t.Errorf("%s is not found", typed)
		}
	}
}
