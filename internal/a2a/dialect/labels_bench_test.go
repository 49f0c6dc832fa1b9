package dialect

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// labelled is an exchange in the form in which a tap gives it to the labeller.
type labelled struct {
	name      string
	req, resp Message
	events    [][]byte
}

func someWords(n int) string { return strings.Repeat("some words of an answer 42 ", n/27+1)[:n] }

// streamed are streams of three versions, with events of about 280 bytes.
func streamed() []labelled {
	const task, ctx = "0199a1b2-77aa-7c01-9b1e-5d0d3c1f2a3b", "0199a1b2-77aa-7c02-8e44-10f2a3b4c5d6"
	list := []labelled{
		{name: "1.0", req: post("/", `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`, "1.0")},
		{name: "0.3", req: post("/", `{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]}}}`, "")},
		{name: "0.1", req: post("/", `{"jsonrpc":"2.0","id":1,"method":"tasks/sendSubscribe","params":{"id":"`+task+`","message":{"role":"user","parts":[{"type":"text","text":"x"}]}}}`, "")},
	}
	for i := range list {
		list[i].resp = Message{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	}
	first := []string{
		`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"` + task + `","contextId":"` + ctx + `","status":{"state":"TASK_STATE_WORKING"}}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"` + task + `","contextId":"` + ctx + `","status":{"state":"working"}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"id":"` + task + `","status":{"state":"working"},"final":false}}`,
	}
	for i := range list {
		list[i].events = append(list[i].events, []byte(first[i]))
		for n := range 16 {
			flag := n > 0
			text := someWords(64 + n%3)
			list[i].events = append(list[i].events, []byte([]string{
				fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"%s","contextId":"%s","artifact":{"artifactId":"a","parts":[{"text":"%s"}]},"append":%v}}}`, task, ctx, text, flag),
				fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"result":{"kind":"artifact-update","taskId":"%s","contextId":"%s","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"%s"}]},"append":%v}}`, task, ctx, text, flag),
				fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"result":{"id":"%s","artifact":{"parts":[{"type":"text","text":"%s"}],"index":0,"append":%v}}}`, task, text, flag),
			}[i]))
		}
	}
	return list
}

func post(path, body, version string) Message {
	h := http.Header{"Content-Type": {"application/json"}, "User-Agent": {"bench"}}
	if version != "" {
		h.Set("A2A-Version", version)
	}
	return Message{Method: http.MethodPost, URL: "http://127.0.0.1:9000" + path, Header: h, Body: []byte(body)}
}

// called are plain calls with 1 KB in each direction.
func called() []labelled {
	answer := func(body string) Message {
		return Message{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(body)}
	}
	task := `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2025-04-02T16:59:25.331Z"},"artifacts":[{"artifactId":"a","parts":[{"text":"` + someWords(840) + `"}]}]}}`
	message := `"message":{"messageId":"6a8b0c9e","role":"ROLE_USER","parts":[{"text":"` + someWords(880) + `"}]}`
	return []labelled{
		{name: "1.0", req: post("/", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{`+message+`}}`, "1.0"),
			resp: answer(`{"jsonrpc":"2.0","id":1,"result":` + task + `}`)},
		{name: "1.0-rest", req: post("/message:send", `{`+message+`}`, "1.0"), resp: answer(task)},
		{name: "0.3", req: post("/", `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"6a8b0c9e","role":"user","parts":[{"kind":"text","text":"`+someWords(880)+`"}]}}}`, ""),
			resp: answer(`{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"text","text":"` + someWords(840) + `"}]}]}}`)},
	}
}

// BenchmarkLabelStream measures labelling one event of a stream.
func BenchmarkLabelStream(b *testing.B) {
	for _, x := range streamed() {
		b.Run(x.name, func(b *testing.B) {
			r := NewLabeller(x.req, Hint{})
			r.Response(x.resp)
			n := 0
			r.Event(wire.Frame{Kind: wire.SSE, Raw: x.events[0], Data: x.events[0]})
			b.ReportAllocs()
			for b.Loop() {
				data := x.events[1+n%16]
				r.Event(wire.Frame{Kind: wire.SSE, Raw: data, Data: data})
				n++
			}
			if l := r.Labels(); l.Findings > 1 || l.Task == "" || l.Dialect == "" {
				b.Fatalf("%+v", l)
			}
		})
	}
}

// BenchmarkLabelCall measures labelling a whole call with 1 KB in each direction.
func BenchmarkLabelCall(b *testing.B) {
	for _, x := range called() {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := NewLabeller(x.req, Hint{})
				r.Response(x.resp)
				r.End(wire.ByAgent)
				if l := r.Labels(); l.Findings > 1 || l.Task != "t1" || l.State == "" {
					b.Fatalf("%+v", l)
				}
			}
		})
	}
}

// BenchmarkIdentify measures identifying a call with a body of 16 MiB: one long text, or many small values.
func BenchmarkIdentify(b *testing.B) {
	for _, c := range []struct{ name, part string }{
		{"text", `{"text":"` + strings.Repeat("word ", 16<<20/5) + `"}`},
		{"dense", `{"data":[` + strings.Repeat(`{"a":1},`, 16<<20/8) + `1]}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			req := post("/", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[`+c.part+`]}}}`, "1.0")
			resp := Message{Status: 200, Body: []byte(`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t"}}}`)}
			b.SetBytes(int64(len(req.Body)))
			for b.Loop() {
				if id := Identify(req, resp, Hint{}); !id.Certain() || !bytes.Contains(req.Body[:60], []byte("jsonrpc")) {
					b.Fatalf("%+v", id)
				}
			}
		})
	}
}
