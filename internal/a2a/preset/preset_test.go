package preset_test

import (
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// Each preset is complete, and its rules are in canonical form.
func TestPresets(t *testing.T) {
	want := []string{"never-finish", "cut-after-first-artifact", "duplicate-last-chunk", "lose-terminal-event", "flaky-network", "slow-agent",
		"expired-credentials", "version-mismatch", "input-required-forever", "artifacts-out-of-order", "too-many-requests", "reconnect-storm"}
	if got := preset.Names(); !slices.Equal(got, want) {
		t.Errorf("presets %q, want %q", got, want)
	}
	for _, p := range preset.All() {
		if p.Title == "" || p.Does == "" || p.Expect == "" || len(p.Rules) == 0 {
			t.Errorf("%s lacks something: %+v", p.Name, p)
		}
		for _, text := range p.Rules {
			r, err := rule.Parse(text, words.FilterVocabulary(), nil)
			if err != nil {
				t.Errorf("%s: %s: %v", p.Name, text, err)
			} else if r.String() != text {
				t.Errorf("%s: %s is written %s", p.Name, text, r)
			}
		}
		if named, ok := preset.Find(p.Name); !ok || named.Title != p.Title {
			t.Errorf("%s is not found by its name", p.Name)
		}
	}
	if _, ok := preset.Find("no-such"); ok {
		t.Error("a preset that there is not is found")
	}
}
