package model_test

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/model"
)

// repeat joins n copies of a text, each with its number in place of %d.
func repeat(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// read reads a request and its answer as Chat Completions.
func read(t *testing.T, request, response string) model.Call {
	t.Helper()
	c, ok := model.Read(sample{path: "/chat/completions", request: request, response: response}.exchange())
	if !ok {
		t.Fatal("not read as a call")
	}
	return c
}

// TestThousandDeltas: the text and arguments of many small events are whole.
func TestThousandDeltas(t *testing.T) {
	c := read(t, `{"model":"m","messages":[]}`,
		repeat(1000, "data: {\"choices\":[{\"delta\":{\"content\":\"x%d \"}}]}\n\n")+
			"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}}]}\n\n"+
			repeat(1000, "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"y%d \"}}]}}]}\n\n"))
	if c.Answer != repeat(1000, "x%d ") {
		t.Errorf("the answer is %.100q…", c.Answer)
	}
	if len(c.ToolCalls) != 1 || c.ToolCalls[0].Arguments != repeat(1000, "y%d ") {
		t.Errorf("the tool calls are %.200q…", fmt.Sprint(c.ToolCalls))
	}
}

// TestBounds: whatever arrives, what is kept is bounded, and a note says what is missing.
func TestBounds(t *testing.T) {
	long := strings.Repeat("ä", 1<<20)
	message := `{"role":"user","content":"` + long[:100<<10] + `"}`
	for _, c := range []struct{ name, request, response, note string }{
		{"long answer", `{"messages":[]}`, `{"choices":[{"message":{"content":"` + long + `"}}]}`, "the answer is too long to be read whole"},
		{"many messages", `{"messages":[` + strings.TrimSuffix(repeat(5000, `{"role":"user","content":"%d"},`), ",") + `]}`, `{}`, "the prompt has 5000 messages; 4800 in the middle are left out"},
		{"long messages", `{"messages":[` + strings.TrimSuffix(strings.Repeat(message+",", 100), ",") + `]}`, `{}`, "the prompt has 100 messages; 68 in the middle are left out"},
		{"many tool calls", `{"messages":[]}`, repeat(5000, "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":%d,\"id\":\"a%d\",\"function\":{\"name\":\"f\",\"arguments\":\"x\"}}]}}]}\n\n"), "the answer has more tool calls than are read"},
		{"long arguments", `{"messages":[]}`, `{"choices":[{"message":{"tool_calls":[` + strings.TrimSuffix(strings.Repeat(`{"id":"`+long[:1000]+`","function":{"name":"f","arguments":{"a":"`+long[:100<<10]+`"}}},`, 100), ",") + `]}}]}`, ""},
		{"many events that are not JSON", `{"messages":[]}`, strings.Repeat("data: {oops\n\n", 50_000), "50000 events of the answer are not JSON"},
		{"many comments", `{"messages":[]}`, strings.Repeat(":\n\n", 300_000), "only the first 262144 events of the answer are read"},
		{"long body", `{"messages":[]}`, `{"choices":[{"message":{"content":"` + strings.Repeat(long, 9) + `"}}]}`, "only the first 16 MiB of a body are read"},
		{"long request", `{"model":"m","metadata":"` + strings.Repeat(long, 9) + `","messages":[]}`, `{}`, "only the first 16 MiB of a body are read"},
		{"many values", `{"messages":[` + strings.TrimSuffix(strings.Repeat("{},", 500_000), ",") + `]}`, `{}`, "the prompt has too many values; only its beginning is read"},
		{"deep values", `{"messages":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`, strings.Repeat(`{"choices":[`, 4000), ""},
		{"long error", `{"messages":[]}`, `{"error":{"message":"` + long + `","type":"` + long + `","code":"` + long + `"}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.request, c.response)
			if n := sizeOf(got); n > 6<<20 {
				t.Errorf("%d bytes are kept", n)
			}
			if c.note != "" && !slices.Contains(got.Notes, c.note) {
				t.Errorf("no note %q in %q", c.note, got.Notes)
			}
		})
	}
}

// TestNewestMessages: of a long prompt the first message and the newest are kept, in their order.
func TestNewestMessages(t *testing.T) {
	p := read(t, `{"messages":[`+strings.TrimSuffix(repeat(1000, `{"role":"user","content":"%d"},`), ",")+`]}`, `{}`).Prompt
	if len(p) != 200 || p[0].Text != "0" || p[1].Text != "801" || p[199].Text != "999" {
		t.Errorf("%d messages: %.200q", len(p), fmt.Sprint(p))
	}
}

// TestNestedResults: results within results are not followed, which would take work for each level.
func TestNestedResults(t *testing.T) {
	nested := strings.Repeat(`{"type":"tool_result","content":[`, 300) + `{"text":"x"}` + strings.Repeat("]}", 300)
	p := read(t, `{"messages":[{"role":"user","content":[`+nested+`]}]}`, `{}`).Prompt
	if len(p) != 1 || len(p[0].Tools) != 1 || p[0].Tools[0].Result != "[tool_result]" {
		t.Errorf("read as %.300s", fmt.Sprint(p))
	}
}

// sizeOf is the number of bytes and values in a call.
func sizeOf(c model.Call) int { return len(fmt.Sprintf("%+v", c)) }

// TestCutText: a cut does not split escapes or characters, and shows.
func TestCutText(t *testing.T) {
	for _, piece := range []string{`\n`, `\u00e4`, "ä", "日", `a\\`} {
		for shift := range 7 {
			text := strings.Repeat("x", shift) + strings.Repeat(piece, 64<<10)
			got := read(t, `{"messages":[{"content":"`+text+`"}]}`, `{}`).Prompt[0].Text
			if strings.ContainsRune(got, '\ufffd') || !strings.HasSuffix(got, "…") || strings.Contains(got, `\u`) {
				t.Errorf("%s after %d bytes ends in %q", piece, shift, got[len(got)-9:])
			}
		}
	}
}

// TestLinearWork: four times the events take about four times the memory, so that no event is read again for
// each later one.
func TestLinearWork(t *testing.T) {
	event := "data: {\"choices\":[{\"delta\":{\"content\":\"x\",\"tool_calls\":[{\"index\":%d,\"function\":{\"arguments\":\"y\"}}]}}]}\n\n"
	work := func(n int) uint64 {
		response := repeat(n, event)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read(t, `{"messages":[]}`, response)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if small, large := work(5000), work(20_000); large > 6*small {
		t.Errorf("5000 events take %d bytes, 20000 take %d", small, large)
	}
}

// FuzzRead: no input panics, and what is read is bounded by what arrived.
func FuzzRead(f *testing.F) {
	for _, samples := range [][]sample{chatSamples, responsesSamples, messagesSamples, geminiSamples, ollamaSamples, mcpSamples} {
		for _, s := range samples {
			x := s.exchange()
			f.Add(x.Method, x.Path, x.ResponseHeader.Get("Content-Type"), x.Status, x.Request, x.Response, x.IsCut)
		}
	}
	f.Fuzz(func(t *testing.T, method, path, kind string, status int, request, response []byte, isCut bool) {
		x := model.Exchange{
			Method: method, Path: path, Status: status, Request: request, Response: response, IsCut: isCut,
			RequestHeader: http.Header{"Content-Type": {"application/json"}}, ResponseHeader: http.Header{"Content-Type": {kind}},
		}
		before := string(request) + string(response)
		c, ok := model.Read(x)
		if before != string(request)+string(response) {
			t.Fatal("the input was changed")
		}
		if !ok && sizeOf(c) != sizeOf(model.Call{}) {
			t.Fatalf("no call, but %+v", c)
		}
		if n, most := sizeOf(c), 20*(len(before)+len(path))+4096; n > most {
			t.Fatalf("%d bytes are read as %d: %.500s", len(before), n, format(c))
		}
		if text := format(c); strings.ToValidUTF8(c.Answer+c.Error+c.Model, "") != c.Answer+c.Error+c.Model {
			t.Fatalf("text that is not UTF-8: %q", text)
		}
	})
}
