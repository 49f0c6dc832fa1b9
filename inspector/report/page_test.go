package report_test

import (
	"bytes"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// pageOf writes an exchange, all of whose texts are said, as a page.
func pageOf(t *testing.T, said string) string {
	t.Helper()
	var b bytes.Buffer
	to := report.NewPage(&b, map[string]string{"http://127.0.0.1:9": said})
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\x1b", `\u001b`, "\x00", `\u0000`).Replace(said)
	w := &archive.Whole{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Caller: said, Method: "POST", URL: "http://127.0.0.1:9/?" + said,
		Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}, said: {said}}},
		Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}, "X-Said": {said}}},
		Started:  at, RequestDone: at, Answered: at, Ended: at.Add(time.Second), Outcome: wire.ByAgent, Frames: 2, Problem: said, Note: said, Pinned: true,
	}}
	w.Sides[wire.Request] = []wire.Chunk{{Side: wire.Request, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/sendSubscribe","params":{"id":"t1","message":{"role":"user","parts":[{"type":"text","text":"` + quoted + `"}]}}}`)}}
	w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: at.Add(time.Second), Data: []byte(
		`data: {"jsonrpc":"2.0","id":1,"result":{"id":"t1","artifact":{"name":"a","index":0,"parts":[{"type":"text","text":"` + quoted + `"}]}}}` + "\n\n" +
			`data: {"jsonrpc":"2.0","id":1,"result":{"id":"t1","status":{"state":"completed"},"final":true}}` + "\n\n")}}
	for _, err := range []error{
		to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Name: said, Started: at, Exchanges: 1}),
		w.Give(t.Context(), to), to.Close(t.Context()),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestPageOfAnExchange(t *testing.T) {
	got := pageOf(t, "one phone, please")
	for _, want := range []string{
		"<title>one phone, please · SendStreamingMessage · A2A 0.1</title>", "<dt>Agent</dt><dd>one phone, please at http://127.0.0.1:9</dd>", `<p class="note">one phone, please</p>`, "<dt>Events</dt><dd>2</dd>", "<dt>State</dt><dd>completed</dd>",
		" after 1.0 s</dd>", "&#34;text&#34;: &#34;one phone, please&#34;", "Recorded 21 Nov 2026 10:00:00 UTC", `<span class="n">#1</span> <span class="at">&#43;1,000 ms</span> <span class="what">artifact a</span> <span class="says" dir="auto">one phone, please</span>`, "200 OK",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Nothing that anybody says is markup, and the page has nothing that runs, loads or leads
// anywhere.
func TestPageOfHostileContent(t *testing.T) {
	for _, said := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><script>x</script>`, `</pre></main><iframe src=//evil>`,
		`javascript:alert(1)`, `<!--`, "\x1b[31m\x00\u202e", `{{.}}`, `<meta http-equiv=refresh content=0;url=//evil>`, `<link rel=stylesheet href=//evil>`,
	} {
		got := pageOf(t, said)
		if strings.ContainsAny(got, "\x00\x1b") || strings.Contains(got, "\u202e") {
			t.Errorf("%q: it has what steers terminals and text", said)
		}
		counts := map[string]int{}
		z := html.NewTokenizer(strings.NewReader(got))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			tok := z.Token()
			if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
				continue
			}
			counts[tok.Data]++
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" || a.Key == "style" {
					t.Errorf("%q: <%s %s=%q>", said, tok.Data, a.Key, a.Val)
				}
			}
		}
		for _, tag := range []string{"script", "img", "iframe", "link", "a", "form", "object"} {
			if counts[tag] > 0 {
				t.Errorf("%q: %d <%s>", said, counts[tag], tag)
			}
		}
		if counts["meta"] != 4 || counts["style"] != 1 || counts["main"] != 1 || !strings.Contains(got, `content="default-src &#39;none&#39;; style-src &#39;sha256-`) {
			t.Errorf("%q: %v", said, counts)
		}
	}
}

// A document that would grow by far when it is laid out takes memory in proportion.
func TestPageOfDeepDocuments(t *testing.T) {
	for name, body := range map[string]string{
		"deep":       strings.Repeat("[", 4000) + strings.Repeat("1,", 5000) + "1" + strings.Repeat("]", 4000),
		"long lists": strings.Repeat("[", 60) + strings.Repeat("1,", 1<<20) + "1" + strings.Repeat("]", 60),
	} {
		at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
		w := &archive.Whole{Exchange: wire.Exchange{
			ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/", Request: wire.Head{Header: http.Header{}},
			Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}, Started: at, Ended: at, Outcome: wire.ByAgent,
		}}
		w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: at, Data: []byte(body)}}
		var b bytes.Buffer
		to := report.NewPage(&b, nil)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, err := range []error{to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Started: at, Exchanges: 1}), w.Give(t.Context(), to), to.Close(t.Context())} {
			if err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 60 {
			t.Errorf("%s: %d KB of body took %d MB", name, len(body)>>10, took)
		}
		if !strings.Contains(b.String(), "<pre>[") || b.Len() > 1<<20 {
			t.Errorf("%s: the page has %d bytes", name, b.Len())
		}
	}
}
