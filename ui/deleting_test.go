package ui

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// The page says why a session cannot be deleted, and what helps in each case.
func TestWhyASessionIsNotDeleted(t *testing.T) {
	for name, c := range map[string]struct {
		id   string
		open int
		want string
	}{
		"recorded":        {"session-1", 1, "Begin a new session"},
		"open exchange":   {"session-2", 1, "One of its exchanges is still open."},
		"open exchanges":  {"session-2", 2, "2 of its exchanges are still open."},
		"another program": {"session-2", 0, "Another program is recording into it."},
	} {
		t.Run(name, func(t *testing.T) {
			f := emptyRecord()
			f.sessions = []wire.Session{{ID: "session-1"}, {ID: "session-2"}}
			for n := range c.open {
				x := sample(n+1, "open")
				x.Session, x.Outcome = c.id, wire.Open
				f.put(x)
			}
			f.undeletable = fmt.Errorf("delete: %w", wire.ErrRecording)
			s := newTestServer(t, f, &fakeCaller{})
			if w := act(t, s, "/sessions/"+c.id+"/delete", ""); !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("the page says: %s", w.Body)
			}
			_, at := serveAPI(t, f)
			r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, at+"/api/sessions/"+c.id, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer secret")
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			if resp.StatusCode != http.StatusConflict || !strings.Contains(string(body), c.want) {
				t.Errorf("the API answers %d: %s", resp.StatusCode, body)
			}
		})
	}
}
