package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	dom "golang.org/x/net/html"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

var savedAt = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// answered is an exchange of 1.0 with this request and response, as a stream or not.
func answered(asks, answer string, streams bool) *archive.FullExchange {
	w := &archive.FullExchange{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/",
		Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}},
		Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}},
		Started:  savedAt, RequestDone: savedAt, Answered: savedAt, Ended: savedAt.Add(10 * time.Second), Outcome: wire.ByAgent,
	}}
	method := "SendMessage"
	if streams {
		method = "SendStreamingMessage"
		w.Response.Header.Set("Content-Type", "text/event-stream")
	}
	put(w, wire.Request, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":`+quoted(asks)+`}]}}}`)
	put(w, wire.Response, answer)
	return w
}

// put appends to a side of an exchange, 10 ms after what came before.
func put(w *archive.FullExchange, side wire.Side, text string) {
	if text == "" {
		return
	}
	at := savedAt.Add(time.Duration(len(w.Sides[side])+1) * 10 * time.Millisecond)
	kept := map[wire.Side]*int64{wire.Request: &w.RequestKept, wire.Response: &w.ResponseKept}[side]
	if kept == nil {
		kept = new(int64)
	}
	w.Sides[side] = append(w.Sides[side], wire.Chunk{Side: side, At: at, Offset: *kept, Data: []byte(text)})
	*kept += int64(len(text))
	w.RequestBytes, w.ResponseBytes = w.RequestKept, w.ResponseKept
}

// streamed is a stream of 1.0 with these frames.
func streamed(asks string, frames ...string) *archive.FullExchange {
	w := answered(asks, "", true)
	for _, f := range frames {
		if !strings.HasPrefix(f, ":") {
			f = `data: {"jsonrpc":"2.0","id":1,"result":` + f + `}`
		}
		put(w, wire.Response, f+"\n\n")
		w.Frames++
	}
	return w
}

func quoted(s string) string {
	b, _ := json.Marshal(s) // it never fails on a string
	return string(b)
}

func statusFrame(state, says string) string {
	message := ""
	if says != "" {
		message = `,"message":{"messageId":"a1","role":"ROLE_AGENT","parts":[{"text":` + quoted(says) + `}]}`
	}
	return `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_` + state + `"` + message + `}}}`
}

func artifactFrame(name, text string, more bool) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","name":%s,"parts":[{"text":%s}]},"append":%t}}`, quoted(name), quoted(text), more)
}

const firstFrame = `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_SUBMITTED"}}}`

// savedPage returns the page of an exchange.
func savedPage(t *testing.T, w *archive.FullExchange) string {
	t.Helper()
	var b bytes.Buffer
	to := NewPage(&b, map[string]string{"http://127.0.0.1:9": "Poet"})
	for _, err := range []error{to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Name: "poems", Started: savedAt, Exchanges: 1}), w.WriteTo(t.Context(), to), to.Close(t.Context())} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// textOf returns the text of a tab of a page, or with "" what is above the tabs.
func textOf(page, tab string) string {
	_, page, _ = strings.Cut(page, "<main")
	if tab != "" {
		_, page, _ = strings.Cut(page, `<section id="`+tab+`" class="saved-tab">`)
	}
	page, _, _ = strings.Cut("<main"+page, `class="saved-tab">`)
	return strings.Join(strings.Fields(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, " "))), " ")
}

// has reports the strings of a list that a text lacks.
func has(t *testing.T, text string, list ...string) {
	t.Helper()
	for _, want := range list {
		if !strings.Contains(text, want) {
			_, body, _ := strings.Cut("</style>"+text, "</style>")
			t.Errorf("no %q in\n%s", want, body[max(0, strings.LastIndex(body, "</style>")):])
		}
	}
}

// A page has everything on an exchange's tabs except the controls.
func TestSavedPage(t *testing.T) {
	w := streamed("write it",
		firstFrame, statusFrame("WORKING", "on it"), ": still here", artifactFrame("poem", "Roses are ", false), artifactFrame("", "red", true),
		statusFrame("CANCELED", ""), artifactFrame("", ", violets", true), artifactFrame("", " are blue", true))
	w.Note = "look here"
	w.Redactions = []wire.Redaction{{Place: "request.header", Name: "Authorization", Length: 7, Kind: "bearer"}}
	w.Request.Header.Set("Authorization", "Bearer *******")
	got := savedPage(t, w)
	has(t, got, "<title>Poet · SendStreamingMessage · ", `<a class="where" href="#event-7">event 7–8</a>`, `<a href="#event-7">Finding SSE-16 $.result</a>`, `<li id="event-7">`)
	has(t, textOf(got, ""), "Protocol A2A 1.0", "Caller and agent A client → Poet", "look here", savedAt.Local().Format("Recorded 2 Jan 2006 15:04:05 MST")+" by a2a-console in session poems.", "Secrets replaced with asterisks: 1.", "Exchange "+w.ID)
	has(t, textOf(got, "reading"), "write it", "on it", "poem", "Roses are red, violets are blue")
	has(t, textOf(got, "findings"), "event 7–8 error An event after the task was canceled")
	has(t, textOf(got, "events"), "submitted", "+20 ms #2 ◐ working", "+50 ms #5", "append → poem red")
	has(t, textOf(got, "request"), "POST http://127.0.0.1:9/", "Authorization redacted, 7 B · bearer", `"text" : "write it"`)
	has(t, textOf(got, "response"), "200 OK", "text/event-stream", `"TASK_STATE_WORKING"`)
	has(t, textOf(got, "timing"), "Total 10.0 s", "Request head read")
	for _, deed := range []string{"Re-send", "Compare with", "Copy", "Save", "Find in", "Pretty", "All events", "Show all"} {
		if strings.Contains(textOf(got, "")+textOf(got, "response")+textOf(got, "events"), deed) {
			t.Errorf("the page offers %s", deed)
		}
	}
}

