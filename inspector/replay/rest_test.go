package replay

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// withREST runs f for every version with HTTP+JSON.
func withREST(t *testing.T, f func(t *testing.T, v a2a.Version)) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		t.Run(string(v), func(t *testing.T) { f(t, v) })
	}
}

// more adds what the phone story lacks: a stream, a push config, a cancel, and the extended card.
func (k *talk) more() {
	k.say(a2a.SendStreamingMessage, "", "slow 2 chunks every 1ms", nil)
	task := k.say(a2a.SendMessage, "", "request a new phone for me", nil)
	config := &a2a.PushConfig{ID: "c1", TaskID: task, URL: "http://127.0.0.1:9/hook"}
	k.call(k.t.Context(), &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: config}, nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.GetPushConfig, TaskID: task, PushID: "c1"}, nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.CancelTask, TaskID: task}, nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.GetExtendedCard}, nil)
}

// TestRESTReplaysTheSame: calls recorded over HTTP+JSON use the same binding and routes again, with the new ids, and
// nothing differs.
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

// TestAcrossBindings: if the agent lacks the recorded binding, the recording runs in another one and says so.
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
			if to := k.b.Word(); !strings.Contains(show(r), "sent over "+to+"; recorded over "+from.Word()) {
				t.Errorf("it does not say that it went over %s: %s", to, show(r))
			}
		}
	})
}

// TestRESTInterfaceAtV1: "/v1" in an interface's URL is not mistaken for the beginning of a route. The recorded interface
// is at /v1, the new one at another path.
func TestRESTInterfaceAtV1(t *testing.T) {
	for _, withCard := range []bool{false, true} {
		k := newTalk(t, reference(t), a2a.V10)
		k.b = a2a.REST
		k.phone()
		for i := range k.tape.list {
			x := &k.tape.list[i]
			x.URL = strings.Replace(x.URL, "/rest/v1.0/", "/v1/", 1)
			x.Request.Header.Del("A2A-Version")
			x.Labels.Dialect = "1.0"
		}
		if withCard {
			k.card(`{"name":"a","version":"1","supportedInterfaces":[{"url":"http://127.0.0.1:7430/v1","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}`)
		}
		var paths []string
		spy := other(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			r.Header.Set("A2A-Version", "1.0")
			paths = append(paths, r.URL.Path)
			return false
		})
		play(t, k.again(spy, nil))
		for _, p := range paths {
			if strings.Contains(p, "/v1/") || !strings.HasPrefix(p, "/rest/v1.0/") && p != "/.well-known/agent-card.json" {
				t.Errorf("with a card %v, a call went to %s", withCard, p)
			}
		}
		if len(paths) < 3 {
			t.Errorf("only %d calls were made", len(paths))
		}
	}
}

// card records a fetch of the card before everything else.
func (k *talk) card(body string) {
	x := wire.Exchange{ID: "card", Origin: wire.Client, Method: "GET", URL: "http://127.0.0.1:7430/.well-known/agent-card.json",
		Started: k.tape.list[0].Started.Add(-time.Second), Outcome: wire.ByAgent}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
	x.Ended, x.ResponseBytes, x.ResponseKept = x.Started, int64(len(body)), int64(len(body))
	k.tape.mem.Put(x.ID, wire.Response, []byte(body))
	k.tape.list = append(k.tape.list, x)
}
