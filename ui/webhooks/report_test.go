package webhooks

import "testing"

// TestWrapped: a delivery of which the wire does not tell the version may be of any in its
// label.
func TestWrapped(t *testing.T) {
	for label, want := range map[string]bool{"": false, "0.3": false, "0.2|0.3": false, "1.0": true, "0.3|1.0": true, "2.0": false} {
		if got := wrapped(&deliveryView{Version: label}); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}
