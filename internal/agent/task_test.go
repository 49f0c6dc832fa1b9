package agent

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

func v10(t testing.TB, o Options) rpcPeer {
	d, ok := dialect.ByName(a2a.V10)
	if !ok {
		t.Fatal("no version 1.0")
	}
	return rpcPeer{t, newAgent(t, o), d}
}

func v01(t testing.TB, o Options) rpcPeer {
	d, ok := dialect.ByName(a2a.V01)
	if !ok {
		t.Fatal("no version 0.1")
	}
	return rpcPeer{t, newAgent(t, o), d}
}

func TestHistory(t *testing.T) {
	n := func(i int) *int { return &i }
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task
		p.ok(p.say(a2a.SendMessage, "Android", task.ID))
		unset := 3 // the request, the question, the answer
		if d.Version() == a2a.V01 {
			unset = 0
		}
		for _, tt := range []struct {
			asked *int
			want  int
		}{{nil, unset}, {n(0), 0}, {n(1), 1}, {n(2), 2}, {n(99), 3}} {
			h := p.ok(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID, HistoryLength: tt.asked}).Task.History
			if len(h) != tt.want {
				t.Errorf("asked for %v: %d messages, want %d", tt.asked, len(h), tt.want)
			}
			if tt.want > 0 && h[len(h)-1].Parts[0].Text != "Android" {
				t.Errorf("the newest message is %q", h[len(h)-1].Parts[0].Text)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			c := p.say(a2a.SendStreamingMessage, "slow 100 every 1s", "")
			told := make(chan []*a2a.Result)
			go func() { told <- p.stream(c) }()
			time.Sleep(3500 * time.Millisecond)
			id := p.agent.store.all()[0].id
			if got := p.ok(&a2a.Call{Op: a2a.CancelTask, TaskID: id}).Task; got.Status.State != a2a.Canceled || got.ID != id {
				t.Errorf("got %+v", got)
			}
			if got := tale(<-told); got != "working, artifact, +, +, +, canceled" && got != "task submitted, working, artifact, +, +, +, canceled" {
				t.Errorf("the stream says %s", got)
			}
			if _, e := p.do(&a2a.Call{Op: a2a.CancelTask, TaskID: id}); e != a2a.TaskNotCancelable {
				t.Errorf("second cancel: %q", e)
			}
			if _, e := p.do(&a2a.Call{Op: a2a.CancelTask, TaskID: "nobody"}); e != a2a.TaskNotFound {
				t.Errorf("cancel of nothing: %q", e)
			}
			time.Sleep(10 * time.Second)
			if got := len(p.ok(&a2a.Call{Op: a2a.GetTask, TaskID: id}).Task.Artifacts[0].Parts); got != 4 {
				t.Errorf("%d chunks after the cancel, want 4", got)
			}
		})
	})
}

func TestCancelWaitingTask(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		id := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
		if got := p.ok(&a2a.Call{Op: a2a.CancelTask, TaskID: id}).Task.Status.State; got != a2a.Canceled {
			t.Errorf("got %s", got)
		}
	})
}

func TestMessageToFinishedTask(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.say(a2a.SendMessage, "tell me a joke", "")).Task
		res, e := p.do(p.say(a2a.SendMessage, "tell me a joke", task.ID))
		if d.Version() != a2a.V01 {
			if e != a2a.UnsupportedOperation {
				t.Errorf("got %q, %+v", e, res)
			}
			return
		}
		if e != "" || res.Task.Status.State != a2a.Completed || len(res.Task.Artifacts) != 2 || res.Task.Artifacts[1].ID != "1" {
			t.Errorf("reopened: %q, %+v", e, res)
		}
	})
}

func TestMessageToBusyTask(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			go p.post(p.say(a2a.SendStreamingMessage, "slow 100 every 1s", ""))
			synctest.Wait()
			if _, e := p.do(p.say(a2a.SendMessage, "and more", p.agent.store.all()[0].id)); e != a2a.UnsupportedOperation {
				t.Errorf("got %q", e)
			}
		})
	})
}

func TestContextMustAgree(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		first := p.say(a2a.SendMessage, "request a new phone for me", "")
		first.Message.ContextID = "mine"
		task := p.ok(first).Task
		if task.ContextID != "mine" {
			t.Errorf("the client's context became %q", task.ContextID)
		}
		next := p.say(a2a.SendMessage, "Android", task.ID)
		next.Message.ContextID = "another"
		if _, e := p.do(next); e != a2a.InvalidParams {
			t.Errorf("got %q", e)
		}
	})
}

func TestReturnImmediately(t *testing.T) {
	from(t, a2a.V02, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			c := p.say(a2a.SendMessage, "slow 2 every 1s", "")
			c.ReturnImmediately = true
			task := p.ok(c).Task
			if task.Status.State != a2a.Submitted || len(task.History) != 1 {
				t.Errorf("got %+v", task)
			}
			time.Sleep(2 * time.Second)
			if got := p.ok(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task; got.Status.State != a2a.Completed || len(got.Artifacts[0].Parts) != 2 {
				t.Errorf("got %+v", got)
			}
		})
	})
}

