package chaos_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // the tests mostly wait
	os.Exit(m.Run())
}

const text = "write a paper about tea"

// patience is the timeout for what must not happen. Even a busy machine does what must happen sooner.
const patience = 5 * time.Second

func newProtocols() *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	return p
}

// wanted lists what a good client does under each preset if tasks continue while nobody listens.
var wanted = []struct {
	preset  string
	verdict chaos.Verdict
	says    string
}{
	{"never-finish", chaos.Recovered, "The client subscribed to the task again (once), and asked for the task (once)."},
	{"cut-after-first-artifact", chaos.Recovered, "The client subscribed to the task again (once), and asked for the task (once)."},
	{"duplicate-last-chunk", chaos.Recovered, "The fault did no harm: the client received all artifacts and the end."},
	{"lose-terminal-event", chaos.Recovered, "The client subscribed to the task again (once), and asked for the task (once)."},
	{"expired-credentials", chaos.GaveUp, "The client saw that the call failed ("},
	{"version-mismatch", chaos.GaveUp, "The client saw that the call failed ("},
	{"input-required-forever", chaos.GaveUp, "The client saw that the call failed (TaskNotCancelable), and stopped."},
	{"artifacts-out-of-order", chaos.Recovered, "The fault did no harm: the client received all artifacts and the end."},
	{"too-many-requests", chaos.Retried, "The client sent its message again (once)."},
	{"reconnect-storm", chaos.Recovered, "The client subscribed to the task again (once), and asked for the task (once)."},
}

type spoken struct {
	version a2a.Version
	binding a2a.Binding
}

// TestGoodClient: a good client loses nothing under any preset, and says when it gives up. The agent has finished when
// the client resumes a broken stream. TestSlowGoodClient covers other versions and bindings.
func TestGoodClient(t *testing.T) {
	t.Parallel()
	meetPresets(t, spoken{a2a.V10, a2a.JSONRPC}, spoken{a2a.V10, a2a.GRPC})
}

