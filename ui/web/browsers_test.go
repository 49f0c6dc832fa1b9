package web

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/ui/web/browserkey"
)

const pagesOrigin, doorOrigin = "http://private.localhost:7420", "http://127.0.0.1:7420"

// launch starts the console with a new token, as each start generates one.
func launch(t testing.TB, f browserkey.File, change ...func(*Options)) (*Site, http.Handler) {
	t.Helper()
	o := Options{Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", BrowserKeys: f, Now: func() time.Time { return now }}
	for _, c := range change {
		c(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	home := Route{Pattern: "GET /{$}", Handle: func(w http.ResponseWriter, r *http.Request) error { return nil }}
	return s, s.Route(append(s.Routes(), home))
}

func keysIn(t testing.TB) browserkey.File {
	return browserkey.File(filepath.Join(t.TempDir(), "browsers.json"))
}

// ask sends a request of a page at an origin. header holds names and values in pairs.
func ask(h http.Handler, method, address string, fields url.Values, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, address, strings.NewReader(fields.Encode()))
	if fields != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// browser behaves like static/js/browserkey.js.
type browser struct {
	t       testing.TB
	private *ecdsa.PrivateKey
	key     string
}

func newBrowser(t testing.TB) browser {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return browser{t, private, base64.StdEncoding.EncodeToString(public)}
}

var keepCodes = regexp.MustCompile(`data-keep="([^"]+)"`)

// keepCode signs in with the link, and returns the code with which the page may register a key.
func keepCode(t testing.TB, s *Site, h http.Handler, origin string) string {
	t.Helper()
	w := ask(h, "GET", origin+"/?token="+s.Token, nil)
	m := keepCodes.FindStringSubmatch(w.Body.String())
	if m == nil {
		t.Fatalf("%s: no code in %d %s", origin, w.Code, w.Body)
	}
	return m[1]
}

func (b browser) keep(s *Site, h http.Handler, origin string) {
	b.t.Helper()
	w := ask(h, "POST", origin+"/browser/keep", url.Values{"code": {keepCode(b.t, s, h, origin)}, "key": {b.key}}, "User-Agent", "Firefox/1 <b>Linux")
	if w.Code != http.StatusCreated {
		b.t.Fatalf("the key is not kept: %d %s", w.Code, w.Body)
	}
}

func nonceOf(t testing.TB, h http.Handler, origin string) string {
	t.Helper()
	var said struct{ Nonce string }
	w := ask(h, "POST", origin+"/browser/nonce", url.Values{})
	if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || said.Nonce == "" {
		t.Fatalf("no nonce: %d %s", w.Code, w.Body)
	}
	return said.Nonce
}

// signs returns what a page at an origin sends for a nonce.
func (b browser) signs(origin, nonce string) url.Values {
	b.t.Helper()
	sum := sha256.Sum256([]byte("a2a-console signs in\n" + origin + "\n" + nonce))
	r, s, err := ecdsa.Sign(rand.Reader, b.private, sum[:])
	if err != nil {
		b.t.Fatal(err)
	}
	sig := make([]byte, 64)
	r.FillBytes(sig[:32])
	s.FillBytes(sig[32:])
	return url.Values{"key": {b.key}, "nonce": {nonce}, "signature": {base64.StdEncoding.EncodeToString(sig)}, "to": {"/tasks?q=x#end"}}
}

// isIn reports whether a response signs anybody in.
func isIn(w *httptest.ResponseRecorder) bool {
	return w.Code == http.StatusOK || len(w.Result().Cookies()) > 0 || strings.Contains(w.Body.String(), "code=")
}

func TestBrowserIsLetInAfterARestart(t *testing.T) {
	f, b := keysIn(t), newBrowser(t)
	s, h := launch(t, f)
	b.keep(s, h, pagesOrigin)
	b.keep(s, h, doorOrigin)
	_, again := launch(t, f)
	w := ask(again, "POST", pagesOrigin+"/browser/prove", b.signs(pagesOrigin, nonceOf(t, again, pagesOrigin)))
	c := w.Result().Cookies()
	if w.Code != http.StatusOK || len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteStrictMode || w.Body.String() != `{"go":"/tasks?q=x#end"}`+"\n" {
		t.Fatalf("%d %v %s", w.Code, c, w.Body)
	}
	if w := ask(again, "GET", pagesOrigin+"/", nil, "Cookie", c[0].Name+"="+c[0].Value); w.Code != http.StatusOK {
		t.Errorf("the cookie opens a page with %d", w.Code)
	}
	// The door leads to the pages, with a code and without a cookie.
	w = ask(again, "POST", doorOrigin+"/browser/prove", b.signs(doorOrigin, nonceOf(t, again, doorOrigin)))
	var to struct{ Go string }
	if err := json.Unmarshal(w.Body.Bytes(), &to); err != nil || len(w.Result().Cookies()) > 0 || !strings.HasPrefix(to.Go, pagesOrigin+"/handover?code=") {
		t.Fatalf("the door: %d %s", w.Code, w.Body)
	}
	if w := ask(again, "GET", to.Go, nil); w.Code != http.StatusOK || w.Header().Get("Refresh") != "0; url=/tasks?q=x#end" {
		t.Errorf("the way from the door: %d %v", w.Code, w.Header())
	}
}

// TestProofsThatDoNotCount attacks the sign-in by key.
func TestProofsThatDoNotCount(t *testing.T) {
	f, b, stranger := keysIn(t), newBrowser(t), newBrowser(t)
	first, h := launch(t, f)
	b.keep(first, h, pagesOrigin)
	later := now
	s, again := launch(t, f, func(o *Options) { o.Now = func() time.Time { return later } })
	_, elsewhere := launch(t, f, func(o *Options) { o.Listen = "127.0.0.1:7999" })
	_, plain := launch(t, f, func(o *Options) { o.PrivateHost = "" })
	_, shared := launch(t, f, func(o *Options) { o.AllowHosts = []string{"my-box", "127.0.0.2"} })
	_, open := launch(t, f, func(o *Options) { o.Listen = "0.0.0.0:7420" })
	for _, at := range []string{"http://my-box:7420", "http://127.0.0.2:7420", "http://private.localhost"} { // only their location is wrong
		if err := f.Add(at, b.key, "Chrome", now); err != nil {
			t.Fatal(err)
		}
	}
	prove := func(h http.Handler, at string, v url.Values, header ...string) *httptest.ResponseRecorder {
		return ask(h, "POST", at+"/browser/prove", v, header...)
	}
	fresh := func() url.Values { return b.signs(pagesOrigin, nonceOf(t, again, pagesOrigin)) }
	replayed := fresh()
	if !isIn(prove(again, pagesOrigin, replayed)) {
		t.Fatal("a good proof does not count")
	}
	with := func(v url.Values, name, value string) url.Values { v.Set(name, value); return v }
	old := fresh()
	const imposed = "http://private.localhost:7420" // where another program answers, while this console is at 7999
	for name, w := range map[string]*httptest.ResponseRecorder{
		"nothing":                               prove(again, pagesOrigin, url.Values{}),
		"a signature used before":               prove(again, pagesOrigin, replayed),
		"a key that is not kept":                prove(again, pagesOrigin, stranger.signs(pagesOrigin, nonceOf(t, again, pagesOrigin))),
		"a stranger's signature":                prove(again, pagesOrigin, with(stranger.signs(pagesOrigin, nonceOf(t, again, pagesOrigin)), "key", b.key)),
		"the nonce of another launch":           prove(again, pagesOrigin, b.signs(pagesOrigin, nonceOf(t, h, pagesOrigin))),
		"the nonce of another console":          prove(again, pagesOrigin, b.signs(pagesOrigin, nonceOf(t, elsewhere, "http://private.localhost:7999"))),
		"a nonce of one's own":                  prove(again, pagesOrigin, b.signs(pagesOrigin, newCode("guess", now))),
		"a nonce of the token":                  prove(again, pagesOrigin, b.signs(pagesOrigin, newCode(s.Token, now))),
		"a code of the door for a nonce":        prove(again, pagesOrigin, b.signs(pagesOrigin, keepCode(t, s, again, pagesOrigin))),
		"a page of another port":                prove(again, pagesOrigin, b.signs("http://private.localhost:7999", nonceOf(t, again, pagesOrigin))),
		"a page of the door":                    prove(again, pagesOrigin, b.signs(doorOrigin, nonceOf(t, again, pagesOrigin))),
		"a key of the pages at the door":        prove(again, doorOrigin, b.signs(doorOrigin, nonceOf(t, again, doorOrigin))),
		"relayed to another port":               prove(elsewhere, "http://private.localhost:7999", b.signs(imposed, nonceOf(t, elsewhere, "http://private.localhost:7999"))),
		"relayed with the Host of the page":     prove(elsewhere, imposed, b.signs(imposed, nonceOf(t, elsewhere, "http://private.localhost:7999"))),
		"relayed, signed for the real console":  prove(elsewhere, "http://private.localhost:7999", b.signs("http://private.localhost:7999", nonceOf(t, elsewhere, "http://private.localhost:7999"))),
		"a port that others can take a part of": prove(open, pagesOrigin, b.signs(pagesOrigin, newCode("x", now))),
		"a plain host":                          prove(plain, doorOrigin, b.signs(doorOrigin, newCode("x", now))),
		"a host that others reach":              prove(shared, "http://my-box:7420", b.signs("http://my-box:7420", nonceOf(t, shared, pagesOrigin))),
		"another address of this machine":       prove(shared, "http://127.0.0.2:7420", b.signs("http://127.0.0.2:7420", nonceOf(t, shared, pagesOrigin))),
		"no port":                               prove(again, "http://private.localhost", b.signs("http://private.localhost", nonceOf(t, again, pagesOrigin))),
		"a foreign host":                        prove(again, "http://evil.example:7420", fresh()),
		"a page elsewhere":                      prove(again, pagesOrigin, fresh(), "Sec-Fetch-Site", "cross-site"),
		"a page of another port of this host":   prove(again, pagesOrigin, fresh(), "Sec-Fetch-Site", "same-site"),
		"an old browser's foreign Origin":       prove(again, pagesOrigin, fresh(), "Sec-Fetch-Site", "", "Origin", "http://private.localhost:7999"),
		"fields of the address":                 ask(again, "POST", pagesOrigin+"/browser/prove?"+fresh().Encode(), nil),
		"a cookie only":                         ask(again, "GET", pagesOrigin+"/", nil, "Cookie", "a2a-console-7420="+first.session.Load().pass),
		"a cookie of the earlier launch":        prove(again, pagesOrigin, url.Values{"key": {b.key}}, "Cookie", "a2a-console-7420="+first.session.Load().pass),
	} {
		if isIn(w) {
			t.Errorf("%s: lets in: %d %v %s", name, w.Code, w.Header(), w.Body)
		}
	}
	later = now.Add(codeLife + time.Second)
	if isIn(prove(again, pagesOrigin, old)) {
		t.Error("an expired nonce lets in")
	}
}

// TestKeysAreKeptOnlyForTheLink: only a browser that has just opened the link can register a key.
func TestKeysAreKeptOnlyForTheLink(t *testing.T) {
	f := keysIn(t)
	s, h := launch(t, f)
	b := newBrowser(t)
	cookie := "a2a-console-7420=" + s.session.Load().pass
	keep := func(at, code string, header ...string) int {
		return ask(h, "POST", at+"/browser/keep", url.Values{"code": {code}, "key": {b.key}}, header...).Code
	}
	used := keepCode(t, s, h, pagesOrigin)
	b2 := newBrowser(t)
	if w := ask(h, "POST", pagesOrigin+"/browser/keep", url.Values{"code": {used}, "key": {b2.key}}); w.Code != http.StatusCreated {
		t.Fatalf("%d", w.Code)
	}
	for name, status := range map[string]int{
		"a cookie only":           keep(pagesOrigin, "", "Cookie", cookie),
		"a code of the cookie":    keep(pagesOrigin, newCode(s.session.Load().pass, now), "Cookie", cookie),
		"a used code":             keep(pagesOrigin, used, "Cookie", cookie),
		"a nonce":                 keep(pagesOrigin, nonceOf(t, h, pagesOrigin), "Cookie", cookie),
		"an expired code":         keep(pagesOrigin, newCode(s.session.Load().keepKey, now.Add(-codeLife-time.Second))),
		"another site":            keep(pagesOrigin, keepCode(t, s, h, pagesOrigin), "Sec-Fetch-Site", "cross-site"),
		"another port":            keep(pagesOrigin, keepCode(t, s, h, pagesOrigin), "Sec-Fetch-Site", "same-site"),
		"a foreign Origin":        keep(pagesOrigin, keepCode(t, s, h, pagesOrigin), "Sec-Fetch-Site", "", "Origin", "http://evil.example"),
		"a foreign host":          keep("http://evil.example", keepCode(t, s, h, pagesOrigin)),
		"a forwarded port":        keep("http://private.localhost:8080", keepCode(t, s, h, pagesOrigin)),
		"a code of another start": keep(pagesOrigin, func() string { s, h := launch(t, keysIn(t)); return keepCode(t, s, h, pagesOrigin) }()),
	} {
		if status == http.StatusCreated {
			t.Errorf("%s: a key is kept", name)
		}
	}
	if all, err := f.Browsers(now); len(all) != 1 || all[0].Key != b2.key || err != nil {
		t.Errorf("the file has %v, %v", all, err)
	}
	for name, at := range map[string]string{"a plain host": doorOrigin, "a forwarded port": "http://127.0.0.1:8080", "a host that others reach": "http://my-box:7420", "all addresses": doorOrigin} {
		s, h := launch(t, f, func(o *Options) {
			o.AllowHosts = []string{"my-box"}
			switch name {
			case "a plain host":
				o.PrivateHost = ""
			case "all addresses":
				o.Listen = "0.0.0.0:7420"
			}
		})
		if w := ask(h, "GET", at+"/?token="+s.Token, nil); w.Code != http.StatusOK || keepCodes.MatchString(w.Body.String()) {
			t.Errorf("%s: %d, and a key is asked for: %s", name, w.Code, w.Body)
		}
	}
}

// TestChallengesAreKeptByNobody: neither nonces nor proofs with unknown keys cost memory.
func TestChallengesAreKeptByNobody(t *testing.T) {
	f, b := keysIn(t), newBrowser(t)
	s, h := launch(t, f)
	for range 10_000 {
		nonceOf(t, h, pagesOrigin)
	}
	for range 100 {
		ask(h, "POST", pagesOrigin+"/browser/prove", b.signs(pagesOrigin, nonceOf(t, h, pagesOrigin)))
	}
	if n := len(s.codes.spent); n != 0 {
		t.Errorf("%d are remembered", n)
	}
	b.keep(s, h, pagesOrigin)
	if !isIn(ask(h, "POST", pagesOrigin+"/browser/prove", b.signs(pagesOrigin, nonceOf(t, h, pagesOrigin)))) {
		t.Error("a browser is not let in after that")
	}
}

func TestSignOutEverywhere(t *testing.T) {
	f, b := keysIn(t), newBrowser(t)
	s, h := launch(t, f)
	b.keep(s, h, pagesOrigin)
	newBrowser(t).keep(s, h, doorOrigin) // its key for the door
	code, nonce, in := keepCode(t, s, h, pagesOrigin), nonceOf(t, h, pagesOrigin), s.session.Load()
	cookie := "a2a-console-7420=" + in.pass
	list := ask(h, "GET", pagesOrigin+"/browsers", nil, "Cookie", cookie).Body.String()
	if strings.Count(list, "Firefox on Linux") != 1 || !strings.Contains(list, `data-browser="`+browserkey.Browser{Key: b.key}.Digest()+`"`) || strings.Contains(list, "<b>") || strings.Contains(list, b.key) {
		t.Errorf("the list is %s", list)
	}
	if w := ask(h, "POST", pagesOrigin+"/browsers/sign-out", url.Values{}); w.Code != http.StatusUnauthorized {
		t.Errorf("nobody signs all out: %d", w.Code)
	}
	w := ask(h, "POST", pagesOrigin+"/browsers/sign-out", url.Values{}, "Cookie", cookie, "Accept", "text/html")
	if w.Code != http.StatusSeeOther || in.ctx.Err() == nil {
		t.Fatalf("%d %s; the streams ended: %v", w.Code, w.Body, in.ctx.Err())
	}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"the cookie":          ask(h, "GET", pagesOrigin+"/", nil, "Cookie", cookie),
		"the key":             ask(h, "POST", pagesOrigin+"/browser/prove", b.signs(pagesOrigin, nonceOf(t, h, pagesOrigin))),
		"a nonce from before": ask(h, "POST", pagesOrigin+"/browser/prove", b.signs(pagesOrigin, nonce)),
		"the door's ticket":   ask(h, "POST", doorOrigin+"/handover", url.Values{"ticket": {in.ticket}, "to": {"/"}}),
	} {
		if isIn(w) {
			t.Errorf("%s counts: %d %s", name, w.Code, w.Body)
		}
	}
	if w := ask(h, "POST", pagesOrigin+"/browser/keep", url.Values{"code": {code}, "key": {b.key}}); w.Code == http.StatusCreated {
		t.Error("a page from before hands its key over")
	}
	b.keep(s, h, pagesOrigin) // the link works
}

// TestStreamsEndWithTheSignIn: an open page shows nothing more once all browsers are signed out.
func TestStreamsEndWithTheSignIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // so that a stream that continues is a deadlock
		s, _ := launch(t, "")
		began := make(chan struct{})
		stream := s.whileSignedIn(func(_ http.ResponseWriter, r *http.Request) error {
			close(began)
			<-r.Context().Done()
			return nil
		})
		r := httptest.NewRequest("GET", pagesOrigin+"/live", nil)
		r.AddCookie(&http.Cookie{Name: "a2a-console-7420", Value: s.session.Load().pass})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = stream(httptest.NewRecorder(), r)
		}()
		<-began
		if err := s.signOut(httptest.NewRecorder(), httptest.NewRequest("POST", pagesOrigin+"/browsers/sign-out", nil)); err != nil {
			t.Fatal(err)
		}
		<-ended
		// A stream admitted just before must not begin: began would be closed twice.
		_ = stream(httptest.NewRecorder(), r)
	})
}
