package replay

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// withREST runs f for every version that has HTTP+JSON.
func withREST(t *testing.T, f func(t *testing.T, v a2a.Version)) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		t.Run(string(v), func(t *testing.T) { f(t, v) })
	}
}

// more asks for what the phone does not: a stream, a push config, lists.
func (k *talk) more() {
	k.say(a2a.SendStreamingMessage, "", "slow 2 chunks every 1ms", nil)
	task := k.say(a2a.SendMessage, "", "request a new phone for me", nil)
	config := &a2a.PushConfig{ID: "c1", TaskID: task, URL: "http://127.0.0.1:9/hook"}
	k.call(k.t.Context(), &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: config}, nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.GetPushConfig, TaskID: task, PushID: "c1"}, nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.CancelTask, TaskID: task}, nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.GetExtendedCard}, nil)
}

// TestRESTReplaysTheSame: what was recorded over HTTP+JSON goes the same way
// again, to the same routes with the new ids, and nothing differs.
func TestRESTReplaysTheSame(t *testing.T) {
	withREST(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.b = a2a.REST
		k.phone()
		k.more()
		var paths []string
		spy := other(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			paths = append(paths, r.Method+" "+r.URL.Path)
			return false
		})
		r := play(t, k.again(spy, nil))
		if !r.Equal() {
			t.Error(show(r))
		}
		if len(paths) != len(k.tape.list) {
			t.Errorf("%d calls, %d on record", len(paths), len(k.tape.list))
		}
		for i, p := range paths {
			if !strings.Contains(p, "/rest/v"+string(v)+"/") {
				t.Errorf("call %d went to %s", i, p)
			}
		}
	})
}

// TestAcrossBindings: a recording in one binding runs in another, where the
// agent lacks the first, and says so.
func TestAcrossBindings(t *testing.T) {
	withREST(t, func(t *testing.T, v a2a.Version) {
		for _, from := range []a2a.Binding{a2a.REST, a2a.JSONRPC} {
			k := newTalk(t, reference(t), v)
			k.b = from
			k.phone()
			again := k.again(reference(t), func(*Options) {
				if k.b = a2a.JSONRPC; from == a2a.JSONRPC {
					k.b = a2a.REST
				}
			})
			r := play(t, again)
			if !r.Equal() {
				t.Errorf("from %s: %s", from, show(r))
			}
			if to := k.b.Word(); !strings.Contains(show(r), "sent over "+to+"; on record over "+from.Word()) {
				t.Errorf("it does not say that it went over %s: %s", to, show(r))
			}
		}
	})
}
