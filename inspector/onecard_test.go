package inspector

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// With OneCard the card is fetched once. The others are fetched on demand, and only once.
func TestOneCard(t *testing.T) {
	var asked []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("A2A-Version"))
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Vary", "A2A-Version")
		card := `{"name":"Peer","version":"1","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:9/new","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
		if r.URL.Path == oldCardPath {
			card = `{"name":"Peer","version":"1","skills":[],"capabilities":{},"protocolVersion":"0.2.5","url":"http://127.0.0.1:9/old"}`
		}
		_, _ = io.WriteString(w, card)
	}))
	defer srv.Close()
	c := New(Options{OneCard: true})
	d, err := c.Discover(t.Context(), srv.URL)
	if err != nil || len(asked) != 1 {
		t.Fatalf("asked %q, %v", asked, err)
	}
	if _, err := d.Choose(a2a.V02, ""); err == nil {
		t.Error("0.2 is offered by a card that was not fetched")
	}
	for range 2 {
		c.FindOtherCards(t.Context(), d)
	}
	if want := []string{newCardPath + " 1.0", newCardPath + " ", oldCardPath + " 1.0"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if target, err := d.Choose(a2a.V02, ""); err != nil || target.Endpoint != "http://127.0.0.1:9/old" {
		t.Errorf("%+v, %v", target, err)
	}
}

// TestOwnCard: another agent's card is not mistaken for that of the agent at the given address.
func TestOwnCard(t *testing.T) {
	broken, alien := `{'name':'Mine'}`, strings.Replace(card10, `"name":"`, `"name":"Another`, 1)
	for input, c := range map[string]struct {
		paths map[string]string
		found string // where
		says  string // why none was
	}{
		"/a" + newCardPath:       {map[string]string{"/a" + newCardPath: broken, newCardPath: alien}, "", "repair the card there"},
		"/b" + newCardPath:       {map[string]string{newCardPath: alien}, "", "/b/.well-known/agent-card.json: nothing here"},
		"/b/two.json":            {map[string]string{"/b/two.json": `{"card":{}}`, newCardPath: alien}, "", "/b/two.json: JSON, but not an Agent Card"},
		"/c/card.json":           {map[string]string{"/c/card.json": broken, oldCardPath: alien}, "", "repair the card there"},
		"/d":                     {map[string]string{"/d" + newCardPath: broken, newCardPath: alien}, "", "repair the card there"},
		"/e":                     {map[string]string{"/e" + newCardPath: broken, "/e" + oldCardPath: card01, newCardPath: alien}, "/e" + oldCardPath, ""},
		"/f" + newCardPath:       {map[string]string{"/f" + newCardPath: broken, "/f" + oldCardPath: card01}, "/f" + oldCardPath, ""},
		"/rpc":                   {map[string]string{newCardPath: card10}, newCardPath, ""},
		"/.well-known/typo.json": {map[string]string{newCardPath: card10}, newCardPath, ""},
	} {
		s := serveCards(t, c.paths)
		d, err := New(Options{}).Discover(t.Context(), s.URL+input)
		if at := strings.TrimPrefix(d.CardURL, s.URL); at != c.found || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: found at %q, %v", input, at, err)
		}
	}
}
