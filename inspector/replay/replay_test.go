package replay

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// each runs f for every version in a synctest bubble.
func each(t *testing.T, f func(t *testing.T, v a2a.Version)) {
	for _, d := range dialect.All() {
		t.Run(string(d.Version()), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { f(t, d.Version()) })
		})
	}
}

// walk is a conversation with turns, a stream, a stream that is canceled, and a call about an
// unknown task.
func (k *talk) walk() {
	k.phone()
	k.say(a2a.SendStreamingMessage, "", "slow 4 chunks every 50ms", nil)
	k.say(a2a.SendStreamingMessage, "", "slow 100 chunks every 50ms", func(n int, task string) {
		if n == 4 {
			k.call(k.t.Context(), &a2a.Call{Op: a2a.CancelTask, TaskID: task}, nil)
		}
	})
	k.call(k.t.Context(), &a2a.Call{Op: a2a.GetTask, TaskID: "nobody's"}, nil)
	k.say(a2a.SendMessage, "", "tell me a joke", nil)
}

func TestNothingDiffers(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		r := play(t, k.again(reference(t), nil))
		if !r.Equal() || r.SameCount != 8 {
			t.Errorf("%d same of %d\n%s", r.SameCount, len(r.Pairs), show(r))
		}
	})
}

func TestNothingDiffersAcrossVersions(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		for _, d := range dialect.All() {
			to := d.Version()
			r := play(t, k.again(reference(t), func(o *Options) { o.Version = to }))
			if !r.Equal() {
				t.Errorf("from %s to %s\n%s", v, to, show(r))
			}
			alike := a2a.Version("0.2|0.3") // indistinguishable on the wire
			another := v != to && !(alike.Matches(v) && alike.Matches(to))
			if noted := strings.Contains(show(r), "sent in A2A "+string(to)); noted != another {
				t.Errorf("from %s to %s: told of it: %v", v, to, noted)
			}
		}
	})
}

// TestNewIDs: the agent sees none of the recorded ids, and each old id always becomes the same new one.
func TestNewIDs(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		var bodies []string
		spy := other(t, func(_ http.ResponseWriter, r *http.Request, body string) bool {
			bodies = append(bodies, body)
			return false
		})
		play(t, k.again(spy, nil))
		for i, body := range bodies {
			for _, x := range k.tape.list {
				old := string(k.tape.mem[x.ID][wire.Request][0].Data)
				for _, word := range strings.Split(old, `"`) {
					if len(word) == 36 && strings.Count(word, "-") == 4 && strings.Contains(body, word) {
						t.Errorf("request %d still has %s: %s", i, word, body)
					}
				}
			}
		}
	})
}

// TestCredentialsAreNotSent: recorded credentials are not sent; the given ones are.
func TestCredentialsAreNotSent(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.phone()
		var sent []string
		spy := other(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			sent = append(sent, r.Header.Get("Authorization")+"|"+r.Header.Get("A2A-Version"))
			return false
		})
		play(t, k.again(spy, nil))
		play(t, k.again(spy, func(o *Options) {
			target := o.Target
			o.Target = func(ctx context.Context, v a2a.Version, b a2a.Binding) (i inspector.Target, err error) {
				i, err = target(ctx, v, b)
				i.Header = http.Header{"Authorization": {"Bearer new"}}
				return i, err
			}
		}))
		d, _ := dialect.ByName(v)
		version := d.Headers()["A2A-Version"]
		want := slices.Repeat([]string{"|" + version}, 3)
		want = append(want, slices.Repeat([]string{"Bearer new|" + version}, 3)...)
		if !slices.Equal(sent, want) {
			t.Errorf("sent %q, want %q", sent, want)
		}
	})
}

