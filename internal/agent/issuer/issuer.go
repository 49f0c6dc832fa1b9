// Package issuer is a small authorization server for demonstrations and tests: OAuth 2 with authorization
// code and PKCE, client credentials, device code and refresh; OpenID Connect discovery, id_tokens and
// keys. It knows one made-up person and keeps everything in memory. Do not use it to protect anything.
package issuer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	ClientID     = "demo"
	ClientSecret = "demo-secret"
	Person       = "demo@example.com"
	Scope        = "a2a" // required to use the agent
)

// Options configures an Issuer.
type Options struct {
	URL           func() string    // where it is served, which is also its issuer name
	TokenLifetime time.Duration    // of access tokens; 0 means 10 minutes
	AutoApprove   bool             // allow every sign-in without a page
	Now           func() time.Time // nil means time.Now
}

// Issuer is the authorization server, an http.Handler for paths below its URL. Safe for concurrent
// use.
type Issuer struct {
	opts   Options
	key    jose.JSONWebKey
	signer jose.Signer
	mux    *http.ServeMux

	mu      sync.Mutex
	codes   map[string]grant // by code, until used
	refresh map[string]grant // by refresh token
	devices map[string]*device
}

type grant struct {
	client, redirect, challenge, scope, nonce string
	expires                                   time.Time
}

// device is the sign-in of a device that waits until a person types its code.
type device struct {
	grant
	user    string // the code to type
	allowed bool
	denied  bool
}

// maxEntries is how many codes, refresh tokens and devices are kept at most, each.
const maxEntries = 1000

// New returns an Issuer with a new key. It panics if no key can be made.
func New(o Options) *Issuer {
	if o.TokenLifetime == 0 {
		o.TokenLifetime = 10 * time.Minute
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(fmt.Errorf("make the issuer's key: %w", err))
	}
	s := &Issuer{opts: o, codes: map[string]grant{}, refresh: map[string]grant{}, devices: map[string]*device{}}
	s.key = jose.JSONWebKey{Key: private, KeyID: "demo-key", Algorithm: string(jose.ES256), Use: "sig"}
	s.signer, err = jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: s.key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		panic(fmt.Errorf("make the issuer's signer: %w", err))
	}
	s.mux = http.NewServeMux()
	s.mux.HandleFunc("GET /.well-known/openid-configuration", s.metadata)
	s.mux.HandleFunc("GET /.well-known/oauth-authorization-server", s.metadata)
	s.mux.HandleFunc("GET /jwks", s.jwks)
	s.mux.HandleFunc("GET /authorize", s.showConsent)
	s.mux.HandleFunc("POST /authorize", s.decide)
	s.mux.HandleFunc("POST /token", s.token)
	s.mux.HandleFunc("POST /device", s.deviceStart)
	s.mux.HandleFunc("GET /activate", s.activatePage)
	s.mux.HandleFunc("POST /activate", s.activate)
	return s
}

// ServeHTTP serves the endpoints. The caller must strip the path of the issuer's URL.
func (s *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// URL returns the URL of the endpoint at path; for "", the issuer's name.
func (s *Issuer) URL(path string) string { return s.opts.URL() + path }

func (s *Issuer) metadata(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"issuer":                                         s.URL(""),
		"authorization_endpoint":                         s.URL("/authorize"),
		"token_endpoint":                                 s.URL("/token"),
		"device_authorization_endpoint":                  s.URL("/device"),
		"jwks_uri":                                       s.URL("/jwks"),
		"scopes_supported":                               []string{"openid", Scope},
		"response_types_supported":                       []string{"code"},
		"grant_types_supported":                          []string{"authorization_code", "client_credentials", "refresh_token", deviceGrant},
		"code_challenge_methods_supported":               []string{"S256"},
		"id_token_signing_alg_values_supported":          []string{string(jose.ES256)},
		"subject_types_supported":                        []string{"public"},
		"authorization_response_iss_parameter_supported": true,
	})
}

func (s *Issuer) jwks(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{s.key.Public()}})
}

func putBounded[T any](m map[string]T, key string, v T) {
	if len(m) >= maxEntries {
		clear(m)
	}
	m[key] = v
}
