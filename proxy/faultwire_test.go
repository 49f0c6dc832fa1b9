package proxy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// onWire is a rule in force at a tap, and what then crosses the wire.
type onWire struct {
	form string // of an action, as in the table of actions
	rule string // as tongue.filled takes it

	// want is what the client receives: frames as letters, each with the time at which its last byte arrives,
	// 0s by default. A final ! means that the connection breaks, a … that it stays open until the client
	// leaves after an hour.
	want string
	at   func(s *tongue) string // instead of want if it differs by binding

	agent    string               // what the agent receives, and when: the call, "edited", or "-" for nothing
	how      string               // how frames passed, on record
	person   string               // who decides after three seconds: "forward", "edit", "drop"
	does     map[string]string    // by binding: why the rule has no effect there, instead of want
	answer   map[string]*answered // by binding: what the client receives instead of the agent's response
	headAt   time.Duration        // when the head arrives
	heading  http.Header          // differences in the head
	byPerson bool                 // the passage names no rule
}

// answered is a response by a rule.
type answered struct {
	status  int
	header  http.Header
	body    string
	trailer bool // the header has a gRPC status
}

// whole is the stream as the agent sends it.
const whole = "T A B D"

// hour is how long a client of these tests waits.
const hour = time.Hour

var faultsOnWire = []onWire{
	{form: "hold", rule: "event:artifact nth:1 => hold", want: "T A@5m B@5m D@5m", how: "held"},
	{form: "hold", rule: "=> hold", want: "T@5m A@5m B@5m D@5m", agent: "call@5m", how: "held"},
	{form: "hold", rule: "event:artifact nth:1 => hold", person: "forward", want: "T A@3s B@3s D@3s", how: "held"},
	{form: "hold", rule: "event:artifact nth:1 => hold", person: "edit", want: "T P@3s B@3s D@3s", how: "edited", byPerson: true},
	{form: "hold", rule: "event:artifact nth:1 => hold", person: "drop", want: "T B@3s D@3s", how: "dropped", byPerson: true},
	{form: "hold", rule: "=> hold", person: "edit", want: "T@3s A@3s B@3s D@3s", agent: "edited@3s", how: "edited", byPerson: true},
	{form: "hold", rule: "=> hold", person: "drop", want: "!", agent: "-", how: "dropped", byPerson: true},
	{form: "hold 30s", rule: "event:artifact nth:1 => hold 30s", want: "T A@30s B@30s D@30s", how: "held"},
	{form: "hold 30s then drop", rule: "event:artifact nth:1 => hold 30s then drop", want: "T B@30s D@30s", how: "dropped"},
	{form: "hold 30s then drop", rule: "=> hold 30s then drop", want: "!", agent: "-", how: "dropped"},
	{form: "hold for ever", rule: "event:artifact nth:1 => hold for ever", want: "T …", how: ""},
	{form: "hold for ever", rule: "event:artifact nth:1 => hold for ever", person: "forward", want: "T A@3s B@3s D@3s", how: "held"},

	{form: "delay 2s", rule: "event:artifact => delay 2s", want: "T A@2s B@4s D@4s", how: "delayed delayed"},
	{form: "delay 2s", rule: "direction:response => delay 2s", want: "T@2s A@4s B@6s D@8s", how: "delayed delayed delayed delayed"},
	{form: "delay 2s", rule: "=> delay 2s", want: "T@2s A@2s B@2s D@2s", agent: "call@2s", how: "delayed"},
	{form: "delay 200ms..2s", rule: "event:artifact seed:42 => delay 200ms..2s", want: "T A@395.838067ms B@1.93028424s D@1.93028424s", how: "delayed delayed"},
	{form: "delay 200ms..2s", rule: "event:artifact seed:43 => delay 200ms..2s", want: "T A@1.352401129s B@2.378640243s D@2.378640243s", how: "delayed delayed"},

	{form: "drop", rule: "event:artifact nth:1 => drop", want: "T B D", how: "dropped"},
	{form: "drop", rule: "direction:response => drop", want: "", how: "dropped dropped dropped dropped"},
	{form: "drop", rule: "=> drop", want: "!", agent: "-", how: "dropped"},

	{form: "duplicate", rule: "event:artifact nth:1 => duplicate", want: "T A A B D", how: "injected"},
	{form: "duplicate 3", rule: "event:last-chunk => duplicate 3", want: "T A B B B B D", how: "injected injected injected"},

	{form: "reorder", rule: "event:artifact nth:1 => reorder", want: "T B A D", how: "delayed"},
	{form: "reorder 2", rule: "event:artifact nth:1 => reorder 2", want: "T B D A", how: "delayed"},
	{form: "reorder 2", rule: "state:completed => reorder 2", want: "T A B D", how: "delayed"},

	{form: `replace [{"op":"replace","path":"/result/status/state","value":"failed"}]`, want: "T P B D", how: "edited",
		rule: `event:artifact nth:1 => replace [{"op":"replace","path":"AT/artifactUpdate/artifact/parts/0/text","value":"edited"}]`},
	{form: `replace [{"op":"replace","path":"/result/status/state","value":"failed"}]`, want: whole, agent: "edited", how: "edited",
		rule: `=> replace [{"op":"replace","path":"PARAMS/message/parts/0/text","value":"bye"}]`},
	{form: `replace {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, rule: "event:artifact nth:1 => replace DOC", want: "T X B D", how: "edited"},

	{form: `inject {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, rule: "event:artifact nth:1 => inject DOC", want: "T A X B D", how: "injected"},
	{form: `inject before {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, rule: "event:artifact nth:1 => inject before DOC", want: "T X A B D", how: "injected"},

	{form: "cut", rule: "event:artifact nth:1 => cut", want: "T A !", how: ""},
	{form: "cut before", rule: "event:artifact nth:1 => cut before", want: "T !", how: "dropped"},
	{form: "cut middle", rule: "event:artifact nth:1 => cut middle", want: "T a !", how: "edited"},

	{form: "stall", rule: "event:artifact nth:1 => stall", want: "T A …", how: ""},
	{form: "stall 30s", rule: "event:artifact nth:1 => stall 30s", want: "T A B@30s D@30s", how: ""},

	{form: "throttle 100B/s", rule: "event:artifact nth:1 => throttle 100B/s", at: throttled(100), how: "delayed delayed delayed"},
	{form: "throttle 20KB/s", rule: "event:artifact nth:1 => throttle 20KB/s", at: throttled(20_000), how: "delayed delayed delayed"},
	{form: "throttle 1MB/s", rule: "event:artifact nth:1 => throttle 1MB/s", at: throttled(1_000_000), how: "delayed delayed delayed"},

	{form: "corrupt json", rule: "event:artifact nth:1 => corrupt json", want: "T J B D", how: "edited"},
	{form: "corrupt id", rule: "event:artifact nth:1 => corrupt id", want: "T I B D", how: "edited",
		does: map[string]string{"rest": "the document has no JSON-RPC id", "grpc": "the document has no JSON-RPC id"}},
	{form: "corrupt content-type", rule: "=> corrupt content-type", want: whole, heading: http.Header{"Content-Type": {"text/plain; charset=utf-8"}}},

	{form: "answer 429", rule: "=> answer 429", agent: "-", how: "injected", answer: map[string]*answered{
		"jsonrpc": {status: 429}, "rest": {status: 429},
		"grpc": {200, http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"14"}, "Grpc-Message": {"Too Many Requests"}}, "", true}}},
	{form: "answer 429 Retry-After: 2", rule: "=> answer 429 Retry-After: 2", agent: "-", how: "injected", answer: map[string]*answered{
		"jsonrpc": {429, http.Header{"Retry-After": {"2"}}, "", false}, "rest": {429, http.Header{"Retry-After": {"2"}}, "", false},
		"grpc": {200, http.Header{"Retry-After": {"2"}, "Grpc-Status": {"14"}}, "", true}}},
	{form: `answer 503 "body"`, rule: `=> answer 503 "body"`, agent: "-", how: "injected", answer: map[string]*answered{
		"jsonrpc": {503, http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, "body", false},
		"rest":    {503, http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, "body", false},
		"grpc":    {200, http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"14"}, "Grpc-Message": {"body"}}, "", true}}},
	{form: `answer 400 {"a":1}`, rule: `=> answer 400 {"a":1}`, agent: "-", how: "injected", answer: map[string]*answered{
		"jsonrpc": {400, http.Header{"Content-Type": {"application/json"}}, `{"a":1}`, false},
		"rest":    {400, http.Header{"Content-Type": {"application/json"}}, `{"a":1}`, false},
		"grpc":    {200, http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"13"}}, "", true}}},

	{form: "error TaskNotFound", rule: "=> error TaskNotFound", agent: "-", how: "injected", answer: map[string]*answered{
		"jsonrpc": {200, http.Header{"Content-Type": {"text/event-stream"}}, rpcError("Task not found"), false},
		"rest":    {404, http.Header{"Content-Type": {"application/a2a+json"}}, restError("Task not found"), false},
		"grpc":    {200, http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"5"}, "Grpc-Message": {"Task not found"}}, "", true}}},
	{form: `error TaskNotFound "message"`, rule: `=> error TaskNotFound "no such thing"`, agent: "-", how: "injected", answer: map[string]*answered{
		"jsonrpc": {200, http.Header{"Content-Type": {"text/event-stream"}}, rpcError("no such thing"), false},
		"rest":    {404, http.Header{"Content-Type": {"application/a2a+json"}}, restError("no such thing"), false},
		"grpc":    {200, http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"5"}, "Grpc-Message": {"no such thing"}}, "", true}}},

	{form: "slow-headers 5s", rule: "=> slow-headers 5s", want: "T@5s A@5s B@5s D@5s", headAt: 5 * time.Second},
}

// taskNotFound is the detail of the error in A2A 1.0 (§9.5, §11.6).
const taskNotFound = `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]`

func rpcError(message string) string {
	return `data: {"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"` + message + `","data":` + taskNotFound + "}}\n\n"
}

