package console

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var updateMatrix = flag.Bool("update-matrix", false, "write the table of versions and bindings into the README")

// capability is a column of the README's table: its trial, and where the protocol has nothing to try.
type capability struct {
	name    string
	missing func(v a2a.Version, b a2a.Binding) bool // nil: every version has it
	try     func(*trial)
}

func capabilities() []capability {
	return []capability{
		{"identify", nil, (*trial).identify},
		{"read", nil, (*trial).read},
		{"send", nil, (*trial).send},
		{"stream", nil, (*trial).stream},
		{"subscribe", nil, (*trial).subscribe},
		{"list", func(v a2a.Version, b a2a.Binding) bool { return v < a2a.V10 && !(v == a2a.V03 && b == a2a.REST) }, (*trial).list},
		{"cancel", nil, (*trial).cancel},
		{"push", nil, (*trial).push},
		{"agent", nil, (*trial).agent},
	}
}

// TestMatrix proves each cell of the README's table of versions and bindings: the console's own client
// calls the reference agent through the tap, and the recording is read correctly.
func TestMatrix(t *testing.T) {
	url := referenceAgent(t, dialect.Drafts()...)
	var table strings.Builder
	fmt.Fprint(&table, "| version | binding |")
	for _, c := range capabilities() {
		fmt.Fprintf(&table, " %s |", c.name)
	}
	fmt.Fprint(&table, "\n|---|---|"+strings.Repeat("---|", len(capabilities()))+"\n")
	all := slices.Clone(dialect.All())
	slices.Reverse(all)
	for _, d := range append(all, dialect.Drafts()...) {
		for _, b := range dialect.Bindings(d.Version()) {
			name := string(d.Version())
			if d.DraftOf != "" {
				name += " *draft*"
			}
			fmt.Fprintf(&table, "| %s | %s |", name, b)
			for _, c := range capabilities() {
				fmt.Fprintf(&table, " %s |", cell(t, url, d.Version(), b, c))
			}
			fmt.Fprintln(&table)
		}
	}
	checkReadme(t, table.String())
}

// cell runs the test of one cell and says what the table shows.
func cell(t *testing.T, url string, v a2a.Version, b a2a.Binding, c capability) string {
	if c.missing != nil && c.missing(v, b) {
		return "–"
	}
	ok := t.Run(fmt.Sprintf("%s/%s/%s", v, b, c.name), func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		t.Cleanup(cancel)
		k := &trial{T: t, ctx: ctx, v: v, b: b, plumbing: testPlumbing(t, PlumbingOptions{})}
		k.client = inspector.New(inspector.Options{Transport: k.plumbing.Taps.RoundTripper(), LingerTimeout: LingerTime})
		d, err := Caller{k.client, k.plumbing.cards}.Discover(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		if k.target, err = d.Choose(v, b); err != nil {
			t.Fatal(err)
		}
		c.try(k)
		k.judged()
	})
	if !ok {
		return "✗"
	}
	return "✓"
}

// checkReadme compares the table with the README's.
func checkReadme(t *testing.T, table string) {
	const path, begin, end = "../../README.md", "<!-- matrix -->\n", "<!-- /matrix -->"
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(readme), begin)
	was, tail, ok := strings.Cut(rest, end)
	switch {
	case !ok:
		t.Fatalf("%s has no place for the table, between %q and %q", path, begin, end)
	case was == table || t.Failed():
	case *updateMatrix:
		if err := os.WriteFile(path, []byte(head+begin+table+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the README's table is not what the tests prove; write it with: go test ./internal/console -run TestMatrix -update-matrix\n%s", table)
	}
}

// trial is one cell's test: a client, a tap with a record, and a target.
type trial struct {
	*testing.T
	ctx      context.Context
	v        a2a.Version
	b        a2a.Binding
	plumbing *Plumbing
	client   *inspector.Client
	target   inspector.Target
}

// call makes one call and passes on the readings as they arrive.
func (k *trial) call(c *a2a.Call, each func(a2a.Reading)) inspector.Ending {
	k.Helper()
	p, err := k.client.Prepare(k.target, c)
	if err != nil {
		k.Fatal(err)
	}
	end, err := k.client.Send(k.ctx, p, func(e inspector.Event) {
		for _, p := range e.Reading.Problems {
			if p.Severity == a2a.SeverityError {
				k.Errorf("%s: %s %s: %s", c.Op, p.Check, p.Path, p.Message)
			}
		}
		if e.Reading.Result == nil {
			k.Errorf("%s: no result but %s %v", c.Op, e.Reading.Kind, e.Reading.Error)
			return
		}
		each(e.Reading)
	})
	if err != nil {
		k.Fatal(err)
	}
	if end.Outcome != wire.ByAgent {
		k.Errorf("%s ended by %q: %s", c.Op, end.Outcome, end.Problem)
	}
	return end
}

// text sends a message; task continues one.
func (k *trial) text(op a2a.Operation, text, task, context string, each func(a2a.Reading)) inspector.Ending {
	k.Helper()
	m := &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}, TaskID: task, ContextID: context}
	return k.call(&a2a.Call{Op: op, Message: m}, each)
}

