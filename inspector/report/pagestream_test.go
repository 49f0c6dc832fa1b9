package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// streamPage is the page of a stream of 1.0 that brings these frames, 10 ms apart. adapt may
// change the exchange first.
func streamPage(t *testing.T, asks string, frames []string, adapt func(*archive.Whole)) string {
	t.Helper()
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	w := &archive.Whole{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/",
		Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}},
		Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},
		Started:  at, RequestDone: at, Answered: at, Ended: at.Add(10 * time.Second), Outcome: wire.ByAgent, RequestBytes: 219, RequestKept: 219,
	}}
	w.Sides[wire.Request] = []wire.Chunk{{Side: wire.Request, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":` + quotedJSON(asks) + `}]}}}`)}}
	for i, f := range frames {
		if !strings.HasPrefix(f, ":") {
			f = `data: {"jsonrpc":"2.0","id":1,"result":` + f + `}`
		}
		c := wire.Chunk{Side: wire.Response, At: at.Add(time.Duration(i+1) * 10 * time.Millisecond), Offset: w.ResponseBytes, Data: []byte(f + "\n\n")}
		w.Sides[wire.Response] = append(w.Sides[wire.Response], c)
		w.ResponseBytes += int64(len(c.Data))
	}
	w.ResponseKept = w.ResponseBytes
	if adapt != nil {
		adapt(w)
	}
	var b bytes.Buffer
	to := report.NewPage(&b, nil)
	for _, err := range []error{to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Started: at, Exchanges: 1}), w.Give(t.Context(), to), to.Close(t.Context())} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func quotedJSON(s string) string {
	b, _ := json.Marshal(s) // it never fails on a text
	return string(b)
}

func statusFrame(state, says string) string {
	message := ""
	if says != "" {
		message = `,"message":{"messageId":"a1","role":"ROLE_AGENT","parts":[{"text":` + quotedJSON(says) + `}]}`
	}
	return `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_` + state + `"` + message + `}}}`
}

func artifactFrame(name, text string, more bool) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","name":%s,"parts":[{"text":%s}]},"append":%t}}`, quotedJSON(name), quotedJSON(text), more)
}

const firstFrame = `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_SUBMITTED"}}}`

