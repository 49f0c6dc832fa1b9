package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// place is a server with configurable documents that records what it was asked.
type place struct {
	*httptest.Server
	mu    sync.Mutex
	says  map[string]any // by path: a document
	asked []string
	posts int
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{says: map[string]any{}}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.asked = append(p.asked, r.Method+" "+r.URL.Path)
		if r.Method == http.MethodPost {
			p.posts++
		}
		if doc, ok := p.says[r.URL.Path]; ok {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(doc)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// publish makes the server publish its metadata, with some members changed.
func (p *place) publish(path string, changes map[string]any) {
	doc := map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"device_authorization_endpoint": p.URL + "/device", "jwks_uri": p.URL + "/jwks",
	}
	for k, v := range changes {
		doc[k] = v
	}
	p.says[path] = doc
}

func (p *place) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.asked...)
}

// TestMixUp: a card that names the right server, and another one for the token, code or secret, gets nothing, and the
// person is sent nowhere.
func TestMixUp(t *testing.T) {
	for _, path := range []string{"", oauthPath, oidcPath} {
		for _, flow := range []Flow{AuthorizationCode, DeviceCode, ClientCredentials} {
			right, thief := newPlace(t), newPlace(t)
			if path != "" {
				right.publish(path, nil)
			}
			w := NewWallet(Options{})
			defer w.Close()
			l := Login{Scheme: "o", Kind: OAuth2, Flow: flow, Redirect: "http://127.0.0.1:0/back", Provider: Provider{
				Authorization: right.URL + "/authorize", DeviceStart: right.URL + "/device", Token: thief.URL + "/token", ClientID: "me", ClientSecret: "s3cret",
			}}
			if flow == ClientCredentials {
				l.OtherStartURLs = []string{right.URL + "/authorize"}
			}
			err := w.Begin(t.Context(), thief.URL, l)
			var mixed *MixedServersError
			if !errors.As(err, &mixed) || !strings.Contains(err.Error(), right.URL) || !strings.Contains(err.Error(), thief.URL+"/token") {
				t.Errorf("%s, metadata at %q: %v", flow, path, err)
			}
			if got := thief.requests(); len(got) != 0 || right.posts != 0 {
				t.Errorf("%s: the thief got %v, the server %v", flow, got, right.requests())
			}
			if a := w.Account(thief.URL); len(a.Pending) != 0 || len(a.States) != 0 {
				t.Errorf("%s: %+v", flow, a)
			}
		}
	}
}

// TestMixUpByMetadata: metadata that lies, or that a thief published, proves nothing.
func TestMixUpByMetadata(t *testing.T) {
	type servers struct{ right, thief *place }
	for name, c := range map[string]struct {
		set  func(s servers, l *Login)
		want string
	}{
		"the thief's own metadata": {func(s servers, l *Login) {
			s.thief.publish(oidcPath, map[string]any{"authorization_endpoint": s.right.URL + "/authorize"})
			l.Metadata = s.thief.URL + oidcPath
		}, "nothing shows"},
		"the thief says that it is the issuer": {func(s servers, l *Login) {
			s.thief.publish(oidcPath, map[string]any{"issuer": s.right.URL})
			l.Metadata = s.thief.URL + oidcPath
		}, "does not speak for"},
		"the right server's, a card that differs": {func(s servers, l *Login) {
			s.right.publish(oidcPath, nil)
			l.Metadata, l.Provider.Token = s.right.URL+oidcPath, s.thief.URL+"/token"
		}, "nothing shows"},
		"the right server's, a card with other addresses": {func(s servers, l *Login) {
			s.right.publish(oidcPath, nil)
			l.Metadata, l.Provider.Authorization, l.Provider.Token = s.right.URL+oidcPath, s.thief.URL+"/authorize", s.thief.URL+"/token"
		}, "nothing shows"},
		"the right server's, client credentials elsewhere": {func(s servers, l *Login) {
			s.right.publish(oauthPath, nil)
			l.Flow, l.Metadata, l.Provider.Token = ClientCredentials, s.right.URL+oauthPath, s.thief.URL+"/token"
		}, "nothing shows"},
		"the right origin's, with another issuer": {func(s servers, l *Login) {
			s.right.publish(oidcPath, map[string]any{"issuer": "https://elsewhere.example", "token_endpoint": s.thief.URL + "/token"})
			l.Provider.Authorization, l.Provider.Token = s.right.URL+"/authorize", s.thief.URL+"/token"
		}, "does not speak for"},
		"OpenID without metadata": {func(s servers, l *Login) {
			l.Kind, l.Metadata = OpenID, s.right.URL+oidcPath
			l.Provider.Authorization, l.Provider.Token = s.right.URL+"/authorize", s.right.URL+"/token"
		}, "404"},
	} {
		s := servers{newPlace(t), newPlace(t)}
		w := NewWallet(Options{})
		defer w.Close()
		l := Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Redirect: "http://127.0.0.1:0/back", Provider: Provider{ClientID: "me", ClientSecret: "s3cret"}}
		c.set(s, &l)
		if err := w.Begin(t.Context(), s.thief.URL, l); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if s.thief.posts+s.right.posts != 0 || len(w.Account(s.thief.URL).Pending) != 0 {
			t.Errorf("%s: sent %v %v", name, s.thief.requests(), s.right.requests())
		}
	}
}

