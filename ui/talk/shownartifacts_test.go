package talk

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// snapshot is a turn whose response is a task with one artifact.
func snapshot(exchange, task, text string) *tape.Tape {
	t := &tape.Tape{X: wire.Exchange{ID: exchange}, Fold: stream.New(time.Time{})}
	t.Fold.Add(stream.Event{Reading: a2a.Reading{Kind: a2a.KindTask, Result: &a2a.Result{Task: &a2a.Task{ID: task, Status: a2a.Status{State: a2a.Canceled},
		Artifacts: []a2a.Artifact{{ID: "a", Name: "paper", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}}}}})
	return t
}

// TestShown: a response that repeats an artifact shows it only once, as long as it is the same.
func TestShown(t *testing.T) {
	first := snapshot("x1", "t", "Once upon a time")
	shown := ShownArtifacts{}
	shown.Add(first)
	for _, tt := range []struct {
		name string
		turn *tape.Tape
		same bool
	}{
		{"its cancellation", snapshot("x2", "t", "Once upon a time"), true},
		{"more of it", snapshot("x3", "t", "Once upon a time there was"), false},
		{"another text of its length", snapshot("x4", "t", "Once upon a tide"), false},
		{"another task", snapshot("x5", "u", "Once upon a time"), false},
		{"itself", first, false},
	} {
		var page strings.Builder
		if err := TurnRow(tt.turn, "Agent", shown, time.Time{}).Cell.Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(page.String(), `<a href="#b-x1-0">The same as above</a> <span class="num">16 B</span>`); said != tt.same || strings.Contains(page.String(), "Once upon") == tt.same {
			t.Errorf("%s: same is %v in %s", tt.name, said, page.String())
		}
	}
}

// TestShownGrows: a turn drawn before the turn above it was complete is drawn again afterwards.
func TestShownGrows(t *testing.T) {
	first, later := snapshot("x1", "t", "Once upon"), snapshot("x2", "t", "Once upon a time")
	shown := ShownArtifacts{}
	shown.Add(first)
	w := httptest.NewRecorder()
	p := web.NewPatches(w, httptest.NewRequest(http.MethodGet, "/", nil))
	var view web.Rows
	view.Adopt(p, []web.Row{TurnRow(later, "Agent", shown, time.Time{})})
	first.Fold.Add(stream.Event{Reading: a2a.Reading{Kind: a2a.KindArtifact, Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Append: true,
		Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: " a time"}}}}}}})
	view.Draw(p, "#turns", templ.Raw("all of it"), []web.Row{TurnRow(later, "Agent", shown, time.Time{})})
	if err := p.Flush(); err != nil || !strings.Contains(w.Body.String(), "The same as above") || strings.Contains(w.Body.String(), "all of it") {
		t.Errorf("%v: sent %s", err, w.Body)
	}
}
