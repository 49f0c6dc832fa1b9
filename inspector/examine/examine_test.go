package examine_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent"
)

// texts are examples of the reference agent's skills: a short task, a long one, a question, a message.
var texts = []string{"tell me a joke", "slow 8 chunks every 100ms", "request a new phone for me", "hello"}

// TestReferenceAgent: our own agent passes, as it is in every version and binding, and with some
// options in three of them. Nothing is left untested, and no probe makes more calls than it says.
// TestSlowReferenceAgent covers more options.
func TestReferenceAgent(t *testing.T) {
	t.Parallel()
	examineAgents(t, map[string]agent.Options{
		"as it is":  {},
		"with less": {DisabledCapabilities: []string{"streaming", "push", "extended-card"}},
		"extension": {RequireExtension: true},
	})
}

func examineAgents(t *testing.T, told map[string]agent.Options) {
	for name, o := range told {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, o, nil)
			opts, all := r.options(nil, nil), 8
			if !strings.Contains("as it is, for kits", name) {
				opts, all = r.options([]a2a.Version{a2a.V10, a2a.V03, a2a.V01}, []a2a.Binding{a2a.JSONRPC}), 3
			}
			opts.Texts = texts
			plan, report := opts.Plan(), r.examine(t.Context(), opts)
			if found := failures(report); len(found) > 0 {
				t.Errorf("fails at %v", found)
			}
			if len(report.Interfaces) != all || report.Calls > plan.Calls || report.Stopped != "" {
				t.Errorf("%d calls in %v, %d planned: %s", report.Calls, report.Interfaces, plan.Calls, report.Stopped)
			}
			for _, row := range report.Rows {
				if most := examine.CallsOf(row.Probe); most > 0 && len(row.Exchanges) > most+1 { // a notification is not a call
					t.Errorf("%s made %d calls, and says %d", row.Probe, len(row.Exchanges), most)
				}
				early := row.Interface == "A2A 0.1 JSON-RPC" && slices.Contains(o.DisabledCapabilities, "streaming")
				if row.Result == verdict.Skip && !early && !strings.Contains(row.Message, "turned the console away") {
					t.Errorf("%s of %s was not tested: %s", row.Probe, row.Interface, row.Message)
				}
			}
			if passed := report.Checks.Count(verdict.Pass); passed < 80 || all == 8 && passed < 155 {
				t.Errorf("only %d checks were met", passed)
			}
			for x := range r.recorded() {
				if x.Agent == "" {
					t.Errorf("%s of %s is not the agent's", x.Labels.Op, x.Origin)
				}
			}
			r.tidy()
		})
	}
}

// TestExampleThatNeedsAnExtension: an example that is refused for lack of an extension on the card is sent again with
// that extension, and then answered.
func TestExampleThatNeedsAnExtension(t *testing.T) {
	t.Parallel()
	sendExamples(t, a2a.V10)
}

// sendExamples sends all examples of the reference agent, one of which needs an extension.
func sendExamples(t *testing.T, versions ...a2a.Version) {
	t.Helper()
	r := serve(t, agent.Options{}, nil)
	for _, v := range versions {
		opts := r.options([]a2a.Version{v}, []a2a.Binding{a2a.JSONRPC})
		plan, report := opts.Plan(), r.examine(t.Context(), opts)
		if found := failures(report); len(found) > 0 {
			t.Errorf("%s fails at %v", v, found)
		}
		if report.Calls > plan.Calls {
			t.Errorf("%s: %d calls, %d planned", v, report.Calls, plan.Calls)
		}
		at := slices.IndexFunc(report.Rows, func(row examine.Row) bool { return row.Probe == "example: show timestamps" })
		if at < 0 {
			t.Fatalf("%s: the example is not sent", v)
		}
		if row := report.Rows[at]; row.Result != verdict.Pass || row.Open || len(row.Exchanges) != 2 || !strings.Contains(row.Message, "completed") {
			t.Errorf("%s: %s, %s in %d calls", v, row.Result, row.Message, len(row.Exchanges))
		}
	}
}

// tidy checks that the examination left no task open.
func (r *rig) tidy() {
	r.t.Helper()
	target, err := r.client.Discover(r.t.Context(), r.url)
	if err != nil {
		r.t.Fatal(err)
	}
	to, err := target.Choose(a2a.V10, a2a.JSONRPC)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, s := range []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired} {
		got := r.call(to, &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{State: s}})
		if got == nil || len(got.Tasks) > 0 {
			r.t.Errorf("tasks are left %s: %+v", s, got)
		}
	}
}

