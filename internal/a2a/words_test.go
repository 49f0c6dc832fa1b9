package a2a

import "testing"

// TestVersionWords: a label of several versions reads well in a sentence.
func TestVersionWords(t *testing.T) {
	for v, want := range map[Version]string{"": "", "1.0": "1.0", "0.2|0.3": "0.2 or 0.3", "0.1|0.2|0.3": "0.1, 0.2 or 0.3"} {
		if got := v.Words(); got != want {
			t.Errorf("%q: %q, want %q", v, got, want)
		}
	}
}