func TestListTasks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{})
		var ids []string
		for i := range 7 {
			c := p.say(a2a.SendMessage, "tell me a joke", "")
			if i%2 == 1 {
				c = p.say(a2a.SendMessage, "request a new phone for me", "")
			}
			c.Message.ContextID = fmt.Sprint("context-", i%3)
			ids = append([]string{p.ok(c).Task.ID}, ids...)
			time.Sleep(time.Second)
		}
		var paged []string
		q := a2a.ListQuery{PageSize: 3}
		for {
			res := p.ok(&a2a.Call{Op: a2a.ListTasks, List: &q})
			if res.Total != 7 || res.PageSize != 3 {
				t.Fatalf("total %d, page size %d", res.Total, res.PageSize)
			}
			for _, task := range res.Tasks {
				paged = append(paged, task.ID)
				if task.Artifacts != nil {
					t.Errorf("artifacts without being asked for")
				}
			}
			if q.PageToken = res.Next; q.PageToken == "" {
				break
			}
		}
		if fmt.Sprint(paged) != fmt.Sprint(ids) {
			t.Errorf("got  %v\nwant %v", paged, ids)
		}
		for _, tt := range []struct {
			q    a2a.ListQuery
			want int
		}{
			{a2a.ListQuery{State: a2a.InputRequired}, 3},
			{a2a.ListQuery{ContextID: "context-0"}, 3},
			{a2a.ListQuery{ContextID: "context-0", State: a2a.Completed}, 2},
			{a2a.ListQuery{ContextID: "nowhere"}, 0},
			{a2a.ListQuery{StatusTimestampAfter: time.Now().Add(-2 * time.Second).UTC().Format(time.RFC3339)}, 2},
		} {
			if res := p.ok(&a2a.Call{Op: a2a.ListTasks, List: &tt.q}); len(res.Tasks) != tt.want || res.Total != tt.want {
				t.Errorf("%+v: %d of %d, want %d", tt.q, len(res.Tasks), res.Total, tt.want)
			}
		}
		if res := p.ok(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{IncludeArtifacts: true, State: a2a.Completed}}); len(res.Tasks[0].Artifacts) != 1 {
			t.Errorf("no artifacts although asked for")
		}
		for _, bad := range []a2a.ListQuery{{PageSize: 101}, {PageSize: -1}, {PageToken: "!"}, {PageToken: "Zm9v"}, {StatusTimestampAfter: "yesterday"}} {
			if _, e := p.do(&a2a.Call{Op: a2a.ListTasks, List: &bad}); e != a2a.InvalidParams {
				t.Errorf("%+v: got %q", bad, e)
			}
		}
	})
}

func TestOldTasksGo(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{MaxTasks: 3}), d}
		waiting := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
		first := p.ok(p.say(a2a.SendMessage, "joke", "")).Task.ID
		for range 2 {
			p.ok(p.say(a2a.SendMessage, "joke", ""))
		}
		if _, e := p.do(&a2a.Call{Op: a2a.GetTask, TaskID: first}); e != a2a.TaskNotFound {
			t.Errorf("the oldest finished task: %q", e)
		}
		p.ok(&a2a.Call{Op: a2a.GetTask, TaskID: waiting})
	})
}

func TestLargeTasksGo(t *testing.T) {
	p := v10(t, Options{MaxMemory: 1 << 20})
	big := p.ok(p.say(a2a.SendMessage, "slow 10 every 0 size 65000", ""))
	p.ok(p.say(a2a.SendMessage, "slow 10 every 0 size 65000", ""))
	p.ok(p.say(a2a.SendMessage, "joke", ""))
	if _, e := p.do(&a2a.Call{Op: a2a.GetTask, TaskID: big.Task.ID}); e != a2a.TaskNotFound {
		t.Errorf("got %q", e)
	}
	var sum int64
	for _, task := range p.agent.store.all() {
		sum += task.size
	}
	if held := p.agent.store.memory.Load(); held != sum || sum == 0 {
		t.Errorf("%d bytes are held, the tasks have %d", held, sum)
	}
}

func TestFullAgentSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{MaxTasks: 1})
		c := p.say(a2a.SendMessage, "slow 100 every 1m", "")
		c.ReturnImmediately = true
		p.ok(c)
		if _, e := p.do(p.say(a2a.SendMessage, "joke", "")); e != a2a.InternalError {
			t.Errorf("got %q", e)
		}
	})
}

func TestCloseEndsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{})
		done := make(chan struct{})
		go func() { p.post(p.say(a2a.SendStreamingMessage, "slow 100 every 1m", "")); close(done) }()
		blocked := make(chan a2a.ErrorName)
		go func() { _, e := p.do(p.say(a2a.SendMessage, "slow 100 every 1m", "")); blocked <- e }()
		synctest.Wait()
		p.agent.Close()
		<-done
		if e := <-blocked; e != a2a.InternalError {
			t.Errorf("got %q", e)
		}
	})
}
