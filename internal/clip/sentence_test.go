package clip

import "testing"

// TestSentences: combined sentences have one full stop, whether or not their parts had one.
func TestSentences(t *testing.T) {
	for _, c := range []struct{ text, clause, sentence string }{
		{"check the port.", "check the port", "Check the port."},
		{"check the port", "check the port", "Check the port."},
		{"it failed. \n", "it failed", "It failed."},
		{"Is it busy?", "Is it busy?", "Is it busy?"},
		{"cut off…", "cut off…", "Cut off…"},
		{"wait...", "wait", "Wait."},
		{"ärger", "ärger", "Ärger."},
		{"\xff", "\xff", "\xff."},
		{"", "", ""},
	} {
		if got := Clause(c.text); got != c.clause {
			t.Errorf("clause of %q: %q", c.text, got)
		}
		if got := Sentence(c.text); got != c.sentence {
			t.Errorf("sentence of %q: %q", c.text, got)
		}
	}
	for first, want := range map[string]string{"check the port.": "check the port; or give another", "is it busy?": "is it busy? Or give another", "wait!": "wait! Or give another", "cut off…": "cut off…; or give another"} {
		if got := Join(first, "or give another"); got != want {
			t.Errorf("joined %q, want %q", got, want)
		}
	}
}
