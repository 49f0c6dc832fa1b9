package frame

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// The help lists each key once, and a script handles it.
func TestShortcutsAreDone(t *testing.T) {
	files, err := filepath.Glob("../../static/js/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	var scripts strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		scripts.Write(b)
	}
	seen := map[string]bool{}
	for _, g := range shortcuts() {
		for _, s := range g.Keys {
			for _, k := range strings.Fields(s.Keys) {
				if seen[k] {
					t.Errorf("%s is there twice", k)
				}
				seen[k] = true
			}
			dialog := s.Action == "help" || s.Action == "palette"
			if s.Action != "" && !dialog && !strings.Contains(scripts.String(), "action('"+s.Action+"',") {
				t.Errorf("no script does %q (%s)", s.Action, s.Does)
			}
		}
	}
}

func TestShownKeys(t *testing.T) {
	for keys, want := range map[string][]string{
		"Ctrl+k":      {"Ctrl K"},
		"F6 Shift+F6": {"F6", "Shift F6"},
		"j ArrowDown": {"j", "↓"},
		"Escape":      {"Esc"},
		"Ctrl+Enter":  {"Ctrl Enter"},
	} {
		if got := (shortcut{Keys: keys}).keyNames(); !slices.Equal(got, want) {
			t.Errorf("%q is shown as %q, want %q", keys, got, want)
		}
	}
}

// TestLegend: the legend shows the sign and the colour of each state.
func TestLegend(t *testing.T) {
	for _, s := range []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Rejected, a2a.Canceled} {
		if !slices.ContainsFunc(stateSigns().Keys, func(k shortcut) bool { return k.Label == words.Glyph(s) && k.Tone == part.Tone(s) }) {
			t.Errorf("the legend has no %s", s.Word())
		}
	}
}
