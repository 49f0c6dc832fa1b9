package client_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// good says how a good client does each step.
var good = map[string]func(*talker){
	"send":            func(c *talker) { c.send("hi") },
	"stream":          func(c *talker) { c.stream(nil) },
	"late-events":     func(c *talker) { c.stream(nil) },
	"slow-answer":     func(c *talker) { c.send("hi") },
	"version-refused": func(c *talker) { c.send("hi") },
	"answer": func(c *talker) {
		asked := c.send("weather")
		answer := message(a2a.SendMessage, "Rome")
		answer.TaskID, answer.Message.TaskID, answer.Message.ContextID = asked.task, asked.task, asked.context
		c.call(answer, nil)
	},
	"cancel": func(c *talker) {
		first := true
		c.stream(func(a *answer) {
			if a.task != "" && first {
				first = false
				c.of(a2a.CancelTask, a.task)
			}
		})
	},
	"list": func(c *talker) {
		c.send("one")
		c.send("two")
		for token := ""; ; {
			a := c.call(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 1, PageToken: token}}, nil)
			if token = a.next; token == "" {
				return
			}
		}
	},
	"push": func(c *talker) {
		c.register(hook(c.b.t, "mine", func(string) int { return http.StatusNoContent }), "mine")
	},
	"push-forged": func(c *talker) {
		c.register(hook(c.b.t, "mine", func(given string) int {
			if given != "mine" {
				return http.StatusUnauthorized
			}
			return http.StatusNoContent
		}), "mine")
	},
	"unknown-members": func(c *talker) { c.until(c.send("hi").task) },
	"unknown-state":   func(c *talker) { c.until(c.stream(nil).task) },
	"cut-stream":      func(c *talker) { c.until(c.stream(nil).task) },
	"credentials": func(c *talker) {
		c.send("hi")
		c.target.Header = http.Header{"Authorization": {"Bearer " + client.Token}}
		c.send("hi")
	},
}

// TestGoodClient: a client that does what it is asked to passes in every version and binding; steps that the version does
// not support do not apply.
func TestGoodClient(t *testing.T) {
	for _, d := range spoken() {
		t.Run(string(d.v.Version())+" "+string(d.b), func(t *testing.T) {
			t.Parallel()
			b := open(t)
			b.opts.Agent.Dialects = append(b.opts.Agent.Dialects[:0:0], d.v)
			b.opts.Agent.Bindings = []a2a.Binding{d.b}
			var names []string
			for _, s := range client.Steps() {
				names = append(names, s.Name)
			}
			r := b.examine(t.Context(), func(ctx context.Context, step string) error {
				good[step](b.talk(ctx, d.v.Version(), d.b))
				return nil
			}, names...)
			for _, row := range r.Rows {
				want := verdict.Pass
				if _, has := d.v.Method(a2a.ListTasks); row.Probe == "list" && !has {
					want = verdict.NotApplicable
				}
				if row.Result != want || want == verdict.Pass && row.Interface == "" {
					t.Errorf("%s %s in %q: %s %v", row.Probe, row.Result, row.Interface, row.Message, row.Exchanges)
				}
			}
			for _, c := range r.Checks.Checks {
				if c.FailsAt(check.Should) {
					t.Errorf("%s fails: %s", c.ID, c.Reason())
				}
			}
		})
	}
}

