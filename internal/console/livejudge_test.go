package console

import (
	"cmp"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// past is a recording whose exchanges have artificial times.
type past struct {
	*testing.T
	store *recorder.Store
	at    time.Time
	ids   map[string]string // by the test's names for the exchanges
	open  map[string]wire.Tape
}

// begin starts an exchange with its request.
func (p *past) begin(name string, x wire.Exchange, body string) {
	p.at = p.at.Add(time.Second)
	x.Started, x.Method = p.at, "POST"
	if x.Agent == "" {
		x.Agent, x.URL = "http://agent.test", "http://agent.test/rpc"
	}
	if x.Origin == "" {
		x.Origin = wire.Client
	}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	tape := p.store.Begin(x)
	tape.Write(wire.Request, p.at, []byte(body), false)
	tape.EndRequest(p.at, nil)
	p.ids[name], p.open[name] = tape.ID(), tape
}

// end adds the response.
func (p *past) end(name, kind string, pieces ...string) {
	p.endHeld(name, kind, 0, pieces...)
}

// endHeld adds the response, whose end a rule holds back from the client for a time.
func (p *past) endHeld(name, kind string, held time.Duration, pieces ...string) {
	tape := p.open[name]
	tape.WriteResponseHead(p.at, wire.Head{Status: 200, Header: http.Header{"Content-Type": {kind}}})
	for _, piece := range pieces {
		p.at = p.at.Add(time.Millisecond)
		tape.Write(wire.Response, p.at, []byte(piece), false)
	}
	p.at = p.at.Add(time.Millisecond)
	end := wire.End{At: p.at, Outcome: wire.ByAgent}
	if held > 0 {
		tape.AddPassage(wire.Passage{Side: wire.Response, Kind: wire.PassageHeld, HoldTime: int64(held), At: p.at.Add(held)})
		end.AgentEndedAt, end.At = p.at, p.at.Add(held)
		p.at = end.At
	}
	tape.End(end)
	if err := tape.Commit(p.Context()); err != nil {
		p.Fatal(err)
	}
}

// call is a call with its answer.
func (p *past) call(name, method, params, answer string) {
	p.begin(name, wire.Exchange{}, asking(method, params))
	p.end(name, "application/json", `{"jsonrpc":"2.0","id":1,`+answer+`}`)
}

func asking(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `}}`
}

func taskOf(id, state, more string) string {
	return `{"id":"` + id + `","contextId":"c1","status":{"state":"TASK_STATE_` + state + `","timestamp":"2026-01-02T03:04:05Z"}` + more + `}`
}

func event(result string) string {
	return `data: {"jsonrpc":"2.0","id":1,"result":` + result + "}\n\n"
}

func says(id, more string) string {
	return `"message":{"messageId":"` + id + `",` + more + `"role":"ROLE_USER","parts":[{"text":"hi"}]}`
}

const stream = "text/event-stream"

// happen is a conversation in which some things are wrong: a later call reveals a fault of an earlier one
// with a long body, which is read late; concurrent streams; a webhook that receives nothing; a replay
// within the session.
func (p *past) happen() {
	p.call("unknown", "GetTask", `"id":"nobody"`, `"error":{"code":-32603,"message":"oops"}`)
	long := `,"artifacts":[{"artifactId":"a","parts":[{"text":"` + strings.Repeat("x", 300<<10) + `"}]}]`
	p.call("long", "SendMessage", says("m1", ""), `"result":{"task":`+taskOf("t1", "COMPLETED", long)+`}`)
	p.call("right", "GetTask", `"id":"t1"`, `"result":`+taskOf("t1", "COMPLETED", ""))
	p.call("cancel", "CancelTask", `"id":"t1"`, `"result":`+taskOf("t1", "COMPLETED", ""))
	p.call("again", "SendMessage", says("m1", `"taskId":"t1",`), `"result":{"task":`+taskOf("t1", "COMPLETED", "")+`}`)
	p.call("context", "SendMessage", says("m2", `"contextId":"new",`), `"result":{"task":`+taskOf("t1", "COMPLETED", "")+`}`)
	update := func(n, state string) string {
		return event(`{"statusUpdate":{"taskId":"t2","contextId":"c1","status":{"state":"TASK_STATE_` + state + `","timestamp":"2026-01-02T03:04:0` + n + `Z"}}}`)
	}
	p.begin("stream", wire.Exchange{}, asking("SendStreamingMessage", says("m3", "")))
	p.begin("inner", wire.Exchange{}, asking("SubscribeToTask", `"id":"t2"`))
	p.end("inner", stream, event(`{"task":`+taskOf("t2", "WORKING", "")+`}`), update("3", "INPUT_REQUIRED"), update("2", "WORKING"), update("4", "COMPLETED"))
	p.end("stream", stream, event(`{"task":`+taskOf("t2", "WORKING", "")+`}`), update("2", "WORKING"), update("3", "INPUT_REQUIRED"), update("4", "COMPLETED"))
	p.begin("held", wire.Exchange{}, asking("SendStreamingMessage", says("m5", "")))
	p.endHeld("held", stream, 13*time.Second, event(`{"task":`+taskOf("t4", "WORKING", "")+`}`),
		event(`{"statusUpdate":{"taskId":"t4","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-02T03:04:05Z"}}}`))
	hook := func(name, id, url string) {
		p.call(name, "CreateTaskPushNotificationConfig", `"taskId":"`+id+`","id":"`+name+`","url":"`+url+`"`,
			`"result":{"taskId":"`+id+`","id":"`+name+`","url":"`+url+`"}`)
	}
	p.call("work", "SendMessage", says("m4", ""), `"result":{"task":`+taskOf("t3", "WORKING", "")+`}`)
	hook("forgotten", "t3", "http://hook.test/a")
	p.call("done", "GetTask", `"id":"t3"`, `"result":`+taskOf("t3", "COMPLETED", ""))
	p.begin("elsewhere", wire.Exchange{Origin: wire.Push, Agent: "http://hook.test", URL: "http://hook.test/b"}, `{"task":`+taskOf("t9", "COMPLETED", "")+`}`)
	p.end("elsewhere", "application/json", `{}`)
	p.at = p.at.Add(time.Minute)
	p.begin("replayed", wire.Exchange{Origin: wire.Replay, Link: p.ids["cancel"]}, asking("CancelTask", `"id":"t1"`))
	p.end("replayed", "application/json", `{"jsonrpc":"2.0","id":1,"result":`+taskOf("t1", "COMPLETED", "")+`}`)
}

// onRecord lists the findings of each exchange, by its name.
func (p *past) onRecord(s *recorder.Store) map[string][]wire.Finding {
	out := map[string][]wire.Finding{}
	for name, id := range p.ids {
		list, err := s.Findings(p.Context(), id)
		if err != nil {
			p.Fatal(err)
		}
		x, err := s.Exchange(p.Context(), id)
		if err != nil {
			p.Fatal(err)
		}
		n, worst := 0, ""
		for i := range list {
			n, worst = n+list[i].Count, wire.MaxSeverity(worst, list[i].Severity)
			slices.SortFunc(list[i].CrossFindings, func(a, b wire.CrossFinding) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		if x.Labels.Findings != n || x.Labels.Worst != worst {
			p.Errorf("%s: the row counts %d findings, worst %q; there are %d, worst %q", name, x.Labels.Findings, x.Labels.Worst, n, worst)
		}
		if len(list) > 0 {
			out[name] = list
		}
	}
	return out
}

// checked lists what the command check finds, except findings within a single exchange.
func (p *past) checked(s *recorder.Store) map[string][]wire.Finding {
	names := map[string]string{}
	for name, id := range p.ids {
		names[id] = name
	}
	out := map[string][]wire.Finding{}
	all := func(yield func(*wire.Exchange, error) bool) {
		err := EachPageOldestFirst(p.Context(), s, wire.Filter{}, func(page []wire.Exchange) error {
			for i := range page {
				yield(&page[i], nil)
			}
			return nil
		})
		if err != nil {
			p.Fatal(err)
		}
	}
	err := judge.Recording(p.Context(), all, s, judge.Options{}, func(f judge.Finding) {
		name := names[f.Exchange]
		out[name] = insertFinding(out[name], mergeFindings([]judge.Finding{f})[0])
	})
	if err != nil {
		p.Fatal(err)
	}
	return out
}

// counts formats the findings of all exchanges except but. With across, they list the exchanges
// that show them.
func counts(all map[string][]wire.Finding, but string, across bool) (out []string) {
	for name, list := range all {
		for _, f := range list {
			if name == but {
				continue
			}
			one := fmt.Sprintf("%s %s %s %d/%d", name, f.Check, f.Severity, f.Count, f.Times)
			if across {
				one += fmt.Sprint(f.CrossFindings)
			}
			out = append(out, one)
		}
	}
	slices.Sort(out)
	return out
}

// TestLiveAndAgainAgree: live findings equal those of reindex and of check.
func TestLiveAndAgainAgree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	reopen := func(o recorder.Options) *recorder.Store {
		known := NewCards()
		o.Path, o.Label, o.LateJudge = path, known.Label, known
		s, err := recorder.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	p := &past{T: t, store: reopen(recorder.Options{}), at: time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC), ids: map[string]string{}, open: map[string]wire.Tape{}}
	p.happen()
	if err := p.store.Close(); err != nil {
		t.Fatal(err)
	}
	again := reopen(recorder.Options{NoSession: true})
	defer again.Close()
	live := p.onRecord(again)
	if err := again.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	anew := p.onRecord(again)
	if !reflect.DeepEqual(live, anew) {
		t.Errorf("live:\n%s\nafter reindex:\n%s", strings.Join(counts(live, "", true), "\n"), strings.Join(counts(anew, "", true), "\n"))
	}
	checked := p.checked(again)
	got, want := counts(live, "replayed", false), counts(checked, "", false)
	if !slices.Equal(got, want) {
		t.Errorf("live:\n%s\nby check:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, f := range []string{"unknown STM-06", "cancel STM-05", "again STM-03", "again REQ-18", "context REQ-17", "context RES-10", "SSE-23", "forgotten PUSH-17"} {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, f) }) {
			t.Errorf("%s was not found:\n%s", f, strings.Join(got, "\n"))
		}
	}
	if len(live["held"]) > 0 {
		t.Errorf("what a rule held is found wrong: %+v", live["held"])
	}
	for name, list := range live {
		for _, f := range list {
			for _, a := range f.CrossFindings {
				same := func(c wire.CrossFinding) bool { return reflect.DeepEqual(a, c) }
				if !slices.ContainsFunc(checked[name], func(c wire.Finding) bool { return slices.ContainsFunc(c.CrossFindings, same) }) {
					t.Errorf("%s: %+v is not what check says: %+v", name, a, checked[name])
				}
			}
		}
	}
}
