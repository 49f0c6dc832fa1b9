package issuer

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

const codeLifetime = time.Minute

// authorizationOf reads an authorization request. If the client or redirect URI is wrong, it
// returns why, to show to the person: there is no safe place to send the browser back to.
func authorizationOf(q url.Values) (g grant, back *url.URL, why string) {
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || back.Scheme != "http" || !isLoopback(back.Hostname()) {
		return g, nil, "The redirect URI must be an http URL on this machine; it is " + q.Get("redirect_uri") + "."
	}
	if q.Get("client_id") != ClientID {
		return g, nil, "This server has only the client " + ClientID + ", not " + q.Get("client_id") + "."
	}
	return grant{
		client: ClientID, redirect: q.Get("redirect_uri"), challenge: q.Get("code_challenge"),
		scope: cmp.Or(q.Get("scope"), Scope), nonce: q.Get("nonce"),
	}, back, ""
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (s *Issuer) showConsent(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	g, back, why := authorizationOf(q)
	switch {
	case why != "":
		writePage(w, http.StatusBadRequest, pageData{Title: "This sign-in cannot go on", Text: why})
	case q.Get("response_type") != "code":
		s.sendBack(w, r, back, q, url.Values{"error": {"unsupported_response_type"}})
	case q.Get("code_challenge") == "" || q.Get("code_challenge_method") != "S256":
		s.sendBack(w, r, back, q, url.Values{"error": {"invalid_request"}, "error_description": {"PKCE with S256 is required."}})
	case s.opts.AutoApprove:
		s.allow(w, r, g, back, q)
	default:
		writePage(w, http.StatusOK, pageData{
			Title: "Allow access to the agent?", Text: "The client " + g.client + " asks for the scopes: " + g.scope + ". You are " + Person + ".",
			Action: s.URL("/authorize"), Fields: q, Choice: true, Origin: back.Scheme + "://" + back.Host,
		})
	}
}

func (s *Issuer) decide(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	if err := r.ParseForm(); err != nil {
		writePage(w, http.StatusBadRequest, pageData{Title: "This sign-in cannot continue", Text: "The form could not be read."})
		return
	}
	q := r.PostForm
	g, back, why := authorizationOf(q)
	switch {
	case why != "":
		writePage(w, http.StatusBadRequest, pageData{Title: "This sign-in cannot go on", Text: why})
	case q.Get("choice") != "allow" || g.challenge == "":
		s.sendBack(w, r, back, q, url.Values{"error": {"access_denied"}})
	default:
		s.allow(w, r, g, back, q)
	}
}

func (s *Issuer) allow(w http.ResponseWriter, r *http.Request, g grant, back *url.URL, q url.Values) {
	code := rand.Text()
	g.expires = s.opts.Now().Add(codeLifetime)
	s.mu.Lock()
	putBounded(s.codes, code, g)
	s.mu.Unlock()
	s.sendBack(w, r, back, q, url.Values{"code": {code}})
}

func (s *Issuer) sendBack(w http.ResponseWriter, r *http.Request, back *url.URL, q, with url.Values) {
	with.Set("iss", s.URL(""))
	if state := q.Get("state"); state != "" {
		with.Set("state", state)
	}
	to := *back
	to.RawQuery = with.Encode()
	http.Redirect(w, r, to.String(), http.StatusFound)
}
