package rule_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// A stream for the tests: a task, two artifacts, and its end.
var (
	task = `{"kind":"task","task":"t1","context":"c1","state":"TASK_STATE_WORKING","jsonrpc":"2.0","id":7}`
	one  = `{"kind":"artifact","task":"t1","artifact":"a","text":"one"}`
	two  = `{"kind":"artifact","task":"t1","artifact":"a","text":"two","last":true}`
	done = `{"kind":"status","task":"t1","state":"TASK_STATE_COMPLETED"}`
)

// Each fault changes frames as it says, whatever the framing.
func TestFaultsOnFrames(t *testing.T) {
	t.Parallel()
	for _, kind := range []wire.FrameKind{wire.SSE, wire.GRPC, wire.Line} {
		for text, want := range map[string]string{
			"event:artifact nth:1 => drop":                                                  "as_is 0 T\ndropped 1\nas_is 2 B\nas_is 3 D",
			"state:completed => drop":                                                       "as_is 0 T\nas_is 1 A\nas_is 2 B\ndropped 3",
			"event:artifact => duplicate":                                                   "as_is 0 T\nas_is 1 A\ninjected 2 A\nas_is 2 B\ninjected 3 B\nas_is 3 D",
			"event:last-chunk => duplicate 2":                                               "as_is 0 T\nas_is 1 A\nas_is 2 B\ninjected 3 B\ninjected 3 B\nas_is 3 D",
			"event:artifact nth:1 => reorder":                                               "as_is 0 T\nas_is 2 B\ndelayed 1 A\nas_is 3 D",
			"event:artifact nth:1 => reorder 2":                                             "as_is 0 T\nas_is 2 B\nas_is 3 D\ndelayed 1 A",
			"state:completed => reorder":                                                    "as_is 0 T\nas_is 1 A\nas_is 2 B\ndelayed 3 D",
			"event:artifact nth:2.. => cut":                                                 "as_is 0 T\nas_is 1 A\nas_is 2 B",
			"event:artifact nth:2 => cut before":                                            "as_is 0 T\nas_is 1 A\ndropped 2",
			`event:status => replace {"x":"{{text}}-{{nth}}-{{state}}"}`:                    "as_is 0 T\nas_is 1 A\nas_is 2 B\nedited 3 {\"x\":\"-1-TASK_STATE_COMPLETED\"}",
			`event:artifact => replace [{"op":"replace","path":"/text","value":"{{nth}}"}]`: "as_is 0 T\nedited 1 " + strings.Replace(one, `"one"`, `"1"`, 1) + "\nedited 2 " + strings.Replace(two, `"two"`, `"2"`, 1) + "\nas_is 3 D",
			`event:artifact nth:1 => inject {"t":"{{task}}"}`:                               "as_is 0 T\nas_is 1 A\ninjected 2 {\"t\":\"t1\"}\nas_is 2 B\nas_is 3 D",
			`event:task => inject before {"id":"{{rpc_id}}","s":"id {{rpc_id}}"}`:           "injected 0 {\"id\":7,\"s\":\"id 7\"}\nas_is 0 T\nas_is 1 A\nas_is 2 B\nas_is 3 D",
			"event:task => corrupt id":                                                      "edited 0 " + strings.Replace(task, `"id":7`, `"id":71`, 1) + "\nas_is 1 A\nas_is 2 B\nas_is 3 D",
			"state:completed => corrupt json":                                               "as_is 0 T\nas_is 1 A\nas_is 2 B\nedited 3 " + done[:len(done)/2],
			"text:two direction:response => drop":                                           "as_is 0 T\nas_is 1 A\ndropped 2\nas_is 3 D",
			"-event:artifact => drop":                                                       "dropped 0\nas_is 1 A\nas_is 2 B\ndropped 3",
			"event:artifact -text:one => drop; duplicate":                                   "as_is 0 T\nas_is 1 A\ndropped 2\nas_is 3 D",
			"event:artifact nth:1 => duplicate; drop":                                       "as_is 0 T\ndropped 1\ninjected 2 A\nas_is 2 B\nas_is 3 D",
			"task:t1 nth:3 => drop":                                                         "as_is 0 T\nas_is 1 A\ndropped 2\nas_is 3 D",
			"context:c1 nth:1 => drop":                                                      "dropped 0\nas_is 1 A\nas_is 2 B\nas_is 3 D",
		} {
			set := newSet(t, rule.Options{}, text)
			out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), kind, docs(kind, task, one, two, done))
			want = strings.NewReplacer(" T\n", " "+task+"\n", " A\n", " "+one+"\n", " B\n", " "+two+"\n", " D\n", " "+done+"\n").Replace(want + "\n")
			want = strings.TrimSuffix(want, "\n")
			if got := out.says(kind); got != want {
				t.Errorf("%s, %s:\n%s\nwant\n%s", kind, text, got, want)
			}
			var off *wire.AbortError
			if cut := strings.Contains(text, "cut"); errors.As(err, &off) != cut || cut && off.Rule != text {
				t.Errorf("%s, %s: ends with %v", kind, text, err)
			}
			for _, p := range out.list {
				if (p.Kind == wire.PassageAsIs) != (p.Rule == "") || p.Kind != wire.PassageAsIs && p.Rule != text {
					t.Errorf("%s, %s: a passage %s names the rule %q", kind, text, p.Kind, p.Rule)
				}
			}
		}
	}
}

