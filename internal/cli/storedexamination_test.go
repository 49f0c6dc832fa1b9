package cli

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestAgainstAnExamination: the session of an examination stands for its saved results, including its
// probes; a recording is compared with a judgement made in the same way.
func TestAgainstAnExamination(t *testing.T) {
	db := filepath.Join(t.TempDir(), "x.db")
	p := &stdio.Streams{Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)}
	store, err := recorder.Open(recorder.Options{Path: db, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	session, err := store.BeginSideSession(t.Context(), "check of a")
	if err != nil {
		t.Fatal(err)
	}
	of, _ := check.ByID("ERR-02")
	r := &examine.Report{Rows: []examine.Row{{Interface: "A2A 1.0 JSON-RPC", Probe: "list", Result: verdict.Fail, Message: "none"}},
		Checks: &verdict.Report{Checks: []verdict.Check{{Check: of, Result: verdict.Fail}}}}
	store.Begin(wire.Exchange{Session: session.ID}).End(wire.End{Outcome: wire.ByAgent}) // otherwise the empty session is removed when its program ends
	if err := console.SaveExamination(t.Context(), store, "e-1", session.ID, examine.Request{Agent: "http://127.0.0.1:1"}, r); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	probes := func(c checkCmd) (n int) {
		c.DB, c.Against = db, session.ID
		before, err := c.loadBaseline(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range before {
			if o.Probe != "" && o.Result == verdict.Fail {
				n++
			}
		}
		return n
	}
	agent, recording, client := checkCmd{Recording: "http://127.0.0.1:1"}, checkCmd{Recording: session.ID}, checkCmd{}
	client.Client = true
	if probes(agent) != 1 || probes(recording) != 0 || probes(client) != 0 {
		t.Errorf("%d, %d, %d failed probes", probes(agent), probes(recording), probes(client))
	}
}

// TestCallsAreNoLongerShown: when the record can no longer be read, the tap continues until Ctrl-C.
func TestCallsAreNoLongerShown(t *testing.T) {
	said, to := io.Pipe()
	p := &stdio.Streams{Stdout: io.Discard, Stderr: to, Log: slog.New(slog.DiscardHandler)}
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "x.db"), ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() {
		printCalls(ctx, p, store, 0)
		over <- ctx.Err()
		to.Close()
	}()
	first, err := bufio.NewReader(said).ReadString('\n')
	if err != nil || !strings.Contains(first, "calls are no longer shown here") {
		t.Errorf("said %q, %v", first, err)
	}
	go io.Copy(io.Discard, said)
	end()
	if err := <-over; err == nil {
		t.Error("it ended before Ctrl-C")
	}
}
