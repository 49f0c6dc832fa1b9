package fold

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func piece(id, text string) *a2a.Result {
	return &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Artifact: a2a.Artifact{ID: id, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}}
}

// TestLightIsBounded adds ever more artifacts with long ids: a light fold keeps only short ids of some.
func TestLightIsBounded(t *testing.T) {
	f := Task{Light: true}
	long := strings.Repeat("x", 1000)
	for i := range maxArtifacts + 100 {
		f.Add(a2a.Identity{Versions: []a2a.Version{a2a.V10}}, piece(fmt.Sprint(long, i), "a"))
	}
	if f.Task != nil || f.artifactIndex != nil {
		t.Errorf("keeps %+v", f.Task)
	}
	if n := len(f.last); n != maxArtifacts {
		t.Errorf("%d artifacts are kept", n)
	}
	for id := range f.last {
		if len(id) > maxArtifact+len("sha256 ") {
			t.Fatalf("an id of %d bytes is kept", len(id))
		}
	}
}

// TestLabelsForgetBigEvents: the text of an event that fills the labels is not kept for comparison with the
// next.
func TestLabelsForgetBigEvents(t *testing.T) {
	var l Labels
	l.Answer(a2a.Reading{Result: piece("m", strings.Repeat("x", MaxText+1))})
	if n := len(l.text.chunk); n > 0 {
		t.Errorf("%d bytes are kept", n)
	}
	l = Labels{}
	l.Answer(a2a.Reading{Result: piece("m", "x")})
	if l.text.chunk != "x" {
		t.Errorf("a short piece is not kept: %q", l.text.chunk)
	}
}