func meetPresets(t *testing.T, ways ...spoken) {
	var presets []string
	for _, w := range wanted {
		presets = append(presets, w.preset)
	}
	for _, v := range ways {
		t.Run(string(v.version)+" "+string(v.binding), func(t *testing.T) {
			t.Parallel()
			b := open(t)
			good := b.good(v.version, v.binding, patience)
			all := b.run(chaos.Options{Texts: []string{text}, Converse: good.Converse}, presets...)
			if len(all) != len(wanted) {
				t.Fatalf("%d results", len(all))
			}
			for i, r := range all {
				if w := wanted[i]; r.Preset != w.preset || r.Verdict != w.verdict || !strings.HasPrefix(r.Message, w.says) {
					t.Errorf("%s, want %s (%s)", told(r), w.verdict, w.says)
				}
				if r.Number != i+1 || r.Seed != 1 || r.Text != text || len(r.Exchanges) == 0 {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}

// once is a client that sends a message and takes whatever arrives for the response.
func once(g *chaos.GoodClient) func(context.Context, chaos.Step) error {
	return func(ctx context.Context, s chaos.Step) error {
		p, err := g.Caller.Prepare(g.Targets[0], &a2a.Call{Op: a2a.SendStreamingMessage, Message: &a2a.Message{ID: wire.NewID(), Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: s.Text}}}})
		if err == nil {
			_, err = g.Caller.Send(ctx, p, func(inspector.Event) {})
		}
		return err
	}
}

// TestCarelessClient: a client that believes whatever it receives loses data, waits forever, or learns of a failure.
func TestCarelessClient(t *testing.T) {
	t.Parallel()
	b := open(t)
	all := b.run(chaos.Options{Texts: []string{text}, Converse: once(b.good(a2a.V10, a2a.JSONRPC, 0)), TimeLimit: patience},
		"lose-terminal-event", "never-finish", "cut-after-first-artifact", "too-many-requests", "duplicate-last-chunk")
	for i, want := range []struct {
		verdict chaos.Verdict
		says    string
	}{
		{chaos.Lost, "The client stopped as if all were well, without knowing how the task ended."},
		{chaos.Hung, "The client was still waiting after 5s."},
		{chaos.GaveUp, "The client saw that the connection broke off, and stopped."},
		{chaos.GaveUp, "The client saw that the call failed (Too Many Requests), and stopped."},
		{chaos.Recovered, "The fault did no harm: the client received all artifacts and the end."},
	} {
		if r := all[i]; r.Verdict != want.verdict || r.Message != want.says {
			t.Errorf("%s, want %s (%s)", told(r), want.verdict, want.says)
		}
	}
}

// TestLostArtifacts: data that never reached a client is lost even if the client knows the end.
func TestLostArtifacts(t *testing.T) {
	t.Parallel()
	b := open(t)
	o := chaos.Options{Texts: []string{text}, Converse: once(b.good(a2a.V10, a2a.JSONRPC, 0)), Store: b.store, Session: b.store.Current().ID, ArmRules: b.arm,
		Presets: []chaos.Preset{{Name: "mine", Rules: []string{"event:artifact nth:1 => drop"}}, {Name: "none", Rules: []string{"event:artifact nth:9999 => drop"}}}}
	all, err := chaos.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r := all[0]; r.Verdict != chaos.Lost || !strings.HasPrefix(r.Message, "The client stopped as if all were well, without ") {
		t.Error(told(r))
	}
	if r := all[1]; r.Verdict != chaos.NotTouched || r.Message != "No rule touched this conversation." {
		t.Error(told(r))
	}
}

// TestSeed: the same seed gives the same run, whatever else is called at the same time; another seed gives another run.
func TestSeed(t *testing.T) {
	t.Parallel()
	run := func(seed int64) []string {
		b := open(t)
		good := b.good(a2a.V10, a2a.JSONRPC, 0)
		o := chaos.Options{Texts: []string{text, "tell a joke"}, Converse: good.Converse, Times: 3, Seed: seed, Store: b.store, Session: b.store.Current().ID, ArmRules: b.arm,
			Presets: []chaos.Preset{{Name: "mine", Rules: []string{"chance:40% event:artifact => delay 1ms", "op:send chance:40% => delay 1ms", "chance:10% event:status => duplicate"}}}}
		all, err := chaos.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, r := range all {
			for n, id := range r.Exchanges {
				list, err := b.store.Passages(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range list {
					out = append(out, fmt.Sprint(r.Number, r.Seed, n, p.Side, p.Frame, p.Kind))
				}
			}
		}
		return out
	}
	a, again, other := run(7), run(7), run(8)
	if len(a) == 0 || !slices.Equal(a, again) {
		t.Errorf("seed 7:\n%v\nagain:\n%v", a, again)
	}
	if slices.Equal(a, other) {
		t.Error("seed 8 gives the same run as 7")
	}
}

// TestReports: reports for programs and for people.
func TestReports(t *testing.T) {
	all := []chaos.Result{
		{Step: chaos.Step{Preset: "never-finish", Seed: 3, Number: 1, Text: "a | b"}, Verdict: chaos.Lost, Message: "It stopped.", Exchanges: []string{"x1", "x2"}},
		{Step: chaos.Step{Preset: "never-finish", Seed: 4, Number: 2, Text: "c"}, Verdict: chaos.Retried, Message: "It sent."},
		{Step: chaos.Step{Preset: "none", Seed: 5, Number: 3}, Verdict: chaos.NotTouched, Message: "No rule."},
	}
	line, err := json.Marshal(all[1])
	if want := `{"preset":"never-finish","seed":4,"step":2,"text":"c","verdict":"retried","message":"It sent.","exchanges":[]}`; err != nil || string(line) != want {
		t.Errorf("%v %s", err, line)
	}
	if counts := chaos.CountVerdicts(all); len(counts) != 2 || counts[0].Cell(chaos.Lost) != "1" || counts[0].Cell(chaos.Hung) != "" {
		t.Errorf("%+v", counts)
	}
}

// TestNothingRunsOn: a task that a conversation left open is canceled, after a timeout and after a stop. Rules do not
// touch that call, and it does not appear in the result.
func TestNothingRunsOn(t *testing.T) {
	t.Parallel()
	for name, stops := range map[string]bool{"limit": false, "stopped": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			good := b.good(a2a.V10, a2a.JSONRPC, 0)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			task := ""
			all, err := chaos.Run(ctx, chaos.Options{Texts: []string{"slow 20 chunks every 1m"}, TimeLimit: patience, Store: b.store, Session: b.store.Current().ID, ArmRules: b.arm, Cancel: good.Cancel,
				Presets: []chaos.Preset{{Name: "mine", Rules: []string{"op:CancelTask => answer 500"}}},
				Converse: func(ctx context.Context, s chaos.Step) error {
					p, err := good.Caller.Prepare(good.Targets[0], &a2a.Call{Op: a2a.SendStreamingMessage, Message: &a2a.Message{ID: wire.NewID(), Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: s.Text}}}})
					if err != nil {
						return err
					}
					_, err = good.Caller.Send(ctx, p, func(e inspector.Event) {
						if id, _ := e.Reading.Result.About(); id != "" && task == "" {
							if task = id; stops {
								stop()
							}
						}
					})
					return err
				}})
			if err != nil || stops && len(all) > 0 || !stops && (len(all) != 1 || all[0].Verdict != chaos.NotTouched || len(all[0].Exchanges) != 1) {
				t.Errorf("%+v, %v", all, err)
			}
			p, err := good.Caller.Prepare(good.Targets[0], &a2a.Call{Op: a2a.GetTask, TaskID: task})
			if err != nil {
				t.Fatal(err)
			}
			var state a2a.State
			if _, err := good.Caller.Send(t.Context(), p, func(e inspector.Event) { state = e.Reading.Result.TaskStatus().State }); err != nil || state != a2a.Canceled {
				t.Errorf("the task is %q, %v", state, err)
			}
		})
	}
}

