package auth

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"golang.org/x/oauth2"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// DefaultRedirect is the redirect URI used when a Login names none; people register it with their
// authorization server.
const DefaultRedirect = "http://127.0.0.1:7435/callback"

// codeTimeout is how long a person may take to sign in in the browser.
const codeTimeout = 10 * time.Minute

// beginCode listens at the redirect URI and builds the URL to open in the browser (RFC 6749 §4.1 with RFC 7636
// and RFC 8252 §7.3).
func (w *Wallet) beginCode(key string, l Login) error {
	p := l.Provider
	for _, e := range [][2]string{{authorizationEndpoint, p.Authorization}, {tokenEndpoint, p.Token}} {
		if err := checkServer(e[0], e[1], key); err != nil {
			return err
		}
	}
	if p.ClientID == "" {
		return errors.New("the authorization server requires a client id: give the one that it registered")
	}
	back, listener, err := w.listenCallback(l.Redirect)
	if err != nil {
		return err
	}
	state, verifier, nonce := rand.Text(), oauth2.GenerateVerifier(), ""
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	if l.Kind == OpenID {
		nonce = rand.Text()
		options = append(options, oauth2.SetAuthURLParam("nonce", nonce))
	}
	config := p.config(back.String())
	pending := PendingLogin{
		Scheme: l.Scheme, Flow: AuthorizationCode, URL: config.AuthCodeURL(state, options...), Redirect: back.String(), Expires: w.opts.Now().Add(codeTimeout),
	}
	w.startLogin(key, l, pending, func(ctx context.Context) (*Grant, error) {
		c := &callback{redirect: back, state: state, done: make(chan result, 1)}
		c.checkSender = func(q url.Values) error { return w.checkIssuer(ctx, key, p, q) }
		// The exchange uses the sign-in's context: a code is valid only once, and the browser may leave meanwhile.
		c.exchange = func(code string) (*Grant, error) {
			t, err := config.Exchange(w.withClient(ctx, key), code, oauth2.VerifierOption(verifier))
			if err != nil {
				return nil, serverError(err)
			}
			return w.newGrant(ctx, key, l, t, nonce)
		}
		return c.serve(ctx, listener)
	})
	return nil
}

// listenCallback listens at a redirect URI, which must be on this machine. Port 0 picks a free port.
func (w *Wallet) listenCallback(redirect string) (*url.URL, net.Listener, error) {
	if redirect == "" {
		redirect = DefaultRedirect
	}
	u, err := url.Parse(redirect)
	if err != nil || u.Scheme != "http" || !isLoopback(u.Hostname()) || u.Port() == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, nil, fmt.Errorf("cannot use the redirect URI %q: it must be an http URL on this machine with a port and no query, such as %s", redirect, DefaultRedirect)
	}
	host := u.Hostname()
	if host == "localhost" {
		host = "127.0.0.1"
	}
	listener, err := new(net.ListenConfig).Listen(w.ctx, "tcp", net.JoinHostPort(host, u.Port()))
	if err != nil {
		return nil, nil, fmt.Errorf("listen at the redirect URI %s: %w; another program may be using the port: give another redirect URI and register that", redirect, err)
	}
	if u.Path == "" {
		u.Path = "/"
	}
	if _, port, err := net.SplitHostPort(listener.Addr().String()); err == nil {
		u.Host = net.JoinHostPort(u.Hostname(), port)
	}
	return u, listener, nil
}

// callback handles the requests to the redirect URI until the browser has come back with a code.
type callback struct {
	redirect    *url.URL
	state       string
	checkSender func(q url.Values) error // checks which server sent the browser back
	exchange    func(code string) (*Grant, error)
	hasCode     atomic.Bool
	done        chan result
}

type result struct {
	grant *Grant
	err   error
}

// serve answers on the listener until a browser has come back or ctx ends.
func (c *callback) serve(ctx context.Context, l net.Listener) (*Grant, error) {
	server := &http.Server{
		Handler: c, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10, DisableGeneralOptionsHandler: true,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	var r result
	select {
	case r = <-c.done:
	case <-ctx.Done():
		r.err = ctx.Err()
	}
	// The page that shows the result is still being written.
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := server.Shutdown(stop); err != nil {
		_ = server.Close() // ends what Shutdown could not
	}
	<-stopped
	return r.grant, r.err
}

// ServeHTTP takes the code. It refuses requests without the right state and goes on waiting.
func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	switch {
	case r.Host != c.redirect.Host:
		refuse(w, http.StatusMisdirectedRequest, "This address answers to "+c.redirect.Host+" only.")
	case r.URL.Path != c.redirect.Path:
		refuse(w, http.StatusNotFound, "This address only completes a sign-in.")
	case r.Method != http.MethodGet:
		refuse(w, http.StatusMethodNotAllowed, "An authorization server sends the browser here with GET.")
	case subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(c.state)) != 1:
		refuse(w, http.StatusForbidden, "This is not the sign-in that the console began: its state differs. Start again in the console.")
	case !c.hasCode.CompareAndSwap(false, true):
		refuse(w, http.StatusConflict, "This sign-in was already answered.")
	default:
		c.finish(w, q)
	}
}

func (c *callback) finish(w http.ResponseWriter, q url.Values) {
	out := result{err: c.checkSender(q)}
	switch code := q.Get("error"); {
	case out.err != nil:
	case code != "":
		out.err = serverError(&oauth2.RetrieveError{ErrorCode: code, ErrorDescription: q.Get("error_description")})
	case len(q["code"]) != 1 || q.Get("code") == "":
		out.err = errors.New("the authorization server sent the browser back without a code")
	default:
		out.grant, out.err = c.exchange(q.Get("code"))
	}
	if out.err != nil {
		refuse(w, http.StatusBadGateway, "You are not signed in: "+clip.Clause(out.err.Error())+".")
	} else {
		writePage(w, http.StatusOK, "Signed in", "You can close this tab and continue in the console.")
	}
	c.done <- out
}

func refuse(w http.ResponseWriter, status int, why string) {
	writePage(w, status, "Not signed in", why)
}

//go:embed callback.html
var callbackHTML string

// writePage writes the page that the person sees at the redirect URI. Part of the text comes from the
// authorization server.
func writePage(w http.ResponseWriter, status int, title, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Connection", "close")
	var b bytes.Buffer
	t, err := template.New("callback").Parse(callbackHTML)
	if err == nil {
		err = t.Execute(&b, map[string]string{"Title": title, "Text": text})
	}
	if err != nil {
		http.Error(w, title, http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the browser may have left
}
