package examination

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestKeptIsAsItWas: a recorded examination has the limit that it was started with, and one stopped
// before its first result is shown as stopped.
func TestKeptIsAsItWas(t *testing.T) {
	asked := map[string]Request{
		"client": {Client: &examine.ClientRequest{}, Limit: time.Second / 2},
		"chaos":  {Agent: "http://127.0.0.1:9", Chaos: &examine.ChaosRequest{}, Limit: time.Minute},
	}
	for kind, how := range asked {
		for early, want := range map[bool]State{true: Stopped, false: Failed} {
			r := &examine.Report{Client: kind == "client", Chaos: kind == "chaos", Early: early, Stopped: "the run was stopped"}
			report, err := r.Encode()
			if err != nil {
				t.Fatal(err)
			}
			as, err := json.Marshal(how.examining().Request)
			if err != nil {
				t.Fatal(err)
			}
			e, err := fromRecord(&wire.Examination{Agent: how.Agent, Options: as, Report: report})
			if err != nil || e.state != want || e.Request.Limit != how.Limit || e.Request.Kind() != kind {
				t.Errorf("%s, early %t: %+v, %v", kind, early, e, err)
			}
		}
	}
}