// linesOf are the lines of a page's events as text, with what stands between them.
func linesOf(page string) (out []string) {
	_, list, _ := strings.Cut(page, `<ol class="events">`)
	list, _, _ = strings.Cut(list, "</ol>")
	list = regexp.MustCompile(`(?s)<pre>.*?</pre>`).ReplaceAllString(list, "")
	list = regexp.MustCompile(`</summary>|</li>|<p class="finding">`).ReplaceAllString(list, "\n")
	list = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(list, "")
	for l := range strings.SplitSeq(html.UnescapeString(list), "\n") {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// A page of a stream can be read: what was said, with the artifact in one piece; then a line
// for each event, whose document is folded, and what it breaks below it.
func TestPageOfAStream(t *testing.T) {
	got := streamPage(t, "write it", []string{
		firstFrame, statusFrame("WORKING", "on it"), ": still here", artifactFrame("poem", "Roses are ", false), artifactFrame("", "red", true),
		statusFrame("CANCELED", ""), artifactFrame("", ", violets", true), artifactFrame("", " are blue", true),
	}, nil)
	_, said, _ := strings.Cut(got, "<h2>Reading</h2>")
	said, _, _ = strings.Cut(said, "<h2>Findings</h2>")
	at := 0
	for _, want := range []string{
		"submitted &#43;10 ms → working &#43;20 ms → canceled &#43;60 ms", "<h3>Client</h3>\n<pre dir=\"auto\" class=\"text\">write it</pre>", "<h3>Agent <b>working</b></h3>\n<pre dir=\"auto\" class=\"text\">on it</pre>",
		"<h3>Artifact <b>poem</b></h3>\n<pre dir=\"auto\" class=\"text\">Roses are red, violets are blue</pre>",
	} {
		i := strings.Index(said[at:], want)
		if i < 0 {
			t.Fatalf("no %q in its place in\n%s", want, said)
		}
		at += i
	}
	lines := strings.Join(linesOf(got), "\n")
	want := "#1 +10 ms task submitted\n#2 +20 ms status working on it\n#4 +40 ms artifact poem Roses are\n#5 +50 ms append → poem red\n#6 +60 ms status canceled\n" +
		"#7 +70 ms append → poem , violets\nerror SSE-16 An event after the task was canceled; nothing may follow. at $.result (1.0 §3.1.2)\n#8 "
	if !strings.HasPrefix(lines, want) {
		t.Errorf("the lines are\n%s\nnot\n%s", lines, want)
	}
	if n := strings.Count(got, "<details><summary><span class=\"n\">"); n != 7 || strings.Contains(got, "<details open") || !strings.Contains(got, "1 keep-alive among them, counted and not listed.") {
		t.Errorf("%d documents of events are folded:\n%s", n, got)
	}
	if !strings.Contains(got, `<span class="where">event #7 and 1 more</span>`) || !strings.Contains(got, "<dd>Finding SSE-16 .result, event #7</dd>") {
		t.Errorf("the finding does not say where:\n%s", got)
	}
}

// Of a long stream the first and the last events are listed, and those that break a rule;
// what is left out is told where it is missing.
func TestPageOfALongStream(t *testing.T) {
	frames := []string{firstFrame, artifactFrame("poem", "1 ", false)}
	for i := range 400 {
		frames = append(frames, artifactFrame("", fmt.Sprint(i+2, " "), true))
	}
	frames[199] = strings.Replace(frames[199], `"contextId":"c1"`, `"contextId":7`, 1)
	frames = append(frames, statusFrame("COMPLETED", ""))
	got := streamPage(t, "count", frames, nil)
	lines := linesOf(got)
	if len(lines) < 60 || !strings.HasPrefix(lines[59], "#60 ") || lines[60] != "… 139 events left out …" || !strings.HasPrefix(lines[61], "#200 ") {
		t.Fatalf("lines are %q", lines)
	}
	last := lines[len(lines)-6:]
	if last[0] != "… 198 events left out …" || !strings.HasPrefix(last[1], "#399 ") || last[5] != "#403 +4,030 ms status completed" {
		t.Errorf("the last lines are %q", last)
	}
	if !strings.Contains(got, " 399 400 401 ") || len(got) > 120<<10 {
		t.Errorf("its text is not whole, or it is long: %d bytes", len(got))
	}
}

// A long text is folded, and what finds no room is counted.
func TestPageOfALongText(t *testing.T) {
	long := strings.Repeat("word ", 40<<10)
	got := streamPage(t, "go", []string{firstFrame, artifactFrame("long", long, false), artifactFrame("", "the end", true), statusFrame("COMPLETED", "")}, nil)
	if !strings.Contains(got, "<summary>The other 120 KB</summary>") || !strings.Contains(got, "… 72.0 KB left out …") || len(got) > 300<<10 {
		t.Errorf("a text of 200 KB makes a page of %d bytes", len(got))
	}
	got = streamPage(t, "go", []string{firstFrame, artifactFrame("lines", strings.Repeat("l\n", 100), false), statusFrame("COMPLETED", "")}, nil)
	if !strings.Contains(got, strings.Repeat("l\n", 60)+"</pre>\n<details><summary>The other 80 B</summary>") {
		t.Errorf("a hundred lines stand open:\n%s", got)
	}
}

// What an agent names, says and breaks stands in lines and reading as text.
func TestPageOfAHostileStream(t *testing.T) {
	said := "</pre></summary><script>x</script>\"\u202e\x1b[2J"
	got := streamPage(t, said, []string{
		strings.ReplaceAll(firstFrame, "TASK_STATE_SUBMITTED", "</b><img src=x>\u202e"), statusFrame("WORKING", said), artifactFrame(said, said, false),
		`{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":` + quotedJSON(said) + `}}}`, statusFrame("COMPLETED", ""), artifactFrame(said, said, true),
		`{"` + strings.ReplaceAll(said, `"`, "") + `":1}`,
	}, nil)
	for _, bad := range []string{"<script", "<img", "\u202e", "\x1b"} {
		if strings.Contains(got, bad) {
			t.Errorf("it has %q", bad)
		}
	}
	if n := strings.Count(got, "</summary>"); n != strings.Count(got, "<summary>") || strings.Count(html.UnescapeString(got), "‹U+202E›‹ESC›[2J") < 8 {
		t.Errorf("texts close what is around them:\n%s", got)
	}
}

// The size of what was changed on the way is told as it came and as it went on.
func TestPageSaysHowMuchWentOn(t *testing.T) {
	frames := []string{firstFrame, statusFrame("COMPLETED", "")}
	if got := streamPage(t, "hi", frames, nil); !strings.Contains(got, "<dd>219 B sent; ") || strings.Contains(got, "went on to") {
		t.Errorf("nothing was changed:\n%s", got)
	}
	got := streamPage(t, "hi", frames, func(w *archive.Whole) {
		w.Passages = []wire.Passage{{Side: wire.Request, How: wire.Edited}, {Side: wire.Response, Frame: 1, Sent: 1, How: wire.Edited}}
		w.Sides[wire.RequestSent] = []wire.Chunk{{Side: wire.RequestSent, At: w.Started, Data: bytes.Repeat([]byte(" "), 200)}, {Side: wire.RequestSent, At: w.Started, Offset: 200, Data: bytes.Repeat([]byte(" "), 86)}}
		w.Sides[wire.ResponseSent] = []wire.Chunk{{Side: wire.ResponseSent, At: w.Started, Data: []byte("data: " + `{"jsonrpc":"2.0","id":1,"result":` + statusFrame("COMPLETED", "quite another end") + "}\n\n")}}
	})
	if !regexp.MustCompile(`<dd>219 B sent, 286 B went on to the agent; \d+ B received, \d+ B went on to the client</dd>`).MatchString(got) {
		t.Errorf("the size is not both:\n%s", got)
	}
	_, sent, _ := strings.Cut(got, "as it went on to the client")
	if !strings.Contains(sent, `class="text">quite another end</pre>`) {
		t.Errorf("what the client got is not put together:\n%s", sent)
	}
}

// What the generations of a task tell of and what did not come is said in its place.
func TestPageOfAStreamWithAGap(t *testing.T) {
	numbered := func(frame, n string) string {
		return strings.Replace(frame, `"contextId"`, `"generation":"`+n+`","contextId"`, 1)
	}
	got := streamPage(t, "write it", []string{numbered(firstFrame, "1"), numbered(statusFrame("WORKING", ""), "2"), numbered(statusFrame("COMPLETED", ""), "5")}, func(w *archive.Whole) {
		v := string(dialect.Drafts()[0].Version())
		w.Request.Header.Set("A2A-Version", v)
		w.Labels.Dialect = v
	})
	want := "#1 +10 ms task submitted\n#2 +20 ms status working\n… 2 events missing here …\n#3 +30 ms status completed"
	if lines := strings.Join(linesOf(got), "\n"); !strings.HasPrefix(lines, want) {
		t.Errorf("the lines are\n%s\nnot\n%s", lines, want)
	}
}
