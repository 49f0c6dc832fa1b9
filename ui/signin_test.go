package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/searches"
)

const guardedAgent = "http://127.0.0.1:9999"

// guardedServer is a Server with a wallet and one agent whose card has the given security schemes.
func guardedServer(t *testing.T, schemes, requirements string) (*Server, *auth.Wallet) {
	t.Helper()
	f := &fakeRecord{agents: []wire.Agent{{Origin: guardedAgent, Name: "Guarded"}}}
	w := auth.NewWallet(auth.Options{})
	t.Cleanup(w.Close)
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Doctor: fakeDoctor{}, Wallet: w, Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Version: "test", Now: fakeNow})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	raw := fmt.Sprintf(`{"name":"Guarded","description":"d","version":"1","capabilities":{},"skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"https://other.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"0.3"}],"securitySchemes":{%s},"securityRequirements":[%s]}`,
		guardedAgent+"/rpc", schemes, requirements)
	card, versions, _ := dialect.ReadCard([]byte(raw))
	s.agents.Cards.Edit(guardedAgent, func(k *agents.CardInfo) {
		k.Discovery = &inspector.Discovery{Card: card, Raw: []byte(raw), Versions: versions, CardURL: guardedAgent + "/.well-known/agent-card.json"}
	})
	return s, w
}

