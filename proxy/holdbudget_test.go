package proxy_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// What rules hold has a limit, for requests, events, responses, and heads with the bodies behind them. Beyond
// it, what has waited longest is forwarded unchanged, and the exchange and the rule say so; everything else
// keeps waiting.
func TestRulesHoldNoMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	const calls, let = 5, 2 // three of 40 KB are within the limit
	body := strings.Repeat("x", 40<<10)
	for rule, kind := range map[string]string{
		"=> hold for ever": "text/plain", "=> delay 1h": "text/plain", "direction:response => hold for ever": "text/plain", "event:any => hold for ever": "text/event-stream",
		"event:any => delay 1h": "text/event-stream", "=> slow-headers 1h": "text/plain", "event:any => stall": "text/event-stream", "event:any => throttle 1B/s": "text/event-stream",
	} {
		t.Run(rule, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBubble(t, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", kind)
					if kind == "text/plain" {
						io.WriteString(w, body)
						return
					}
					io.WriteString(w, "data: "+body+"\n\ndata: "+body[:20<<10]+"\n\n")
				}), rule)
				const at = "127.0.0.1:7005"
				tap, err := proxy.New(proxy.Options{Upstream: &url.URL{Scheme: "http", Host: agentAt}, Recorder: b.m, Intervene: b.set, MaxHeldBytes: 140 << 10})
				if err != nil {
					t.Fatal(err)
				}
				tap.DialBy(b.lan.dial)
				t.Cleanup(tap.Close)
				b.serve(at, tap)
				began := time.Now()
				got := make(chan string, calls)
				for i := range calls {
					go func() {
						resp, err := b.client.Post("http://"+at+"/"+fmt.Sprint(i), "text/plain", strings.NewReader(body))
						if err != nil {
							got <- err.Error()
							return
						}
						defer resp.Body.Close()
						all, _ := io.ReadAll(resp.Body)
						got <- resp.Request.URL.Path + " " + string(all)
					}()
					time.Sleep(time.Second) // of the bubble: each has come before the next does
				}
				if rule == "event:any => stall" || strings.HasPrefix(rule, "event:any") {
					checkShed(t, b, rule)
					return
				}
				for i := range let {
					if said := <-got; !strings.HasPrefix(said, fmt.Sprintf("/%d x", i)) || len(said) != len(body)+3 || time.Since(began) > time.Minute {
						t.Fatalf("call %d: %.60q after %s", i, said, time.Since(began))
					}
				}
				select {
				case said := <-got:
					t.Errorf("went on, too: %.60q", said)
				default:
				}
				checkShed(t, b, rule)
			})
		})
	}
}

// Clients that do not read do not count as held by a rule: no rule is said to take too much memory.
func TestReadersThatLagAreNoRule(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		event := "data: " + strings.Repeat("x", 10<<10) + "\n\n"
		b := newBubble(t, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range 3 {
				if _, err := io.WriteString(w, event); err != nil {
					return
				}
			}
		}), "event:any => delay 1ms")
		b.lan.room = 1 << 10
		const at = "127.0.0.1:7005"
		tap, err := proxy.New(proxy.Options{Upstream: &url.URL{Scheme: "http", Host: agentAt}, Recorder: b.m, Intervene: b.set, MaxHeldBytes: 40 << 10})
		if err != nil {
			t.Fatal(err)
		}
		tap.DialBy(b.lan.dial)
		t.Cleanup(tap.Close)
		b.serve(at, tap)
		var all []*http.Response
		for range 8 {
			resp, err := b.client.Get("http://" + at + "/")
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, resp)
			time.Sleep(time.Second) // of the bubble
		}
		for _, resp := range all {
			if n, err := io.Copy(io.Discard, resp.Body); n != 3*int64(len(event)) || err != nil {
				t.Errorf("%d bytes came: %v", n, err)
			}
			resp.Body.Close()
		}
		synctest.Wait()
		if r := b.set.Rules()[0]; r.Problem != "" || r.Fired == 0 {
			t.Errorf("the rule fired %d times and says %q", r.Fired, r.Problem)
		}
	})
}

