package agent

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/signature"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestSignCard: the signature is valid for the card as served, and exists only in versions with
// signatures.
func TestSignCard(t *testing.T) {
	a := New(Options{SignCard: true})
	defer a.Close()
	get := func(path, version string) []byte {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:7430"+path, nil)
		r.Header.Set("A2A-Version", version)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		return w.Body.Bytes()
	}
	keys, err := jws.ParseKeys(get(keysPath, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range a.opts.Dialects {
		card := get(d.WellKnown()[0], string(d.Version()))
		list, err := signature.Verify(card, &keys)
		if err != nil {
			t.Errorf("%s: %v", d.Version(), err)
		}
		if d.Version() < a2a.V03 {
			if len(list) != 0 {
				t.Errorf("%s: signed, though that version has no signatures", d.Version())
			}
			continue
		}
		if len(list) != 1 || list[0].Status != signature.Verified || list[0].Reason != "" || list[0].JKU != "http://127.0.0.1:7430"+keysPath {
			t.Errorf("%s: %+v", d.Version(), list)
		}
	}
}
