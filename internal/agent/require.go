package agent

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

type authResult int

const (
	authMissing      authResult = iota // no credentials of this kind
	authInvalid                        // wrong or expired
	authInsufficient                   // valid, but without the permission
	authGranted
)

// require admits only requests with credentials for one of Options.Require. Cards stay public, because
// they say how to sign in.
func (a *Agent) require(next http.Handler) http.Handler {
	if len(a.opts.Require) == 0 {
		return next
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.isPublic(r) {
			next.ServeHTTP(w, r)
			return
		}
		worst := authMissing
		for _, need := range a.opts.Require {
			switch v := a.checkAlternative(r, need); {
			case v == authGranted:
				next.ServeHTTP(w, r)
				return
			case v > worst:
				worst = v
			}
		}
		a.refuse(w, r, worst, a.opts.Require)
	}))
	if a.issuer != nil {
		mux.Handle(issuerPath+"/", http.StripPrefix(issuerPath, a.issuer))
	}
	return mux
}

// isPublic reports whether the request needs no credentials: a GET or HEAD of a card, of anything
// else below /.well-known/, or of the page for people.
func (a *Agent) isPublic(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	return r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/.well-known/") ||
		slices.ContainsFunc(a.opts.Dialects, func(d *version.Version) bool { return slices.Contains(d.WellKnown(), r.URL.Path) })
}

// checkAlternative checks one alternative, all of whose credentials must be valid.
func (a *Agent) checkAlternative(r *http.Request, need string) authResult {
	out := authGranted
	for word := range strings.SplitSeq(need, "+") {
		out = min(out, a.checkCredential(r, word))
	}
	return out
}

func (a *Agent) checkCredential(r *http.Request, word string) authResult {
	switch word {
	case "basic":
		user, password, ok := r.BasicAuth()
		return authResultOf(ok, user == demoUser && password == demoPassword)
	case "apikey":
		return authResultOf(r.Header.Get(keyHeader) != "", r.Header.Get(keyHeader) == demoKey)
	case "apikey-query":
		return authResultOf(r.URL.Query().Has(keyQuery), r.URL.Query().Get(keyQuery) == demoKey)
	case "apikey-cookie":
		c, err := r.Cookie(keyCookie)
		return authResultOf(err == nil, err == nil && c.Value == demoKey)
	}
	token, ok := bearerToken(r)
	if word == "bearer" {
		if token == demoUselessToken {
			return authInsufficient
		}
		return authResultOf(ok, token == demoToken)
	}
	scopes, good := a.issuer.Verify(token)
	if good && !slices.Contains(scopes, issuer.Scope) {
		return authInsufficient
	}
	return authResultOf(ok, good)
}

func bearerToken(r *http.Request) (string, bool) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), ok && strings.EqualFold(scheme, "Bearer")
}

func authResultOf(there, right bool) authResult {
	switch {
	case !there:
		return authMissing
	case !right:
		return authInvalid
	}
	return authGranted
}

// refuse answers 401, or 403 when the credentials are valid but insufficient (0.3 §4.4, RFC 6750 §3).
func (a *Agent) refuse(w http.ResponseWriter, r *http.Request, v authResult, require []string) {
	status, text := http.StatusUnauthorized, "This agent requires credentials; its card says which: "+a.opts.BaseURL()+"/.well-known/agent-card.json"
	if v == authInsufficient {
		status, text = http.StatusForbidden, "These credentials are valid, but do not permit this call."
	}
	for _, c := range challengeHeaders(v, require) {
		w.Header().Add("WWW-Authenticate", c)
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
		_, _ = io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, a.opts.MaxBody)) // see grpcCall
		code := "16"                                                               // UNAUTHENTICATED
		if v == authInsufficient {
			code = "7" // PERMISSION_DENIED
		}
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Grpc-Status", code)
		w.Header().Set("Grpc-Message", text)
		w.WriteHeader(http.StatusOK)
		return
	}
	http.Error(w, text, status)
}

// challengeHeaders returns the WWW-Authenticate values for the requirements. API keys have no
// registered scheme, so the name ApiKey is made up, as other servers do.
func challengeHeaders(v authResult, require []string) (out []string) {
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, need := range require {
		for word := range strings.SplitSeq(need, "+") {
			switch {
			case word == "basic":
				add(`Basic realm="reference agent", charset="UTF-8"`)
			case strings.HasPrefix(word, "apikey"):
				add(`ApiKey realm="reference agent"`)
			case v == authInsufficient:
				add(`Bearer realm="reference agent", error="insufficient_scope", scope="` + issuer.Scope + `"`)
			case v == authInvalid:
				add(`Bearer realm="reference agent", error="invalid_token"`)
			default:
				add(`Bearer realm="reference agent"`)
			}
		}
	}
	return out
}
