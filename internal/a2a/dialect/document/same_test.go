package document

import "testing"

// TestSameJSON: numbers compare by value, with all digits.
func TestSameJSON(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"1", "1e0", true}, {"100", "1E2", true}, {"0", "-0.0", true}, {"-1.50", "-15e-1", true},
		{"1", "2", false}, {"1", "-1", false}, {"1", `"1"`, false}, {"1.0", "null", false},
		{"9007199254740993", "9007199254740992", false}, {"9007199254740993", "9007199254740993.0", true}, {"12345678901234567890", "1.2345678901234567e19", false},
		{"1e999999999", "1e999999998", false}, {"1e-999999999", "0", true}, {`"a"`, `"\u0061"`, true},
	} {
		if SameJSON([]byte(c.a), []byte(c.b)) != c.same || SameJSON([]byte(c.b), []byte(c.a)) != c.same {
			t.Errorf("%s and %s: the same %t", c.a, c.b, !c.same)
		}
	}
}
