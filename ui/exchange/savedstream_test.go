package exchange

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Of a long stream, the page shows the first and the last documents, and those that break a rule.
// It says where others are left out.
func TestSavedPageOfALongStream(t *testing.T) {
	frames := []string{firstFrame, artifactFrame("poem", "1 ", false)}
	for i := range 400 {
		frames = append(frames, artifactFrame("", fmt.Sprint(i+2, " "), true))
	}
	frames[199] = strings.Replace(frames[199], `"contextId":"c1"`, `"contextId":7`, 1)
	frames = append(frames, statusFrame("COMPLETED", ""))
	got := savedPage(t, streamed("count", frames...))
	response := textOf(got, "response")
	has(t, response, "#50 ", "149 events left out #200 ", "198 events left out #399 ", "#403 ")
	for _, not := range []string{"#51 ", "#199 ", "#398 "} {
		if strings.Contains(response, not) {
			t.Errorf("%s is shown", not)
		}
	}
	if !strings.Contains(textOf(got, "reading"), " 399 400 401") || len(got) > 350<<10 {
		t.Errorf("its text is not whole, or it is long: %d bytes", len(got))
	}
}

// The page says that a text is too long for the Messages tab; the Response tab has it, up to its own limit.
func TestSavedPageOfALongText(t *testing.T) {
	long := strings.Repeat("word ", 40<<10)
	got := savedPage(t, streamed("go", firstFrame, artifactFrame("long", long, false), artifactFrame("", "the end", true), statusFrame("COMPLETED", "")))
	has(t, textOf(got, "reading"), "KB before this.", "the end")
	has(t, textOf(got, "response"), strings.TrimSpace(long))
	if strings.Contains(got, "Show all") || len(got) > 500<<10 {
		t.Errorf("a text of 200 KB makes a page of %d bytes, or leads elsewhere", len(got))
	}
	got = savedPage(t, answered("go", `{"jsonrpc":"2.0","id":1,"result":"`+strings.Repeat("word ", 100<<10)+`"}`, false))
	has(t, textOf(got, "response"), "Showing the first 256 KB of 500 KB.")
	got = savedPage(t, answered("go", strings.Repeat("a line of text\n", 20<<10), false))
	has(t, textOf(got, "response"), "Showing the first ")
}

// An event that the task's generations show to be missing is mentioned in its place.
func TestSavedPageOfAStreamWithAGap(t *testing.T) {
	numbered := func(frame, n string) string {
		return strings.Replace(frame, `"contextId"`, `"generation":"`+n+`","contextId"`, 1)
	}
	w := streamed("write it", numbered(firstFrame, "1"), numbered(statusFrame("WORKING", ""), "2"), numbered(statusFrame("COMPLETED", ""), "5"))
	v := string(dialect.Drafts()[0].Version())
	w.Request.Header.Set("A2A-Version", v)
	w.Labels.Dialect = v
	w.Gaps = []wire.Gap{{Exchange: w.ID, Side: wire.Request, Offset: 9, Bytes: 80, Cause: wire.GapDiskFull}}
	got := savedPage(t, w)
	has(t, textOf(got, "response"), "2 events missing here #3 ")
	has(t, textOf(got, "events"), "2 events missing here")
	has(t, textOf(got, ""), "80 B of the request")
}

// A truncated event is shown as such, and the title says how the exchange ended.
func TestSavedPageOfAStreamThatBrokeOff(t *testing.T) {
	event := "data: " + `{"jsonrpc":"2.0","id":1,"result":` + artifactFrame("a", "one", false) + "}\n\n"
	w := answered("go", event+event[:90], true)
	w.LastByte = w.Ended
	w.Outcome, w.Labels = wire.Cut, wire.Labels{Op: "SendStreamingMessage", Dialect: "1.0"}
	got := savedPage(t, w)
	has(t, got, "SendStreamingMessage · ✕ cut</title>")
	has(t, textOf(got, "response"), "incomplete: the stream ended inside it")
}

