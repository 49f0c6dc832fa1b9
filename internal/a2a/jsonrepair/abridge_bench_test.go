package jsonrepair

import (
	"strings"
	"testing"
)

// BenchmarkAbridge abridges a message of many parts to few.
func BenchmarkAbridge(b *testing.B) {
	for name, part := range map[string]string{
		"parts": `{"text":"hello world"},`,
		"data":  `{"kind":"data","data":{"a":[1,2.5,-3e2,true,null],"b":{"c":"d","e":[[],{}]}}},`,
	} {
		in := []byte(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"parts":[` + strings.Repeat(part, 7<<20/len(part)) + `{"text":"end"}]}}}`)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				if _, ok := Abridge(in, Bounds{Text: 6 << 16, KeptBytes: 6 << 16, Members: 100}); !ok {
					b.Fatal("no strict JSON")
				}
			}
		})
	}
}
