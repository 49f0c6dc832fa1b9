package cause

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// memory is a Store in memory that counts how often a body is read.
type memory struct {
	all    []wire.Exchange
	bodies map[string]string
	reads  int
}

func (m *memory) add(change func(*wire.Exchange), text string) wire.Exchange {
	x := answered(200)
	x.ID, x.Seq, x.Agent = fmt.Sprint("x", len(m.all)), int64(len(m.all)+1), "http://agent.test"
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	if change != nil {
		change(&x)
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":%q}]}}}`, text)
	x.RequestBytes, x.RequestKept = int64(len(body)), int64(len(body))
	x.ResponseBytes, x.ResponseKept, x.Frames = 2, 2, 1
	m.all, m.bodies[x.ID] = append(m.all, x), body
	return x
}

func (m *memory) Exchanges(_ context.Context, _ wire.Filter, p wire.Page) (out []wire.Exchange, _ error) {
	for _, x := range m.all {
		if p.Before > 0 && x.Seq < p.Before || p.After > 0 && x.Seq > p.After {
			out = append(out, x)
		}
	}
	slices.Reverse(out)
	return out[:min(len(out), p.Limit)], nil
}

func (m *memory) Chunks(_ context.Context, id string, _ wire.Side, _, _ int64) ([]wire.Chunk, error) {
	m.reads++
	return []wire.Chunk{{Data: []byte(m.bodies[id])}}, nil
}

// The last good exchange has the same message and succeeded; earlier ones are preferred to later ones.
func TestLastGood(t *testing.T) {
	m := &memory{bodies: map[string]string{}}
	m.add(nil, "hello")
	m.add(func(x *wire.Exchange) { x.Request.Header.Set("Authorization", "Bearer ****") }, "hello")
	m.add(nil, "another")
	m.add(func(x *wire.Exchange) { x.Response.Status = 500 }, "hello")
	m.add(func(x *wire.Exchange) { x.Agent = "http://other.test" }, "hello")
	bad := m.add(func(x *wire.Exchange) { x.Response.Status = 401; x.Request.Header.Set("X-Tenant", "b") }, "hello")
	m.add(nil, "hello")
	g, ok, err := FindGood(t.Context(), m, bad)
	if err != nil || !ok || g.Exchange.ID != "x1" || g.IsLater {
		t.Fatalf("%+v, %v, %v", g, ok, err)
	}
	if want := []string{"Header Authorization: not sent, was sent", "Header X-Tenant: sent, was not sent"}; !slices.Equal(g.Differences, want) {
		t.Errorf("differs in %q, want %q", g.Differences, want)
	}
	first := &memory{bodies: map[string]string{}}
	bad = first.add(func(x *wire.Exchange) { x.Response.Status = 401 }, "hello")
	first.add(nil, "hello")
	if g, ok, err := FindGood(t.Context(), first, bad); err != nil || !ok || g.Exchange.ID != "x1" || !g.IsLater || len(g.Differences) != 0 {
		t.Errorf("after: %+v, %v, %v", g, ok, err)
	}
}

// An exchange of the same operation and caller is preferred to newer ones of others.
func TestLastGoodIsOfTheSameCaller(t *testing.T) {
	m := &memory{bodies: map[string]string{}}
	m.add(func(x *wire.Exchange) { x.Caller = "python" }, "hello")
	m.add(func(x *wire.Exchange) { x.Caller = "chaos" }, "hello")
	m.add(func(x *wire.Exchange) { x.Caller, x.Labels.Op = "python", string(a2a.SendStreamingMessage) }, "hello")
	bad := m.add(func(x *wire.Exchange) { x.Caller, x.Response.Status = "python", 500 }, "hello")
	if g, ok, err := FindGood(t.Context(), m, bad); err != nil || !ok || g.Exchange.ID != "x0" {
		t.Errorf("%+v, %v, %v", g, ok, err)
	}
}

// A good exchange with the same URL is preferred to others, even if it came later; one with another URL says so.
func TestLastGoodIsAtTheSameURL(t *testing.T) {
	m := &memory{bodies: map[string]string{}}
	m.add(nil, "hello")
	m.add(func(x *wire.Exchange) { x.URL = "http://agent.test/other" }, "hello")
	fails := func(x *wire.Exchange) { x.Response.Status = 500 }
	bad := m.add(fails, "hello")
	if g, ok, err := FindGood(t.Context(), m, bad); err != nil || !ok || g.Exchange.ID != "x0" || g.HasOtherURL {
		t.Errorf("before: %+v, %v, %v", g, ok, err)
	}
	m = &memory{bodies: map[string]string{}}
	m.add(func(x *wire.Exchange) { x.URL = "http://agent.test/other" }, "hello")
	bad = m.add(fails, "hello")
	if g, ok, err := FindGood(t.Context(), m, bad); err != nil || !ok || g.Exchange.ID != "x0" || !g.HasOtherURL || !slices.Equal(g.Differences, []string{"URL: http://agent.test/v1, was http://agent.test/other"}) {
		t.Errorf("only elsewhere: %+v, %v, %v", g, ok, err)
	}
	m.add(nil, "hello")
	if g, ok, err := FindGood(t.Context(), m, bad); err != nil || !ok || g.Exchange.ID != "x2" || g.HasOtherURL || !g.IsLater {
		t.Errorf("after: %+v, %v, %v", g, ok, err)
	}
}

// A suggestion has the same operation and succeeded to its end.
func TestLastGoodIsGoodAndAlike(t *testing.T) {
	task := func(state string) func(*wire.Exchange) {
		return func(x *wire.Exchange) { x.Labels.Task, x.Labels.State = "t1", state }
	}
	of := func(op, url string, change func(*wire.Exchange)) func(*wire.Exchange) {
		return func(x *wire.Exchange) {
			x.Labels.Op, x.Labels.Task, x.URL = op, url[strings.LastIndexByte(url, '/')+1:], url
			change(x)
		}
	}
	calls := func(method string) string { return `{"jsonrpc":"2.0","id":1,"method":"` + method + `"}` }
	fails, fine := func(x *wire.Exchange) { x.Response.Status = 500 }, func(*wire.Exchange) {}
	for _, c := range []struct {
		name    string
		others  []func(*wire.Exchange)
		bodies  []string // "" means hello
		bad     func(*wire.Exchange)
		badBody string
		want    string // id, "" for none
		away    bool
	}{
		{"a task that failed later", []func(*wire.Exchange){fine, task("TASK_STATE_WORKING"), task("TASK_STATE_FAILED")}, nil, fails, "", "x0", false},
		{"a task that was rejected later", []func(*wire.Exchange){task("TASK_STATE_SUBMITTED"), task("TASK_STATE_REJECTED")}, nil, fails, "", "", false},
		{"a task that waits", []func(*wire.Exchange){task("TASK_STATE_INPUT_REQUIRED")}, nil, fails, "", "x0", false},
		{"methods that there are not", []func(*wire.Exchange){of("", "http://agent.test/v1", fine), of("", "http://agent.test/v1", fine)}, []string{calls("Foo"), calls("Bar")}, of("", "http://agent.test/v1", fails), calls("Foo"), "x0", false},
		{"another method that there is not", []func(*wire.Exchange){of("", "http://agent.test/v1", fine)}, []string{calls("Bar")}, of("", "http://agent.test/v1", fails), calls("Foo"), "", false},
		{"another task at the same address", []func(*wire.Exchange){of("GetTask", "http://agent.test/v1/tasks/t1", fine)}, []string{" "}, of("GetTask", "http://agent.test/v1/tasks/t2", fails), " ", "x0", false},
	} {
		m := &memory{bodies: map[string]string{}}
		for i, o := range c.others {
			if x := m.add(o, "hello"); i < len(c.bodies) {
				m.bodies[x.ID] = c.bodies[i]
			}
		}
		bad := m.add(c.bad, "hello")
		if c.badBody != "" {
			m.bodies[bad.ID] = c.badBody
		}
		if g, ok, err := FindGood(t.Context(), m, bad); err != nil || ok != (c.want != "") || g.Exchange.ID != c.want || g.HasOtherURL != c.away {
			t.Errorf("%s: %q elsewhere %v, %v", c.name, g.Exchange.ID, g.HasOtherURL, err)
		}
	}
}

// The search reads no more requests than its limit, however many rows there are.
func TestLastGoodIsBounded(t *testing.T) {
	m := &memory{bodies: map[string]string{}}
	for i := range 500 {
		m.add(nil, fmt.Sprint("other ", i))
	}
	bad := m.add(func(x *wire.Exchange) { x.Response.Status = 500 }, "hello")
	if g, ok, err := FindGood(t.Context(), m, bad); ok || err != nil {
		t.Errorf("%+v, %v", g, err)
	}
	if m.reads > 1+4*maxRequests {
		t.Errorf("%d requests were read", m.reads)
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if _, _, err := FindGood(t.Context(), slow{m}, bad); err != nil || time.Since(began) > maxSearchTime+3*minListTime {
			t.Errorf("searched for %s, %v", time.Since(began), err)
		}
	})
}

