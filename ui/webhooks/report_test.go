package webhooks

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestWrapped: a delivery whose version the wire does not show may be of any version in its label.
func TestWrapped(t *testing.T) {
	for label, want := range map[string]bool{"": false, "0.3": false, "0.2|0.3": false, "1.0": true, "0.3|1.0": true, "2.0": false} {
		if got := wrapped(&deliveryView{Version: label}); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}

// TestPayloadWord names a payload in its version's terms, with the versions that it may be of.
func TestPayloadWord(t *testing.T) {
	status := &a2a.Result{Status: &a2a.StatusUpdate{}}
	task := &a2a.Result{Task: &a2a.Task{}}
	for want, d := range map[string]deliveryView{
		"StreamResponse of A2A 1.0":   {X: wire.Exchange{Method: "POST", RequestBytes: 9, Outcome: wire.ByAgent}, Result: status, Version: "1.0"},
		"Task of A2A 0.1, 0.2 or 0.3": {X: wire.Exchange{Method: "POST", RequestBytes: 9, Outcome: wire.ByAgent}, Result: task, Kind: string(a2a.KindTask), Version: "0.1|0.2|0.3"},
		"No event":                    {X: wire.Exchange{Method: "POST", RequestBytes: 9, Outcome: wire.ByAgent}, Result: &a2a.Result{}, Kind: "empty", Version: "0.1|0.2|0.3"},
		"Under way":                   {X: wire.Exchange{Method: "POST", Outcome: wire.Open}},
		"Incomplete":                  {X: wire.Exchange{Method: "POST", RequestBytes: 9, Outcome: wire.Cut}},
		"Not read":                    {X: wire.Exchange{Method: "POST", Outcome: wire.Refused}},
		"Empty body":                  {X: wire.Exchange{Method: "POST", Outcome: wire.ByAgent}},
		"Address check":               {X: wire.Exchange{Method: "GET", URL: "http://127.0.0.1/hook/1?validationToken=x"}},
	} {
		if got := payloadWord(&d); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
