package wire

import "testing"

// TestCompareFingerprints: only fingerprints with the same key prove that secrets differ.
func TestCompareFingerprints(t *testing.T) {
	one, other := "0123456789abcdef", "fedcba9876543210"
	for _, c := range []struct {
		a, b         string
		equal, known bool
	}{
		{FormatFingerprint("aaaa", one), FormatFingerprint("aaaa", one), true, true},
		{FormatFingerprint("aaaa", one), FormatFingerprint("aaaa", other), false, true},
		{FormatFingerprint("aaaa", one), FormatFingerprint("bbbb", one), false, false},
		{one, one, true, true},
		{one, other, false, false},
		{one, FormatFingerprint("aaaa", one), false, false},
	} {
		for range 2 {
			if equal, known := CompareFingerprints(c.a, c.b); equal != c.equal || known != c.known {
				t.Errorf("%s and %s: equal %v, known %v", c.a, c.b, equal, known)
			}
			c.a, c.b = c.b, c.a
		}
	}
}
