package protobuf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// event is the most common event of a stream: a chunk of text, with metadata.
const event = `{"artifactUpdate":{"taskId":"0b0c8b5e-8f0e-4b6c-9f7e-2f3a4f7d1c11","contextId":"c-1","artifact":{"artifactId":"a-1","parts":[{"text":"some words of an answer"}]},` +
	`"append":true,"metadata":{"n":1,"s":"t","o":{"p":[1,"2",{}]}}}}`

func BenchmarkMessage(b *testing.B) {
	var history []string
	for i := range 50 {
		history = append(history, fmt.Sprintf(`{"messageId":"m%d","role":"ROLE_AGENT","parts":[{"text":"words"},{"data":{"a":[1,2,3]}}]}`, i))
	}
	task := `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","timestamp":"2025-10-28T10:30:00.123Z"},"history":[` + strings.Join(history, ",") + `]}}`
	s := v10.Dialect().Schema()
	for name, doc := range map[string]string{"event": event, "task": task} {
		wire, ps := protobuf.Encode(s, "StreamResponse", []byte(doc))
		if len(ps) > 0 {
			b.Fatalf("%+v", ps)
		}
		b.Run("decode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				protobuf.Decode(s, "StreamResponse", wire)
			}
		})
		b.Run("encode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				protobuf.Encode(s, "StreamResponse", []byte(doc))
			}
		})
		b.Run("splice/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				protobuf.Splice(s, "StreamResponse", wire, func(string, string) (string, bool) { return "", false })
			}
		})
	}
}
