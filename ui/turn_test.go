package ui

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
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

func piece(n int, text string, last bool) stream.Event {
	return stream.Event{At: fakeNow().Add(time.Duration(n) * time.Millisecond), Size: int64(len(text)), Reading: a2a.Reading{Kind: a2a.KindArtifact,
		Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Append: n > 0, LastChunk: last,
			Artifact: a2a.Artifact{ID: "a", Name: "paper", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}}}}
}

// drawnWhile draws a turn and its gutter after each of n events, and returns everything sent to the
// page.
func drawnWhile(t *testing.T, n int) string {
	t.Helper()
	w := httptest.NewRecorder()
	p := web.NewPatches(w, httptest.NewRequest(http.MethodGet, "/", nil))
	tp := &tape.Tape{X: wire.Exchange{ID: "x", Started: fakeNow()}, Fold: stream.New(fakeNow())}
	var turns web.Rows
	var gutter talk.GutterView
	for i := range n {
		tp.Fold.Add(piece(i, fmt.Sprintf("sentence %d of the paper. %s\n\n", i, strings.Repeat("word ", 40)), i == n-1))
		turn := talk.TurnRow(tp, "Agent", nil, fakeNow())
		turns.Draw(p, "#turns", turn.Cell, []web.Row{turn})
		gutter.Draw(p, tp, nil, fakeNow())
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	return w.Body.String()
}

// TestFinishedTextIsNotDrawnAgain compares what streams of two lengths send to the page: twice the
// events, about twice the bytes.
func TestFinishedTextIsNotDrawnAgain(t *testing.T) {
	short, long := len(drawnWhile(t, 100)), len(drawnWhile(t, 200))
	if long > short*5/2 {
		t.Errorf("100 events sent %d bytes to the page, 200 sent %d", short, long)
	}
}

// TestEveryPieceArrives checks that the pieces that were sent add up to the whole text.
func TestEveryPieceArrives(t *testing.T) {
	sent := drawnWhile(t, 150)
	for i := range 150 {
		if !strings.Contains(sent, fmt.Sprintf("sentence %d of the paper.", i)) {
			t.Fatalf("sentence %d never reached the page", i)
		}
	}
}

// TestAMillionCharactersKeepThePageSmall draws a very long text at once.
func TestAMillionCharactersKeepThePageSmall(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, talking("x"))
	x := sample(1, "long")
	x, chunks := withBodies(x, strings.Repeat("W", 1<<20))
	f.put(x, chunks...)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin; d.Exchange = x.ID })
	w := get(t, s, "/compose?draft=d")
	if n := w.Body.Len(); w.Code != http.StatusOK || n > 600<<10 {
		t.Errorf("a megabyte of text makes a page of %d bytes", n)
	}
	if !strings.Contains(w.Body.String(), "Show all") {
		t.Error("no way to the whole text")
	}
	all := get(t, s, "/exchanges/"+x.ID+"/text/0/0")
	if all.Body.Len() != 1<<20 {
		t.Errorf("the whole text has %d bytes", all.Body.Len())
	}
}
