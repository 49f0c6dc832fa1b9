package ui

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/web"
)

// foreignSites are the ways in which a request shows that another page made it.
func foreignSites() map[string]func(*http.Request) {
	return map[string]func(*http.Request){
		"cross-site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"same-site":  func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"nonsense":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none, none") },
		"old browser, foreign Origin": func(r *http.Request) {
			r.Header.Del("Sec-Fetch-Site")
			r.Header.Set("Origin", "http://127.0.0.1:7999")
		},
		"old browser, Origin null": func(r *http.Request) {
			r.Header.Del("Sec-Fetch-Site")
			r.Header.Set("Origin", "null")
		},
	}
}

// A page on another port of this machine is the same site: its requests carry the cookie and have
// Sec-Fetch-Site same-site.
func TestOtherPagesReachNoCookieRoute(t *testing.T) {
	f := normalRecord()
	for name, s := range map[string]*Server{"private": wholeServer(t, f), "plain": plainServer(t, f)} {
		before := len(f.exchanges)
		for _, rt := range s.routes {
			if rt.Access != web.ByCookie {
				continue
			}
			method, path := pathFor(rt.Pattern)
			paths := []string{path}
			if rt.Live != nil {
				paths = append(paths, "/live"+path)
			}
			for _, path := range paths {
				for site, give := range foreignSites() {
					for _, dest := range []string{"document", "iframe", "empty", "image"} {
						ctx, cancel := context.WithCancel(t.Context())
						r := request(s, method, path, nil).WithContext(ctx)
						r.Header.Set("Sec-Fetch-Dest", dest)
						give(r)
						w := onceWritten{httptest.NewRecorder(), cancel}
						s.ServeHTTP(w, r)
						cancel()
						if w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "4 March") || strings.Contains(w.Body.String(), "python-httpx") {
							t.Errorf("%s: %s %s as %s, %s: %d %.200s", name, method, path, dest, site, w.Code, w.Body)
						}
					}
				}
			}
		}
		if s.drafts.Len() > 0 || len(f.exchanges) != before || f.paused {
			t.Errorf("%s: another page's requests changed something: %d drafts", name, s.drafts.Len())
		}
	}
}

// onceWritten ends a request with the first bytes of its response, so that a stream that was
// wrongly opened does not run on.
type onceWritten struct {
	*httptest.ResponseRecorder
	cancel context.CancelFunc
}

func (w onceWritten) Write(b []byte) (int, error) {
	defer w.cancel()
	return w.ResponseRecorder.Write(b)
}

// A person who follows a link from another site is asked first, and continues from the console's
// own page.
func TestFollowedLinkAsks(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	r := request(s, "GET", "/traffic", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Dest", "document")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `<a class="button primary" href="">Continue</a>`) || w.Header().Get("Refresh") != "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestBrowserWithoutFetchMetadata(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for origin, want := range map[string]int{"": http.StatusOK, "http://private.localhost:7420": http.StatusOK, "http://private.localhost:7421": http.StatusForbidden} {
		r := request(s, "GET", "/traffic", nil)
		r.Header.Del("Sec-Fetch-Site")
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Origin %q: %d, want %d", origin, w.Code, want)
		}
	}
}

// A page on another port or another path can set cookies of our name, and browsers send those with
// a longer path first.
func TestTossedCookiesDoNotLockOut(t *testing.T) {
	for _, s := range []*Server{newTestServer(t, normalRecord(), &fakeCaller{}), plainServer(t, normalRecord())} {
		c := pass(s)
		tossed := c.Name + "=tossed"
		ours := c.Name + "=" + c.Value
		for _, sent := range [][]string{{tossed + "; " + ours}, {ours + "; " + tossed}, {tossed, tossed + "; " + ours}, {strings.Repeat(tossed+"; ", 180) + ours}} {
			r := request(s, "GET", "/traffic", nil)
			r.Header["Cookie"] = sent
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != http.StatusOK {
				t.Errorf("%.100q: %d", sent, w.Code)
			}
		}
	}
}

func TestCookieCountsOnThePrivateHostOnly(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for _, host := range []string{"127.0.0.1:7420", "localhost:7420", "[::1]:7420"} {
		for _, method := range []string{"GET", "POST"} {
			r := request(s, method, "/sessions", nil)
			r.Host = host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized {
				t.Errorf("%s %s: %d", method, host, w.Code)
			}
		}
	}
}

func TestGETCreatesNothing(t *testing.T) {
	f := normalRecord()
	s := wholeServer(t, f, func(o *Options) { o.Wallet = nil })
	state := func() any {
		f.mu.Lock()
		defer f.mu.Unlock()
		return []any{s.drafts.Len(), slices.Clone(f.sessions), len(f.exchanges), slices.Clone(f.agents), slices.Clone(f.taps), f.paused, len(s.runs.Reruns.All()), len(s.comparer.Jobs.All())}
	}
	before := state()
	for _, rt := range s.routes {
		method, path := pathFor(rt.Pattern)
		if method != http.MethodGet || strings.HasSuffix(path, "/tail") {
			continue
		}
		for _, path := range []string{path, path + "?draft=d&session=session-1&a=" + f.exchanges[0].ID + "&b=" + f.exchanges[1].ID} {
			r := request(s, method, path, nil)
			if rt.Access == web.ByBearer {
				r.Header.Set("Authorization", "Bearer secret")
			}
			s.ServeHTTP(httptest.NewRecorder(), r)
			if now := state(); !reflect.DeepEqual(now, before) {
				t.Fatalf("GET %s changed\n%+v\nto\n%+v", path, before, now)
			}
		}
		if rt.Live != nil {
			openTab(t, s, path, nil).cancel()
			if now := state(); !reflect.DeepEqual(now, before) {
				t.Fatalf("GET /live%s changed\n%+v\nto\n%+v", path, before, now)
			}
		}
	}
}
