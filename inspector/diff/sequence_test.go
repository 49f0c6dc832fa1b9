package diff

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func random(r *rand.Rand, n, of int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(r.IntN(of))
	}
	return out
}

// TestSequence: a result is common, in order, and for short lists as long as possible.
func TestSequence(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := random(r, r.IntN(40), 1+r.IntN(20)), random(r, r.IntN(40), 1+r.IntN(20))
		got := sequence(a, b)
		ordered(t, a, b, got)
		if want := longestLength(a, b); len(got) != want {
			t.Fatalf("%v\n%v\n%d in common, found %v", a, b, want, got)
		}
	}
}

func ordered(t *testing.T, a, b []uint64, got []match) {
	t.Helper()
	last := match{-1, -1}
	for _, m := range got {
		if m.a <= last.a || m.b <= last.b || a[m.a] != b[m.b] {
			t.Fatalf("%v after %v", m, last)
		}
		last = m
	}
}

func longestLength(a, b []uint64) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if row[j+1] = max(row[j+1], row[j]); a[i] == b[j] {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// TestSequenceLong plants changes in long lists, and they must be found although the search is not exhaustive.
func TestSequenceLong(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	a := random(r, 20_000, 1<<40)
	b := slices.Clone(a)
	b = slices.Delete(b, 100, 105)
	b = slices.Insert(b, 12_000, 1, 2, 3)
	b[16_000] = 7
	got := sequence(a, b)
	ordered(t, a, b, got)
	if len(got) != len(a)-6 {
		t.Errorf("%d of %d in common", len(got), len(a))
	}
	for _, of := range []int{1, 2, 3, 100} { // few distinct values, so no anchors
		x, y := random(r, 10_000, of), random(r, 9_000, of)
		got := sequence(x, y)
		ordered(t, x, y, got)
		if len(got) < 9_000/(of+1) {
			t.Errorf("%d of %d values in common", len(got), of)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", ""},
		{"one two three", "one 2 three", "one -two+2 three"},
		{"same", "same", "same"},
		{"a", "", "-a"},
		{"", "b", "+b"},
		{"你好世界", "你好啊世界", "你好+啊世界"},
		{"end.", "end!", "end-.+!"},
	} {
		var got strings.Builder
		for _, s := range CompareWords(c.a, c.b) {
			got.WriteString(map[Change]string{Unchanged: "", Removed: "-", Added: "+"}[s.Change] + s.Text)
		}
		if got.String() != c.want {
			t.Errorf("%q to %q: %q, want %q", c.a, c.b, got.String(), c.want)
		}
	}
}

// FuzzWords: the spans concatenate to the texts.
func FuzzWords(f *testing.F) {
	f.Add("one two three", "one 2 three")
	f.Add("\xff\xfe", "a\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		var x, y strings.Builder
		for _, s := range CompareWords(a, b) {
			if s.Change != Added {
				x.WriteString(s.Text)
			}
			if s.Change != Removed {
				y.WriteString(s.Text)
			}
		}
		if x.String() != a || y.String() != b {
			t.Errorf("%q, %q became %q, %q", a, b, x.String(), y.String())
		}
	})
}

func TestSameNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1", "1.0", true}, {"10e-1", "1", true}, {"100", "1e2", true}, {"-0", "0", true}, {"0e99", "0", true},
		{"0.001", "1E-3", true}, {"1", "-1", false}, {"12", "21", false}, {"1e3", "1e4", false}, {"0.10", "0.01", false},
		{"9007199254740993", "9007199254740992", false}, {"1e99999999999999999999", "1e99999999999999999999", true},
		{"1e99999999999999999999", "1e99999999999999999998", false},
	} {
		if got := sameNumber(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
