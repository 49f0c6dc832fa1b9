package dialect

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestPushThatIsNotJSON: problems of a push notification that is not JSON do not cite JSON-RPC.
func TestPushThatIsNotJSON(t *testing.T) {
	r := ReadRequest(a2a.Identity{Op: a2a.PushNotification, Versions: []a2a.Version{a2a.V10}}, Message{Method: "POST", URL: "http://127.0.0.1:7440/hook/1", Body: []byte("hello")})
	if len(r.Problems) == 0 {
		t.Fatal("nothing is wrong with it")
	}
	if p := r.Problems[0]; p.Check != "FORM-03" || p.Spec != "RFC 8259" || p.Severity != a2a.SeverityError {
		t.Errorf("%+v", p)
	}
	for _, p := range r.Problems {
		if p.Check == "RPC-13" {
			t.Errorf("%+v", p)
		}
	}
}