func (r *rig) call(to inspector.Target, c *a2a.Call) (out *a2a.Result) {
	r.t.Helper()
	p, err := r.client.Prepare(to, c)
	if err == nil {
		_, err = r.client.Send(context.Background(), p, func(e inspector.Event) { out = e.Reading.Result })
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// TestOthersTasks: tasks of others are neither canceled nor read.
func TestOthersTasks(t *testing.T) {
	t.Parallel()
	r := serve(t, agent.Options{}, nil)
	o := r.options(nil, []a2a.Binding{a2a.JSONRPC})
	o.Texts = texts
	asked := r.call(o.Targets[0].Target, &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "request a new phone for me"}}}})
	theirs := asked.Task
	if theirs == nil || theirs.Status.State != a2a.InputRequired {
		t.Fatalf("%+v", asked)
	}
	r.examine(t.Context(), o)
	if r.heard(theirs.ID) || r.heard(theirs.ContextID) {
		t.Error("the examination spoke of somebody else's task")
	}
	if now := r.call(o.Targets[0].Target, &a2a.Call{Op: a2a.GetTask, TaskID: theirs.ID}); now.Task.Status.State != a2a.InputRequired || now.Task.Status.Timestamp != theirs.Status.Timestamp {
		t.Errorf("their task is %+v", now.Task.Status)
	}
}

// TestBudget: the budget limits the calls, including those that cancel tasks.
func TestBudget(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 7, 20, 33} {
		r := serve(t, agent.Options{}, nil)
		o := r.plainly(texts...)
		before := len(r.said)
		o.Budget = most
		report := r.examine(t.Context(), o)
		if made := len(r.said) - before; made > most || report.Calls != made {
			t.Errorf("%d calls were made and %d told, of %d", made, report.Calls, most)
		}
		if o.Plan().Calls != min(most, o.Plan().Calls) {
			t.Errorf("%d calls are planned of %d", o.Plan().Calls, most)
		}
		if report.Stopped == "" || report.Count(verdict.Skip) == 0 || !slices.ContainsFunc(report.Rows, func(row examine.Row) bool { return strings.Contains(row.Message, "budget of") }) {
			t.Errorf("with %d: %q, %d not tested", most, report.Stopped, report.Count(verdict.Skip))
		}
		if found := failures(report); len(found) > 0 {
			t.Errorf("with %d calls it fails at %v", most, found)
		}
		r.tidy()
	}
}

// TestStop: a stopped examination reports what it found so far, and cancels its tasks.
func TestStop(t *testing.T) {
	t.Parallel()
	for _, after := range []int{1, 9, 25} {
		r := serve(t, agent.Options{}, nil)
		o := r.plainly(texts...)
		ctx, stop := context.WithCancel(t.Context())
		o.OnProgress = func(p examine.Progress) {
			if p.Done >= after {
				stop()
			}
		}
		report := r.examine(ctx, o)
		if report.Stopped != "the examination was stopped" || report.Calls > after+5 {
			t.Errorf("after %d: %q, %d calls", after, report.Stopped, report.Calls)
		}
		if found := failures(report); len(found) > 0 {
			t.Errorf("stopped after %d calls it fails at %v", after, found)
		}
		last := report.Rows[len(report.Rows)-1]
		if last.Result != verdict.Skip && last.Result != verdict.NotApplicable {
			t.Errorf("after %d the last row is %+v", after, last)
		}
		r.tidy()
	}
}

// answering changes plain responses.
func answering(change func(q *http.Request, asked []byte, h http.Header, status int, body []byte) (int, []byte)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			asked, _ := io.ReadAll(q.Body)
			q.Body = io.NopCloser(strings.NewReader(string(asked)))
			k := &kept{ResponseWriter: w}
			next.ServeHTTP(k, q)
			if k.through {
				return
			}
			status, body := change(q, asked, w.Header(), max(k.status, http.StatusOK), k.body)
			w.Header().Del("Content-Length")
			w.WriteHeader(status)
			_, _ = w.Write(body)
		})
	}
}

// kept holds back a plain response; streams pass.
type kept struct {
	http.ResponseWriter
	status  int
	body    []byte
	through bool
}

func (k *kept) WriteHeader(status int) {
	k.status = status
	if strings.HasPrefix(k.Header().Get("Content-Type"), "text/event-stream") {
		k.through = true
		k.ResponseWriter.WriteHeader(status)
	}
}

