package dialect

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// roundTrip writes a reading in its own version and reads it back: it must mean the same, and writing it
// again must give the same bytes.
func roundTrip(t *testing.T, r a2a.Reading) {
	t.Helper()
	d := registry.Speaker(a2a.Identity{Versions: r.Dialect, Binding: r.Binding})
	if d == nil || r.Binding != a2a.JSONRPC && r.Binding != a2a.REST || r.Op == "" {
		return
	}
	switch {
	case r.Call != nil && r.Binding == a2a.REST:
		tripREST(t, d, r)
	case r.Call != nil:
		tripCall(t, d, r)
	case r.Result != nil && r.Kind != a2a.KindEmpty:
		tripResult(t, d, r)
	}
}

func tripCall(t *testing.T, d a2a.Dialect, r a2a.Reading) {
	once, _, err := d.EncodeParams(r.Call)
	if err != nil {
		if !flawed(r) {
			t.Errorf("write the call again: %v", err)
		}
		return
	}
	call, _ := d.ReadParams(r.Op, once)
	if call == nil {
		t.Errorf("what was written is not read: %s", once)
		return
	}
	call.Extensions = r.Call.Extensions // they are in a header
	same(t, flawed(r), r.Call, call)
	if twice, _, err := d.EncodeParams(call); err != nil || string(twice) != string(once) {
		t.Errorf("written again: %s, %v\nat first: %s", twice, err, once)
	}
}

func tripResult(t *testing.T, d a2a.Dialect, r a2a.Reading) {
	if _, ok := d.Method(r.Op); !ok {
		return // methods of drafts are read, not written
	}
	once, _, err := d.EncodeResult(r.Op, r.Result)
	if err != nil {
		if !flawed(r) {
			t.Errorf("write the result again: %v", err)
		}
		return
	}
	result, _ := d.ReadResult(r.Op, once)
	if u := r.Result.Status; u != nil && d.Version() < a2a.V10 && u.Status.State.Terminal() {
		result.Status.Final = u.Final // before 1.0, a writer always sets final when the task is over
	}
	same(t, flawed(r), r.Result, result)
	if twice, _, err := d.EncodeResult(r.Op, result); err != nil || string(twice) != string(once) {
		t.Errorf("written again: %s, %v\nat first: %s", twice, err, once)
	}
}

// flawed reports whether a reading has a problem that may change the meaning of a strict copy.
func flawed(r a2a.Reading) bool {
	for _, p := range r.Problems {
		if p.Severity != a2a.SeverityInfo {
			return true
		}
	}
	return false
}

func same(t *testing.T, flawed bool, a, b any) {
	t.Helper()
	if flawed {
		return
	}
	var x, y strings.Builder
	say(&x, "", a)
	say(&y, "", b)
	if x.String() != y.String() {
		t.Errorf("written and read again it means something else:\n%s", lineDiff(x.String(), y.String()))
	}
}
