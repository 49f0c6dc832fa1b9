package agentpage

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/signature"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// cardKeys holds the keys that a person pasted, or had fetched, to verify an agent's card.
type cardKeys struct {
	Set  *jws.Keys
	From string // URL that they were fetched from, "" for pasted ones
}

// keysFailure says why fetching keys from an address that a signature names failed.
type keysFailure struct{ From, Problem, Reason string }

const keysAdvice = "Try again when the signer serves its keys there, or paste the key set."

// signersKeys is what errors call the key set.
const signersKeys = "signer's keys"

// noteKeysFailure stores why fetching keys failed, so that the page shows it next to the button. It
// returns that as an error.
func (s *Screen) noteKeysFailure(origin string, f keysFailure) error {
	s.results.edit(origin, func(a *agentResults) { a.KeysFailure = &f })
	s.Web.Notify(web.Agents)
	return web.Fail(http.StatusBadGateway, f.Problem, f.Reason, keysAdvice)
}

// fetchFailureReason shortens an error for a page that already names the document and its address.
func fetchFailureReason(err error) string {
	var call *url.Error
	if errors.As(err, &call) {
		return "the call failed: " + call.Err.Error()
	}
	why := err.Error()
	if before, after, ok := strings.Cut(why, ": "); ok && strings.Contains(before, signersKeys) {
		return after
	}
	return why
}

// signatures verifies the signatures of an agent's card with the keys of the view. problem says why
// none can be verified, "" otherwise.
func signatures(a agentView) (list []signature.Signature, problem string) {
	d := a.CardInfo.Discovery
	if d == nil || d.Card == nil || d.Card.Signatures == 0 {
		return nil, ""
	}
	var keys *jws.Keys
	if a.Keys != nil {
		keys = a.Keys.Set
	}
	list, err := signature.Verify(d.Raw, keys)
	if err != nil {
		return nil, part.SentenceOf(err.Error())
	}
	return list, ""
}

// keyPlaces returns the URLs (jku) that the signatures give for their keys, each once.
func keyPlaces(list []signature.Signature) (out []string) {
	for _, s := range list {
		if s.JKU != "" && !slices.Contains(out, s.JKU) {
			out = append(out, s.JKU)
		}
	}
	return out
}

// signatureDo stores or forgets the keys to verify a card with. They are pasted, or fetched from the
// address in a signature, which happens only when the person asks for it.
func (s *Screen) signatureDo(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.Agents.Find(r.Context(), link.OriginOf(r.PathValue("id")))
	if !ok {
		return agents.ErrNoAgent()
	}
	keys := &cardKeys{}
	raw := []byte(strings.TrimSpace(r.FormValue("jwks")))
	switch r.PathValue("do") {
	case "keys":
	case "fetch":
		keys.From = r.FormValue("url")
		list, _ := signatures(agentView{Entry: e})
		if !slices.Contains(keyPlaces(list), keys.From) {
			return web.Fail(http.StatusBadRequest, "The card's signatures name no such address.", "The card may have changed.", "Reload the page.")
		}
		var err error
		if raw, err = s.Wallet.Fetch(r.Context(), e.Origin, signersKeys, keys.From); err != nil {
			return s.noteKeysFailure(e.Origin, keysFailure{keys.From, "The signer's keys could not be fetched.", part.SentenceOf(fetchFailureReason(err))})
		}
	case "forget":
		s.results.edit(e.Origin, func(a *agentResults) { a.Keys, a.KeysFailure = nil, nil })
		return s.Web.Done(w, r, web.Agents)
	}
	set, err := jws.ParseKeys(raw)
	if err != nil && keys.From != "" {
		return s.noteKeysFailure(e.Origin, keysFailure{keys.From, "The document at that address is not a key set.", part.SentenceOf(err.Error())})
	}
	if err != nil {
		return web.Fail(http.StatusBadRequest, "This is not a key set.", err.Error(), "Paste the signer's public keys as a JSON Web Key Set.")
	}
	keys.Set = &set
	s.results.edit(e.Origin, func(a *agentResults) { a.Keys, a.KeysFailure = keys, nil })
	return s.Web.Done(w, r, web.Agents)
}