// TestMethodIsKept: a request that was recorded with another HTTP method than POST keeps it, even if that is wrong.
func TestMethodIsKept(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.phone()
		k.tape.list[0].Method = http.MethodPut
		var sent []string
		spy := other(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			sent = append(sent, r.Method)
			return false
		})
		play(t, k.again(spy, nil))
		if got := strings.Join(sent, " "); !strings.HasPrefix(got, "PUT") || strings.Count(got, "PUT") != 1 {
			t.Errorf("sent %s", got)
		}
	})
}

// TestLateCancel: what an agent adds because the cancel arrives later is not a difference.
func TestLateCancel(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.say(a2a.SendStreamingMessage, "", "slow 100 chunks every 50ms", func(n int, task string) {
			if n == 5 {
				k.call(k.t.Context(), &a2a.Call{Op: a2a.CancelTask, TaskID: task}, nil)
			}
		})
		late := other(t, func(_ http.ResponseWriter, _ *http.Request, body string) bool {
			if strings.Contains(strings.ToLower(body), "cancel") {
				time.Sleep(220 * time.Millisecond)
			}
			return false
		})
		if r := play(t, k.again(late, nil)); !r.Equal() || !strings.Contains(show(r), "how far it had got is not compared") {
			t.Error(show(r))
		}
	})
}

// TestCancelAtTheSamePlace: the cancel goes out after as many events as recorded, however slow the new agent is.
func TestCancelAtTheSamePlace(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.say(a2a.SendStreamingMessage, "", "slow 100 chunks every 50ms", func(n int, task string) {
			if n == 5 {
				k.call(k.t.Context(), &a2a.Call{Op: a2a.CancelTask, TaskID: task}, nil)
			}
		})
		slower := other(t, func(_ http.ResponseWriter, r *http.Request, body string) bool {
			r.Body = io.NopCloser(strings.NewReader(strings.Replace(body, "every 50ms", "every 800ms", 1)))
			r.ContentLength = -1
			return false
		})
		var before int
		r := k.again(slower, nil)
		events := 0
		r.opts.OnProgress = func(p Progress) {
			if p.Phase == Event && p.Step == 0 {
				events = p.Events
			}
			if p.Phase == Sending && p.Step == 1 {
				before = events
			}
		}
		report := play(t, r)
		if before != 5 || len(report.Pairs) != 2 || strings.Contains(show(report), "state") {
			t.Errorf("cancelled after %d events, on record after 5\n%s", before, show(report))
		}
	})
}

// TestPollingCollapses: however often the client polled, the replay polls until the task reaches the recorded state.
func TestPollingCollapses(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		task := ""
		k.call(t.Context(), &a2a.Call{Op: a2a.SendMessage, ReturnImmediately: true, Message: &a2a.Message{Role: a2a.User,
			Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "slow 4 chunks every 300ms"}}}}, func(_ int, id string) { task = id })
		for range 100 {
			if _, s := k.call(t.Context(), &a2a.Call{Op: a2a.GetTask, TaskID: task}, nil); s == a2a.Completed {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		r := k.again(reference(t), nil)
		steps := r.Steps()
		if len(steps) != 2 || len(k.tape.list) > 3 && steps[1].Polls != len(k.tape.list)-1 {
			t.Fatalf("%d exchanges are the steps %+v", len(k.tape.list), steps)
		}
		report := play(t, r)
		if !report.Equal() {
			t.Error(show(report))
		}
	})
}