// TestBadClient: a bad client's mistakes are found and explained.
func TestBadClient(t *testing.T) {
	for _, bad := range []struct {
		step string
		do   func(*talker)
		says string
	}{
		{"send", func(c *talker) { c.call(&a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Role: a2a.User}}, nil) }, "the agent answered with error"},
		{"stream", func(c *talker) { c.leave(2) }, "the client went away before the answer was complete"},
		{"answer", func(c *talker) { c.send("weather"); c.send("Rome") }, "the second message does not name the task that waits for input"},
		{"answer", func(c *talker) { c.send("weather") }, "the agent asked, but the client did not reply"},
		{"cancel", func(c *talker) { c.of(a2a.CancelTask, "another") }, "the agent answered with error TaskNotFound"},
		{"list", func(c *talker) {
			c.send("joke: tell me a joke")
			c.send("tell me a joke")
			c.send("tell me a joke")
			c.call(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 1}}, nil)
		}, "the client did not ask for the next page"},
		{"push", func(c *talker) {
			c.register(hook(c.b.t, "", func(string) int { return http.StatusTeapot }), "mine")
		}, "the webhook answered a notification with HTTP 418"},
		{"push-forged", func(c *talker) {
			c.register(hook(c.b.t, "", func(string) int { return http.StatusOK }), "mine")
		}, "the webhook accepted a notification with another token: HTTP 200"},
		{"unknown-members", func(c *talker) { c.send("hi") }, "the client did not get the task afterwards"},
		{"unknown-state", func(c *talker) { c.leave(2) }, "the client went away before the answer was complete"},
		{"unknown-state", func(c *talker) { c.stream(nil) }, "the client did not get the task afterwards"},
		{"slow-answer", func(c *talker) {
			for n := range 2 {
				ctx, cancel := context.WithCancel(c.ctx)
				hasty := &talker{b: c.b, client: c.client, target: c.target, ctx: ctx}
				go func() { c.b.arrived(c.ctx, a2a.SendMessage, n+1); cancel() }()
				hasty.send("hi")
			}
		}, "the client sent the message again before the first was answered"},
		{"late-events", func(c *talker) { c.leave(2) }, "the client went away before the answer was complete"},
		{"cut-stream", func(c *talker) { c.stream(nil) }, "the client neither subscribed to the task again nor got it"},
		{"cut-stream", func(c *talker) { c.stream(nil); c.stream(nil) }, "the client sent the message again, so the agent has two tasks"},
		{"credentials", func(c *talker) {
			for range 5 {
				c.send("hi")
			}
		}, "the client called 5 times without the token"},
		{"version-refused", func(c *talker) {
			for range 5 {
				c.send("hi")
			}
		}, "the client called 5 times in the refused version"},
	} {
		t.Run(bad.step, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			if strings.Contains(bad.says, "went away") {
				b.opts.Pace.Beat = time.Hour // the stream is still open when the client leaves
			}
			if bad.step == "slow-answer" {
				b.opts.Pace.Slow = time.Minute // a client that waits would not finish in time
			}
			r := b.examine(t.Context(), func(ctx context.Context, _ string) error {
				bad.do(b.talk(ctx, a2a.V10, a2a.JSONRPC))
				return nil
			}, bad.step)
			row := r.Rows[0]
			if row.Result != verdict.Fail || !strings.Contains(row.Message, bad.says) || len(row.Exchanges) == 0 {
				t.Errorf("%s: %s; expected %q", row.Result, row.Message, bad.says)
			}
			if !r.FailsAt(check.Should) {
				t.Error("the report does not fail")
			}
		})
	}
}

func (t *talker) leave(n int) {
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	hasty := &talker{b: t.b, client: t.client, target: t.target, ctx: ctx}
	hasty.stream(func(*answer) {
		if n--; n == 0 {
			cancel()
		}
	})
}

// TestChecksOfClients: the checks judge the client's requests, not the agent.
func TestChecksOfClients(t *testing.T) {
	b := open(t)
	r := b.examine(t.Context(), func(ctx context.Context, _ string) error {
		body := `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"user","parts":[{"text":"hi"}]}}}`
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url+"/v1.0", strings.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("A2A-Version", "1.0")
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			res.Body.Close()
		}
		return err
	}, "unknown-members")
	broken := 0
	for _, c := range r.Checks.Checks {
		if c.Times == 0 {
			continue
		}
		broken++
		if !c.IsAboutClients() && c.Scope == "answer" {
			t.Errorf("%s is about what agents send: %s", c.ID, c.Reason())
		}
	}
	if broken == 0 || len(r.Rows[0].Breaks) != broken {
		t.Errorf("%d checks are broken, the step names %v", broken, r.Rows[0].Breaks)
	}
}

// TestNothingDone: what the client does not do is not tested, and what it says it cannot do does not apply.
func TestNothingDone(t *testing.T) {
	b := open(t)
	r := b.examine(t.Context(), func(context.Context, string) error { return nil }, "send", "cut-stream")
	for _, row := range r.Rows {
		if row.Result != verdict.Skip || row.Message != "the client made no call" {
			t.Errorf("%s %s: %s", row.Probe, row.Result, row.Message)
		}
	}
	if why := r.Untested(); why != "the client made no request" {
		t.Errorf("untested: %q", why)
	}
	for _, calls := range []bool{false, true} { // fetching only the card means nothing, unless the client has called before
		r = b.examine(t.Context(), func(ctx context.Context, step string) error {
			c := b.talk(ctx, a2a.V10, a2a.JSONRPC)
			if step == "send" && calls {
				c.send("hi")
			}
			return nil
		}, "send", "unknown-members")
		if row := r.Rows[1]; (row.Result == verdict.Fail) != calls || !calls && row.Message != "the client fetched the card and made no call" {
			t.Errorf("called before %t: %s %s: %s", calls, row.Probe, row.Result, row.Message)
		}
	}
	r = b.examine(t.Context(), func(context.Context, string) error { return errUnable }, "cancel")
	if row := r.Rows[0]; row.Result != verdict.NotApplicable {
		t.Errorf("%s %s: %s", row.Probe, row.Result, row.Message)
	}
	r = b.examine(t.Context(), func(ctx context.Context, _ string) error {
		b.talk(ctx, a2a.V10, a2a.JSONRPC).send("hi")
		return nil
	}, "list")
	if row := r.Rows[0]; row.Result != verdict.Skip || row.Message != "the client listed no tasks; it called SendMessage" {
		t.Errorf("%s %s: %s", row.Probe, row.Result, row.Message)
	}
}

