package mock

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	sse    = "text/event-stream"
	sendTo = `{"jsonrpc":"2.0","id":%s,"method":"SendMessage","params":{"message":{"messageId":"%s","role":"ROLE_USER","parts":[{"text":%q}]%s}}}`
	getOf  = `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":%q}}`
	doneIn = `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"T","contextId":"C","status":{"state":"TASK_STATE_%s"}}}}`
)

func answerOf(kind string) wire.Exchange {
	return wire.Exchange{Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {kind}}}}
}

func asking(t testing.TB, h http.Handler, body string, header ...string) *seen {
	t.Helper()
	return ask(t.Context(), h, "POST", "http://127.0.0.1/rpc", body, nil, header...)
}

// TestRecordedPolls: without pauses, polls are answered one after the other; with pauses, by the time.
// The last response repeats.
func TestRecordedPolls(t *testing.T) {
	for pace, want := range map[float64]string{0: "SUBMITTED WORKING COMPLETED COMPLETED", 1: "SUBMITTED SUBMITTED SUBMITTED WORKING"} {
		synctest.Test(t, func(t *testing.T) {
			d := newDeck()
			d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "1", "m", "go", ""), fmt.Sprintf(doneIn, "1", "SUBMITTED"))
			for _, s := range []string{"SUBMITTED", "WORKING", "COMPLETED"} {
				d.put(answerOf("application/json"), fmt.Sprintf(getOf, "T"), fmt.Sprintf(doneIn, "1", s))
			}
			m := d.mock(t, Options{Pace: pace})
			asking(t, m, fmt.Sprintf(sendTo, "9", "m9", "go", ""))
			var states []string
			for range 4 {
				time.Sleep(400 * time.Millisecond) // on record they are a second apart
				_, s, _ := strings.Cut(asking(t, m, fmt.Sprintf(getOf, "T")).body.String(), "TASK_STATE_")
				states = append(states, strings.TrimRight(s, `"}`))
			}
			if got := strings.Join(states, " "); got != want {
				t.Errorf("pace %v: %s, want %s", pace, got, want)
			}
		})
	}
}

// TestRecordedIDsAreWritten: the response has the JSON-RPC id in the client's spelling, whatever that is.
func TestRecordedIDsAreWritten(t *testing.T) {
	d := newDeck()
	d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "1", "m", "go", ""), fmt.Sprintf(doneIn, "1", "COMPLETED"))
	m := d.mock(t, Options{})
	for _, id := range []string{`7`, `"seven"`, `9007199254740993`, `1.50`, `"\u0041\/"`, `""`, `-0`} {
		if got := asking(t, m, fmt.Sprintf(sendTo, id, "x", "go", "")).body.String(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":`+id+`,`) {
			t.Errorf("id %s: %s", id, got)
		}
	}
	// An agent that answered with another id than the request's does so again.
	d = newDeck()
	d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "1", "m", "go", ""), fmt.Sprintf(doneIn, `"1"`, "COMPLETED"))
	if got := asking(t, d.mock(t, Options{}), fmt.Sprintf(sendTo, "7", "x", "go", "")).body.String(); !strings.Contains(got, `"id":"1"`) {
		t.Errorf("the agent's own mistake is gone: %s", got)
	}
}