// A cut in the middle leaves half of a frame.
func TestCutMiddle(t *testing.T) {
	t.Parallel()
	for _, kind := range []wire.FrameKind{wire.SSE, wire.GRPC, wire.Body} {
		set := newSet(t, rule.Options{}, "event:artifact => cut middle")
		whole := framed(kind, one)
		out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), kind, whole)
		var off *wire.AbortError
		if !errors.As(err, &off) || string(out.bytes()) != string(whole[:len(whole)/2]) || out.list[0].Kind != wire.PassageEdited {
			t.Errorf("%s: %v, sent %q", kind, err, out.bytes())
		}
	}
}

// A body that is one document can be changed, dropped and cut, but nothing can be sent next to it.
func TestFaultsOnBodies(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"direction:response => drop":                                                "dropped 0",
		`state:completed => replace {"x":1}`:                                        `edited 0 {"x":1}`,
		`state:completed => replace [{"op":"remove","path":"/kind"}]`:               "edited 0 " + strings.Replace(done, `"kind":"status",`, "", 1),
		"state:completed => corrupt json":                                           "edited 0 " + done[:len(done)/2],
		"state:completed => duplicate":                                              "as_is 0 " + done,
		`state:completed => inject {"x":1}`:                                         "as_is 0 " + done,
		"state:completed => reorder":                                                "as_is 0 " + done,
		"state:completed => corrupt id":                                             "as_is 0 " + done,
		`state:completed => replace [{"op":"test","path":"/task","value":"other"}]`: "as_is 0 " + done,
	} {
		var told fired
		set := newSet(t, rule.Options{OnFire: told.told}, text)
		out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.Body, []byte(done))
		if got := out.says(wire.Body); err != nil || got != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", text, err, got, want)
		}
		r := set.Rules()[0]
		if did := !strings.HasPrefix(want, "as_is"); did != (r.Fired == 1) || did != (r.Problem == "") || did == (told.problems() > 0) {
			t.Errorf("%s: fired %d, problem %q, told %q", text, r.Fired, r.Problem, told.list)
		}
	}
}

