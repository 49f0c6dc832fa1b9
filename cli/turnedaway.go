package cli

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/a2a"
)

// turnedAway is what stands in an answer with HTTP 401 or 403 that is no error of
// the protocol, and the words of who guards the agent. ok is false for other answers.
func turnedAway(r a2a.Reading) (what, said string, ok bool) {
	i := slices.IndexFunc(r.Problems, func(p a2a.Problem) bool { return p.Check == "ERR-15" })
	if i < 0 || r.Result != nil || r.Error != nil && !strings.HasPrefix(r.Error.Message, "HTTP 40") {
		return "", "", false
	}
	if said = firstLine(document(r)); said == "" {
		said = "the agent does not say how"
	}
	if what = "✕ sign in"; !strings.Contains(r.Problems[i].Message, "401") {
		what = "✕ not allowed"
	}
	return what, said, true
}

// signInWanted reports whether a status tells the caller to sign in, or that who
// signed in may not do this.
func signInWanted(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}