func post(t *testing.T, s *Server, path string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := request(s, http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func mustSee(t *testing.T, page string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(page, w) {
			t.Errorf("the page does not say %q", w)
		}
	}
}

const fourSchemes = `"tok":{"httpAuthSecurityScheme":{"scheme":"Bearer","bearerFormat":"JWT"}},"pw":{"httpAuthSecurityScheme":{"scheme":"basic"}},
"key":{"apiKeySecurityScheme":{"location":"query","name":"k"}},"cert":{"mtlsSecurityScheme":{}},
"odd":{"httpAuthSecurityScheme":{"scheme":"hoba"}},"oa":{"oauth2SecurityScheme":{"flows":{"deviceCode":{"deviceAuthorizationUrl":"https://login.example/d","tokenUrl":"https://login.example/t","scopes":{"a":"b"}}}}}`

// TestSignInForms: the page lists the schemes of the card and their forms, and makes no call.
func TestSignInForms(t *testing.T) {
	s, _ := guardedServer(t, fourSchemes, `{"schemes":{"tok":{"list":[]},"key":{"list":[]}}},{"schemes":{"oa":{"list":["a"]}}}`)
	page := get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String()
	mustSee(t, page, "key and tok, or oa", "bearer token (JWT)", "user name and password", "API key in query k", "mutual TLS", "hoba, which the console does not support",
		"code on another device", "The card names https://login.example", "https://other.example", "Remember in the keyring")
	golden(t, s, "signin-normal", signInOf(t, page))
	s, _ = guardedServer(t, "", "")
	golden(t, s, "signin-empty", signInOf(t, get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String()))
}

// signInOf returns the sign-in part of an agent's page.
func signInOf(t *testing.T, page string) string {
	t.Helper()
	i := strings.Index(page, `<section class="signin"`)
	if i < 0 {
		t.Fatal("the page has no sign-in")
	}
	// Golden pages are read with the line endings of any checkout.
	return strings.ReplaceAll(page[i:i+strings.Index(page[i:], "</main>")], "\r\n", "‹CRLF›")
}

// TestSignInAndOut: the secret goes to the wallet and is never returned.
func TestSignInAndOut(t *testing.T) {
	s, w := guardedServer(t, fourSchemes, "")
	at := link.AgentURL(guardedAgent) + "/sign-in/"
	if r := post(t, s, at+"put", url.Values{"scheme": {"tok"}, "secret": {"  Bearer s3cret-token "}}); r.Code != http.StatusNoContent {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	if r := post(t, s, at+"put", url.Values{"scheme": {"key"}, "secret": {"s3cret-key"}, "where": {"https://other.example/rpc"}}); r.Code != http.StatusNoContent {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	out := httptest.NewRequest(http.MethodPost, guardedAgent+"/rpc", nil)
	w.Authorize(out)
	if out.Header.Get("Authorization") != "Bearer s3cret-token" || out.URL.RawQuery != "" {
		t.Errorf("%v %s", out.Header, out.URL)
	}
	for _, tab := range []string{"signin", "card"} {
		page := get(t, s, link.AgentURL(guardedAgent)+"?tab="+tab).Body.String()
		if strings.Contains(page, "s3cret") {
			t.Errorf("%s holds a secret", tab)
		}
	}
	mustSee(t, get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String(), "Credential kept", "sent as Authorization header", "sent as query parameter k", "to https://other.example/rpc")
	for name, form := range map[string]url.Values{
		"another origin": {"scheme": {"tok"}, "secret": {"x"}, "where": {"https://evil.example"}},
		"no such scheme": {"scheme": {"nope"}, "secret": {"x"}},
		"no secret":      {"scheme": {"tok"}},
		"not remembered": {"scheme": {"tok"}, "secret": {"x"}, "remember": {"1"}},
	} {
		r := post(t, s, at+"put", form)
		if r.Code < 400 {
			t.Errorf("%s: %d", name, r.Code)
		}
		if said := strings.Contains(r.Body.String(), "The credential is in use, but not in the keyring."); said != (name == "not remembered") {
			t.Errorf("%s: says %s", name, r.Body)
		}
	}
	var again []string
	s.agents.OnSignedIn = func(_ context.Context, draft, _ string) error { again = append(again, draft); return nil }
	for _, remember := range []string{"", "1"} {
		post(t, s, at+"put", url.Values{"scheme": {"tok"}, "secret": {"x"}, "remember": {remember}, "retry": {"draft-" + remember}})
	}
	if got := strings.Join(again, " "); got != "draft- draft-1" {
		t.Errorf("sent again: %q", got)
	}
	if r := post(t, s, at+"out", url.Values{"scheme": {"tok"}}); r.Code != http.StatusNoContent {
		t.Fatal(r.Code)
	}
	if a := w.Account(guardedAgent); len(a.States) != 0 {
		t.Errorf("%+v", a.States)
	}
}

// TestRefusedSignIn: a credential that the agent refused is not shown as good anywhere, and one
// given since then is not shown as bad.
func TestRefusedSignIn(t *testing.T) {
	s, w := guardedServer(t, fourSchemes, "")
	f := s.agents.Library.(searches.Turns).Library.(*fakeRecord)
	if r := post(t, s, link.AgentURL(guardedAgent)+"/sign-in/put", url.Values{"scheme": {"tok"}, "secret": {"wrong"}}); r.Code != http.StatusNoContent {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	since := w.Account(guardedAgent).States[0].Since
	x := sample(90, "The agent refused the")
	x.Agent, x.URL, x.Origin, x.Started = guardedAgent, guardedAgent+"/rpc", wire.Compose, since.Add(time.Second)
	x.Response = wire.Head{Status: http.StatusUnauthorized}
	page := func(x wire.Exchange) string {
		f.put(x)
		s.drafts.Update("d", func(d *draft.Draft) { d.Agent, d.Exchange = guardedAgent, x.ID })
		return get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String() + get(t, s, s.drafts.Get("d").Address()).Body.String()
	}
	refused := page(x)
	mustSee(t, refused, "✕ The agent refused this credential", "The agent refused the", "the agent refused the sign-in with tok")
	if strings.Contains(refused, "✓ Signed in") || strings.Contains(refused, "signed in with tok") {
		t.Error("a refused token is called good")
	}
	for what, y := range map[string]wire.Exchange{
		"from before it":   {Started: since.Add(-time.Second), Response: x.Response, URL: x.URL},
		"of another place": {Started: x.Started, Response: x.Response, URL: "https://other.example/rpc"},
		"that was taken":   {Started: x.Started, Response: wire.Head{Status: http.StatusOK}, URL: x.URL},
	} {
		x.Started, x.Response, x.URL = y.Started, y.Response, y.URL
		if strings.Contains(page(x), "refused this credential") {
			t.Errorf("an answer %s counts", what)
		}
	}
}

// TestSignInHostile: a card's names of schemes reach the page as text.
func TestSignInHostile(t *testing.T) {
	name, err := json.Marshal("</script><img src=x onerror=alert(1)>\r\n@post('/x')")
	if err != nil {
		t.Fatal(err)
	}
	s, w := guardedServer(t, fmt.Sprintf(`%s:{"httpAuthSecurityScheme":{"scheme":"bearer","description":%s}},"o":{"oauth2SecurityScheme":{"flows":{"authorizationCode":{"authorizationUrl":"javascript:alert(1)","tokenUrl":"http://169.254.169.254/","scopes":{}}}}}`, name, name), "")
	if err := w.Put(guardedAgent, auth.Credential{Scheme: "</b><script>", Kind: auth.Bearer, Secret: "x"}); err != nil {
		t.Fatal(err)
	}
	page := get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String()
	harmless(t, page)
	golden(t, s, "signin-hostile", signInOf(t, page))
	if r := post(t, s, link.AgentURL(guardedAgent)+"/sign-in/begin", url.Values{"scheme": {"o"}, "flow": {"authorizationCode"}, "client": {"c"}}); r.Code != http.StatusConflict {
		t.Errorf("began a sign-in at a forbidden address: %d %s", r.Code, r.Body)
	}
	if r := post(t, s, link.AgentURL(guardedAgent)+"/signature/fetch", url.Values{"url": {"https://anywhere.example/"}}); r.Code != http.StatusBadRequest {
		t.Errorf("fetched keys from where no signature says: %d", r.Code)
	}
}

// TestCertificatesHelpNobodyWhoIsNotThere: if nothing listens, no certificate is asked for.
func TestCertificatesHelpNobodyWhoIsNotThere(t *testing.T) {
	for note, want := range map[string]bool{"connection refused: nothing listens at 127.0.0.1:1": false, "the certificate is not trusted": true} {
		d := &inspector.Discovery{Trail: []inspector.DiscoveryStep{{URL: "https://127.0.0.1:1/", Note: note}}}
		if got := agents.WantsCredentials(d); got != want {
			t.Errorf("%s: certificates asked for: %v", note, got)
		}
	}
}

// TestCardsCannotBorrowASignIn: if a card sends a message to another origin that the person is
// signed in to, the page says so before sending.
func TestCardsCannotBorrowASignIn(t *testing.T) {
	s, _ := guardedServer(t, fourSchemes, "")
	page := func(as string) string {
		begun := get(t, s, "/compose?agent="+url.QueryEscape(guardedAgent)+"&as="+url.QueryEscape(as))
		return get(t, s, begun.Header().Get("Location")).Body.String()
	}
	const warning = "The card of 127.0.0.1:9999 directs this to other.example, with your sign-in there."
	if strings.Contains(page("0.3/jsonrpc"), warning) {
		t.Error("warned without a sign-in")
	}
	if r := post(t, s, link.AgentURL(guardedAgent)+"/sign-in/put", url.Values{"scheme": {"tok"}, "secret": {"x"}, "where": {"https://other.example/rpc"}}); r.Code != http.StatusNoContent {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	mustSee(t, page("0.3/jsonrpc"), warning, "signed in with tok")
	if strings.Contains(page("1.0/jsonrpc"), warning) {
		t.Error("warned of a call that goes to the card's own origin")
	}
}

// TestWhatWasSentIsSentAgainWhole: the push token is not on record, but is sent again by Retry and
// in another version.
func TestWhatWasSentIsSentAgainWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, c := emptyRecord(), talking("x")
		sent := make(chan inspector.PreparedRequest, 1)
		hooks := &fakeHooks{}
		c.send = turnAway(f, sent)
		s := newTestServer(t, f, c, func(o *Options) { o.Webhooks = hooks })
		s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
		s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
		submit(t, s, "/compose/d/send", url.Values{"part-1-text": {"hi"}, "interface": {"1.0 jsonrpc"}, "push": {"console"}})
		first := <-sent
		synctest.Wait()
		const token = "secret-token-1"
		for _, do := range []string{"retry", "retry", "again?as=0.3/jsonrpc", "retry"} {
			before := s.drafts.Get("d").Exchange
			submit(t, s, "/compose/d/"+do, nil)
			if d := s.drafts.Get("d"); d.Problem != "" || d.Exchange == before {
				t.Fatalf("%s: %q, exchange %s", do, d.Problem, d.Exchange)
			}
			again := <-sent
			synctest.Wait()
			if !bytes.Contains(again.Body, []byte(token)) || do == "retry" && again.Version == a2a.V10 && !bytes.Equal(again.Body, first.Body) {
				t.Errorf("%s sends %s", do, again.Body)
			}
			if s.pushes.Store.Registration(hooks.made[len(hooks.made)-1].URL) != s.drafts.Get("d").Exchange {
				t.Errorf("after %s the address is another call's", do)
			}
		}
	})
}

// turnAway records requests like the recorder, without the push token, and answers that somebody
// must sign in.
func turnAway(f *fakeRecord, sent chan<- inspector.PreparedRequest) func(context.Context, inspector.PreparedRequest, func(inspector.Event)) (inspector.Ending, error) {
	return func(ctx context.Context, p inspector.PreparedRequest, _ func(inspector.Event)) (inspector.Ending, error) {
		x := sample(90, "The agent refused the")
		m := wire.CallOptionsFrom(ctx)
		x.ID, x.Link, x.Origin, x.Method, x.URL, x.Request.Header = m.ID, m.Link, m.Origin, p.Method, p.URL, p.Header
		x.Response = wire.Head{Status: http.StatusUnauthorized, Header: http.Header{"Content-Type": {"text/plain"}}}
		x.Labels = wire.Labels{Op: string(p.Op), Dialect: string(p.Version), Binding: string(p.Binding)}
		kept := bytes.ReplaceAll(p.Body, []byte("secret-token-1"), []byte("**************"))
		x.RequestBytes, x.RequestKept, x.ResponseBytes, x.ResponseKept = int64(len(kept)), int64(len(kept)), 0, 0
		f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: kept})
		sent <- p
		return inspector.Ending{}, nil
	}
}

