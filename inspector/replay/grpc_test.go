package replay

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestGRPCReplaysTheSame: calls recorded over gRPC are sent over gRPC again, with the new ids inside the messages, and
// nothing differs.
func TestGRPCReplaysTheSame(t *testing.T) {
	withREST(t, func(t *testing.T, v a2a.Version) { // the same versions have gRPC
		k := newTalk(t, reference(t), v)
		k.b = a2a.GRPC
		k.phone()
		k.more()
		k.call(t.Context(), &a2a.Call{Op: a2a.GetTask, TaskID: "nobody's"}, nil)
		var paths []string
		spy := other(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			paths = append(paths, r.URL.Path)
			if r.ProtoMajor != 2 || r.Header.Get("Te") != "trailers" {
				t.Errorf("%s came as %s with %v", r.URL.Path, r.Proto, r.Header)
			}
			return false
		})
		r := play(t, k.again(spy, nil))
		if !r.Equal() || len(paths) != len(k.tape.list) {
			t.Errorf("%d calls, %d on record\n%s", len(paths), len(k.tape.list), show(r))
		}
		for _, p := range paths {
			if !strings.Contains(p, ".A2AService/") {
				t.Errorf("a call went to %s", p)
			}
		}
	})
}

// TestToAndFromGRPC: a recording in another binding runs over gRPC, and vice versa.
func TestToAndFromGRPC(t *testing.T) {
	withREST(t, func(t *testing.T, v a2a.Version) {
		for _, way := range [][2]a2a.Binding{{a2a.JSONRPC, a2a.GRPC}, {a2a.GRPC, a2a.JSONRPC}, {a2a.REST, a2a.GRPC}} {
			k := newTalk(t, reference(t), v)
			k.b = way[0]
			k.phone()
			r := play(t, k.again(reference(t), func(*Options) { k.b = way[1] }))
			if !r.Equal() || !strings.Contains(show(r), "sent over "+way[1].Word()+"; recorded over "+way[0].Word()) {
				t.Errorf("%v: %s", way, show(r))
			}
		}
	})
}
