package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// held is an item that a rule holds, as in the API.
type held struct {
	ID, Exchange, Side, Event, Until string
	Frame                            int
}

// holding opens a stream of four events, reads the first, and waits until the second is held.
func holding(t *testing.T, c *caller, p *program, id string) (*answered, *http.Response, held) {
	t.Helper()
	a := &answered{call: call{kind: "stream", id: id, n: 4, size: 400, asks: 100}, session: p.Session, status: 200}
	resp, err := c.open(t.Context(), p.url(), a.call)
	must(t, err)
	return a, resp, p.holds(1)[0]
}

// holds waits until n items are held.
func (p *program) holds(n int) []held {
	p.t.Helper()
	var list struct{ Held []held }
	p.until(fmt.Sprintf("%d are held", n), func() bool {
		p.api("GET", "/api/held", "", &list)
		return len(list.Held) == n
	})
	return list.Held
}

const holdsSecond = "nth:2 => hold for ever"

// passed are the passages of an exchange: the kind and the frame.
func (h *host) passed(db, id string) string {
	h.t.Helper()
	var x struct {
		Passages []struct {
			Passed string
			Frame  int
		}
	}
	if err := json.Unmarshal([]byte(h.run("sessions", "show", id, "--db", db, "--json")), &x); err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, p := range x.Passages {
		out = append(out, fmt.Sprintf("%s %d", p.Passed, p.Frame))
	}
	return strings.Join(out, ", ")
}

// A console is killed while an event is held: all that the agent sent is on record, the record does not
// claim that more was forwarded, the exchange is over, and the next console holds nothing and has no rule
// in force.
func TestKilledWhileHeld(t *testing.T) {
	t.Parallel()
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(t.TempDir(), "x.db")
	p := h.serve(db, a.URL, "--rule", holdsSecond)
	got, resp, item := holding(t, c, p, "open")
	if item.Side != "response" || item.Frame != 1 || item.Until != "" {
		t.Errorf("held is %+v", item)
	}
	whole := got.response()
	p.until("all that the agent sent is on record", func() bool {
		var x struct {
			Bytes int `json:"response_bytes"`
		}
		p.api("GET", "/api/exchanges/"+item.Exchange, "", &x)
		return x.Bytes == len(whole)
	})
	p.kill()
	c.read(got, resp)
	if first := string(event("open", 0, 400)); string(got.body) != first || got.whole {
		t.Errorf("the client has %q", got.body)
	}
	next := h.serve(db, a.URL)
	x := h.account(db, p.Session, []*answered{got})["open"]
	if x == nil || !brokenOff(x.Outcome) || string(x.response) != string(whole) {
		t.Fatalf("on record is %+v", x)
	}
	if how := h.passed(db, x.ID); how != "" {
		t.Errorf("on record as passed: %s", how)
	}
	next.holds(0)
	var rules struct{ Rules []struct{ Text string } }
	if next.api("GET", "/api/rules", "", &rules); len(rules.Rules) > 0 {
		t.Errorf("in force are %+v", rules.Rules)
	}
	if text := h.run("rules", "list", "--session", p.Session, "--db", db, "--text"); text != holdsSecond+"\n" {
		t.Errorf("with the session is kept %q", text)
	}
	mustWork(t, []*answered{c.make(t.Context(), next, call{kind: "stream", id: "later", n: 4, size: 400, asks: 100})})
	next.stop()
	h.whole(db)
	atRest(t, db)
}
