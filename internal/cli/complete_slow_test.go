//go:build slow

package cli

import (
	"os/exec"
	"strings"
	"testing"
)

// fish itself completes with the script.
func TestSlowFishCompletes(t *testing.T) {
	fish, script := shellSetup(t, "fish")
	for line, want := range map[string]string{
		"a2a-console sess": "sessions", "a2a-console send --binding=re": "--binding=rest", "a2a-console completion f": "fish",
		"a2a-console tap http://127.0.0.1:1 --preset lose": "lose-terminal-event", "a2a-console chaos x --preset=never": "--preset=never-finish",
		"a2a-console sessions import ord": "order two.jsonl\norder.jsonl", "a2a-console sessions import ~/order.": "~/order.jsonl",
		"a2a-console sessions export x --output=order.": "--output=order.jsonl",
	} {
		out, err := exec.Command(fish, "-N", "-c", `set HOME $PWD; source "$argv[1]"; complete -C "$argv[2]"`, script, line).CombinedOutput()
		if word, _, _ := strings.Cut(string(out), "\t"); err != nil || strings.TrimSpace(word) != want {
			t.Errorf("%q: %q, %v", line, out, err)
		}
	}
}

// zsh loads the script without complaint, even if completion is not set up.
func TestSlowZshReadsItsScript(t *testing.T) {
	zsh, script := shellSetup(t, "zsh")
	if out, err := exec.Command(zsh, "-f", "-n", script).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
	t.Setenv("ZDOTDIR", t.TempDir()) // where compinit keeps its cache
	out, err := exec.Command(zsh, "-f", "-c", `source "$1"; print $_comps[a2a-console]`, "zsh", script).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "_a2a_console" {
		t.Errorf("%v: %s", err, out)
	}
}