// TestTogether: addresses that belong together are accepted: by one origin, by metadata, or because a person named them.
func TestTogether(t *testing.T) {
	for name, set := range map[string]func(login, token *place, l *Login){
		"one origin": func(login, _ *place, l *Login) {
			l.Provider.Authorization, l.Provider.Token = login.URL+"/authorize", login.URL+"/token"
		},
		"metadata of the origin that one signs in at": func(login, token *place, l *Login) {
			login.publish(oauthPath, map[string]any{"token_endpoint": token.URL + "/token"})
			l.Provider.Authorization, l.Provider.Token = login.URL+"/authorize", token.URL+"/token"
		},
		"the card's metadata": func(login, token *place, l *Login) {
			login.publish(oidcPath, map[string]any{"token_endpoint": token.URL + "/token"})
			l.Metadata = login.URL + oidcPath
		},
		"an issuer apart from its endpoints": func(login, issuer *place, l *Login) {
			issuer.publish(oidcPath, map[string]any{"authorization_endpoint": login.URL + "/authorize", "token_endpoint": login.URL + "/token"})
			l.Metadata = issuer.URL + oidcPath
		},
		"a person's issuer": func(login, token *place, l *Login) {
			token.publish(oauthPath+"/realm", map[string]any{"issuer": token.URL + "/realm", "authorization_endpoint": login.URL + "/authorize"})
			l.Provider.Authorization, l.Provider.Token = "https://evil.example/a", "https://evil.example/t"
			l.UseIssuer(token.URL + "/realm")
		},
		"a person's addresses": func(login, token *place, l *Login) {
			l.IsManual, l.Provider.Authorization, l.Provider.Token = true, login.URL+"/authorize", token.URL+"/token"
		},
	} {
		login, token := newPlace(t), newPlace(t)
		w := NewWallet(Options{})
		defer w.Close()
		l := Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Redirect: "http://127.0.0.1:0/back", Provider: Provider{ClientID: "me"}}
		set(login, token, &l)
		if err := w.Begin(t.Context(), "http://127.0.0.1:9", l); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, ok := w.Account("http://127.0.0.1:9").PendingOf("o")
		if !ok || !strings.HasPrefix(p.URL, login.URL+"/authorize?") || login.posts+token.posts != 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestWhoSentBack: the issuer in the authorization response, known or not (RFC 9207).
func TestWhoSentBack(t *testing.T) {
	for name, c := range map[string]struct {
		publish func(p *place)
		known   bool   // the issuer, from metadata
		iss     string // SERVER stands for the server's URL
		taken   bool   // the code was exchanged
	}{
		"unknown, none":                       {iss: "", taken: true},
		"unknown, the server":                 {iss: "iss=SERVER", taken: true},
		"unknown, below the server":           {iss: "iss=SERVER/tenant", taken: true},
		"unknown, another":                    {iss: "iss=https://evil.example"},
		"unknown, no URL":                     {iss: "iss=evil"},
		"unknown, two":                        {iss: "iss=SERVER&iss=https://evil.example"},
		"unknown, with metadata":              {publish: func(p *place) { p.publish(oidcPath, nil) }, iss: "iss=SERVER", taken: true},
		"unknown, its metadata name another":  {publish: func(p *place) { p.publish(oauthPath, map[string]any{"token_endpoint": p.URL + "/other"}) }, iss: "iss=SERVER"},
		"unknown, its metadata are another's": {publish: func(p *place) { p.publish(oidcPath, map[string]any{"issuer": p.URL + "/x"}) }, iss: "iss=SERVER"},
		"unknown, another tenant": {publish: func(p *place) {
			p.publish("/good"+oidcPath, map[string]any{"issuer": p.URL + "/good", "token_endpoint": p.URL + "/good/token"})
		}, iss: "iss=SERVER/good"},
		"known, the same":     {known: true, iss: "iss=SERVER", taken: true},
		"known, none":         {known: true, iss: "", taken: true},
		"known, with a slash": {known: true, iss: "iss=SERVER/"},
		"known, another":      {known: true, iss: "iss=https://evil.example"},
		"promised, and missing": {known: true, publish: func(p *place) {
			p.publish(oidcPath, map[string]any{"authorization_response_iss_parameter_supported": true})
		}},
		"an error of another": {iss: "error=access_denied&iss=https://evil.example"},
		"two codes":           {iss: "code=y"},
		"promised, and the same": {known: true, iss: "iss=SERVER", taken: true, publish: func(p *place) {
			p.publish(oidcPath, map[string]any{"authorization_response_iss_parameter_supported": true})
		}},
	} {
		p := newPlace(t)
		p.says["/token"] = map[string]any{"access_token": "t", "token_type": "Bearer"}
		l := Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Redirect: "http://127.0.0.1:0/back", Provider: Provider{ClientID: "me", Authorization: p.URL + "/authorize", Token: p.URL + "/token"}}
		if c.known {
			p.publish(oidcPath, nil)
			l.Metadata = p.URL + oidcPath
		}
		if c.publish != nil {
			c.publish(p)
		}
		w := NewWallet(Options{})
		defer w.Close()
		const agent = "http://127.0.0.1:9"
		if err := w.Begin(t.Context(), agent, l); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		pending, _ := w.Account(agent).PendingOf("o")
		back := fmt.Sprintf("%s?code=x&state=%s&%s", pending.Redirect, url.QueryEscape(query(t, pending.URL).Get("state")), strings.ReplaceAll(c.iss, "SERVER", url.QueryEscape(p.URL)))
		text, _ := browse(t, back)
		if err := w.Wait(t.Context(), agent, "o"); (err == nil) != c.taken || (p.posts == 1) != c.taken {
			t.Errorf("%s: %v, %d posts, page %s", name, err, p.posts, text)
		}
	}
}

