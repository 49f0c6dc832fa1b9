package agent

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

func drafting() Options { return Options{Drafts: dialect.Drafts(), PushBackoff: time.Millisecond} }

// eachDraft calls an agent that speaks a draft, in each of its bindings.
func eachDraft(t *testing.T, f func(t *testing.T, p peer.Client)) {
	for _, d := range dialect.Drafts() {
		for _, b := range dialect.Bindings(d.Version()) {
			t.Run(string(d.Version())+" "+string(b), func(t *testing.T) {
				f(t, peer.Client{Binding: b, T: t, Agent: newAgent(t, drafting()), Version: d.Version()})
			})
		}
	}
}

// TestGenerations: generations start at 1, and each event adds one.
func TestGenerations(t *testing.T) {
	eachDraft(t, func(t *testing.T, p peer.Client) {
		var got []int64
		for _, r := range p.Readings(peer.NewCall(a2a.SendStreamingMessage, "tell me a joke")) {
			task, n := r.Result.Generation()
			if task == "" {
				t.Errorf("%+v names no task", r.Result)
			}
			got = append(got, n)
		}
		if len(got) < 3 || got[0] != 1 {
			t.Fatalf("%v", got)
		}
		for i := range got {
			if got[i] != int64(i+1) {
				t.Errorf("event %d of %v", i, got)
			}
		}
		first := p.Result(peer.NewCall(a2a.SendMessage, "tell me a joke")).Task
		again := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: first.ID}).Task
		if want := got[len(got)-1]; first.Generation != want || again.Generation != want {
			t.Errorf("the task is at %d, then at %d, after %v", first.Generation, again.Generation, got)
		}
	})
}

// TestIfGenerationMatch: a message for another generation of its task is refused, and changes nothing;
// for a new task, any generation is accepted.
func TestIfGenerationMatch(t *testing.T) {
	eachDraft(t, func(t *testing.T, p peer.Client) {
		start := peer.NewCall(a2a.SendMessage, "request a new phone for me")
		start.IfGenerationMatch = new(int64)
		task := p.Result(start).Task
		answer := func(at int64) *a2a.Call {
			c := peer.NewCall(a2a.SendMessage, "jane@example.com")
			c.Message.TaskID, c.IfGenerationMatch = task.ID, &at
			return c
		}
		e := p.Refusal(answer(task.Generation + 1))
		if e.Name != a2a.TaskGenerationMismatch || !strings.Contains(string(e.Data), "TASK_GENERATION_MISMATCH") ||
			!strings.Contains(string(e.Data), "expectedGeneration") || !strings.Contains(string(e.Data), "currentGeneration") || !strings.Contains(string(e.Data), task.ID) {
			t.Errorf("%+v %s", e, e.Data)
		}
		want := map[a2a.Binding]int{a2a.JSONRPC: -32010, a2a.REST: http.StatusConflict, a2a.GRPC: 10}[p.Binding]
		if e.Code != want {
			t.Errorf("code %d, want %d", e.Code, want)
		}
		if now := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task; now.Generation != task.Generation {
			t.Errorf("the refused message took it from %d to %d", task.Generation, now.Generation)
		}
		if now := p.Result(answer(task.Generation)).Task; now.Generation <= task.Generation {
			t.Errorf("the message left it at %d, from %d", now.Generation, task.Generation)
		}
	})
}

// TestLongPoll: a call for the next generation returns at once if the task is past it, else when it is,
// or with the current task when that takes too long or the task is finished.
func TestLongPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dialect.Drafts()[0]
		a := New(Options{Drafts: dialect.Drafts(), NewID: counted(), MaxPollWait: time.Minute})
		defer a.Close()
		p := peer.Client{Binding: a2a.JSONRPC, T: t, Agent: a, Version: d.Version()}
		get := func(id string, seen int64) (*a2a.Task, time.Duration) {
			began := time.Now()
			task := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: id, CurrentGeneration: &seen}).Task
			return task, time.Since(began)
		}
		slow := peer.NewCall(a2a.SendMessage, `{"skill":"slow","chunks":3,"every":"10s"}`)
		slow.Message.Parts = []a2a.Part{{Kind: a2a.DataPart, Data: []byte(`{"skill":"slow","chunks":3,"every":"10s"}`)}}
		slow.ReturnImmediately = true
		task := p.Result(slow).Task
		synctest.Wait()
		now, took := get(task.ID, 0)
		if took != 0 {
			t.Errorf("a task beyond the generation took %s", took)
		}
		for !now.Status.State.Terminal() {
			next, took := get(task.ID, now.Generation)
			if next.Generation <= now.Generation || took > 10*time.Second {
				t.Fatalf("from %d to %d in %s", now.Generation, next.Generation, took)
			}
			now = next
		}
		if _, took := get(task.ID, now.Generation); took != 0 {
			t.Errorf("a finished task took %s", took)
		}
		wait := p.Result(peer.NewCall(a2a.SendMessage, "request a new phone for me")).Task
		if same, took := get(wait.ID, wait.Generation); same.Generation != wait.Generation || took != time.Minute {
			t.Errorf("a task that waits for its client: %d in %s", same.Generation, took)
		}
		left(t, p, wait, time.Second)
	})
}