// TestAwait: if nobody reports that the client is done, the recording shows it.
func TestAwait(t *testing.T) {
	b := open(t)
	b.opts.Await = true
	r := b.examine(t.Context(), func(ctx context.Context, step string) error {
		good[step](b.talk(ctx, a2a.V10, a2a.REST))
		<-ctx.Done()
		return nil
	}, "send", "cut-stream")
	for _, row := range r.Rows {
		if row.Result != verdict.Pass {
			t.Errorf("%s %s: %s", row.Probe, row.Result, row.Message)
		}
	}
}

// TestStopped: a stop keeps the results so far.
func TestStopped(t *testing.T) {
	b := open(t)
	b.opts.Pace.Beat = time.Hour
	ctx, stop := context.WithCancel(t.Context())
	r := b.examine(ctx, func(ctx context.Context, step string) error {
		if step == "stream" {
			c := b.talk(ctx, a2a.V10, a2a.JSONRPC)
			go func() { b.arrived(ctx, a2a.SendStreamingMessage, 1); stop() }()
			c.stream(nil) // goes on until the stop
			return nil
		}
		b.talk(ctx, a2a.V10, a2a.JSONRPC).send("hi")
		return nil
	}, "send", "stream", "cancel")
	results := func(r *examine.Report) (out []string) {
		for _, row := range r.Rows {
			out = append(out, string(row.Result))
		}
		return out
	}
	if got := strings.Join(results(r), " "); got != "pass skip skip" || r.Stopped != "the examination was stopped" {
		t.Errorf("%s, %q", got, r.Stopped)
	}
	if row := r.Rows[1]; row.Message != r.Stopped || len(row.Exchanges) == 0 {
		t.Errorf("the step under way: %s, exchanges %v", row.Message, row.Exchanges)
	}
	if r.FailsAt(check.Should) {
		t.Error("a report of a stop fails")
	}
}

// TestUnknownState: the unknown state reaches the client in every version and binding, and nothing else is wrong with the
// stream.
func TestUnknownState(t *testing.T) {
	for _, d := range spoken() {
		t.Run(string(d.v.Version())+" "+string(d.b), func(t *testing.T) {
			t.Parallel()
			b := open(t)
			var states []a2a.State
			b.examine(t.Context(), func(ctx context.Context, _ string) error {
				b.talk(ctx, d.v.Version(), d.b).stream(func(a *answer) { states = append(states, a.state) })
				return nil
			}, "unknown-state")
			strange := slices.ContainsFunc(states, func(s a2a.State) bool {
				return s != "" && !slices.Contains([]a2a.State{a2a.Submitted, a2a.Working, a2a.Completed}, s)
			})
			if !strange || slices.Contains(states, a2a.Working) || states[len(states)-1] != a2a.Completed {
				t.Errorf("states %q", states)
			}
		})
	}
}

// TestWebhookGone: a client that ends when its task does, or earlier, is not blamed if its webhook is gone; one that
// continues is.
func TestWebhookGone(t *testing.T) {
	leaves := func(w http.ResponseWriter, r *http.Request, s *httptest.Server) {
		if body, _ := io.ReadAll(r.Body); bytes.Contains(bytes.ToLower(body), []byte("completed")) {
			s.Listener.Close() // gone before the copy arrives
			w.Header().Set("Connection", "close")
		}
		w.WriteHeader(http.StatusNoContent)
	}
	breaks := false
	for _, one := range []struct {
		name, step string
		takes      func(http.ResponseWriter, *http.Request, *httptest.Server)
		result     verdict.Result
		says       string
	}{
		{"after the end", "push", leaves, verdict.Pass, "the webhook accepted "},
		{"never there", "push", nil, verdict.Skip, "no notification reached the webhook before the client ended: nothing"},
		{"never there to refuse", "push-forged", nil, verdict.Skip, "no notification reached the webhook: nothing"},
		{"back again", "push", func(w http.ResponseWriter, r *http.Request, s *httptest.Server) {
			if !breaks {
				breaks = true
				panic(http.ErrAbortHandler)
			}
		}, verdict.Fail, "the webhook answered a notification with nothing"},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			var s *httptest.Server
			s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { one.takes(w, r, s) }))
			defer s.Close()
			if one.takes == nil {
				s.Close()
			}
			r := b.examine(t.Context(), func(ctx context.Context, _ string) error {
				b.talk(ctx, a2a.V10, a2a.JSONRPC).register(s.URL, "mine")
				return nil
			}, one.step)
			if row := r.Rows[0]; row.Result != one.result || !strings.HasPrefix(row.Message, one.says) {
				t.Errorf("%s: %s; expected %s: %s", row.Result, row.Message, one.result, one.says)
			}
		})
	}
}