func restError(message string) string {
	return `{"error":{"code":404,"status":"NOT_FOUND","message":"` + message + `","details":` + taskNotFound + `}}`
}

// throttled says when frames arrive at a pace that applies from A on: a tenth of a second's bytes, then a
// pause of that length.
func throttled(pace int) func(*tongue) string {
	return func(s *tongue) string {
		want, at := "T", time.Duration(0)
		for _, letter := range []byte("ABD") {
			left := len(s.frames[letter])
			for step := max(1, pace/10); left > step; left -= step {
				at += time.Duration(step) * time.Second / time.Duration(pace)
			}
			want += fmt.Sprintf(" %c@%s", letter, at)
			at += time.Duration(left) * time.Second / time.Duration(pace)
		}
		return want
	}
}

// Each form of each action does what it says on the wire, in each binding: the client and the agent receive
// these bytes at these times, and the record has what arrived, what was sent, and how it passed.
func TestEachFaultOnTheWire(t *testing.T) {
	t.Parallel()
	for _, w := range faultsOnWire {
		for _, s := range tongues() {
			t.Run(s.name+"/"+w.rule+" "+w.person, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { w.check(t, s) })
			})
		}
	}
}

// Each form of each action has a test on the wire.
func TestFaultsOnWireAreAll(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{"refuse": true, "reset": true} // TestRefusedAndReset
	for _, w := range faultsOnWire {
		tested[w.form] = true
		r, err := rule.Parse(tongues()[0].filled(w.rule), words.FilterVocabulary(), passing.New(passing.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		form, err := fault.Parse(w.form, nil)
		if err != nil || fault.ActionOf(form[0]).Name != fault.ActionOf(r.Faults[0]).Name {
			t.Errorf("%s is no test of %s", w.rule, w.form)
		}
	}
	for _, a := range fault.Actions() {
		for _, f := range a.Forms {
			if !tested[f.Text] {
				t.Errorf("%s has no row in faultsOnWire", f.Text)
			}
		}
	}
}

func (w onWire) check(t *testing.T, s *tongue) {
	text := s.filled(w.rule)
	b := newBubble(t, s.h2, s, text)
	ctx, leave := context.WithTimeout(t.Context(), hour)
	defer leave()
	if w.person != "" {
		go b.decide(w.person, s)
	}
	c := b.call(ctx, s.request("http://"+tapAt))
	want, how := w.want, w.how
	if w.at != nil {
		want = w.at(s)
	}
	problem := w.does[s.binding]
	if problem != "" {
		want, how = whole, ""
	}
	if a := w.answer[s.binding]; a != nil {
		a.check(t, &c)
	} else if got := c.said(s, want); got != timed(want) {
		t.Errorf("the client gets %s\nwant %s\n(%v)", got, timed(want), c.err)
	} else if s.h2 && c.err == nil && c.trailer.Get("Grpc-Status") != "0" {
		t.Errorf("trailer %v", c.trailer)
	}
	w.checkHead(t, s, &c)
	w.checkAgent(t, s, b)
	w.checkRecord(t, s, b, &c, how, text)
	if r := b.set.Rules()[0]; r.Problem != problem || (r.Fired > 0) != (problem == "") {
		t.Errorf("the rule says it fired %d times, and %q", r.Fired, r.Problem)
	}
}

func (a *answered) check(t *testing.T, c *came) {
	t.Helper()
	if c.err != nil || c.status != a.status || string(c.body) != a.body || c.headAt != 0 {
		t.Errorf("%d %q after %s, %v", c.status, c.body, c.headAt, c.err)
	}
	for name, values := range a.header {
		if !slices.Equal(c.header[name], values) {
			t.Errorf("%s: %q, want %q", name, c.header[name], values)
		}
	}
	if a.trailer != (c.header["Grpc-Status"] != nil) {
		t.Errorf("%v", c.header)
	}
}

// checkHead: except for what the rule does to it, the head is the agent's.
func (w onWire) checkHead(t *testing.T, s *tongue, c *came) {
	t.Helper()
	if w.answer != nil || c.header == nil {
		return
	}
	want := http.Header{"Content-Type": {"text/event-stream"}}
	if s.h2 {
		want = http.Header{"Content-Type": {s.kind}}
	}
	for name, values := range w.heading {
		want[name] = values
	}
	c.header.Del("Date")
	if fmt.Sprint(c.header) != fmt.Sprint(want) || c.status != 200 || c.headAt < w.headAt || w.headAt > 0 && c.headAt != w.headAt {
		t.Errorf("the head is %d %v after %s", c.status, c.header, c.headAt)
	}
}

// checkAgent: the agent receives the call, or what the rule makes of it, once.
func (w onWire) checkAgent(t *testing.T, s *tongue, b *bubble) {
	t.Helper()
	what, at, _ := strings.Cut(w.agent, "@")
	calls, want, when := 1, string(s.call), time.Duration(0)
	switch what {
	case "-":
		calls, want = 0, ""
	case "edited":
		want = string(s.edited)
	}
	if at != "" {
		when, _ = time.ParseDuration(at)
	}
	if b.calls != calls || b.asked != want || b.askedAt != when {
		t.Errorf("the agent gets %d times %q after %s, want %q after %s", b.calls, b.asked, b.askedAt, want, when)
	}
}

// checkRecord: what arrived, what was sent, and how it passed are on record.
func (w onWire) checkRecord(t *testing.T, s *tongue, b *bubble, c *came, how, text string) {
	t.Helper()
	x := b.m.ended(t)
	var list []string
	changed := map[wire.Side]bool{}
	for _, p := range x.passes {
		list = append(list, string(p.Kind))
		changed[p.Side] = true
		if by := p.Rule; by != text && !w.byPerson || by != "" && w.byPerson {
			t.Errorf("%s by %q", p.Kind, by)
		}
	}
	if got := strings.Join(list, " "); got != how {
		t.Errorf("on record as %q, want %q", got, how)
	}
	if got := x.committed(wire.Request); !bytes.Equal(got, s.call) {
		t.Errorf("on record came %q from the client", got)
	}
	// Once a rule has cut the stream at A, the tap stops reading.
	if got := string(x.committed(wire.Response)); b.calls > 0 && got != s.all() &&
		!(strings.HasSuffix(w.want, "!") && strings.HasPrefix(s.all(), got) && strings.Contains(got, string(s.frames['A']))) {
		t.Errorf("on record came %q from the agent", got)
	}
	if got := x.committed(wire.ResponseSent); changed[wire.Response] && !bytes.Equal(got, c.body) {
		t.Errorf("on record %q was sent to the client, who has %q", got, c.body)
	}
	if got := x.committed(wire.RequestSent); changed[wire.Request] && string(got) != b.asked {
		t.Errorf("on record %q was sent to the agent, who has %q", got, b.asked)
	}
	outcome := wire.ByAgent
	switch {
	case w.answer != nil:
		outcome = wire.Refused
	case errors.Is(c.err, context.DeadlineExceeded):
		outcome = wire.Cancelled
	case c.err != nil:
		outcome = wire.Interrupted
	}
	if x.end.Outcome != outcome || outcome == wire.Interrupted && !strings.Contains(x.end.Problem, text) != w.byPerson {
		t.Errorf("it ended as %s, want %s: %s", x.end.Outcome, outcome, x.end.Problem)
	}
}

func (s *tongue) all() string {
	var b []byte
	for i := range len(sequence) {
		b = append(b, s.frames[sequence[i]]...)
	}
	return string(b)
}

// A rule makes a tap refuse or reset connections in each binding; the agent is not called, and the tap
// accepts connections again when the rule is gone.
func TestRefusedAndReset(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{"=> refuse": syscall.ECONNREFUSED, "=> reset": syscall.ECONNRESET} {
		for _, s := range tongues() {
			t.Run(s.name+"/"+text, func(t *testing.T) {
				m := newMemory()
				_, up := front(t, newMemory(), s)
				set := rule.New(rule.Options{Protocol: passing.New(passing.Options{}), Vocabulary: words.FilterVocabulary()})
				taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m, Intervene: set}, FirstPort: -1})
				defer taps.Shutdown(context.WithoutCancel(t.Context()))
				taps.SetConnections(func(agent string) string { return string(set.Connections(agent)) })
				tap, err := taps.Open(t.Context(), up.URL)
				if err != nil {
					t.Fatal(err)
				}
				call := func(rules ...wire.Rule) ([]byte, error) {
					if err := errors.Join(set.Put(rules), taps.ApplyConnections(t.Context())); err != nil {
						t.Fatal(err)
					}
					if len(rules) > 0 { // net/http does not always say why HTTP/2 had no connection
						c, err := net.Dial("tcp", strings.TrimPrefix(tap.URL, "http://"))
						if err != nil {
							return nil, err
						}
						defer c.Close()
						return io.ReadAll(c)
					}
					tr := &http.Transport{Protocols: new(http.Protocols)}
					tr.Protocols.SetHTTP1(!s.h2)
					tr.Protocols.SetUnencryptedHTTP2(s.h2)
					defer tr.CloseIdleConnections()
					resp, err := tr.RoundTrip(s.request(tap.URL))
					if err != nil {
						return nil, err
					}
					defer resp.Body.Close()
					return io.ReadAll(resp.Body)
				}
				if b, err := call(wire.Rule{Text: text, On: true}); !errors.Is(err, want) || len(m.all) > 0 {
					t.Errorf("%q, %v, %d on record", b, err, len(m.all))
				}
				if b, err := call(); err != nil || string(b) != s.all() || len(m.all) != 1 {
					t.Errorf("without the rule: %q, %v", b, err)
				}
			})
		}
	}
}