// one is the only reading of a call that does not stream.
func (k *trial) one(c *a2a.Call) a2a.Result {
	k.Helper()
	var all []a2a.Reading
	k.call(c, func(r a2a.Reading) { all = append(all, r) })
	if len(all) != 1 || all[0].Result == nil {
		k.Fatalf("%s: read %+v, want one result", c.Op, all)
	}
	return *all[0].Result
}

// labels are the labels of an exchange, once it was read up to a state.
func (k *trial) labels(id string, state a2a.State) wire.Labels {
	k.Helper()
	for {
		bell, stop := k.plumbing.Store.Watch()
		x, err := k.plumbing.Store.Exchange(k.ctx, id)
		if err != nil {
			k.Fatal(err)
		}
		if x.Labels.State == string(state) {
			stop()
			return x.Labels
		}
		select {
		case <-bell:
		case <-k.ctx.Done():
			k.Fatalf("never labelled %s: %+v", state, x.Labels)
		}
		stop()
	}
}

func (k *trial) identify() {
	got := k.labels(k.text(a2a.SendMessage, "tell me a joke", "", "", func(a2a.Reading) {}).Exchange, a2a.Completed)
	if got.Dialect != string(k.v) || got.Binding != string(k.b) || got.Op != string(a2a.SendMessage) {
		k.Errorf("labelled %q %q %q", got.Dialect, got.Binding, got.Op)
	}
}

func (k *trial) read() {
	shop := "the shop"
	if k.v >= a2a.V10 {
		shop = "" // the agent makes contexts
	}
	got := k.labels(k.text(a2a.SendStreamingMessage, "request a new phone for me", "", shop, func(a2a.Reading) {}).Exchange, a2a.InputRequired)
	if got.Task == "" || got.Context == "" || shop != "" && got.Context != shop {
		k.Errorf("labelled task %q, context %q", got.Task, got.Context)
	}
	for _, words := range []string{"request a new phone for me", "Select a phone type"} {
		if !strings.Contains(got.Text, words) {
			k.Errorf("the text on record has no %q:\n%s", words, got.Text)
		}
	}
	if got.Findings != 0 {
		k.Errorf("%d findings in an exchange of our own", got.Findings)
	}
}

func (k *trial) send() {
	var said string
	k.text(a2a.SendMessage, "echo: bytes are facts", "", "", func(r a2a.Reading) { said += resultText(r.Result) })
	if !strings.Contains(said, "bytes are facts") {
		k.Errorf("answered %q", said)
	}
}

// resultText is all text in a result.
func resultText(r *a2a.Result) string {
	raw, _ := json.Marshal(r) // a value of ours always encodes
	return string(raw)
}

func (k *trial) stream() {
	var chunks int
	var last a2a.State
	k.text(a2a.SendStreamingMessage, "slow 5 chunks every 1ms", "", "", func(r a2a.Reading) {
		if r.Result.Artifact != nil {
			chunks++
		}
		if r.Result.Status != nil {
			last = r.Result.Status.Status.State
		}
	})
	if chunks != 5 || last != a2a.Completed {
		k.Errorf("%d chunks, then %s", chunks, last)
	}
}

// during starts a task that runs until f cancels it, and calls f at the task's first artifact.
func (k *trial) during(f func(task string)) (last a2a.State) {
	var begun bool
	k.text(a2a.SendStreamingMessage, "slow 100000 chunks every 5ms", "", "", func(r a2a.Reading) {
		if s := r.Result.Status; s != nil {
			last = s.Status.State
		}
		if a := r.Result.Artifact; a != nil && !begun {
			begun = true
			f(a.TaskID)
		}
	})
	return last
}

func (k *trial) cancelTask(task string) {
	if got := k.one(&a2a.Call{Op: a2a.CancelTask, TaskID: task}); got.Task == nil || got.Task.Status.State != a2a.Canceled {
		k.Errorf("cancelled: %+v", got.Task)
	}
}

