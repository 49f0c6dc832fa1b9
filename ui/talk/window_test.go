package talk

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// growing draws a turn and its events after each of n events, and returns what was
// sent after the first drawing.
func growing(t *testing.T, n int, event func(i int) *a2a.Result) string {
	t.Helper()
	x := &tape.Tape{X: wire.Exchange{ID: "x"}, Fold: stream.New(time.Time{})}
	w := httptest.NewRecorder()
	p := web.NewPatches(w, httptest.NewRequest(http.MethodGet, "/", nil))
	var turns web.Rows
	var gutter GutterView
	for i := range n {
		r := a2a.Reading{Kind: a2a.KindStatus, Result: event(i)}
		if r.Result.Artifact != nil {
			r.Kind = a2a.KindArtifact
		}
		x.Fold.Add(stream.Event{At: time.Time{}.Add(time.Duration(i) * time.Millisecond), Reading: r})
		turn := TurnRow(x, "Agent", nil, time.Time{})
		turns.Draw(p, "#turns", turn.Cell, []web.Row{turn})
		gutter.Draw(p, x, nil, time.Time{})
		if i == 0 {
			w.Body.Reset()
		}
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			w.Body.Reset()
		}
	}
	return w.Body.String()
}

// Only the last blocks and events are drawn: a new one replaces the oldest, and the omitted ones
// are counted. Each is sent once.
func TestWindows(t *testing.T) {
	const n = maxGutterRows + 20
	sent := growing(t, n, func(i int) *a2a.Result {
		return &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", Status: a2a.Status{State: a2a.Working, Message: &a2a.Message{ID: fmt.Sprint(i), Role: a2a.Agent, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: fmt.Sprintf("message %d.", i)}}}}}}
	})
	for _, want := range []string{
		fmt.Sprintf("#blocks-x > #b-x-%d\n", n-maxBlocks-1), fmt.Sprintf("#gutter-rows > #ev-%d\n", n-maxGutterRows-1),
		fmt.Sprintf("%d earlier pieces.", n-maxBlocks), fmt.Sprintf("%d earlier lines.", n-maxGutterRows),
	} {
		if strings.Count(sent, want) != 1 {
			t.Errorf("%d times %q", strings.Count(sent, want), want)
		}
	}
	if got := strings.Count(sent, "<section"); got != n-1 {
		t.Errorf("%d blocks are sent for %d that came", got, n-1)
	}
	if strings.Contains(sent, fmt.Sprintf("#b-x-%d", n-maxBlocks)) || strings.Contains(sent, fmt.Sprintf("#ev-%d\n", n-maxGutterRows)) {
		t.Error("what is in the window is taken away")
	}
}

// Each segment of a growing text is sent until the next one begins, and then no more. All are sent
// once more for the name that arrives late. The page removes segments before the last 64 KB;
// data-begins says where these begin.
func TestStretches(t *testing.T) {
	const n = 300
	sent := growing(t, n, func(i int) *a2a.Result {
		name := []string{"", "poem"}[min(i/10, 1)] // arrives late
		return &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Append: i > 0, LastChunk: i == n-1,
			Artifact: a2a.Artifact{ID: "a", Name: name, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: fmt.Sprintf("No %d %s\n\n", i, strings.Repeat("x", 500))}}}}}
	})
	if strings.Contains(sent, "mode remove") || strings.Count(sent, "<section") != 1 || len(sent) > n*5_000 {
		t.Errorf("%d bytes are sent for %d stretches", len(sent), n)
	}
	for _, want := range []string{`data-begins="1"`, fmt.Sprintf(`data-begins="%d"`, n-maxTextBytes/500), "before this.", "No 299 ", ">poem<"} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s is not sent", want)
		}
	}
}
