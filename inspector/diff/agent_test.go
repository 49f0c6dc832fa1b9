package diff_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestRunAgain plays stories twice in every version and binding, with new ids and times. Nothing differs at any level.
func TestRunAgain(t *testing.T) {
	for _, w := range ways() {
		for name, s := range map[string]story{"phone": phone, "paper": paper, "many": many} {
			a, b := record(t, "a", w, s), record(t, "b", w, s)
			for l := diff.Structure; l <= diff.Exact; l++ {
				if r := compare(t, a, b, diff.Options{Level: l}); !r.Equal() || r.SameCount != len(a.list) {
					t.Errorf("%s %s at %s:\n%s", w, name, l, show(r))
				}
			}
		}
	}
}

// TestAcross plays stories in one version and binding and in another: the meaning does not differ.
func TestAcross(t *testing.T) {
	for name, s := range map[string]story{"phone": phone, "paper": paper} {
		var tapes []*tape
		for _, w := range ways() {
			tapes = append(tapes, record(t, w.String(), w, s))
		}
		for _, a := range tapes {
			for _, b := range tapes {
				for _, l := range []diff.Level{diff.Structure, diff.Meaning} {
					if r := compare(t, a, b, diff.Options{Level: l}); !r.Equal() {
						t.Errorf("%s at %s, %s to %s:\n%s", name, l, a.name, b.name, show(r))
					}
				}
			}
		}
	}
}

// TestChangedWord finds one changed word in every version and binding. It is as long as the old one, so that bodies of any
// format stay valid.
func TestChangedWord(t *testing.T) {
	for _, w := range ways() {
		a := record(t, "a", w, phone)
		b := a.changed("b", func(x wire.Exchange, s wire.Side, body []byte) []byte {
			if s == wire.Response && x.ID == a.list[2].ID {
				return bytes.ReplaceAll(body, []byte("Android"), []byte("Symbian"))
			}
			return body
		})
		r := faithful(t, a, b, diff.Options{})
		if got := differences(r); !strings.HasPrefix(got, "2 meaning ") || strings.Contains(got, "\n1 ") || strings.Contains(got, "\n3 ") || r.DifferentCount != 1 {
			t.Errorf("%s: %s\n%s", w, got, show(r))
		}
	}
}