// TestRenewedAtItsServer: a refresh token goes to the endpoint that issued it, whatever the card names now, and an
// endpoint that an older version stored is checked first.
func TestRenewedAtItsServer(t *testing.T) {
	right, thief := newPlace(t), newPlace(t)
	right.says["/token"] = map[string]any{"access_token": "next", "token_type": "Bearer", "refresh_token": "r2"}
	thief.says["/token"] = right.says["/token"]
	w := NewWallet(Options{})
	defer w.Close()
	put := func(p Provider) {
		t.Helper()
		p.ClientID = "me"
		if err := w.Put(thief.URL, Credential{Scheme: "o", Kind: OAuth2, Grant: &Grant{Flow: AuthorizationCode, Provider: p, Access: "a", Refresh: "r1"}}); err != nil {
			t.Fatal(err)
		}
	}
	put(Provider{Authorization: right.URL + "/authorize", Token: thief.URL + "/token"})
	var mixed *MixedServersError
	if err := w.Renew(t.Context(), thief.URL, "o"); !errors.As(err, &mixed) || thief.posts != 0 {
		t.Errorf("%v, the thief got %v", err, thief.requests())
	}
	put(Provider{Authorization: right.URL + "/authorize", Token: right.URL + "/token"})
	l := Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Redirect: "http://127.0.0.1:0/back", Provider: Provider{
		Authorization: thief.URL + "/authorize", Token: thief.URL + "/token", ClientID: "me",
	}}
	if err := w.Begin(t.Context(), thief.URL, l); err != nil { // begun and abandoned
		t.Fatal(err)
	}
	if err := w.Renew(t.Context(), thief.URL, "o"); err != nil || thief.posts != 0 || right.posts != 1 {
		t.Errorf("%v, the thief got %v", err, thief.requests())
	}
}
