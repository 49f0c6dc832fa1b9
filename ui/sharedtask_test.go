package ui

import (
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// The same id at two agents is two tasks: By task has a line for each, and each has a page with its
// own exchanges that links to the other.
func TestOneIDAtTwoAgents(t *testing.T) {
	f := normalRecord()
	first, _ := f.Exchange(t.Context(), "0195-joke-2")
	task, other := first.Labels.Task, "http://127.0.0.1:7999"
	x := first
	x.ID, x.Seq, x.Agent, x.URL, x.Outcome = "0195-other", 900, other, other+"/", wire.Cut
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	if page := get(t, s, "/traffic?view=tasks").Body.String(); strings.Count(page, `<code class="t-id muted" title="`+task+`"`) != 2 {
		t.Error("By task has not a line for each agent")
	}
	for agent, has := range map[string]string{first.Agent: first.ID, other: x.ID} {
		lacks := first.ID + x.ID
		lacks = strings.Replace(lacks, has, "", 1)
		against := first.Agent + other
		against = strings.Replace(against, agent, "", 1)
		page := mainOf(get(t, s, part.TaskURL(task, agent)).Body.String())
		if !strings.Contains(page, "/exchanges/"+has) || strings.Contains(page, "/exchanges/"+lacks) {
			t.Errorf("the page of %s has not its own exchanges alone", agent)
		}
		for _, words := range []string{"have the same id", `href="` + part.TaskURL(task, against) + `"`, "/get?agent=" + url.QueryEscape(agent)} {
			if !strings.Contains(page, words) {
				t.Errorf("the page of %s lacks %s", agent, words)
			}
		}
		rows := patchesOf(t, s, "/traffic?"+url.Values{"view": {"tasks"}, "rows": {task}, "of": {agent}}.Encode())
		if !strings.Contains(rows, "/exchanges/"+has) || strings.Contains(rows, "/exchanges/"+lacks) {
			t.Errorf("below the line of %s are not its own exchanges alone:\n%s", agent, rows)
		}
	}
	if got := get(t, s, part.TaskURL(task, "")).Body.String(); !strings.Contains(got, "/exchanges/"+x.ID) {
		t.Error("with no agent, the page is not of the newest")
	}
	if w := get(t, s, part.TaskURL(task, "http://127.0.0.1:1")); w.Code != 404 {
		t.Errorf("of an agent without the task: %d", w.Code)
	}
}

// TestByTaskWithoutTasks: if the exchanges belong to no task, the view says so instead of looking
// empty.
func TestByTaskWithoutTasks(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	if page := mainOf(get(t, s, "/traffic?q=&view=tasks").Body.String()); !strings.Contains(page, "Nothing recorded yet") || strings.Contains(page, "Show them") {
		t.Errorf("of an empty record it says %s", page)
	}
	x := sample(1, "said")
	x.Labels.Task, x.Labels.State = "", ""
	f.put(x)
	if page := mainOf(get(t, s, "/traffic?q=&view=tasks").Body.String()); !strings.Contains(page, "<h2>No tasks</h2>") || !strings.Contains(page, `<a href="/traffic?q=-task%3A%2A">Show them</a>`) || strings.Contains(page, "Nothing recorded yet") {
		t.Errorf("of an exchange without a task it says %s", page)
	}
}