// TestMixedUpCard: a card that names one server to sign in at and another for the code starts no
// sign-in; the page says which URL names which server, and what to try.
func TestMixedUpCard(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		http.NotFound(w, r)
	}))
	defer server.Close()
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("the thief got %s %s", r.Method, r.URL) }))
	defer thief.Close()
	s, w := guardedServer(t, fmt.Sprintf(`"o":{"oauth2SecurityScheme":{"flows":{"authorizationCode":{"authorizationUrl":"%s/authorize","tokenUrl":"%s/token","scopes":{}}}}}`, server.URL, thief.URL), "")
	form := url.Values{"scheme": {"o"}, "flow": {"authorizationCode"}, "client": {"me"}, "secret": {"s3cret"}, "redirect": {"http://127.0.0.1:0/back"}}
	r := post(t, s, link.AgentURL(guardedAgent)+"/sign-in/begin", form)
	if r.Code != http.StatusConflict || strings.Contains(r.Body.String(), "s3cret") || len(w.Account(guardedAgent).Pending) != 0 {
		t.Errorf("%d %+v", r.Code, w.Account(guardedAgent))
	}
	mustSee(t, r.Body.String(), "No code, token or secret was sent", server.URL+"/authorize", thief.URL+"/token", "type its issuer")
	form.Set("issuer", server.URL)
	if r := post(t, s, link.AgentURL(guardedAgent)+"/sign-in/begin", form); r.Code != http.StatusConflict || !strings.Contains(r.Body.String(), "404") {
		t.Errorf("an issuer that says nothing: %d", r.Code)
	}
	for _, a := range asked {
		if !strings.HasPrefix(a, "GET /.well-known/") {
			t.Errorf("the server got %s", a)
		}
	}
}

