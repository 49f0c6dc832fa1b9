package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/agent/mock"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// findingsText lists findings, except those about framing.
func findingsText(list []a2a.Problem) string {
	var b strings.Builder
	for _, p := range list {
		switch p.Check {
		case "SSE-01", "SSE-02", "SSE-25":
		default:
			fmt.Fprintf(&b, "%s %s %s %s\n", p.Severity, p.Check, p.Path, p.Message)
		}
	}
	return b.String()
}

func pageText(t *tape.Tape) string {
	found := slices.Concat(t.Call.Problems, t.HeadProblems)
	var b strings.Builder
	for _, r := range t.Fold.Rows {
		found = append(found, r.Problems...)
	}
	for _, k := range t.Fold.Blocks {
		fmt.Fprintf(&b, "block %v %v %v\n", k.Kind, k.State, k.Message)
		for _, p := range k.Pieces {
			fmt.Fprintf(&b, "%v", p.Part)
			if p.Text != nil {
				fmt.Fprintf(&b, " %q", p.Text.Bytes())
			}
		}
	}
	fmt.Fprintf(&b, "%s %s %s %t %d\n", t.Fold.Task, t.Fold.Context, t.Fold.State, t.Fold.Final, t.Events())
	return b.String() + findingsText(append(found, t.EndProblems...))
}

// reportText is the text of a report on an exchange, without sizes, the cause of a failure, and what is
// about framing.
func reportText(t *testing.T, store *recorder.Store, x wire.Exchange) string {
	w := archive.FullExchange{Exchange: x}
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		chunks, err := store.Chunks(t.Context(), x.ID, side, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		w.Sides[side] = chunks
	}
	var b bytes.Buffer
	sink := report.New(&b)
	if err := sink.Session(t.Context(), &wire.Session{ID: "s", Started: x.Started}); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteTo(t.Context(), sink); err != nil {
		t.Fatal(err)
	}
	if err := sink.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "## Exchanges")
	var out []string
	for l := range strings.Lines(text) {
		if !strings.HasPrefix(l, "At +") && !strings.HasPrefix(l, "**Wh") && !strings.Contains(l, "SSE-01") && !strings.Contains(l, "SSE-02") && !strings.Contains(l, "SSE-25") && !strings.HasPrefix(l, "| `") && !strings.HasPrefix(l, "**Findings") {
			if _, rest, ok := strings.Cut(l, " ms"); ok { // the time of arrival
				l = rest
			}
			out = append(out, l)
		}
	}
	return strings.Join(strings.Fields(strings.Join(out, "")), " ")
}

// playedText is what a client of a mock of the exchange receives.
func playedText(t *testing.T, store *recorder.Store, x wire.Exchange) string {
	m, err := mock.New(t.Context(), mock.Options{Exchanges: []wire.Exchange{x}, Facts: store, URL: "http://127.0.0.1:1", Patience: time.Millisecond})
	if err != nil {
		return err.Error()
	}
	body, err := wire.ReadBody(t.Context(), store, x.ID, wire.Request)
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest(x.Method, x.URL, bytes.NewReader(body))
	req.Header, req.Host = x.Request.Header.Clone(), "127.0.0.1"
	w := httptest.NewRecorder()
	m.ServeHTTP(w, req)
	played := x
	played.Response.Header, played.RequestKept, played.ResponseKept, played.RequestBytes, played.ResponseBytes = w.Result().Header, 0, 0, 0, 0
	var found []a2a.Problem
	r := reading.Request(&played, body, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, nil), Each: func(p reading.Piece) { found = append(found, p.Reading.Problems...) }})
	r.Feed(wire.Response, x.LastByte, w.Body.Bytes())
	r.Update(&played)
	l := r.Labels()
	l.Findings, l.Worst, l.AgentSeverity, l.ResponseSeverity, l.Failed = 0, "", "", "", false
	return fmt.Sprintf("%d %+v\n%s", w.Code, l, findingsText(append(found, r.Ended()...)))
}

// replayedText is the result of replaying the exchange against a mock of it.
func replayedText(t *testing.T, store *recorder.Store, x wire.Exchange) string {
	m, err := mock.New(t.Context(), mock.Options{Exchanges: []wire.Exchange{x}, Facts: store, URL: "http://127.0.0.1:1", Patience: time.Millisecond})
	if err != nil {
		return err.Error()
	}
	agent := httptest.NewServer(m)
	defer agent.Close()
	to := inspector.Target{Endpoint: agent.URL + wire.PathOf(x.URL), Binding: a2a.Binding(x.Labels.Binding)}
	if v := x.Labels.Dialect; !strings.Contains(v, "|") {
		to.Version = a2a.Version(v)
	}
	r, err := replay.New(t.Context(), replay.Options{Exchanges: []wire.Exchange{x}, Source: store,
		Target: func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error) { return to, nil }})
	if err != nil {
		return err.Error()
	}
	if err := r.Play(t.Context()); err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, s := range r.Steps() {
		fmt.Fprintf(&b, "%s %s %s %s\n", s.Op, s.Version, s.Excerpt, s.SkipReason)
	}
	for _, p := range r.Report().Pairs {
		fmt.Fprintf(&b, "%s %+v\n", p.Outcome, p.Differences)
	}
	return b.String()
}
