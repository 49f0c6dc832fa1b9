package proxy_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// tongue is how a client and an agent speak A2A 1.0 in a binding: a call that streams, and documents of that
// stream, each named by a letter.
type tongue struct {
	name, binding, path, kind string
	h2                        bool
	call                      []byte
	edited                    []byte // the call with another text
	docs                      map[byte]string
	frames                    map[byte][]byte // by the letters that a test writes
	result                    string          // path of the result in a document
}

// The documents of the stream: a task, two chunks of an artifact, and the end. P is A with another text; X is
// not part of the stream.
var results = map[byte]string{
	'T': `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`,
	'A': `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"one"}]}}}`,
	'B': `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"two"}]},"append":true,"lastChunk":true}}`,
	'D': `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`,
	'P': `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"edited"}]}}}`,
	'X': `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}}`,
}

// sequence is what the agent sends.
const sequence = "TABD"

// tongues returns those of the three bindings.
func tongues() []*tongue {
	message := `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`
	rpc := &tongue{name: "JSON-RPC", binding: "jsonrpc", path: "/", kind: "application/json", result: "/result",
		call: []byte(`{"jsonrpc":"2.0","id":7,"method":"SendStreamingMessage","params":` + message + `}`)}
	rest := &tongue{name: "HTTP+JSON", binding: "rest", path: "/message:stream", kind: "application/a2a+json", call: []byte(message)}
	grpc := &tongue{name: "gRPC", binding: "grpc", path: "/lf.a2a.v1.A2AService/SendStreamingMessage", kind: "application/grpc", h2: true,
		call: wire.AppendGRPC(nil, asked("hi")), edited: wire.AppendGRPC(nil, asked("bye"))}
	for _, s := range []*tongue{rpc, rest, grpc} {
		s.docs, s.frames = map[byte]string{}, map[byte][]byte{}
	}
	rpc.edited, rest.edited = bytes.Replace(rpc.call, []byte("hi"), []byte("bye"), 1), bytes.Replace(rest.call, []byte("hi"), []byte("bye"), 1)
	for letter, doc := range results {
		rpc.docs[letter], rest.docs[letter], grpc.docs[letter] = `{"jsonrpc":"2.0","id":7,"result":`+doc+`}`, doc, doc
		rpc.frames[letter] = []byte("data: " + rpc.docs[letter] + "\n\n")
		rest.frames[letter] = []byte("id: 4\r\ndata: " + doc + "\r\n\r\n")
		grpc.frames[letter] = wire.AppendGRPC(nil, messages[letter])
	}
	rpc.broken(func(doc []byte) []byte { return []byte("data: " + string(doc) + "\n\n") })
	rest.broken(func(doc []byte) []byte { return []byte("id: 4\ndata: " + string(doc) + "\n\n") })
	grpc.broken(func(doc []byte) []byte { return wire.AppendGRPC(nil, doc) })
	rpc.frames['I'] = bytes.Replace(rpc.frames['A'], []byte(`"id":7`), []byte(`"id":71`), 1)
	return []*tongue{rpc, rest, grpc}
}

// broken adds broken variants of A: a is the first half of its bytes, J a frame with the first half of its
// document. I, which has another JSON-RPC id, is A in bindings without ids.
func (s *tongue) broken(framed func(doc []byte) []byte) {
	a, doc := s.frames['A'], []byte(s.docs['A'])
	if s.h2 {
		doc = messages['A']
	}
	s.frames['a'], s.frames['J'], s.frames['I'] = a[:len(a)/2], framed(doc[:len(doc)/2]), a
}

// filled returns a rule for the binding: DOC stands for X as a template, AT for the path of the
// result, PARAMS for that of the params.
func (s *tongue) filled(rule string) string {
	doc := strings.NewReplacer(`"t"`, `"{{task}}"`, `"id":7`, `"id":"{{rpc_id}}"`).Replace(s.docs['X'])
	params := map[string]string{"jsonrpc": "/params"}[s.binding]
	return strings.NewReplacer("DOC", doc, "AT", s.result, "PARAMS", params).Replace(rule)
}

// ServeHTTP is the agent: it sends the whole stream at once.
func (s *tongue) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	if s.h2 {
		h.Set("Content-Type", s.kind)
	}
	for i := range len(sequence) {
		_, _ = w.Write(s.frames[sequence[i]])
		_ = http.NewResponseController(w).Flush()
	}
	if s.h2 {
		h.Set(http.TrailerPrefix+"Grpc-Status", "0")
	}
}

// request is a client's request.
func (s *tongue) request(base string) *http.Request {
	r, err := http.NewRequest("POST", base+s.path, bytes.NewReader(s.call))
	if err != nil {
		panic(err)
	}
	r.Header = http.Header{"Content-Type": {s.kind}, "A2a-Version": {"1.0"}}
	if s.h2 {
		r.Header.Set("Te", "trailers")
	}
	return r
}

// messages are the documents as messages of A2A's protobuf schema, encoded by hand: field numbers are those
// of lf.a2a.v1.
var messages = map[byte][]byte{
	'T': field(1, field(1, "t"), field(2, "c"), field(3, varint(1, 2))),
	'A': field(4, field(1, "t"), field(2, "c"), field(3, field(1, "a"), field(4, field(1, "one")))),
	'B': field(4, field(1, "t"), field(2, "c"), field(3, field(1, "a"), field(4, field(1, "two"))), varint(4, 1), varint(5, 1)),
	'D': field(3, field(1, "t"), field(2, "c"), field(3, varint(1, 3))),
	'P': field(4, field(1, "t"), field(2, "c"), field(3, field(1, "a"), field(4, field(1, "edited")))),
	'X': field(3, field(1, "t"), field(2, "c"), field(3, varint(1, 4))),
}

func asked(text string) []byte {
	return field(2, field(1, "m"), varint(4, 1), field(5, field(1, text)))
}

// varint is a protobuf field with a small number.
func varint(field, n byte) []byte { return []byte{field << 3, n} }

// field is a protobuf field with a text, or with a message of these fields.
func field(number int, holds ...any) []byte {
	var in []byte
	for _, h := range holds {
		in = fmt.Appendf(in, "%s", h)
	}
	return append(binary.AppendUvarint([]byte{byte(number<<3 | 2)}, uint64(len(in))), in...)
}
