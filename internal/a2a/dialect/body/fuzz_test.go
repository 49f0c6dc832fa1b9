package body

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.Bytes()
}

// FuzzCutter: the frames of a body do not depend on the sizes of reads, and together they are the decoded
// body.
func FuzzCutter(f *testing.F) {
	for _, kind := range []string{"text/event-stream", "application/x-ndjson", "text/plain", "application/grpc", "application/json"} {
		for _, s := range []string{"data: 1\n\n:\n\ndata: 2\n", "{\"a\":1}\n\n{\"b\":2}", "\x00\x00\x00\x00\x01a\x00", "\ufeff\r\n{}"} {
			f.Add(kind, "", []byte(s), uint8(3))
			f.Add(kind, "gzip", zipped(s), uint8(1))
			f.Add(kind, "br, gzip", zipped(s), uint8(200))
		}
	}
	f.Fuzz(func(t *testing.T, kind, encoding string, in []byte, step uint8) {
		h := http.Header{"Content-Type": {kind}}
		if encoding != "" {
			h.Set("Content-Encoding", encoding)
		}
		cut := func(step int) (said string, all []byte) {
			c := NewCutter(&wire.Head{Status: 200, Header: h}, coding.NewBudget(1<<16))
			give := func(f wire.Frame) {
				said += fmt.Sprintf("%s %d %d %t %q %q %v\n", f.Kind, f.Index, f.Offset, f.Partial, f.Data, f.Event, f.Problems)
				all = append(all, f.Raw...)
			}
			for rest := in; len(rest) > 0; rest = rest[min(step, len(rest)):] {
				c.Feed(time.Time{}, rest[:min(step, len(rest))], give)
			}
			c.Close(time.Time{}, give)
			return fmt.Sprintf("%s %t\n%s", c.Kind(), c.Err() != nil, said), all
		}
		whole, all := cut(1 << 30)
		if pieces, _ := cut(int(step) + 1); pieces != whole {
			t.Fatalf("in pieces of %d\n%s\nat once\n%s", step+1, pieces, whole)
		}
		if encoding == "" && !bytes.Equal(all, in) {
			t.Fatalf("the frames are %q", all)
		}
	})
}
