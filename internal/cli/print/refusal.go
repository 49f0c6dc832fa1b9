package print

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
)

// refusal is a response with HTTP 401 or 403 that is not an error of the protocol.
type refusal struct {
	status  int
	name    a2a.ErrorName
	summary string // for people, with its sign
	text    string // first line of the response's body
}

// refusalOf returns the refusal in a response; ok is false if there is none.
func refusalOf(r a2a.Reading) (no refusal, ok bool) {
	i := slices.IndexFunc(r.Problems, func(p a2a.Problem) bool { return p.Check == "ERR-15" })
	if i < 0 || r.Result != nil || r.Error != nil && !strings.HasPrefix(r.Error.Message, "HTTP 40") {
		return refusal{}, false
	}
	no = refusal{http.StatusUnauthorized, a2a.AuthenticationRequired, "✕ sign in", words.FirstLine(document(r))}
	if !strings.Contains(r.Problems[i].Message, "401") {
		no.status, no.name, no.summary = http.StatusForbidden, a2a.AuthorizationFailed, "✕ not allowed"
	}
	if no.text == "" {
		no.text = "the response does not say how to sign in"
	}
	return no, true
}