func (k *kept) Write(b []byte) (int, error) {
	if k.through {
		return k.ResponseWriter.Write(b)
	}
	k.body = append(k.body, b...)
	return len(b), nil
}

// Unwrap lets streams be flushed.
func (k *kept) Unwrap() http.ResponseWriter { return k.ResponseWriter }

func replaced(old, with string) func(http.Handler) http.Handler {
	return answering(func(_ *http.Request, _ []byte, _ http.Header, status int, body []byte) (int, []byte) {
		return status, []byte(strings.ReplaceAll(string(body), old, with))
	})
}

// asking changes the requests that an agent gets.
func asking(change func(*http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { change(q); next.ServeHTTP(w, q) })
	}
}

// TestMisbehaving: an agent fails at what it does wrong, and at nothing else.
func TestMisbehaving(t *testing.T) {
	t.Parallel()
	joke := texts[0]
	for name, c := range map[string]struct {
		wrap  func(http.Handler) http.Handler
		texts []string
		fails string
		skips string // probe that must be skipped
	}{
		"no ETag": {wrap: answering(func(_ *http.Request, _ []byte, h http.Header, status int, body []byte) (int, []byte) {
			h.Del("ETag")
			h.Del("Cache-Control")
			return status, body
		}), fails: "CARD-28"},
		"the card is always sent":        {wrap: asking(func(q *http.Request) { q.Header.Del("If-None-Match") }), fails: "CARD-37 card-unchanged"},
		"another code for unknown tasks": {wrap: replaced(`-32001`, `-32603`), fails: "REQ-15 STM-06"},
		"any version is taken":           {wrap: asking(func(q *http.Request) { q.Header.Set("A2A-Version", "1.0") }), fails: "ERR-14 unknown-version"},
		"answers as text":                {wrap: answering(text), fails: "RPC-03"},
		"ids of answers are lost":        {wrap: answering(otherID), fails: "RPC-08"},
		"no streams, though declared":    {wrap: asking(noStreams), fails: "CARD-38 message: " + joke + " stream"},
		"notifications without token":    {texts: []string{joke + " push bare"}, fails: "PUSH-14"},
		"modes are not looked at":        {texts: []string{joke}, wrap: unheeding("acceptedOutputModes"), fails: "RES-18 output-mode"},
		"at once is not looked at":       {texts: texts[1:2], wrap: unheeding("returnImmediately"), fails: "RES-23 send-at-once"},
		"no notifications":               {texts: []string{joke + " push silent"}, fails: "", skips: "push-delivery"}, // agents may refuse to call this machine
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, agent.Options{}, c.wrap)
			if c.texts == nil {
				c.texts = texts[:1]
			}
			report := r.examine(t.Context(), r.plainly(c.texts...))
			if got := strings.Join(failures(report), " "); got != c.fails {
				t.Errorf("fails at %q, expected %q", got, c.fails)
			}
			for _, row := range report.Rows {
				if row.Probe == c.skips && (row.Result != verdict.Skip || !strings.Contains(row.Message, "no notification arrived")) {
					t.Errorf("%s: %s, %s", row.Probe, row.Result, row.Message)
				}
				if row.Result == verdict.Fail && len(row.Exchanges) == 0 {
					t.Errorf("%s shows no exchange", row.Probe)
				}
			}
		})
	}
}

func text(_ *http.Request, _ []byte, h http.Header, status int, body []byte) (int, []byte) {
	if strings.Contains(string(body), `"jsonrpc"`) {
		h.Set("Content-Type", "text/plain")
	}
	return status, body
}

func otherID(_ *http.Request, _ []byte, _ http.Header, status int, body []byte) (int, []byte) {
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil || m["id"] == nil || string(m["id"]) == "null" {
		return status, body
	}
	m["id"] = json.RawMessage(`"other"`)
	body, _ = json.Marshal(m)
	return status, body
}

// noStreams renames the streaming methods in a request, so the agent does not know them.
func noStreams(q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	s := strings.NewReplacer(`"SendStreamingMessage"`, `"Nothing"`, `"SubscribeToTask"`, `"Nothing"`).Replace(string(body))
	q.Body, q.ContentLength = io.NopCloser(strings.NewReader(s)), int64(len(s))
}

// unheeding makes an agent ignore a member of requests.
func unheeding(member string) func(http.Handler) http.Handler {
	return asking(func(q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		s := strings.Replace(string(body), `"`+member+`"`, `"x"`, 1)
		q.Body, q.ContentLength = io.NopCloser(strings.NewReader(s)), int64(len(s))
	})
}