// TestAgentsOfOneOrigin: what was typed for one agent stays with it when another agent of that
// origin is connected.
func TestAgentsOfOneOrigin(t *testing.T) {
	s, w := guardedServer(t, fourSchemes, "")
	at := func(path string) {
		s.agents.Cards.Edit(guardedAgent, func(k *agents.CardInfo) {
			d := *k.Discovery
			d.CardURL = guardedAgent + path + "/.well-known/agent-card.json"
			k.Discovery = &d
		})
	}
	for path, token := range map[string]string{"/a": "for-a", "/b": "for-b"} {
		at(path)
		if r := post(t, s, link.AgentURL(guardedAgent)+"/sign-in/put", url.Values{"scheme": {"tok"}, "secret": {token}}); r.Code != http.StatusNoContent {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
	}
	for path, want := range map[string]string{"/a": "Bearer for-a", "/b": "Bearer for-b", "/c": "", "": ""} {
		at(path)
		p := inspector.PreparedRequest{HTTP: dialect.HTTP{Method: http.MethodPost, URL: guardedAgent + "/rpc"}, Binding: a2a.JSONRPC}
		out := httptest.NewRequest(p.Method, p.URL, nil)
		w.Authorize(out.WithContext(inspector.WithCallee(out.Context(), s.agents.Callee(guardedAgent, p))))
		if got := out.Header.Get("Authorization"); got != want {
			t.Errorf("%s: sent %q", path, got)
		}
		signedIn := strings.Contains(get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String(), "Credential kept")
		if signedIn != (want != "") {
			t.Errorf("%s: the page says signed in: %v", path, signedIn)
		}
	}
}

// TestCallee: a recorded request is for the agent whose card names its endpoint.
func TestCallee(t *testing.T) {
	s, _ := guardedServer(t, "", "")
	card := guardedAgent + "/.well-known/agent-card.json"
	for _, c := range []struct {
		url     string
		binding a2a.Binding
		agent   bool
	}{
		{guardedAgent + "/rpc", a2a.JSONRPC, true}, {guardedAgent + "/rpc?x=1", a2a.JSONRPC, true}, {card, "", true},
		{guardedAgent + "/rpc/x", a2a.JSONRPC, false}, {guardedAgent + "/b/rpc", a2a.JSONRPC, false}, {guardedAgent + "/rpc", a2a.REST, false},
	} {
		p := inspector.PreparedRequest{HTTP: dialect.HTTP{URL: c.url}, Binding: c.binding}
		if got := s.agents.Callee(guardedAgent, p); (got.Agent == card) != c.agent {
			t.Errorf("%s: %+v", c.url, got)
		}
	}
	for _, c := range []struct {
		binding       a2a.Binding
		endpoint, url string
		want          bool
	}{
		{a2a.REST, "http://h/a", "http://h/a/v1/message:send", true}, {a2a.REST, "http://h/a", "http://h/ab/v1/message:send", false},
		{a2a.REST, "http://h", "http://h/message:send", true}, {a2a.REST, "http://h/", "http://h/tasks/1", true}, {a2a.REST, "http://h/", "http://h/b/message:send", false},
		{a2a.GRPC, "http://h", "http://h/lf.a2a.v1.A2AService/SendMessage", true}, {a2a.JSONRPC, "http://h/", "http://h", true}, {a2a.JSONRPC, "http://h/", "http://h/b", false},
	} {
		if got := agents.Reaches(c.binding, c.endpoint, c.url); got != c.want {
			t.Errorf("%s %s reaches %s: %v", c.binding, c.endpoint, c.url, got)
		}
	}
}