// left: a caller that leaves ends its poll.
func left(t *testing.T, p peer.Client, task *a2a.Task, after time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	began := time.Now()
	p.Do(ctx, p.Request(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID, CurrentGeneration: &task.Generation}))
	if took := time.Since(began); took != after {
		t.Errorf("the call of a caller that left after %s took %s", after, took)
	}
}

// TestPollEndsWithTheAgent: closing the agent ends all polls.
func TestPollEndsWithTheAgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := New(Options{Drafts: dialect.Drafts(), NewID: counted()})
		p := peer.Client{Binding: a2a.JSONRPC, T: t, Agent: a, Version: dialect.Drafts()[0].Version()}
		wait := p.Result(peer.NewCall(a2a.SendMessage, "request a new phone for me")).Task
		began := time.Now()
		var calls sync.WaitGroup
		calls.Go(func() {
			p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: wait.ID, CurrentGeneration: &wait.Generation})
		})
		synctest.Wait()
		a.Close()
		calls.Wait()
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %s", took)
		}
	})
}

// TestDraftsAreAsked: the draft of a version is last in the card of an agent that was told to speak it;
// for all others it is an unknown version.
func TestDraftsAreAsked(t *testing.T) {
	for _, d := range dialect.Drafts() {
		v := string(d.Version())
		for _, told := range []bool{false, true} {
			o := Options{}
			if told {
				o = drafting()
			}
			a := newAgent(t, o)
			card := a.card(false)
			i := slices.IndexFunc(card.Interfaces, func(i a2a.Interface) bool { return i.Version == d.Version() })
			if (i >= 0) != told || told && i != len(card.Interfaces)-len(dialect.Bindings(d.Version())) {
				t.Errorf("told %v: interface %d of %d is of %s", told, i, len(card.Interfaces), v)
			}
			call := rpcPeer{t: t, agent: a, d: d}.body(peer.NewCall(a2a.SendMessage, "tell me a joke"))
			for _, path := range []string{"/", "/v" + string(d.DraftOf)} {
				refused := strings.Contains(post(a, path, call, versionHeader, v).Body.String(), "VERSION_NOT_SUPPORTED")
				if refused == (told && path == "/") {
					t.Errorf("told %v: a call at %s is refused: %v", told, path, refused)
				}
			}
			if w := post(a, "/v"+v, call, versionHeader, v); (w.Code == http.StatusOK) != told {
				t.Errorf("told %v: /v%s answers %d", told, v, w.Code)
			}
			plain := post(a, "/", call, versionHeader, string(d.DraftOf)).Body.String()
			if strings.Contains(plain, "generation") || strings.Contains(plain, `"error"`) {
				t.Errorf("told %v: %s is answered with %s", told, d.DraftOf, plain)
			}
		}
	}
}

// TestTaskOfBothVersions: a task created in a version can be requested in its draft, and vice versa.
func TestTaskOfBothVersions(t *testing.T) {
	for _, d := range dialect.Drafts() {
		a := newAgent(t, drafting())
		old, _ := dialect.ByName(d.DraftOf)
		for _, made := range []a2a.Dialect{d, old} {
			task := rpcPeer{t: t, agent: a, d: made}.ok(peer.NewCall(a2a.SendMessage, "tell me a joke")).Task
			for _, asked := range []a2a.Dialect{d, old} {
				p := rpcPeer{t: t, agent: a, d: asked}
				w := post(a, "/", p.body(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}), p.headers()...)
				got, e := p.read(a2a.GetTask, w.Body.Bytes())
				if e != "" || (got.Task.Generation > 0) != (asked == a2a.Dialect(d)) {
					t.Errorf("made in %s, asked for in %s: %s %s", made.Version(), asked.Version(), e, w.Body)
				}
			}
		}
	}
}

// TestFindDraft: a draft is found by its name.
func TestFindDraft(t *testing.T) {
	for _, d := range dialect.Drafts() {
		if v, err := FindDraft(string(d.Version())); err != nil || v != d {
			t.Errorf("%v, %v", v, err)
		}
		if _, err := FindDraft(string(d.DraftOf)); err == nil || !strings.Contains(err.Error(), string(d.Version())) {
			t.Errorf("the version itself: %v", err)
		}
	}
}