// TestRecordedKeepsBytes: comments, line ends, odd fields and data over several lines stay, in any
// pieces. Only ids change.
func TestRecordedKeepsBytes(t *testing.T) {
	stream := ": hello\r\n\r\nid: 5\nretry:10\nevent:x\ndata:{\"id\":1,\"result\":{\ndata: \"task\" : {\"id\":\"T\",\r\ndata:\"contextId\":\"C\"}}}\n\n:ka\n\n\n" +
		"data: {\"jsonrpc\":\"2.0\",\"id\":1 ,\"result\":{\"statusUpdate\":{\"taskId\":\"T\"}}}\r\rdata: not json\n\nnonsense\n\ndata: {\"half\":\"T"
	want := strings.NewReplacer(`"id":1`, `"id":"mine"`, `"T"`, `"fresh-1"`, `"C"`, `"fresh-2"`).Replace(stream)
	request := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`
	for n := 1; n <= len(stream); n++ {
		d := newDeck()
		var pieces []string
		for at := 0; at < len(stream); at += n {
			pieces = append(pieces, stream[at:min(at+n, len(stream))])
		}
		d.put(answerOf(sse), request, pieces...)
		s := asking(t, d.mock(t, Options{FreshIDs: true}), strings.Replace(request, `"id":1`, `"id":"mine"`, 1))
		if got := s.body.String(); got != want {
			t.Fatalf("in pieces of %d\n got %q\nwant %q", n, got, want)
		}
	}
}

// FuzzRenameFrame: without ids to rename, any bytes stay the same.
func FuzzRenameFrame(f *testing.F) {
	f.Add([]byte("data: {\"id\":\"T\"}\r\n\r\n"))
	f.Add([]byte("data:\rdata: {\ndata\n\n:"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		same := dialect.Renaming{
			Call: func(id json.RawMessage) json.RawMessage { return id },
			ID:   func(_, id string) (string, bool) { return id, true },
		}
		if got := renameFrame(raw, same); !bytes.Equal(got, raw) {
			t.Fatalf("%q became %q", raw, got)
		}
	})
}

// TestRecordedCompressed: a compressed response is decoded to replace the ids.
func TestRecordedCompressed(t *testing.T) {
	var z bytes.Buffer
	g := gzip.NewWriter(&z)
	fmt.Fprintf(g, doneIn, "1", "COMPLETED")
	g.Close()
	d := newDeck()
	x := answerOf("application/json")
	x.Response.Header.Set("Content-Encoding", "gzip")
	d.put(x, fmt.Sprintf(sendTo, "1", "m", "go", ""), z.String())
	s := asking(t, d.mock(t, Options{}), fmt.Sprintf(sendTo, `"me"`, "x", "go", ""))
	if got := s.body.String(); got != fmt.Sprintf(doneIn, `"me"`, "COMPLETED") || s.header.Get("Content-Encoding") != "" {
		t.Errorf("%s %v", got, s.header)
	}
}

// TestRecordedEnds: a response ends as it did on record.
func TestRecordedEnds(t *testing.T) {
	request := fmt.Sprintf(sendTo, "1", "m", "go", "")
	for _, c := range []struct {
		name    string
		x       wire.Exchange
		pieces  []string
		aborted bool
		patient bool
	}{
		{name: "cut", x: func() wire.Exchange { x := answerOf(sse); x.Outcome = wire.Cut; return x }(), pieces: []string{"data: {}\n\n"}, aborted: true},
		{name: "unreachable", x: wire.Exchange{Outcome: wire.Unreachable}, aborted: true},
		{name: "never answered", x: wire.Exchange{Outcome: wire.TimedOut}, aborted: true, patient: true},
		{name: "client left", x: func() wire.Exchange { x := answerOf(sse); x.Outcome = wire.Cancelled; return x }(), pieces: []string{"data: {}\n\n"}, patient: true},
		{name: "cut by the limit", x: func() wire.Exchange { x := answerOf(sse); x.ResponseBytes = 1 << 30; return x }(), pieces: []string{"data: {}\n\n"}, aborted: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDeck()
			d.put(c.x, request, c.pieces...)
			m := d.mock(t, Options{Patience: time.Minute})
			start := time.Now()
			defer func() {
				if got := recover() == http.ErrAbortHandler; got != c.aborted {
					t.Errorf("%s: broken off: %v", c.name, got)
				}
				if patient := time.Since(start) == time.Minute; patient != c.patient {
					t.Errorf("%s: took %v", c.name, time.Since(start))
				}
			}()
			s := asking(t, m, request)
			if got := s.body.String(); got != strings.Join(c.pieces, "") {
				t.Errorf("%s: %q", c.name, got)
			}
		})
	}
}

// TestRecordedClientLeaves: a mock stops when the client leaves.
func TestRecordedClientLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDeck()
		d.put(wire.Exchange{Outcome: wire.TimedOut}, fmt.Sprintf(sendTo, "1", "m", "go", ""))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		ask(ctx, d.mock(t, Options{Patience: time.Hour}), "POST", "http://127.0.0.1/", fmt.Sprintf(sendTo, "1", "m", "go", ""), nil)
		if time.Since(start) != time.Second {
			t.Errorf("stayed for %v", time.Since(start))
		}
	})
}

// TestRecordedMisses: a request that is not on record gets a clear error.
func TestRecordedMisses(t *testing.T) {
	d := newDeck()
	d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "1", "m", "go", ""), fmt.Sprintf(doneIn, "1", "INPUT_REQUIRED"))
	d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "2", "m2", "on", `,"taskId":"T"`), fmt.Sprintf(doneIn, "2", "COMPLETED"))
	m := d.mock(t, Options{})
	for body, want := range map[string]string{
		fmt.Sprintf(sendTo, `"a"`, "x", "stop", ""):                        `SendMessage \"stop\" in A2A 1.0 as the start of a conversation. Recorded conversations begin with SendMessage \"go\" in A2A 1.0.`,
		fmt.Sprintf(getOf, "nobody"):                                       `GetTask on task \"nobody\", which this mock has not seen`,
		`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}`:     `no answer to`,
		`{"jsonrpc":"2.0","id":1,"method":"brew/coffee","params":{"a":1}}`: `no answer to brew/coffee`,
		`{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"T","message":{"role":"user","parts":[{"type":"text","text":"go"}]}}}`: `no answer to SendMessage`,
	} {
		s := asking(t, m, body)
		var r struct{ Error json.RawMessage }
		if err := json.Unmarshal(s.body.Bytes(), &r); err != nil || r.Error == nil || s.status != 200 || !strings.Contains(s.body.String(), want) || !strings.Contains(s.body.String(), "through a tap") {
			t.Errorf("%s\n got %d %s\nwant %s", body, s.status, s.body.String(), want)
		}
	}
	// In the middle of a conversation, the error says how the conversation continues.
	asking(t, m, fmt.Sprintf(sendTo, "1", "x", "go", ""))
	if got := asking(t, m, fmt.Sprintf(sendTo, "1", "x", "off", `,"taskId":"T"`)).body.String(); !strings.Contains(got, `The next recorded request is SendMessage \"on\".`) {
		t.Error(got)
	}
	// With InOrder, texts do not count.
	m = d.mock(t, Options{Match: InOrder})
	asking(t, m, fmt.Sprintf(sendTo, "1", "x", "anything", ""))
	if got := asking(t, m, fmt.Sprintf(sendTo, "1", "x", "at all", `,"taskId":"T"`)).body.String(); !strings.Contains(got, "COMPLETED") {
		t.Error(got)
	}
	// A client that accepts only streams gets its error as one.
	s := asking(t, m, `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`, "Accept", sse)
	if s.header.Get("Content-Type") != sse || !strings.HasPrefix(s.body.String(), "data: {") || !strings.HasSuffix(s.body.String(), "}\n\n") {
		t.Errorf("%v %q", s.header, s.body.String())
	}
}

