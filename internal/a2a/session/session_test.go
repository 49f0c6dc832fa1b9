package session

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// tape is a session being made up.
type tape []Exchange

func (t *tape) add(e Exchange) *Exchange {
	e.X = &wire.Exchange{ID: fmt.Sprintf("x%d", len(*t)), URL: "http://agent.test/", Outcome: wire.ByAgent, Response: wire.Head{Status: 200}}
	*t = append(*t, e)
	return &(*t)[len(*t)-1]
}

func poll(task string) Exchange {
	return Exchange{Op: a2a.GetTask, Task: task, Call: &a2a.Call{Op: a2a.GetTask, TaskID: task}}
}

func say(task, context string, m a2a.Message) Exchange {
	return Exchange{Op: a2a.SendMessage, Task: task, Context: context, Call: &a2a.Call{Op: a2a.SendMessage, Message: &m}}
}

func show(list []*Conversation) string {
	var out []string
	for _, c := range list {
		out = append(out, fmt.Sprint(c.Turns))
	}
	return strings.Join(out, " ")
}

func TestConversations(t *testing.T) {
	var s tape
	s.add(Exchange{Op: a2a.GetCard})
	s.add(say("t", "c", a2a.Message{}))
	s.add(Exchange{Op: a2a.GetCard}).X.Request.Header = http.Header{"A2a-Version": {"1.0"}}
	s.add(poll("t"))
	s.add(poll("u"))
	s.add(poll("t"))
	s.add(Exchange{Op: a2a.GetCard})
	s.add(say("", "c", a2a.Message{ContextID: "c"}))
	s.add(Exchange{Op: a2a.ListTasks, Context: "c"})
	s.add(say("", "c", a2a.Message{ContextID: "c"}))
	s.add(Exchange{Op: a2a.ListTasks, Context: "c"})
	if got := show(Conversations(s)); got != "[[0 6]] [[1] [3 5]] [[2]] [[4]] [[7] [9]] [[8]] [[10]]" {
		t.Errorf("the conversations are %s", got)
	}
}

// TestRepeats: only a call that asks the same and ends the same is a repetition.
func TestRepeats(t *testing.T) {
	one := 1
	for name, c := range map[string]struct {
		change func(e *Exchange)
		want   bool
	}{
		"the same":              {func(*Exchange) {}, true},
		"in another state":      {func(e *Exchange) { e.X.Labels.State = "TASK_STATE_COMPLETED" }, true},
		"the task by its alias": {func(e *Exchange) { e.Call.TaskID = "alias" }, true},
		"another agent":         {func(e *Exchange) { e.X.Agent = "http://other.test" }, false},
		"another task":          {func(e *Exchange) { e.Task = "u" }, false},
		"other params":          {func(e *Exchange) { e.Call.HistoryLength = &one }, false},
		"params not read":       {func(e *Exchange) { e.Call = nil }, false},
		"another version":       {func(e *Exchange) { e.Version = "x" }, false},
		"another binding":       {func(e *Exchange) { e.Binding = a2a.GRPC }, false},
		"an error":              {func(e *Exchange) { e.Error = "TaskNotFound" }, false},
		"a refusal by status":   {func(e *Exchange) { e.X.Response.Status = 503 }, false},
		"cut off":               {func(e *Exchange) { e.X.Outcome = wire.Cut }, false},
		"another operation":     {func(e *Exchange) { e.Op = a2a.CancelTask }, false},
	} {
		var s tape
		s.add(poll("t"))
		s.add(poll("t"))
		c.change(&s[1])
		if got := Repeats(&s[0], &s[1]); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	var s tape
	s.add(Exchange{Op: a2a.GetCard})
	s.add(Exchange{Op: a2a.GetCard, Answer: [32]byte{1}})
	s.add(say("t", "c", a2a.Message{}))
	s.add(say("t", "c", a2a.Message{}))
	s.add(poll("t"))
	s.add(poll("t"))
	failed, again := &s[4], &s[5]
	failed.Error, again.Error = "TaskNotFound", "TaskNotFound"
	if Repeats(&s[0], &s[1]) || Repeats(&s[2], &s[3]) || !Repeats(failed, again) {
		t.Error("a changed card or a message repeats, or the same error does not")
	}
}

func TestLineages(t *testing.T) {
	var s tape
	s.add(poll("before"))
	s.add(say("one", "c", a2a.Message{}))
	s.add(say("one", "c", a2a.Message{TaskID: "one"}))
	s.add(say("two", "c", a2a.Message{TaskID: "one"}))
	s.add(say("three", "c", a2a.Message{References: []string{"two", "before", "three"}}))
	s.add(say("known", "d", a2a.Message{TaskID: "known"}))
	s.add(say("", "d", a2a.Message{}))
	want := []Lineage{
		{Task: "before", Opened: -1},
		{Task: "one", Context: "c", Opened: 1},
		{Task: "two", Context: "c", Opened: 3, From: []Origin{{"one", Followed}}},
		{Task: "three", Context: "c", Opened: 4, From: []Origin{{"two", Referenced}, {"before", Referenced}}},
		{Task: "known", Context: "d", Opened: -1},
	}
	if got := Lineages(s); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestRegistrations(t *testing.T) {
	var s tape
	var r Registrations
	take := func(c *a2a.Call, result *a2a.Result, failed bool) {
		e := s.add(Exchange{Op: c.Op, Call: c})
		r.Take(e, result, failed)
	}
	config := func(id, url string) *a2a.PushConfig { return &a2a.PushConfig{ID: id, URL: url} }
	kept := func(want ...Registration) {
		t.Helper()
		if !slices.Equal(r, want) {
			t.Errorf("kept are %v, want %v", r, want)
		}
	}
	take(&a2a.Call{Op: a2a.SendMessage, Push: config("", "http://a")}, nil, false)
	take(&a2a.Call{Op: a2a.CreatePushConfig, Push: config("", "http://b")}, nil, true)
	kept(Registration{"", "http://a", "x0"})
	take(&a2a.Call{Op: a2a.CreatePushConfig, Push: config("", "http://a")}, &a2a.Result{Push: config("1", "http://a")}, false)
	take(&a2a.Call{Op: a2a.CreatePushConfig, Push: config("2", "http://b")}, &a2a.Result{Push: config("2", "http://b")}, false)
	kept(Registration{"1", "http://a", "x2"}, Registration{"2", "http://b", "x3"})
	take(&a2a.Call{Op: a2a.DeletePushConfig, PushID: "1"}, nil, false)
	kept(Registration{"2", "http://b", "x3"})
	take(&a2a.Call{Op: a2a.ListPushConfigs}, &a2a.Result{Pushes: []a2a.PushConfig{*config("3", "http://c")}}, false)
	kept(Registration{"3", "http://c", "x5"})
	if Registers(&a2a.Call{Op: a2a.GetPushConfig, Push: config("1", "http://a")}) != nil || Registers(nil) != nil {
		t.Error("a call that asks for a configuration registers it")
	}
}