// A page shows an exchange's pictures if they are of the declared type, and none that is large or
// decodes to something large.
func TestSavedPageShowsPictures(t *testing.T) {
	const widest = 4096
	picture := func(width, height int) string {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	page := func(files ...string) string {
		var parts []string
		for _, f := range files {
			parts = append(parts, `{"raw":"`+f+`","mediaType":"image/png","filename":"a\"b"}`)
		}
		return savedPage(t, answered("go", `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"n","role":"ROLE_AGENT","parts":[`+strings.Join(parts, ",")+`]}}}`, false))
	}
	small := picture(3, 2)
	has(t, page(small), `src="data:image/png;base64,`+small+`" alt="a&#34;b"`, "img-src data:;")
	for what, f := range map[string]string{
		"no picture": base64.StdEncoding.EncodeToString([]byte("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")),
		"too wide":   picture(widest+1, 1), "too large": base64.StdEncoding.EncodeToString(append([]byte("\x89PNG"), make([]byte, 300<<10)...)),
	} {
		if got := page(f); strings.Contains(got, "<img") {
			t.Errorf("%s is shown", what)
		}
	}
	if huge := picture(widest, widest); strings.Count(page(huge, huge, huge, huge), "<img") != 2 {
		t.Error("small files unfold to more pixels than a page may hold")
	}
	many := make([]string, 12)
	for i := range many {
		raw, _ := base64.StdEncoding.DecodeString(small)
		many[i] = base64.StdEncoding.EncodeToString(append(raw, make([]byte, 100<<10)...))
	}
	if n := strings.Count(page(many...), "<img"); n != 10 {
		t.Errorf("%d pictures of 100 KB are in a page that may hold 1 MB of them", n)
	}
}

// A page says what was done on the way, and has both versions with their difference.
func TestSavedPageOfAnEdit(t *testing.T) {
	edited := func(passages ...wire.Passage) string {
		w := answered("tell me a joke", `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"n","role":"ROLE_AGENT","parts":[{"text":"knock knock"}]}}}`, false)
		w.RequestSent = &wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "Content-Length": {"167"}}}
		put(w, wire.RequestSent, strings.Replace(string(w.Body(wire.Request)), "a joke", "a joke <b>please</b>", 1))
		put(w, wire.ResponseSent, strings.Replace(string(w.Body(wire.Response)), "knock knock", "nothing of the kind", 1))
		w.Passages, w.Rewritten = passages, true
		return savedPage(t, w)
	}
	got := edited(wire.Passage{Side: wire.Request, Kind: wire.PassageEdited, HoldTime: int64(7500 * time.Millisecond), Rule: "op:send => hold"})
	has(t, textOf(got, ""), "On the way the request was held for 7.5 s and edited, by the rule op:send => hold.")
	has(t, textOf(got, "request"), "What was edited $.params.message.parts[0].text", "tell me a joke <b>please</b>", "Content-Length 167", `"tell me a joke"`)
	has(t, got, `<a href="#request-sent">As the agent got it</a>`)
	has(t, textOf(got, "request-sent"), `"tell me a joke <b>please</b>"`)
	if strings.Contains(got, "of the kind") || strings.Contains(got, "As the client got it") {
		t.Errorf("it tells of a change where none was:\n%s", got)
	}
	got = edited(wire.Passage{Side: wire.Response, Kind: wire.PassageEdited})
	has(t, textOf(got, ""), "On the way the response was edited, by hand.")
	has(t, textOf(got, "response-sent"), "nothing of the kind")
	if got = edited(wire.Passage{Side: wire.Request, Kind: wire.PassageHeld, HoldTime: 1e9}); strings.Contains(got, "please") || !strings.Contains(got, "the request was held for 1.0 s") {
		t.Errorf("of what was only held it shows another version:\n%s", got)
	}
}

// The page of a response that a rule made has its head, although there is no body. The page of one
// that was broken off says whether a rule or a person did it.
func TestSavedPageOfWhatTheConsoleEnded(t *testing.T) {
	for _, c := range []struct {
		outcome wire.Outcome
		problem string
		sent    *wire.Head
		want    []string
		not     string
	}{
		{wire.Refused, "A rule of the console answered in place of the agent: op:SendMessage => answer 401.", &wire.Head{Status: 401, Header: http.Header{"Www-Authenticate": {"Bearer"}}},
			[]string{"Ended: answered by a rule", "A rule of the console answered in place of the agent.", "401 Unauthorized", "Www-Authenticate Bearer"}, "refused to pass"},
		{wire.Interrupted, "A rule of the console cut the connection: op:SendMessage => cut.", nil, []string{"Ended: aborted by a rule"}, "console stopped"},
		{wire.Interrupted, "A person dropped the request.", nil, []string{"Ended: aborted by hand"}, "console stopped"},
		{wire.Interrupted, "", nil, []string{"The console stopped before an answer came."}, "by a rule"},
	} {
		w := answered("hi", "", false)
		w.Outcome, w.Problem, w.Response, w.ResponseSent = c.outcome, c.problem, wire.Head{}, c.sent
		if c.sent != nil {
			w.Passages = []wire.Passage{{Side: wire.Response, Kind: wire.PassageInjected, Rule: "op:SendMessage => answer 401"}}
		}
		got := savedPage(t, w)
		text := textOf(got, "") + textOf(got, "response") + textOf(got, "response-sent")
		has(t, text, c.want...)
		if strings.Contains(text, c.not) {
			t.Errorf("%s: %q is in\n%s", c.problem, c.not, text)
		}
	}
}

// The page of a failed exchange says why it failed; that of a good one has no such box.
func TestSavedPageSaysWhyItFailed(t *testing.T) {
	w := answered("hi", "<b>try later</b>", false)
	w.Response.Status = 503
	has(t, textOf(savedPage(t, w), ""), "Why did it fail?", "Proof", "Try")
	got := savedPage(t, answered("hi", `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hello"}]}}}`, false))
	if strings.Contains(got, "Why did it fail?") {
		t.Errorf("a good one:\n%s", got)
	}
}