// TestRecordedFetches: other requests are answered as recorded, cards with the mock's addresses.
func TestRecordedFetches(t *testing.T) {
	d := newDeck()
	card := `{"name":"New","description":"d","version":"1","capabilities":{},"skills":[],"supportedInterfaces":[{"url":"https://far.example/v1?x=1","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"https://far.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"far.example:443","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`
	for _, c := range []struct{ path, version, body string }{
		{"/.well-known/agent-card.json", "1.0", card}, {"/.well-known/agent-card.json", "", `{"name":"Old","url":"https://far.example/old","version":"1","capabilities":{},"skills":[]}`},
		{"/about?x=1", "", "first"}, {"/about?x=1", "", "second"},
	} {
		x := answerOf("application/json")
		x.Method, x.URL = "GET", "https://far.example"+c.path
		x.Request.Header = http.Header{}
		if c.version != "" {
			x.Request.Header.Set("A2A-Version", c.version)
		}
		x.Response.Header.Set("ETag", `"tag"`)
		d.put(x, "", c.body)
	}
	m := d.mock(t, Options{URL: "http://127.0.0.1:9"})
	fetch := func(method, path string, header ...string) *seen {
		return ask(t.Context(), m, method, "http://127.0.0.1"+path, "", nil, header...)
	}
	for range 2 { // repeatedly, whatever was requested in between
		if got := fetch("GET", "/.well-known/agent-card.json").body.String(); !strings.Contains(got, "Old") {
			t.Error(got)
		}
	}
	if got := fetch("GET", "/.well-known/agent-card.json", "A2A-Version", "1.0").body.String(); got != strings.NewReplacer("https://far.example", "http://127.0.0.1:9", "far.example:443", "127.0.0.1:9").Replace(card) {
		t.Error(got)
	}
	if s := fetch("GET", "/.well-known/agent-card.json"); !strings.Contains(s.body.String(), `"url":"http://127.0.0.1:9/old"`) || s.header.Get("ETag") != `"tag"` {
		t.Error(s.body.String(), s.header)
	}
	for _, want := range []string{"first", "second", "second"} {
		if got := fetch("GET", "/about?x=1").body.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if s := fetch("HEAD", "/about?x=1"); s.status != 200 || s.body.Len() != 0 || s.header.Get("Content-Length") != "6" {
		t.Errorf("HEAD: %d %q %v", s.status, s.body.String(), s.header)
	}
	if s := fetch("GET", "/about"); s.status != 404 || !strings.Contains(s.body.String(), "GET /about?x=1") {
		t.Errorf("%d %s", s.status, s.body.String())
	}
	if s := ask(t.Context(), m, "GET", "http://evil.example/about?x=1", "", nil); s.status != 403 {
		t.Errorf("a foreign host got %d", s.status)
	}
	if s := asking(t, m, `{"jsonrpc":"2.0"}`, "Sec-Fetch-Site", "cross-site"); s.status != 403 {
		t.Errorf("a foreign page got %d", s.status)
	}
}

// TestRecordedManyClients: playbacks of one conversation do not affect each other.
func TestRecordedManyClients(t *testing.T) {
	eachVersion(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			real := agent.New(agent.Options{})
			defer real.Close()
			tape := newDeck()
			first := &walker{t: t, d: d, h: tape.record(real), prefix: "first"}
			first.walk()
			var ids sync.Mutex
			n := 0
			m := tape.mock(t, Options{Pace: 1, NewID: func() string {
				ids.Lock()
				defer ids.Unlock()
				n++
				return fmt.Sprintf("fresh-%d", n)
			}})
			walkers := make([]*walker, 8)
			var wait sync.WaitGroup
			for i := range walkers {
				walkers[i] = &walker{t: t, d: d, h: m, prefix: fmt.Sprint("again", i)}
				wait.Go(walkers[i].walk)
			}
			wait.Wait()
			for _, w := range walkers {
				sameButIDs(t, first, w)
			}
		})
	})
}

