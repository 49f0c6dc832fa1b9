package ui

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
)

// TestSignersKeysThatAreNotThere: the reason why the keys of a card's signer could not be fetched
// is in the response, and stays next to the button until they are fetched.
func TestSignersKeysThatAreNotThere(t *testing.T) {
	answer := func(w http.ResponseWriter) { http.Error(w, "none", http.StatusNotFound) }
	signer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))
	defer signer.Close()
	at := signer.URL + "/jwks.json"
	s, _ := guardedServer(t, "", "")
	head := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"ES256","kid":"k","jku":"` + at + `"}`))
	raw := fmt.Sprintf(`{"name":"Guarded","description":"d","version":"1","capabilities":{},"skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"signatures":[{"protected":%q,"signature":"AAAA"}]}`, guardedAgent+"/rpc", head)
	card, versions, _ := dialect.ReadCard([]byte(raw))
	s.agents.Cards.Edit(guardedAgent, func(k *agents.CardInfo) {
		k.Discovery = &inspector.Discovery{Card: card, Raw: []byte(raw), Versions: versions, CardURL: guardedAgent + "/.well-known/agent-card.json"}
	})
	page := func() string { return get(t, s, link.AgentURL(guardedAgent)).Body.String() }
	fetch := func() string {
		return post(t, s, link.AgentURL(guardedAgent)+"/signature/fetch", url.Values{"url": {at}}).Body.String()
	}
	if strings.Contains(page(), "could not be fetched") {
		t.Error("a failure before anybody asked")
	}
	const try = "Try again when the signer serves its keys there, or paste the key set."
	mustSee(t, fetch(), "The signer&#39;s keys could not be fetched.", "It answers 404 Not Found.", try)
	mustSee(t, page(), "The signer&#39;s keys could not be fetched. It answers 404 Not Found. "+try)
	answer = func(w http.ResponseWriter) { fmt.Fprint(w, "<p>hello") }
	fetch()
	mustSee(t, page(), "The document at that address is not a key set.", try)
	answer = func(w http.ResponseWriter) { panic(http.ErrAbortHandler) }
	fetch()
	mustSee(t, page(), "The signer&#39;s keys could not be fetched. The call failed: EOF. "+try)
	answer = func(w http.ResponseWriter) { fmt.Fprint(w, `{"keys":[]}`) }
	fetch()
	if post(t, s, link.AgentURL(guardedAgent)+"/signature/forget", nil); strings.Contains(page(), try) {
		t.Error("the failure outlives the keys")
	}
}
