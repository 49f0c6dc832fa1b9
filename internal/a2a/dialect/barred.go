package dialect

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// bars reports whether a status is HTTP's own no: what guards an agent need not
// know its protocol, and may answer with a page or with nothing.
func bars(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// readBarred reads such an answer. Nothing is wrong with its body.
func readBarred(id a2a.Identity, resp Message) a2a.Reading {
	out := reading(id, a2a.KindNone, resp.Body)
	out.Problems = []a2a.Problem{checkBarred(resp)}
	return out
}

// checkBarred says what a 401 or 403 means. The first has to say how one signs
// in.
func checkBarred(resp Message) a2a.Problem {
	if resp.Status == http.StatusUnauthorized && resp.Header != nil && resp.Header.Get("WWW-Authenticate") == "" {
		return document.Unplaced("ERR-15", a2a.SeverityWarning, "RFC 9110 §15.5.2", "HTTP 401 without WWW-Authenticate, which has to say how one signs in")
	}
	if resp.Status == http.StatusUnauthorized {
		return document.Unplaced("ERR-15", a2a.SeverityInfo, "RFC 9110 §15.5.2", "HTTP 401 Unauthorized: the caller has to sign in")
	}
	return document.Unplaced("ERR-15", a2a.SeverityInfo, "RFC 9110 §15.5.4", fmt.Sprintf("HTTP %d Forbidden: these credentials, or none, may not do this", resp.Status))
}