// slow is a store in which each search takes all the time that it is given.
type slow struct{ *memory }

func (s slow) Exchanges(_ context.Context, _ wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	<-time.After(p.Search.Budget)
	return nil, nil
}

// A secret is identified by its header and never shown.
func TestDifferencesKeepSecrets(t *testing.T) {
	m := &memory{bodies: map[string]string{}}
	token := func(mark string) func(*wire.Exchange) {
		return func(x *wire.Exchange) {
			x.Request.Header.Set("X-Api-Key", "****")
			x.Redactions = []wire.Redaction{{Place: "request.header", Name: "X-Api-Key", Kind: "api-key", Length: 4, Fingerprint: mark}}
		}
	}
	m.add(token("a-one"), "hello")
	for mark, want := range map[string]string{
		"a-two": "Header X-Api-Key: another credential",
		"b-one": "Header X-Api-Key: perhaps another credential; different runs of the console recorded the two",
	} {
		bad := m.add(func(x *wire.Exchange) { token(mark)(x); x.Response.Status = 403 }, "hello")
		g, ok, err := FindGood(t.Context(), m, bad)
		if err != nil || !ok || !slices.Equal(g.Differences, []string{want}) {
			t.Errorf("%s: %q, %v, %v", mark, g.Differences, ok, err)
		}
	}
}

