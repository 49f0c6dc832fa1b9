package recorder

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Pages of tasks hold every task once, the one with the newest exchange first, whatever the filter and the
// page size.
func TestPagesOfTasksHoldEachOnce(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 240)
	// One task has exchanges everywhere, and some exchanges have no task.
	err := s.do(t.Context(), func(w *writer) error {
		for _, text := range []string{
			"UPDATE exchanges SET task = 'everywhere' WHERE seq % 7 = 0",
			"UPDATE exchanges SET task = NULL WHERE seq % 11 = 0",
		} {
			if _, err := w.conn.Exec(text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]wire.Filter{
		"all": {}, "failed": {States: []string{"failed"}}, "words": {Text: []string{"zebra"}}, "common words": {Text: []string{"fox"}, Ops: []string{"get"}}, "one": {Task: "everywhere"},
		"some": {Task: "task-2*"}, "agent": {Agents: []string{"http://127.0.0.1:9998"}}, "none": {Task: "nobody"}, "not": {Exclusions: []wire.Filter{{Task: "everywhere"}}},
	} {
		xs, err := s.Exchanges(t.Context(), f, wire.Page{Limit: 5000})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		count := map[string]int{}
		for _, x := range xs {
			if x.Labels.Task != "" {
				id := x.Labels.Task + " of " + x.Agent
				if count[id]++; count[id] == 1 {
					want = append(want, id)
				}
			}
		}
		for _, size := range []int{7, 40, 1000} {
			var got []string
			for before := int64(0); ; {
				list, err := s.Tasks(t.Context(), f, wire.Page{Before: before, Limit: size})
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range list {
					id := one.ID + " of " + one.Agent
					got = append(got, id)
					if n := min(count[id], wire.MaxTaskExchanges); one.Count != n {
						t.Errorf("%s: %s has %d exchanges, counted are %d", name, id, n, one.Count)
					}
				}
				if len(list) < size {
					break
				}
				before = list[size-1].NewestSeq
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s in pages of %d: %d tasks, want %d", name, size, len(got), len(want))
			}
		}
	}
}

// The summary of a task has its counts, times, newest state, and first exchanges even if a filter excludes
// them.
func TestTaskIsSummedUp(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	put := func(labels string, status int, outcome wire.Outcome) {
		at := time.Now()
		tape := s.Begin(call())
		tape.Write(wire.Request, at, []byte(labels), false)
		tape.EndRequest(at, nil)
		if status > 0 {
			tape.WriteResponseHead(at, wire.Head{Status: status})
		}
		if outcome != wire.Open {
			tape.End(wire.End{At: at.Add(time.Second), Outcome: outcome})
		}
		commit(t, tape)
		if outcome != wire.Open {
			labelled(t, s, tape.ID())
		}
	}
	put("op=SendMessage task=t1 state=TASK_STATE_WORKING order a laptop", 200, wire.ByAgent)
	put("op=GetTask task=t1 state=TASK_STATE_COMPLETED", 200, wire.ByAgent)
	put("op=GetTask task=t1", 404, wire.ByAgent)
	put("op=GetTask task=t1", 0, wire.Cut)
	for _, c := range []struct {
		f    wire.Filter
		want string
	}{
		{wire.Filter{}, "t1 [{SendMessage 1} {GetTask 3}] 4 failed 2 TASK_STATE_COMPLETED SendMessage"},
		{wire.Filter{Statuses: []string{"404"}}, "t1 [{GetTask 1}] 1 failed 1  SendMessage"},
	} {
		list, err := s.Tasks(t.Context(), c.f, wire.Page{})
		if err != nil || len(list) != 1 {
			t.Fatalf("%d tasks, %v", len(list), err)
		}
		one := list[0]
		got := fmt.Sprint(one.ID, " ", one.Calls, " ", one.Count, " failed ", one.Failed, " ", one.Latest.Labels.State, " ", one.FirstExchanges[0].Labels.Op)
		if got != c.want || !one.Last.After(one.First) {
			t.Errorf("%s, lasting %v; want %s", got, one.Last.Sub(one.First), c.want)
		}
	}
	none, err := s.TasksByID(t.Context(), wire.Filter{Ops: []string{"CancelTask"}}, []string{"t1", "t2"})
	if err != nil || len(none) != 0 {
		t.Errorf("selected %v, %v", none, err)
	}
}

// One id at two agents means two tasks, and neither shows exchanges of the other. A push notification belongs
// to the task of the only agent that was called about the id, whatever agent it is recorded with; if two were
// called, to the task of the agent that it is recorded with.
func TestOneIDAtTwoAgentsIsTwoTasks(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	put := func(origin wire.Origin, agent, labels string, status int) {
		at := time.Now()
		x := call()
		x.Origin, x.Agent = origin, agent
		tape := s.Begin(x)
		tape.Write(wire.Request, at, []byte(labels), false)
		tape.EndRequest(at, nil)
		tape.WriteResponseHead(at, wire.Head{Status: status})
		tape.End(wire.End{At: at.Add(time.Second), Outcome: wire.ByAgent})
		commit(t, tape)
		labelled(t, s, tape.ID())
	}
	const a, b = "http://127.0.0.1:1", "http://127.0.0.1:2"
	told := func(f wire.Filter, want ...string) {
		t.Helper()
		listed, err := s.Tasks(t.Context(), f, wire.Page{})
		if err != nil {
			t.Fatal(err)
		}
		named, err := s.TasksByID(t.Context(), f, []string{"T1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]wire.TaskExchanges{listed, named} {
			var got []string
			for _, one := range list {
				got = append(got, fmt.Sprint(one.ID, " ", one.Agent, " ", one.Count, " failed ", one.Failed, " ", one.Latest.Labels.State, " ", one.FirstExchanges[0].Labels.Op, " ", one.Shared))
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("told\n%q, want\n%q", got, want)
			}
		}
	}
	put(wire.Client, a, "op=SendMessage task=T1 state=TASK_STATE_COMPLETED", 200)
	put(wire.Console, a, "op=GetTask task=T1 state=TASK_STATE_COMPLETED", 200)
	put(wire.Push, "", "op=push task=T1", 200)
	told(wire.Filter{}, "T1 "+a+" 3 failed 0 TASK_STATE_COMPLETED SendMessage false")
	put(wire.Client, b, "op=CancelTask task=T1 state=TASK_STATE_FAILED", 500)
	put(wire.Push, b, "op=push task=T1", 200)
	told(wire.Filter{},
		"T1  1 failed 0  push true",
		"T1 "+a+" 2 failed 0 TASK_STATE_COMPLETED SendMessage true",
		"T1 "+b+" 2 failed 1 TASK_STATE_FAILED CancelTask true")
	told(wire.Filter{Agents: []string{b}}, "T1 "+b+" 2 failed 1 TASK_STATE_FAILED CancelTask true")
}

// LatestCall of a task is not a push notification, within what the filter selects. If all exchanges are push
// notifications, it is the newest of them.
func TestNewestCallOfATaskIsNoPush(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	put := func(origin wire.Origin, labels string, status int) string {
		at := time.Now()
		x := call()
		x.Origin = origin
		tape := s.Begin(x)
		tape.Write(wire.Request, at, []byte(labels), false)
		tape.EndRequest(at, nil)
		tape.WriteResponseHead(at, wire.Head{Status: status})
		tape.End(wire.End{At: at.Add(time.Second), Outcome: wire.ByAgent})
		commit(t, tape)
		labelled(t, s, tape.ID())
		return tape.ID()
	}
	sent := put(wire.Client, "op=SendMessage task=t1 state=TASK_STATE_WORKING", 200)
	failed := put(wire.Client, "op=GetTask task=t1", 500)
	put(wire.Push, "op=push task=t1 state=TASK_STATE_WORKING", 200)
	put(wire.Push, "op=push task=t2", 200)
	pushed := put(wire.Push, "op=push task=t2", 200)
	for _, c := range []struct {
		f    wire.Filter
		id   string
		want string
	}{
		{wire.Filter{}, "t1", failed},
		{wire.Filter{Ops: []string{"SendMessage", "push"}}, "t1", sent},
		{wire.Filter{}, "t2", pushed},
	} {
		list, err := s.TasksByID(t.Context(), c.f, []string{c.id})
		if err != nil || len(list) != 1 {
			t.Fatalf("%d tasks, %v", len(list), err)
		}
		if list[0].LatestCall.ID != c.want {
			t.Errorf("%+v: the newest call about %s is %s (%s), want %s", c.f, c.id, list[0].LatestCall.ID, list[0].LatestCall.Labels.Op, c.want)
		}
	}
}