// Faults can delay heads and change their content type.
func TestFaultsOnHeads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		set := newSet(t, rule.Options{}, "op:send => slow-headers 5s; corrupt content-type")
		h, began := wire.Head{Header: http.Header{"Content-Type": {"text/event-stream"}}}, time.Now()
		plan := set.Intervene(exchangeOf("x"), []byte(ask), true)
		if err := plan.Response.Head(t.Context(), &h); err != nil || time.Since(began) != 5*time.Second || h.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%v after %s: %v", err, time.Since(began), h.Header)
		}
		out := &sending{began: time.Now()}
		if err := through(t.Context(), plan.Response, wire.SSE, docs(wire.SSE, task), out); err != nil || out.list[0].Kind != wire.PassageAsIs {
			t.Errorf("%v, %+v", err, out.list)
		}
		if r := set.Rules()[0]; r.Fired == 0 || r.LastExchanges[0] != "x" {
			t.Errorf("%+v", r)
		}
	})
}

func TestFaultsWait(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]time.Duration{
		"event:artifact => delay 2s":       {0, 2 * time.Second, 4 * time.Second, 4 * time.Second},
		"event:artifact nth:1 => stall 3s": {0, 0, 3 * time.Second, 3 * time.Second},
		"event:artifact nth:1 => hold 7s":  {0, 7 * time.Second, 7 * time.Second, 7 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			set := newSet(t, rule.Options{Holder: hold.New()}, text)
			out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, task, one, two, done))
			if err != nil || len(out.list) != 4 {
				t.Fatalf("%s: %v, %+v", text, err, out.list)
			}
			for i, p := range out.list {
				if p.after != want[i] {
					t.Errorf("%s: piece %d after %s, want %s", text, i, p.after, want[i])
				}
				if took := p.after - want[max(i-1, 0)]; p.HoldTime != int64(took) && !strings.Contains(text, "stall") {
					t.Errorf("%s: piece %d says it was held %s, not %s", text, i, time.Duration(p.HoldTime), took)
				}
			}
		})
	}
}

// A random delay is within its range, and the same each time.
func TestJitter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var runs [2]string
		for i := range runs {
			set := newSet(t, rule.Options{}, "event:any => delay 200ms..2s")
			out, _ := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, task, one, two, done))
			var last, least time.Duration
			for _, p := range out.list {
				if took := p.after - last; took < 200*time.Millisecond || took > 2*time.Second || took == least {
					t.Errorf("a delay of %s, after one of %s", took, least)
				} else {
					least = took
				}
				last = p.after
				runs[i] += fmt.Sprint(p.after, " ")
			}
		}
		if runs[0] != runs[1] {
			t.Errorf("the same draws differ: %s and %s", runs[0], runs[1])
		}
	})
}

// A throttle limits the bytes per second from its frame on, each frame as one passage.
func TestThrottle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		set := newSet(t, rule.Options{}, "event:artifact nth:1 => throttle 100B/s")
		body := docs(wire.SSE, task, one, two, done)
		out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, body)
		slow := len(body) - len(framed(wire.SSE, task))
		if took := time.Since(out.began); err != nil || took != time.Duration(slow)*10*time.Millisecond {
			t.Errorf("%v: %d bytes took %s", err, slow, took)
		}
		if string(out.bytes()) != string(body) || len(out.list) != 4 || out.list[1].Kind != wire.PassageDelayed || out.list[3].Rule == "" || len(out.list[1].steps) < 5 {
			t.Errorf("%+v", out.list)
		}
	})
}

// A stall ends with the exchange, and so does a wait.
func TestWaitsEndWithTheExchange(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"event:task => stall", "event:task => hold for ever", "event:task => delay 1h", "event:task => throttle 1B/s", "=> slow-headers 1h"} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			queue := hold.New()
			set := newSet(t, rule.Options{Holder: queue}, text)
			ended := make(chan error)
			go func() {
				_, err := respond(ctx, set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, task, one))
				ended <- err
			}()
			synctest.Wait()
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) || len(queue.Items()) > 0 {
				t.Errorf("%s: %v, held %v", text, err, queue.Items())
			}
		})
	}
}
