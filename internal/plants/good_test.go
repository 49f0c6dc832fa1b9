package plants

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// good is the traffic of the reference agent, by scene, version and binding: "main 1.0 JSONRPC".
var good = sync.OnceValue(func() map[string]*recording { return map[string]*recording{} })

// spoken returns all recordings that plants apply to: all versions, and drafts for their own plants.
func spoken() (out []*recording) {
	for _, d := range slices.Concat(dialect.All(), dialect.Drafts()) {
		for _, b := range dialect.Bindings(d.Version()) {
			out = append(out, &recording{v: d.Version(), b: b})
		}
	}
	return out
}

func (r *recording) name() string { return fmt.Sprint(r.v, " ", r.b) }

// recorded returns a scene in a version and binding, played once.
func recorded(t *testing.T, scene string, v a2a.Version, b a2a.Binding) *recording {
	t.Helper()
	key := fmt.Sprint(scene, " ", v, " ", b)
	if r, ok := good()[key]; ok {
		return r
	}
	p := newTape(t, v, b, scenes[scene].o)
	scenes[scene].play(p)
	good()[key] = p.rec
	return p.rec
}

// notes are findings in good traffic that are worth knowing and not a fault, by exchange: the specification
// contradicts itself, or the caller must sign in.
var notes = map[string]string{"cancel-again": "STM-13", "sign-in-stream": "SSE-26", "refused": "ERR-15"}

// TestGood: apart from notes, there are no findings on the reference agent and its client. In the
// scene "wrong" there are findings on the client, and none on the responses.
func TestGood(t *testing.T) {
	for _, at := range spoken() {
		for _, scene := range slices.Sorted(maps.Keys(scenes)) {
			t.Run(scene+" "+at.name(), func(t *testing.T) {
				r := recorded(t, scene, at.v, at.b)
				for _, f := range r.judged(t) {
					if scene == "wrong" && f.Side == wire.Request {
						continue
					}
					if label := r.label(f.Exchange); f.Severity == a2a.SeverityInfo && notes[label] == f.Check {
						continue
					}
					t.Errorf("%s side %v frame %d: %s %s at %s: %s", r.label(f.Exchange), f.Side, f.Frame, f.Check, f.Severity, f.Path, f.Message)
				}
				if testing.Verbose() {
					t.Log(r.said())
				}
			})
		}
	}
}

// said returns the recording as a text.
func (r *recording) said() string {
	var b strings.Builder
	for _, e := range r.entries {
		fmt.Fprintf(&b, "%s: %s %s %.300q → HTTP %d %v\n", e.label, e.x.Method, e.x.URL, e.request, e.x.Response.Status, e.x.Response.Trailer)
		for _, p := range e.pieces {
			fmt.Fprintf(&b, "    %s %.400q\n", p.at.Format("04:05.000"), p.data)
		}
	}
	return b.String()
}