// A recording that keeps secrets has no fingerprints: a credential that differs is still not shown, and other headers
// still are.
func TestKeptCredentialsAreNotShown(t *testing.T) {
	with := func(auth, trace string) wire.Exchange {
		return wire.Exchange{Request: wire.Head{Header: http.Header{"Authorization": {auth}, "Cookie": {"a=" + auth}, "X-Api-Key": {auth}, "X-Trace": {trace}}}}
	}
	got := headerDifferences(with("Bearer hush-1", "1"), with("Bearer hush-2", "2"))
	want := []string{"Header Authorization: another credential", "Header Cookie: another credential", "Header X-Api-Key: another credential", "Header X-Trace: 2, was 1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestRequestsThatDiffer: any differing or missing member is listed, except ids of requests and messages.
func TestRequestsThatDiffer(t *testing.T) {
	const send = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`
	for _, c := range []struct{ body, want string }{
		{send, ""},
		{`{"jsonrpc":"2.0","id":"other","method":"SendMessage","params":{"message":{"messageId":"n","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`, ""},
		{`{"id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`, `jsonrpc: none, was "2.0"`},
		{`{"jsonrpc":"2.0","method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`, "id: none, was 1"},
		{`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]},"configuration":{"historyLength":-1}}}`, "params.configuration.historyLength: -1, was none"},
		{strings.Replace(send, `"params":{`, `"params":{"metadata":[0,1,2,3,4,5,6,7,8,9,10,11,12,13],`, 1), "params.metadata[0]: 0, was none; params.metadata[10]: 10, was none; params.metadata[11]: 11, was none; params.metadata[12]: 12, was none; params.metadata[13]: 13, was none; params.metadata[1]: 1, was none; params.metadata[2]: 2, was none; params.metadata[3]: 3, was none; params.metadata[4]: 4, was none; params.metadata[5]: 5, was none; params.metadata[6]: 6, was none; params.metadata[7]: 7, was none; Body: 2 more members differ"},
		{`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`, `method: "message/send", was "SendMessage"`},
	} {
		m := &memory{bodies: map[string]string{}}
		good := m.add(nil, "hi")
		bad := m.add(func(x *wire.Exchange) { x.Response.Status = 400 }, "hi")
		m.bodies[good.ID], m.bodies[bad.ID] = send, c.body
		g, ok, err := FindGood(t.Context(), m, bad)
		if err != nil || !ok || strings.Join(g.Differences, "; ") != c.want {
			t.Errorf("%s: %q, %v, %v; want %q", c.body, g.Differences, ok, err, c.want)
		}
	}
}

// TestUnknownIsNotGood: a response that was not recorded is not known to be good.
func TestUnknownIsNotGood(t *testing.T) {
	m := &memory{bodies: map[string]string{}}
	m.add(nil, "hi")
	bad := m.add(func(x *wire.Exchange) { x.Response.Status = 400 }, "hi")
	m.all[0].Gaps = []wire.Gap{{Side: wire.Response, Cause: wire.GapLeftOut}}
	if g, ok, err := FindGood(t.Context(), m, bad); ok || err != nil {
		t.Errorf("%+v, %v", g, err)
	}
}