// TestOnlyPollsCollapse: calls for something else, or with another failure, remain separate steps.
func TestOnlyPollsCollapse(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		n := 0
		d, _ := dialect.ByName(v)
		get, _ := d.Method(a2a.GetTask)
		fickle := other(t, func(w http.ResponseWriter, _ *http.Request, body string) bool {
			if !strings.Contains(body, `"`+get+`"`) {
				return false
			}
			n++
			return n == 2 && answer200(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone"}}`) ||
				n == 3 && answer200(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"down"}}`)
		})
		k := newTalk(t, fickle, v)
		task := k.say(a2a.SendMessage, "", "tell me a joke", nil)
		for range 5 { // ok, gone, down, ok, ok
			k.call(t.Context(), &a2a.Call{Op: a2a.GetTask, TaskID: task}, nil)
		}
		one := 1
		k.call(t.Context(), &a2a.Call{Op: a2a.GetTask, TaskID: task, HistoryLength: &one}, nil)
		var polls []int
		for _, s := range k.again(reference(t), nil).Steps() {
			polls = append(polls, s.Polls)
		}
		if !slices.Equal(polls, []int{0, 0, 0, 0, 2, 0}) {
			t.Errorf("the steps stand for %v polls", polls)
		}
	})
}

// TestStopAndGoOn: a replay stops after the first difference and continues.
func TestStopAndGoOn(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		jokeless := other(t, func(w http.ResponseWriter, _ *http.Request, body string) bool {
			return strings.Contains(body, `"Android"`) && answer200(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no phones today"}}`)
		})
		r := k.again(jokeless, func(o *Options) { o.StopAtDifference = true })
		if err := r.Play(t.Context()); !errors.Is(err, ErrStopped) {
			t.Fatalf("first: %v", err)
		}
		if got := verdicts(r.Report()); got != "same differs" {
			t.Fatalf("stopped with %q", got)
		}
		if err := r.Play(t.Context()); !errors.Is(err, ErrStopped) {
			t.Fatalf("second: %v", err)
		}
		if err := r.Play(t.Context()); err != nil {
			t.Fatalf("third: %v\n%s", err, show(r.Report()))
		}
		if got := verdicts(r.Report()); got != "same differs differs same same same same same" {
			t.Errorf("in the end %q\n%s", got, show(r.Report()))
		}
	})
}

// TestPause: while a replay is paused, it sends nothing and none of its timeouts run.
func TestPause(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.phone()
		var sent []time.Time
		r := k.again(reference(t), func(o *Options) {
			o.OnProgress = func(p Progress) {
				if p.Phase == Sending {
					sent = append(sent, time.Now())
				}
			}
		})
		start := time.Now()
		r.Pause(true)
		done := make(chan error)
		go func() { done <- r.Play(t.Context()) }()
		time.Sleep(time.Hour)
		if len(sent) != 0 || !r.Paused() {
			t.Errorf("%d requests while paused", len(sent))
		}
		r.Pause(false)
		if err := <-done; err != nil || len(sent) != 3 || sent[0].Sub(start) != time.Hour || !r.Report().Equal() {
			t.Errorf("%v, %d requests\n%s", err, len(sent), show(r.Report()))
		}
	})
}

// TestTiming: pauses between calls are kept, scaled or omitted.
func TestTiming(t *testing.T) {
	for _, pace := range []float64{0, 0.5, 1} {
		synctest.Test(t, func(t *testing.T) {
			k := newTalk(t, reference(t), a2a.V10)
			k.say(a2a.SendMessage, "", "tell me a joke", nil)
			time.Sleep(10 * time.Second)
			k.say(a2a.SendMessage, "", "tell me a joke", nil)
			start := time.Now()
			play(t, k.again(reference(t), func(o *Options) { o.Pace = pace }))
			if got, want := time.Since(start), time.Duration(pace*float64(10*time.Second)); got != want {
				t.Errorf("pace %v: took %v, want %v", pace, got, want)
			}
		})
	}
}

// TestLeaving: where the client left a stream, the replay leaves it at the same place.
func TestLeaving(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		ctx, leave := context.WithCancel(t.Context())
		k.call(ctx, &a2a.Call{Op: a2a.SendStreamingMessage, Message: &a2a.Message{Role: a2a.User,
			Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "slow 100 chunks every 50ms"}}}}, func(n int, _ string) {
			if n == 6 {
				leave()
			}
		})
		start := time.Now()
		r := play(t, k.again(reference(t), nil))
		if !r.Equal() || time.Since(start) > time.Second {
			t.Errorf("after %v\n%s", time.Since(start), show(r))
		}
	})
}