// TestConversationThatCannotBegin: only that conversation fails, with its reason. A missing client
// ends the run.
func TestConversationThatCannotBegin(t *testing.T) {
	b := open(t)
	good := b.good(a2a.V10, a2a.JSONRPC, time.Second)
	why := error(errors.New("the environment takes no NUL."))
	o := chaos.Options{Texts: []string{"a\x00b", "tell me a joke"}, Times: 2, Presets: []chaos.Preset{{Name: "none"}}, Converse: func(ctx context.Context, s chaos.Step) error {
		if strings.Contains(s.Text, "\x00") {
			return why
		}
		return good.Converse(ctx, s)
	}}
	all := b.run(o)
	if len(all) != 4 {
		t.Fatalf("%d conversations", len(all))
	}
	for i, r := range all {
		if unable := i%2 == 0; unable != (r.Verdict == chaos.NotStarted) || unable && r.Message != "The conversation could not begin: the environment takes no NUL." {
			t.Errorf("%d: %s", i, told(r))
		}
	}
	why = fmt.Errorf("%w: no such command", chaos.ErrNoClient)
	o.Store, o.Session, o.ArmRules = b.store, b.store.Current().ID, b.arm
	if all, err := chaos.Run(t.Context(), o); !errors.Is(err, chaos.ErrNoClient) || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

// unrecorded is a store in which a gap appears during a conversation.
type unrecorded struct {
	chaos.Store
	gaps *[]wire.Gap
}

func (r unrecorded) Gaps(context.Context, string) ([]wire.Gap, error) { return *r.gaps, nil }

// TestConversationThatIsNotOnRecord: only conversations with a gap in the record fail, each with
// its reason. The others are judged, including later ones.
func TestConversationThatIsNotOnRecord(t *testing.T) {
	t.Parallel()
	b := open(t)
	var gaps []wire.Gap
	whys := map[int]string{2: wire.GapDiskFull, 3: wire.GapPaused}
	o := chaos.Options{Texts: []string{text}, Times: 4, Presets: []chaos.Preset{{Name: "none"}}, Session: b.store.Current().ID, ArmRules: b.arm, Store: unrecorded{b.store, &gaps},
		Converse: func(_ context.Context, s chaos.Step) error {
			if why := whys[s.Number]; why != "" {
				gaps = append(gaps, wire.Gap{Session: b.store.Current().ID, Cause: why, From: time.Now(), To: time.Now(), Exchanges: 1})
			}
			return nil
		}}
	all, err := chaos.Run(t.Context(), o)
	if err != nil || len(all) != 4 {
		t.Fatalf("%d conversations, %v", len(all), err)
	}
	for i, want := range []string{"The client made no call.", "Not all that the client did was recorded: the disk was full.", "Not all that the client did was recorded: recording was paused.", "The client made no call."} {
		if r := all[i]; r.Message != want || (r.Verdict == chaos.Unrecorded) != (whys[i+1] != "") {
			t.Errorf("%d: %s, want %q", i, told(r), want)
		}
	}
}
