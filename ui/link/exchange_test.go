package link

import (
	"net/url"
	"testing"

	"github.com/a2a-console/a2a-console/internal/words"
)

func TestQueryChips(t *testing.T) {
	q := QueryOf(url.Values{"q": {`state:failed "two words" task:"a \"b"`}, "probes": {"1"}})
	if q.Err != "" {
		t.Fatal(q.Err)
	}
	got := q.Chips()
	want := []Chip{
		{`state:failed`, "/traffic?probes=1&q=%22two+words%22+task%3A%22a+%5C%22b%22"},
		{`"two words"`, "/traffic?probes=1&q=state%3Afailed+task%3A%22a+%5C%22b%22"},
		{`task:"a \"b"`, "/traffic?probes=1&q=state%3Afailed+%22two+words%22"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

func TestTermsRoundTrip(t *testing.T) {
	for _, v := range []string{"abc", "a b", `a"b`, `a\b`, `a\"b`, "http://127.0.0.1:7430", "<script>", "ü"} {
		f, err := words.FilterVocabulary().Parse(Term("task", v))
		if err != nil || f.Task != v {
			t.Errorf("%q: got %q, %v", v, f.Task, err)
		}
	}
}

// A quick filter is toggled without touching the other typed terms.
func TestToggled(t *testing.T) {
	q := QueryOf(url.Values{"q": {`"two words" is:failed`}, "probes": {"1"}})
	off, on := q.Toggled("is:failed")
	if !on || off.Text != `"two words"` || !off.Probes {
		t.Errorf("without it: %q, had it: %v", off.Text, on)
	}
	back, on := off.Toggled("is:failed")
	if on || back.Text != q.Text {
		t.Errorf("with it again: %q, had it: %v", back.Text, on)
	}
	if q.Text != `"two words" is:failed` {
		t.Errorf("the query itself changed: %q", q.Text)
	}
}

// A cycling term is first required, then excluded, then absent.
func TestCycled(t *testing.T) {
	q := QueryOf(url.Values{"q": {`is:failed`}})
	for _, want := range []struct {
		text       string
		has, lacks bool // before the click
	}{{"is:failed op:*card", false, false}, {"is:failed -op:*card", true, false}, {"is:failed", false, true}, {"is:failed op:*card", false, false}} {
		other, has, lacks := q.CycleTerm("op:*card")
		if other.Text != want.text || has != want.has || lacks != want.lacks {
			t.Errorf("%q leads to %q, %v %v; want %+v", q.Text, other.Text, has, lacks, want)
		}
		q = other
	}
}
