package agent

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// posted is a notification as it came.
type posted struct {
	header http.Header
	body   []byte
}

// receiver is a webhook. answer returns the status for the nth post.
func receiver(t *testing.T, answer func(n int) int) (string, chan posted) {
	t.Helper()
	got := make(chan posted, 1000)
	var mu sync.Mutex
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		n++
		status := answer(n)
		mu.Unlock()
		got <- posted{r.Header.Clone(), body}
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/hook", got
}

func fine(int) int { return http.StatusNoContent }

// until receives notifications until one ends the task.
func (p rpcPeer) until(got chan posted) (all []posted, tale string) {
	p.t.Helper()
	for {
		select {
		case n := <-got:
			all = append(all, n)
			res, problems := p.d.ReadPush(n.body)
			p.clean(problems, n.body)
			if tale != "" {
				tale += ", "
			}
			tale += told(res)
			over := res.Task != nil && res.Task.Status.State.Terminal() || res.Status != nil && res.Status.Status.State.Terminal()
			if over {
				return all, tale
			}
		case <-time.After(time.Minute):
			p.t.Fatalf("no more notifications after %s", tale)
		}
	}
}

func TestPushFromSend(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		url, got := receiver(t, fine)
		c := p.send(a2a.SendMessage, "", words("long paper every 0"), picture())
		c.Push = &a2a.PushConfig{URL: url, Token: "tok-123", Schemes: []string{"bearer"}, Credentials: "s3cret"}
		p.ok(c)
		all, tale := p.until(got)
		want, kind := "task submitted, working, artifact, +, +, completed", "application/a2a+json"
		if behaviour(d.Version()).StatusPush {
			want, kind = "task working, task completed", "application/json"
		}
		if tale != want {
			t.Errorf("got %s\nwant %s", tale, want)
		}
		h := all[0].header
		if h.Get("X-A2A-Notification-Token") != "tok-123" || h.Get("Authorization") != "Bearer s3cret" || h.Get("Content-Type") != kind {
			t.Errorf("headers %v", h)
		}
		if (h.Get("A2A-Notification-Token") == "tok-123") != (len(d.Headers()) > 0) {
			t.Errorf("A2A-Notification-Token: %q", h.Get("A2A-Notification-Token"))
		}
	})
}

func TestPushHasTheTaskAsItWas(t *testing.T) {
	p := v01(t, Options{})
	url, got := receiver(t, fine)
	c := p.send(a2a.SendMessage, "", words("long paper every 0"), picture())
	c.Push = &a2a.PushConfig{URL: url}
	p.ok(c)
	all, _ := p.until(got)
	first, _ := p.d.ReadPush(all[0].body)
	last, _ := p.d.ReadPush(all[len(all)-1].body)
	if len(first.Task.Artifacts) != 0 || len(last.Task.Artifacts) != 1 || len(last.Task.Artifacts[0].Parts) != 3 {
		t.Errorf("first %+v\nlast %+v", first.Task, last.Task)
	}
}

func TestPushConfigured(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		url, got := receiver(t, fine)
		id := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
		set := p.ok(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: id, Push: &a2a.PushConfig{TaskID: id, URL: url, Token: "t"}}).Push
		if set.URL != url || set.TaskID != id || set.Token != "t" {
			t.Errorf("set answered %+v", set)
		}
		back := p.ok(&a2a.Call{Op: a2a.GetPushConfig, TaskID: id, PushID: set.ID}).Push
		if back.URL != url {
			t.Errorf("get answered %+v", back)
		}
		p.ok(p.say(a2a.SendMessage, "Android", id))
		want := "working, artifact, completed"
		if behaviour(d.Version()).StatusPush {
			want = "task working, task completed"
		}
		if _, tale := p.until(got); tale != want {
			t.Errorf("got %s", tale)
		}
		if _, e := p.do(&a2a.Call{Op: a2a.GetPushConfig, TaskID: "nobody", PushID: "x"}); e != a2a.TaskNotFound {
			t.Errorf("config of an unknown task: %q", e)
		}
	})
}

func TestPushListAndDelete(t *testing.T) {
	from(t, a2a.V02, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		url, got := receiver(t, fine)
		id := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
		for _, name := range []string{"a", "b", "c"} {
			p.ok(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: id, Push: &a2a.PushConfig{TaskID: id, ID: name, URL: url, Token: "deleted"}})
		}
		if all := p.ok(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: id}).Pushes; len(all) != 3 || all[2].ID != "c" || all[2].TaskID != id {
			t.Errorf("listed %+v", all)
		}
		for _, name := range []string{"a", "b", "c", "c"} {
			p.ok(&a2a.Call{Op: a2a.DeletePushConfig, TaskID: id, PushID: name})
		}
		p.ok(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: id, Push: &a2a.PushConfig{TaskID: id, ID: "kept", URL: url}})
		p.ok(p.say(a2a.SendMessage, "Android", id))
		p.agent.store.get(id).drain(t)
		all, _ := p.until(got)
		if len(got) > 0 || slices.ContainsFunc(all, func(n posted) bool { return n.header.Get("X-A2A-Notification-Token") != "" }) {
			t.Errorf("delivered for what is deleted: %+v", all)
		}
		if _, e := p.do(&a2a.Call{Op: a2a.GetPushConfig, TaskID: id, PushID: "a"}); e != a2a.TaskNotFound {
			t.Errorf("get after delete: %q", e)
		}
	})
}

