package diff_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/inspector/diff"
)

// TestRunAgain plays stories twice: new ids, new times, nothing else. Nothing
// differs, at any level.
func TestRunAgain(t *testing.T) {
	for _, v := range []a2a.Version{a2a.V01, a2a.V10} {
		for name, s := range map[string]story{"phone": phone, "paper": paper, "many": many} {
			a, b := record(t, "a", v, s), record(t, "b", v, s)
			for l := diff.Structure; l <= diff.Exact; l++ {
				if r := compare(t, a, b, diff.Options{Level: l}); !r.Equal() || r.Same != len(a.list) {
					t.Errorf("%s %s at %s:\n%s", v, name, l, show(r))
				}
			}
		}
	}
}

// TestAcrossVersions plays stories in 0.1 and 1.0: nothing differs in meaning.
func TestAcrossVersions(t *testing.T) {
	for name, s := range map[string]story{"phone": phone, "paper": paper} {
		a, b := record(t, "a", a2a.V01, s), record(t, "b", a2a.V10, s)
		for _, l := range []diff.Level{diff.Structure, diff.Meaning} {
			if r := compare(t, a, b, diff.Options{Level: l}); !r.Equal() {
				t.Errorf("%s at %s, 0.1 to 1.0:\n%s", name, l, show(r))
			}
			if r := compare(t, b, a, diff.Options{Level: l}); !r.Equal() {
				t.Errorf("%s at %s, 1.0 to 0.1:\n%s", name, l, show(r))
			}
		}
	}
}
