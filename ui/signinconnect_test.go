package ui

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/ui/link"
)

// TestConnectLeadsToTheSignIn: an address that shows its card only to signed-in callers is
// connected without one, and its page takes the credentials; then the card is read from that
// address.
func TestConnectLeadsToTheSignIn(t *testing.T) {
	s, w := guardedServer(t, "", "")
	asked := make(chan string, 3)
	s.agents.Caller.(*fakeCaller).discover = func(input string) (*inspector.Discovery, error) {
		asked <- input
		return &inspector.Discovery{Input: input, Trail: []inspector.DiscoveryStep{{URL: input, Status: http.StatusUnauthorized}}}, inspector.ErrNoCard
	}
	const shy = "https://shy.example/agents/one"
	r := post(t, s, "/agents/connect", url.Values{"address": {shy}})
	mustSee(t, r.Body.String(), `name="cardless" value="signin"`)
	at := link.AgentURL("https://shy.example")
	mustSee(t, post(t, s, "/agents/connect", url.Values{"address": {shy}, "cardless": {"signin"}}).Body.String(), at+"?tab=signin")
	mustSee(t, get(t, s, at+"?tab=signin").Body.String(), `action="`+at+`/sign-in/put"`)
	r = post(t, s, at+"/sign-in/put", url.Values{"scheme": {"api-key"}, "in": {"header"}, "param": {"X-Key"}, "secret": {"s3cret"}})
	if strings.Contains(r.Body.String(), "s3cret") {
		t.Error("the answer holds the secret")
	}
	out := httptest.NewRequest(http.MethodGet, shy+"/card", nil)
	w.Authorize(out)
	if out.Header.Get("X-Key") != "s3cret" {
		t.Error("the credentials were not taken")
	}
	for range 2 {
		if input := <-asked; input != shy {
			t.Errorf("looked for the card at %s", input)
		}
	}
}
