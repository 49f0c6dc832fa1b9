package report_test

import (
	"bytes"
	"html"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// editedPage is the page of an exchange whose request, and perhaps whose answer, was edited.
func editedPage(t *testing.T, passages ...wire.Passage) string {
	t.Helper()
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	w := &archive.Whole{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/",
		Request:     wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "Content-Length": {"160"}}},
		RequestSent: &wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "Content-Length": {"167"}}},
		Response:    wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}},
		Started:     at, Ended: at, Outcome: wire.ByAgent,
	}, Passages: passages}
	ask := func(side wire.Side, text string) []wire.Chunk {
		return []wire.Chunk{{Side: side, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"text","text":"` + text + `"}]}}}`)}}
	}
	answer := func(side wire.Side, text string) []wire.Chunk {
		return []wire.Chunk{{Side: side, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"kind":"message","messageId":"m2","role":"agent","parts":[{"kind":"text","text":"` + text + `"}]}}`)}}
	}
	w.Sides = [4][]wire.Chunk{
		wire.Request: ask(wire.Request, "tell me a joke"), wire.RequestSent: ask(wire.RequestSent, "tell me a joke <b>please</b>"),
		wire.Response: answer(wire.Response, "knock knock"), wire.ResponseSent: answer(wire.ResponseSent, "nothing of the kind"),
	}
	return savedPage(t, w)
}

func savedPage(t *testing.T, w *archive.Whole) string {
	t.Helper()
	var b bytes.Buffer
	to := report.NewPage(&b, nil)
	for _, err := range []error{to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Started: w.Started}), w.Give(t.Context(), to), to.Close(t.Context())} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// A page says what was done on the way, and has both versions with their difference.
func TestPageOfAnEdit(t *testing.T) {
	got := editedPage(t, wire.Passage{Side: wire.Request, How: wire.Edited, Held: int64(7500 * time.Millisecond), Rule: "op:send => hold"})
	for _, want := range []string{
		"On the way the request was held for 7.5 s and edited, by the rule op:send =&gt; hold.", "<h2>Request, as it went on to the agent</h2>",
		"$.params.message.parts[0].text", "joke<ins> &lt;b&gt;please&lt;/b&gt;</ins>", "<dt>Content-Length</dt><dd>167</dd>", "tell me a joke &lt;b&gt;please&lt;/b&gt;&#34;", "tell me a joke&#34;",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Count(got, "<dt>Content-Type</dt>") != 2 || strings.Contains(got, "as it went on to the client") || strings.Contains(got, "of the kind") {
		t.Errorf("it tells of a change where none was:\n%s", got)
	}
	got = editedPage(t, wire.Passage{Side: wire.Response, How: wire.Edited})
	for _, want := range []string{"On the way the response was edited, by hand.", "<h2>Response, as it went on to the client</h2>", "<del>knock knock</del>", "<ins>nothing of the kind</ins>"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "please") {
		t.Errorf("it shows what was not sent:\n%s", got)
	}
	if got = editedPage(t, wire.Passage{Side: wire.Request, How: wire.Held, Held: 1e9}); strings.Contains(got, "please") || !strings.Contains(got, "the request was held for 1.0 s") {
		t.Errorf("of what was only held it shows another version:\n%s", got)
	}
}

// A page of what a rule answered has the answer's head, though it has no body; one of what a
// rule or a person broke off says which of them did.
func TestPageOfWhatTheConsoleEnded(t *testing.T) {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		x         wire.Exchange
		want, not []string
	}{
		{wire.Exchange{Outcome: wire.Refused, Problem: "A rule of the console answered in place of the agent: op:SendMessage => answer 401.",
			Passed: wire.PassedSetOf(wire.Injected), ResponseSent: &wire.Head{Status: 401, Header: http.Header{"Www-Authenticate": {"Bearer"}}}},
			[]string{"<dd>answered by a rule after 1.0 s</dd>", "<dd>Ended: answered by a rule</dd>", "<p class=\"muted\">None came from the agent.</p>",
				"<dd>401 Unauthorized, from the console</dd>", "<code>401 Unauthorized</code>", "<h3>Headers</h3>\n<dl><dt>Www-Authenticate</dt><dd>Bearer</dd></dl>", "0 B received</dd>"}, []string{"went on to the client</dd>", "refused", "class=\"problem\""}},
		{wire.Exchange{Outcome: wire.Interrupted, Problem: "A rule of the console cut the connection: op:SendMessage => cut."},
			[]string{"<dd>broken off by a rule after 1.0 s</dd>", "<dd>Ended: broken off by a rule</dd>", "<p class=\"muted\">None.</p>"}, []string{"console stopped", "None came"}},
		{wire.Exchange{Outcome: wire.Interrupted, Problem: "A person dropped the request."},
			[]string{"<dd>broken off by hand after 1.0 s</dd>", "<dd>Ended: broken off by hand</dd>"}, []string{"console stopped", "by a rule"}},
		{wire.Exchange{Outcome: wire.Interrupted}, []string{"<dd>the console stopped after 1.0 s</dd>"}, []string{"by a rule", "by hand"}},
	} {
		c.x.ID, c.x.Origin, c.x.Method, c.x.URL, c.x.Started, c.x.Ended = wire.NewID(), wire.Client, "POST", "http://127.0.0.1:9/", at, at.Add(time.Second)
		w := &archive.Whole{Exchange: c.x}
		if c.x.ResponseSent != nil {
			w.Passages = []wire.Passage{{Side: wire.Response, How: wire.Injected, Rule: "op:SendMessage => answer 401"}}
		}
		got := savedPage(t, w)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.x.Problem, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q is in\n%s", c.x.Problem, not, got)
			}
		}
	}
}

// What acts on its neighbours stands on a page by name, as it does in the console.
func TestPageNamesInvisibleCharacters(t *testing.T) {
	got := html.UnescapeString(pageOf(t, "a\u202eb\u202cc\u2069d\x00"))
	if want := "a‹U+202E›b‹U+202C›c‹U+2069›d‹NUL›"; strings.Count(got, want) < 5 || strings.ContainsAny(got, "\ufffd␀") {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// An event that broke off is told as one, and the title says what became of the exchange.
func TestPageOfAStreamThatBrokeOff(t *testing.T) {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	event := `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"one"}]}}}}` + "\n\n"
	w := &archive.Whole{Exchange: wire.Exchange{ID: wire.NewID(), Origin: wire.Client, Method: "POST", URL: "http://127.0.0.1:9/", Started: at, Ended: at.Add(time.Second),
		Outcome: wire.Cut, Labels: wire.Labels{Op: "SendStreamingMessage", Dialect: "1.0"},
		Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}},
		Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}, Frames: 2}}
	w.Sides[wire.Request] = []wire.Chunk{{At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`)}}
	w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: at, Data: []byte(event + event[:90])}}
	w.ResponseBytes, w.ResponseKept = int64(len(event)+90), int64(len(event)+90)
	got := savedPage(t, w)
	if !strings.Contains(got, "✕ cut</h1>") || strings.Count(got, "broke off in the middle") != 1 || !strings.Contains(got, `<span class="n">#2</span>`) {
		t.Error(got)
	}
}