// No recorded text is markup, and the page has nothing that runs, loads or leads anywhere.
func TestSavedPageOfHostileContent(t *testing.T) {
	for _, said := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><script>x</script>`, `</pre></main><iframe src=//evil>`, "[here](http://evil.example)",
		`javascript:alert(1)`, `<!--`, "\x1b[31m\x00\u202e", `{{.}}`, `<meta http-equiv=refresh content=0;url=//evil>`, `<link rel=stylesheet href=//evil>`, "%s%!",
	} {
		w := streamed(said, strings.ReplaceAll(firstFrame, `"t1"`, quoted(said)), statusFrame("WORKING", said), artifactFrame(said, said, false),
			`{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":`+quoted(said)+`}}}`, `{`+quoted(said)+`:1}`, `{"artifactUpdate":{"artifact":{"artifactId":"f","parts":[{"url":`+quoted(said)+`,"filename":`+quoted(said)+`}]}}}`)
		w.Caller, w.URL, w.Problem, w.Note, w.Request.Header[said], w.Response.Header["X-Said"] = said, w.URL+"?"+said, said, said, []string{said}, []string{said}
		w.Passages = []wire.Passage{{Side: wire.Response, Frame: 1, Sent: 1, Kind: wire.PassageEdited, Rule: said}}
		got := savedPage(t, w)
		if strings.ContainsAny(got, "\x00\x1b") || strings.Contains(got, "\u202e") {
			at := strings.IndexAny(got, "\x00\x1b\u202e")
			t.Errorf("%q: it has what steers terminals and text: %q", said, got[max(at-200, 0):at+50])
		}
		counts := map[string]int{}
		z := dom.NewTokenizer(strings.NewReader(got))
		for kind := z.Next(); kind != dom.ErrorToken; kind = z.Next() {
			tok := z.Token()
			if kind != dom.StartTagToken && kind != dom.SelfClosingTagToken {
				continue
			}
			counts[tok.Data]++
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "data-") && a.Key != "data-n" || a.Key == "src" || a.Key == "style" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
					t.Errorf("%q: <%s %s=%q>", said, tok.Data, a.Key, a.Val)
				}
			}
		}
		for _, tag := range []string{"script", "img", "iframe", "link", "form", "object", "button", "input"} {
			if counts[tag] > 0 {
				t.Errorf("%q: %d <%s>", said, counts[tag], tag)
			}
		}
		if counts["meta"] != 4 || counts["style"] != 1 || counts["main"] != 1 || !strings.Contains(got, `content="default-src &#39;none&#39;; style-src &#39;sha256-`) {
			t.Errorf("%q: %v", said, counts)
		}
	}
}

// Ids are unique, so that links within the page lead where they say.
func TestSavedPageHasItsIDsOnce(t *testing.T) {
	w := streamed("go", firstFrame, statusFrame("COMPLETED", ""))
	w.Passages = []wire.Passage{{Side: wire.Response, Frame: 1, Sent: 1, Kind: wire.PassageEdited}}
	put(w, wire.ResponseSent, "data: {}\n\n")
	var ids []string
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(savedPage(t, w), -1) {
		ids = append(ids, m[1])
	}
	slices.Sort(ids)
	if len(slices.Compact(slices.Clone(ids))) != len(ids) || !slices.Contains(ids, "response-sent") {
		t.Errorf("ids are %q", ids)
	}
}

// A document that would grow a lot when indented takes memory in proportion.
func TestSavedPageOfDeepDocuments(t *testing.T) {
	for name, body := range map[string]string{
		"deep":       strings.Repeat("[", 4000) + strings.Repeat("1,", 5000) + "1" + strings.Repeat("]", 4000),
		"long lists": strings.Repeat("[", 60) + strings.Repeat("1,", 1<<20) + "1" + strings.Repeat("]", 60),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := savedPage(t, answered("go", body, false))
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 60 {
			t.Errorf("%s: %d KB of body took %d MB", name, len(body)>>10, took)
		}
		if len(got) > 2<<20 {
			t.Errorf("%s: the page has %d bytes", name, len(got))
		}
	}
}

// A page has exactly one exchange.
func TestSavedPageOfNone(t *testing.T) {
	var b bytes.Buffer
	to := NewPage(&b, nil)
	if err := to.Session(t.Context(), &wire.Session{ID: "s"}); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(t.Context()); err == nil || b.Len() > 0 {
		t.Errorf("a page of nothing: %v, %d bytes", err, b.Len())
	}
}
