package clip

import "testing"

// TestClip: what fits stays; what is cut says so, and no character is split.
func TestClip(t *testing.T) {
	for _, c := range []struct{ text, bytes, bare, runes string }{
		{"abc", "abc", "abc", "abc"}, {"abcd", "abc…", "abc", "abc…"}, {"äbc", "äb…", "äb", "äbc"}, {"aaä", "aa…", "aa", "aaä"}, {"日本語", "日…", "日", "日本語"}, {"", "", "", ""},
	} {
		if r := Runes("\xffabcd", 3); r != "\ufffdab…" {
			t.Errorf("text that is not UTF-8 is cut to %q", r)
		}
		if b, bare, r := Bytes(c.text, 3), Truncate(c.text, 3), Runes(c.text, 3); b != c.bytes || bare != c.bare || r != c.runes {
			t.Errorf("%q: %q, %q, %q", c.text, b, bare, r)
		}
	}
}
