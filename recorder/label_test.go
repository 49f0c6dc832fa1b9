package recorder

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func withLabels(o *Options) { o.Label = newFake }

func TestLabelsFollowAStream(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	tape := s.Begin(call())
	at := time.Now()
	tape.Write(wire.Request, at, []byte("op=SendMessage"), false)
	tape.EndRequest(at, nil)
	await(t, s, func() bool { x, _ := s.Exchange(t.Context(), tape.ID()); return x.Labels.Op == "SendMessage" })
	tape.WriteResponseHead(at, sseHead)
	tape.Write(wire.Response, at, []byte("data: task=t1 state=WORKING\n\nda"), false)
	await(t, s, func() bool { x, _ := s.Exchange(t.Context(), tape.ID()); return x.Labels.State == "WORKING" })
	tape.Write(wire.Response, at, []byte("ta: state=DONE error=Oops worst=warning\n\n"), false)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	x := labelled(t, s, tape.ID())
	want := wire.Labels{Op: "SendMessage", Task: "t1", State: "DONE", Error: "Oops", Worst: "warning", AgentSeverity: "warning", ResponseSeverity: "warning", Failed: true, Findings: 1,
		Text: "op=SendMessage\ntask=t1 state=WORKING\nstate=DONE error=Oops worst=warning"}
	if !reflect.DeepEqual(x.Labels, want) {
		t.Errorf("labels %+v\nwant %+v", x.Labels, want)
	}
	if c := s.Current(); c.Errors != 1 {
		t.Errorf("session %+v: a protocol error counts", c)
	}
}

func TestLabelsLastAndAreMadeAnew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	id := record(t, s, call(), "op=GetTask task=t9", jsonHead, "state=DONE")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// Open labels what an earlier run left unlabelled.
	s, err = Open(Options{Path: path, Label: newFake})
	if err != nil {
		t.Fatal(err)
	}
	x := labelled(t, s, id)
	if err := s.Close(); err != nil || x.Labels.Task != "t9" {
		t.Fatalf("%+v, %v", x.Labels, err)
	}
	s = open(t, func(o *Options) {
		o.Path = path
		o.Label = func(x *wire.Exchange) Labeller {
			l := newFake(x)
			l.Feed(wire.Request, x.Started, []byte("dialect=9.9 "))
			return l
		}
	})
	if x, err := s.Exchange(t.Context(), id); err != nil || x.Labels.Task != "t9" || x.Labels.Dialect != "" {
		t.Errorf("after a restart: %+v, %v", x.Labels, err)
	}
	var last, of int
	if err := s.Reindex(t.Context(), func(done, total int) { last, of = done, total }); err != nil || last != 1 || of != 1 {
		t.Fatalf("reindex: %d of %d, %v", last, of, err)
	}
	if x, err := s.Exchange(t.Context(), id); err != nil || x.Labels.Dialect != "9.9" {
		t.Errorf("after reindex: %+v, %v", x.Labels, err)
	}
	for text, n := range map[string]int{"9.9": 1, "state done": 1, "nothing": 0, "t9": 1, id[:8]: 1, "127.0.0.1": 1, `"`: 0, "sta*": 1} {
		list, err := s.Exchanges(t.Context(), wire.Filter{Text: []string{text}}, wire.Page{})
		if err != nil || len(list) != n {
			t.Errorf("text %q: %d, %v, want %d", text, len(list), err, n)
		}
	}
}

// Reindex ends despite traffic, because it covers what was on record when it began.
func TestReindexDoesNotWaitForWhatComes(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	const before = relabelBatch + 1 // two rounds
	for range before {
		labelled(t, s, record(t, s, call(), "op=GetTask", jsonHead, "x"))
	}
	rounds := 0
	err := s.Reindex(t.Context(), func(done, total int) {
		if rounds++; rounds > 2 || done > before || total != before {
			t.Fatalf("round %d: %d of %d", rounds, done, total)
		}
		labelled(t, s, record(t, s, call(), "op=Send", jsonHead, "x"))
	})
	if err != nil || rounds != 2 {
		t.Errorf("%d rounds, %v", rounds, err)
	}
}

// A labeller that panics costs the labels of that exchange, nothing else.
func TestAPanickingReaderIsSurvived(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	bad := record(t, s, call(), "op=Send panic=now", jsonHead, "x")
	good := record(t, s, call(), "op=Send", jsonHead, "x")
	if x := labelled(t, s, good); x.Labels.Op != "Send" {
		t.Errorf("%+v", x.Labels)
	}
	labelled(t, s, bad)
}