func (k *trial) subscribe() {
	var chunks int
	var last a2a.State
	k.during(func(task string) {
		k.call(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: task}, func(r a2a.Reading) {
			if s := r.Result.Status; s != nil {
				last = s.Status.State
			}
			if r.Result.Artifact != nil {
				if chunks++; chunks == 2 {
					k.cancelTask(task)
				}
			}
		})
	})
	if chunks < 2 || last != a2a.Canceled {
		k.Errorf("the second stream had %d chunks and ended %s", chunks, last)
	}
}

func (k *trial) cancel() {
	if last := k.during(k.cancelTask); last != a2a.Canceled {
		k.Errorf("the stream ended %s", last)
	}
}

func (k *trial) list() {
	var task, name string
	k.text(a2a.SendMessage, "request a new phone for me", "", "", func(r a2a.Reading) { task, name = r.Result.Task.ID, r.Result.Task.ContextID })
	got := k.one(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{ContextID: name}})
	if len(got.Tasks) != 1 || got.Tasks[0].ID != task || got.Tasks[0].Status.State != a2a.InputRequired {
		k.Errorf("listed %+v, want task %s", got.Tasks, task)
	}
}

func (k *trial) push() {
	posts := make(chan *http.Request, 16)
	var catcher *webhook.Receiver
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			k.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		catcher.ServeHTTP(w, r)
		r.Body = io.NopCloser(bytes.NewReader(body))
		posts <- r
	}))
	k.Cleanup(server.Close)
	catcher = webhook.New(webhook.Options{Recorder: k.plumbing.Store, URL: server.URL})
	hook := catcher.NewHook(wire.OriginOf(k.target.Agent), k.plumbing.Store.Current().ID)
	var task, context string
	k.text(a2a.SendMessage, "request a new phone for me", "", "", func(r a2a.Reading) { task, context = r.Result.Task.ID, r.Result.Task.ContextID })
	set := k.one(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: &a2a.PushConfig{ID: "hook", TaskID: task, URL: hook.URL, Token: hook.Token, Schemes: []string{"Bearer"}, Credentials: "s3cret"}})
	if set.Push == nil || set.Push.URL != hook.URL {
		k.Fatalf("set %+v", set.Push)
	}
	if got := k.one(&a2a.Call{Op: a2a.GetPushConfig, TaskID: task, PushID: set.Push.ID}); got.Push == nil || got.Push.URL != hook.URL {
		k.Errorf("get gave %+v", got.Push)
	}
	k.text(a2a.SendMessage, "Android", task, context, func(a2a.Reading) {})
	k.delivered(<-posts, task)
	if k.v == a2a.V01 {
		return // 0.1 has no list and no delete
	}
	if got := k.one(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: task, List: &a2a.ListQuery{}}); len(got.Pushes) != 1 || got.Pushes[0].ID != set.Push.ID {
		k.Errorf("listed %+v", got.Pushes)
	}
	k.call(&a2a.Call{Op: a2a.DeletePushConfig, TaskID: task, PushID: set.Push.ID}, func(a2a.Reading) {})
	if got := k.one(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: task, List: &a2a.ListQuery{}}); len(got.Pushes) != 0 {
		k.Errorf("after delete, listed %+v", got.Pushes)
	}
}

// delivered checks that a notification is read as one of the task.
func (k *trial) delivered(r *http.Request, task string) {
	body, _ := io.ReadAll(r.Body) // a reader over bytes
	m := dialect.Message{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body}
	id := dialect.Identify(m, dialect.Message{}, dialect.Hint{Version: k.v})
	got := dialect.ReadRequest(id, m)
	if id.Op != a2a.PushNotification || got.Result == nil || !strings.Contains(resultText(got.Result), task) {
		k.Errorf("read %s %v: %s", id.Op, id.Versions, body)
	}
}

// agent walks through the phone order: the agent asks, gets an answer, and the same task ends.
func (k *trial) agent() {
	var task, context string
	k.text(a2a.SendMessage, "request a new phone for me", "", "", func(r a2a.Reading) {
		if r.Result.Task == nil || r.Result.Task.Status.State != a2a.InputRequired {
			k.Fatalf("answered %+v", r.Result)
		}
		task, context = r.Result.Task.ID, r.Result.Task.ContextID
	})
	k.text(a2a.SendMessage, "Android", task, context, func(r a2a.Reading) {
		got := r.Result.Task
		if got == nil || got.ID != task || got.Status.State != a2a.Completed || len(got.Artifacts) != 1 || got.Artifacts[0].Name != "order-confirmation" {
			k.Errorf("answered %+v", got)
		}
	})
}