func TestPushPages(t *testing.T) {
	p := v10(t, Options{})
	id := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
	for _, name := range []string{"a", "b", "c"} {
		p.ok(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: id, Push: &a2a.PushConfig{TaskID: id, ID: name, URL: "http://127.0.0.1:1/"}})
	}
	page := p.ok(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: id, List: &a2a.ListQuery{PageSize: 2}})
	rest := p.ok(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: id, List: &a2a.ListQuery{PageSize: 2, PageToken: page.Next}})
	if len(page.Pushes) != 2 || len(rest.Pushes) != 1 || rest.Pushes[0].ID != "c" || rest.Next != "" {
		t.Errorf("pages %+v, %+v", page, rest)
	}
}

func TestPushTriesAgain(t *testing.T) {
	p := v10(t, Options{PushBackoff: time.Millisecond})
	url, got := receiver(t, func(n int) int {
		if n <= 2 {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	})
	c := p.say(a2a.SendMessage, "joke", "")
	c.Push = &a2a.PushConfig{URL: url}
	p.ok(c)
	if _, tale := p.until(got); tale != "task submitted, task submitted, task submitted, working, artifact, completed" {
		t.Errorf("got %s", tale)
	}
}

func TestPushGivesUp(t *testing.T) {
	p := v10(t, Options{PushBackoff: time.Millisecond})
	url, got := receiver(t, func(int) int { return http.StatusGone })
	c := p.say(a2a.SendMessage, "slow 50 every 0", "")
	c.Push = &a2a.PushConfig{URL: url}
	id := p.ok(c).Task.ID
	task := p.agent.store.get(id)
	<-task.hooks[0].done
	if len(got) != maxFailures {
		t.Errorf("%d attempts, want %d: a 4xx is not tried again, and five in a row end it", len(got), maxFailures)
	}
}

func TestPushReach(t *testing.T) {
	here := pushPolicy{}
	anywhere := pushPolicy{anywhere: true}
	for _, tt := range []struct {
		url            string
		here, anywhere bool
	}{
		{"http://127.0.0.1:9/x", true, true},
		{"http://[::1]:9/x", true, true},
		{"http://[::ffff:127.0.0.1]:9/x", true, true},
		{"https://localhost/x", true, true},
		{"http://127.9.9.9/x", true, true},
		{"https://example.com/x", false, true},
		{"http://10.0.0.1/x", false, true},
		{"http://0.0.0.0/x", false, false},
		{"http://169.254.169.254/latest", false, false},
		{"http://[fe80::1]/x", false, false},
		{"http://[::ffff:169.254.169.254]/x", false, false},
		{"ftp://127.0.0.1/x", false, false},
		{"file:///etc/passwd", false, false},
		{"http://user:pw@127.0.0.1/", false, false},
		{"http:///x", false, false},
		{"", false, false},
		{"http://localhost.example.com/", false, true},
		{"http://2130706433/", false, true}, // a host name to us; the resolved address is checked
	} {
		if got := here.checkURL(tt.url) == nil; got != tt.here {
			t.Errorf("%s: allowed %v, want %v", tt.url, got, tt.here)
		}
		if got := anywhere.checkURL(tt.url) == nil; got != tt.anywhere {
			t.Errorf("%s with push anywhere: allowed %v, want %v", tt.url, got, tt.anywhere)
		}
	}
}

// TestPushNeverReachesUs: the address is checked when connecting, so a name that resolves to a forbidden
// place does not help.
func TestPushNeverReachesUs(t *testing.T) {
	url, got := receiver(t, fine)
	ours := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/hook")
	p := v10(t, Options{PushBackoff: time.Millisecond, PushRefuse: func(a netip.AddrPort) bool { return a.String() == ours }})
	c := p.say(a2a.SendMessage, "joke", "")
	c.Push = &a2a.PushConfig{URL: strings.Replace(url, "127.0.0.1", "localhost", 1)}
	id := p.ok(c).Task.ID
	p.agent.store.get(id).drain(t)
	if len(got) != 0 {
		t.Errorf("a notification came")
	}
}

// drain waits until the first hook has no deliveries under way.
func (t *task) drain(tb testing.TB) {
	tb.Helper()
	t.mu.Lock()
	done := t.hooks[0].done
	t.mu.Unlock()
	if done != nil {
		<-done
	}
}

func TestPushFollowsNoRedirect(t *testing.T) {
	target, got := receiver(t, fine)
	from := httptest.NewServer(http.RedirectHandler(target, http.StatusTemporaryRedirect))
	t.Cleanup(from.Close)
	p := v10(t, Options{PushBackoff: time.Millisecond})
	c := p.say(a2a.SendMessage, "joke", "")
	c.Push = &a2a.PushConfig{URL: from.URL, Token: "secret"}
	id := p.ok(c).Task.ID
	p.agent.store.get(id).drain(t)
	if len(got) != 0 {
		t.Errorf("the token went to another place: %v", (<-got).header)
	}
}

func TestPushRefusedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		c := p.say(a2a.SendMessage, "joke", "")
		c.Push = &a2a.PushConfig{URL: "https://example.com/hook"}
		body := p.post(c).Body.Bytes()
		var r response
		if err := json.Unmarshal(body, &r); err != nil || r.Error == nil || r.Error.Code != -32602 {
			t.Errorf("got %s", body)
		}
		if len(p.agent.store.all()) != 0 {
			t.Errorf("a task was made all the same")
		}
	})
}