// TestRecordedContents: the contents are counted, with notes on what will not be played.
func TestRecordedContents(t *testing.T) {
	d := newDeck()
	d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "1", "m", "go", ""), fmt.Sprintf(doneIn, "1", "INPUT_REQUIRED"))
	d.put(answerOf("application/json"), `{"jsonrpc":"2.0","id":1,"method":"CreateTaskPushNotificationConfig","params":{"taskId":"T","url":"http://x"}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`).ResponseBytes = 1 << 20
	d.put(answerOf("application/json"), `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{}}`, `{"jsonrpc":"2.0","id":1,"result":{"tasks":[]}}`).Origin = wire.Console // is not counted
	c := d.mock(t, Options{}).Contents()
	notes := strings.Join(c.Notes, "\n")
	if c.Calls != 2 || c.Conversations != 1 || c.HasCard || fmt.Sprint(c.Versions) != "[1.0]" ||
		!strings.Contains(notes, "no Agent Card") || !strings.Contains(notes, "does not send push notifications") || !strings.Contains(notes, "end where the recording does: 1.") {
		t.Errorf("%+v", c)
	}
	if a := c.Answers; len(a) != 3 || a[0].Op != a2a.SendMessage || a[0].Text != "go" || a[0].AnswerCount != 1 || a[1].Text != "" || !a[1].ContinuesTask {
		t.Errorf("it can answer %+v", c.Answers)
	}
	if _, err := New(t.Context(), Options{Facts: d}); err == nil || !strings.Contains(err.Error(), "nothing to play") {
		t.Errorf("%v", err)
	}
}

// BenchmarkRecordedStream measures playing a stream of 10,000 events, in bytes
// on record.
func BenchmarkRecordedStream(b *testing.B) {
	request := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`
	event := "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"artifactUpdate\":{\"taskId\":\"T\",\"contextId\":\"C\",\"artifact\":{\"artifactId\":\"a\",\"parts\":[{\"text\":\"one event follows another and\"}]},\"append\":true}}}\n\n"
	d := newDeck()
	d.put(answerOf(sse), request, strings.Split(strings.Repeat(strings.Repeat(event, 100)+"|", 99)+strings.Repeat(event, 100), "|")...)
	m := d.mock(b, Options{})
	b.SetBytes(int64(len(event) * 10_000))
	for b.Loop() {
		s := asking(b, m, request)
		if s.body.Len() < len(event)*10_000 {
			b.Fatal(s.body.Len())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/event")
}

// TestRecordedKeysInQueries: a client may have another key than the recorded filler, or none. The
// log contains no key.
func TestRecordedKeysInQueries(t *testing.T) {
	d := newDeck()
	x := answerOf("text/plain")
	x.Method, x.URL = "GET", "https://far.example/about?key=*****&x=1"
	x.Redactions = []wire.Redaction{{Place: "url", Name: "key", Offset: 30, Length: 5}}
	d.put(x, "", "about")
	var log bytes.Buffer
	m := d.mock(t, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for path, want := range map[string]int{
		"/about?key=SECRET&x=1": 200, "/about?x=1&key=SECRET": 200, "/about?x=1": 200,
		"/about?key=SECRET&x=2": 404, "/about?key=SECRET": 404, "/other?x=1": 404,
	} {
		if s := ask(t.Context(), m, "GET", "http://127.0.0.1"+path, "", nil); s.status != want {
			t.Errorf("%s: HTTP %d %s", path, s.status, s.body.String())
		}
	}
	if got := log.String(); strings.Contains(got, "SECRET") || !strings.Contains(got, "GET /other") {
		t.Errorf("%s", got)
	}
}