// checkShed checks that the record and the rule say what was released.
func checkShed(t *testing.T, b *bubble, rule string) {
	t.Helper()
	synctest.Wait()
	if p := b.set.Rules()[0].Problem; !strings.Contains(p, "held too much") {
		t.Errorf("the rule says %q", p)
	}
	b.m.mu.Lock()
	defer b.m.mu.Unlock()
	said := 0
	for _, x := range b.m.all {
		if x.end != nil && strings.Contains(x.end.Problem, "Rules held more than") {
			said++
		}
		for _, p := range x.passes {
			if p.Kind == wire.PassageDropped || p.Kind == wire.PassageEdited {
				t.Errorf("passed as %+v", p)
			}
		}
	}
	if said == 0 && !strings.HasPrefix(rule, "event:") {
		t.Error("no exchange says it")
	}
}

// What is sent after later events counts too: beyond the limit it is sent at once.
func TestReorderKeepsNoMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const calls, kept = 5, 3 // of 40 KB each
		b := newBubble(t, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, "data: "+strings.Repeat("x", 40<<10)+"\n\n")
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}), "event:any => reorder 9")
		const at = "127.0.0.1:7005"
		tap, err := proxy.New(proxy.Options{Upstream: &url.URL{Scheme: "http", Host: agentAt}, Recorder: b.m, Intervene: b.set, MaxHeldBytes: 140 << 10})
		if err != nil {
			t.Fatal(err)
		}
		tap.DialBy(b.lan.dial)
		t.Cleanup(tap.Close)
		b.serve(at, tap)
		ctx, leave := context.WithCancel(t.Context())
		var got atomic.Int64
		var all sync.WaitGroup
		call := func(from int64) {
			for i := range calls {
				all.Go(func() {
					req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+at, strings.NewReader("{}"))
					resp, err := b.client.Do(req)
					if err != nil {
						return
					}
					defer resp.Body.Close()
					if _, err := io.ReadFull(resp.Body, make([]byte, 40<<10)); err == nil {
						got.Add(1)
					}
					_, _ = io.Copy(io.Discard, resp.Body)
				})
				synctest.Wait()
				if has := got.Load() - from; has != max(0, int64(i+1-kept)) {
					t.Errorf("after %d calls %d have their event", i+1, has)
				}
			}
		}
		call(0)
		checkShed(t, b, "event:any => reorder 9")
		leave()
		all.Wait()
		synctest.Wait()
		ctx, leave = context.WithCancel(t.Context())
		call(got.Load()) // nothing of the first ones is left
		leave()
		all.Wait()
	})
}

// What a silent stream keeps is not released for what waits elsewhere: that is forwarded at once while the
// limit is reached, and waits again when the stream has ended.
func TestSilentStreamsTakeOfTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/held" {
				io.WriteString(w, strings.Repeat("x", 20<<10))
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, "data: "+strings.Repeat("x", 40<<10)+"\n\n")
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}), "event:any => reorder 9", "direction:response caller:held => hold for ever")
		const at = "127.0.0.1:7005"
		tap, err := proxy.New(proxy.Options{Upstream: &url.URL{Scheme: "http", Host: agentAt}, Recorder: b.m, Intervene: b.set, MaxHeldBytes: 50 << 10})
		if err != nil {
			t.Fatal(err)
		}
		tap.DialBy(b.lan.dial)
		t.Cleanup(tap.Close)
		b.serve(at, tap)
		var all sync.WaitGroup
		call := func(path string) (cancel func(), got *atomic.Int64) {
			ctx, cancel := context.WithCancel(t.Context())
			got = &atomic.Int64{}
			all.Go(func() {
				req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+at+path, strings.NewReader("{}"))
				req.Header.Set("User-Agent", path[1:])
				resp, err := b.client.Do(req)
				if err != nil {
					return
				}
				defer resp.Body.Close()
				for buf, n := make([]byte, 4<<10), 0; err == nil; got.Add(int64(n)) {
					n, err = resp.Body.Read(buf)
				}
			})
			synctest.Wait()
			return cancel, got
		}
		end, kept := call("/silent")
		if _, got := call("/held"); got.Load() != 20<<10 || kept.Load() > 0 {
			t.Errorf("while a stream keeps 40 KB: %d bytes went on, and %d of the stream", got.Load(), kept.Load())
		}
		end()
		synctest.Wait()
		end, got := call("/held")
		if got.Load() > 0 {
			t.Errorf("when the stream had gone: %d bytes went on", got.Load())
		}
		end()
		all.Wait()
	})
}
