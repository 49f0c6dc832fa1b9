package ui

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
)

// fakeHooks hands out predictable addresses.
type fakeHooks struct {
	made []host.Hook
	own  map[string]bool // by exchange: whether it carried the token made with its address
}

func (f *fakeHooks) URL() string { return "http://127.0.0.1:7440" }

func (f *fakeHooks) Make(agent, session string) host.Hook {
	n := fmt.Sprint(len(f.made) + 1)
	h := host.Hook{ID: n, URL: "http://127.0.0.1:7440/hook/" + n, Token: "secret-token-" + n, Agent: agent, Session: session, Created: fakeNow()}
	f.made = append([]host.Hook{h}, f.made...)
	return h
}

func (f *fakeHooks) Hooks() []host.Hook                        { return f.made }
func (f *fakeHooks) Proof(string, jws.Keys) (push.Proof, bool) { return push.Proof{}, false }
func (f *fakeHooks) OwnToken(id string) (own, known bool) {
	own, known = f.own[id]
	return own, known
}
func (f *fakeHooks) FetchKeys(_ context.Context, url string) ([]byte, error) {
	return nil, errNotThere
}

func hookServer(t *testing.T, f *fakeRecord, change ...func(*Options)) (*Server, *fakeHooks) {
	t.Helper()
	h := &fakeHooks{}
	return newTestServer(t, f, &fakeCaller{}, append([]func(*Options){func(o *Options) { o.Webhooks = h }}, change...)...), h
}

// pushed is a task with a stream of three events and its deliveries to url: the first with the
// token, the second with another, the third missing.
func pushed(f *fakeRecord, url, text string) {
	send := sample(50, "registers")
	send.Labels.Task = "t"
	req := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"go"}]},` +
		`"configuration":{"taskPushNotificationConfig":{"url":"` + url + `","token":"****"}}}}`
	send.RequestBytes, send.RequestKept = int64(len(req)), int64(len(req))
	send.Redactions = []wire.Redaction{{Place: "request.body", Name: "params.configuration.taskPushNotificationConfig.token", Length: 4, Fingerprint: "run-aaaa"}}
	states := []string{"WORKING", "COMPLETED"}
	chunks := []wire.Chunk{{Side: wire.Request, At: send.Started, Data: []byte(req)}}
	var off int64
	event := func(state string) string {
		return `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_` + state + `"}}}`
	}
	for i, st := range append([]string{"SUBMITTED"}, states...) {
		data := `data: {"jsonrpc":"2.0","id":1,"result":` + event(st) + "}\n\n"
		chunks = append(chunks, wire.Chunk{Side: wire.Response, Offset: off, At: send.FirstByte.Add(time.Duration(i) * 100 * time.Millisecond), Data: []byte(data), Frame: i})
		off += int64(len(data))
	}
	send.ResponseBytes, send.ResponseKept = off, off
	f.put(send, chunks...)
	for i, print := range []string{"run-aaaa", "run-bbbb"} {
		at := send.FirstByte.Add(time.Duration(i)*100*time.Millisecond + 12*time.Millisecond)
		body := event([]string{"SUBMITTED", "WORKING"}[i])
		f.put(wire.Exchange{
			ID: fmt.Sprint("push-", i), Session: "session-1", Origin: wire.Push, Agent: send.Agent, Caller: text, Method: "POST", URL: url,
			Request:  wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}, "X-A2a-Notification-Token": {"****"}}},
			Response: wire.Head{Status: 204}, Started: at, RequestDone: at, Answered: at, Ended: at, Outcome: wire.ByAgent,
			RequestBytes: int64(len(body)), RequestKept: int64(len(body)),
			Redactions: []wire.Redaction{{Place: "request.header", Name: "X-A2a-Notification-Token", Length: 4, Fingerprint: print}},
			Labels:     wire.Labels{Op: "PushNotification", Dialect: "1.0", Task: "t", State: "TASK_STATE_WORKING", Text: text},
		}, wire.Chunk{Side: wire.Request, At: at, Data: []byte(body)})
	}
}

func TestWebhookIsJudged(t *testing.T) {
	f := emptyRecord()
	const at = "http://127.0.0.1:7440/hook/1"
	pushed(f, at, "bot")
	s, _ := hookServer(t, f)
	v, err := s.webhooks.Read(t.Context(), link.HookKey(at), "push-1")
	if err != nil || v.Open == nil || v.Delivery == nil {
		t.Fatalf("%+v %v", v, err)
	}
	st := v.Open.Assessment
	if st.Register == nil || len(st.Deliveries) != 2 || len(st.Report.Missing) != 1 {
		t.Fatalf("study %+v", st)
	}
	d := st.Deliveries
	if d[0].Token.Result != delivery.Match || d[1].Token.Result != delivery.Wrong || d[0].Status.Lag != 12*time.Millisecond {
		t.Errorf("judged %+v", d)
	}
	page := get(t, s, link.HookURL(link.HookKey(at))+"?delivery=push-1").Body.String()
	for _, want := range []string{`✓ <span class="verdict-word">match<`, `✕ <span class="verdict-word">wrong<`, "never arrived", "+12 ms", "PUSH-12", "1 delivery without the registered token."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestWebhookRegisteredWithoutCredentials: if the registration named a scheme without credentials,
// the agent had none to send, and is not accused of forgery.
func TestWebhookRegisteredWithoutCredentials(t *testing.T) {
	const at = "http://127.0.0.1:7440/hook/1"
	for origin, says := range map[wire.Origin]string{
		wire.Replay: "Registered by a replay, without credentials.",
		wire.Client: "Registered without credentials.",
	} {
		f := emptyRecord()
		pushed(f, at, "bot")
		f.exchanges = slices.DeleteFunc(f.exchanges, func(x wire.Exchange) bool { return x.ID == "push-1" }) // it has another token
		i := slices.IndexFunc(f.exchanges, func(x wire.Exchange) bool { return x.Origin != wire.Push })
		send := &f.exchanges[i]
		send.Origin = origin
		c := &f.chunks[send.ID][0]
		c.Data = bytes.Replace(c.Data, []byte(`"token":"****"`), []byte(`"token":"****","authentication":{"scheme":"Bearer"}`), 1)
		send.RequestBytes, send.RequestKept = int64(len(c.Data)), int64(len(c.Data))
		s, _ := hookServer(t, f)
		s.web.Now = func() time.Time { return f.exchanges[i].Started }
		list, page := get(t, s, "/webhooks").Body.String(), get(t, s, link.HookURL(link.HookKey(at))).Body.String()
		mustSee(t, list, "registered without credentials", "✓ match")
		mustSee(t, page, says, "names Bearer and gives no credentials", "none given")
		if strings.Contains(list+page, "▲ credentials") || strings.Contains(list+page, "worst-error") || strings.Contains(page, "without the registered") {
			t.Errorf("%s: the agent is blamed for credentials that nobody gave it", origin)
		}
	}
}

// TestWebhookListSaysAuthorization: the list does not say "match" if the authorization is missing.
func TestWebhookListSaysAuthorization(t *testing.T) {
	f := emptyRecord()
	pushed(f, "http://127.0.0.1:7440/hook/1", "bot")
	f.exchanges = slices.DeleteFunc(f.exchanges, func(x wire.Exchange) bool { return x.ID == "push-1" })
	send := &f.exchanges[slices.IndexFunc(f.exchanges, func(x wire.Exchange) bool { return x.Origin != wire.Push })]
	c := &f.chunks[send.ID][0]
	c.Data = bytes.Replace(c.Data, []byte(`"token":"****"`), []byte(`"token":"****","authentication":{"scheme":"Bearer","credentials":"c"}`), 1)
	send.RequestBytes, send.RequestKept = int64(len(c.Data)), int64(len(c.Data))
	s, _ := hookServer(t, f)
	list := get(t, s, "/webhooks").Body.String()
	mustSee(t, list, "✕ missing", "▲ credentials")
	if strings.Contains(list, "✓ match") {
		t.Error("the list says match beside forged")
	}
}

// TestWebhookListSaysTroubles: the list agrees with the page of each address, and says what is
// still to come when it is too early to tell.
func TestWebhookListSaysTroubles(t *testing.T) {
	f := emptyRecord()
	const at = "http://127.0.0.1:7440/hook/1"
	pushed(f, at, "bot")
	s, h := hookServer(t, f)
	x, _ := f.Exchange(t.Context(), "push-0")
	x.Outcome = wire.Cut
	f.put(x)
	page := get(t, s, "/webhooks").Body.String()
	if !strings.Contains(page, "1 delivery broke off.") {
		t.Error("the list does not say what broke off")
	}
	x.Outcome = wire.Interrupted
	f.put(x)
	if page = get(t, s, "/webhooks").Body.String(); strings.Contains(page, "delivery broke off") {
		t.Error("the agent is blamed for the console's stop")
	}
	f.exchanges = slices.DeleteFunc(f.exchanges, func(x wire.Exchange) bool { return x.Origin == wire.Push })
	s.pushes.Store.Register(h.Make("", "").URL, f.exchanges[0].ID)
	if page = get(t, s, "/webhooks").Body.String(); !strings.Contains(page, "Nothing was delivered.") {
		t.Error("the list does not say that nothing came")
	}
	s.web.Now = func() time.Time { return f.exchanges[0].Ended.Add(time.Second) }
	if page = get(t, s, "/webhooks").Body.String(); strings.Contains(page, "Nothing was") {
		t.Error("what is still to come is not told from what never came")
	}
}

// TestWebhookMadeByHand: an address that was never registered is not shown as registered; its token
// can be read, and it has no last delivery.
func TestWebhookMadeByHand(t *testing.T) {
	s, h := hookServer(t, emptyRecord())
	post(t, s, "/webhooks/new", nil)
	made := h.made[0]
	page := get(t, s, link.HookURL(link.HookKey(made.URL))).Body.String()
	mustSee(t, page, "No call on record registered this address.", "<code>"+made.Token+"</code>", "nothing delivered to", "X-A2A-Notification-Token: "+made.Token)
	if strings.Contains(page, "did not pass a tap") {
		t.Error("the page speaks of a registration that nobody made")
	}
}

// TestTokenMadeByHand: without a registration on record, a token is compared with the one made with
// the address. Another token proves nothing: the client may have registered it.
func TestTokenMadeByHand(t *testing.T) {
	f := emptyRecord()
	s, h := hookServer(t, f)
	post(t, s, "/webhooks/new", nil)
	made := h.made[0]
	pushed(f, made.URL, "bot")
	f.exchanges = slices.DeleteFunc(f.exchanges, func(x wire.Exchange) bool { return x.Origin != wire.Push }) // its registration passed no tap
	h.own = map[string]bool{"push-0": true, "push-1": false}
	v, err := s.webhooks.Read(t.Context(), link.HookKey(made.URL), "")
	if err != nil || v.Open == nil || len(v.Open.Assessment.Deliveries) != 2 {
		t.Fatalf("%+v %v", v, err)
	}
	d := v.Open.Assessment.Deliveries
	if d[0].Token.Result != delivery.Match || d[1].Token.Result != delivery.DifferentToken || !strings.Contains(d[1].Token.Text, "the delivery carries a different token from the one made with this address") || len(v.Open.Assessment.Issues) != 1 || v.Open.Assessment.Issues[0].Word != "credentials" {
		t.Errorf("judged %+v, %+v, %+v", d[0].Token, d[1].Token, v.Open.Assessment.Issues)
	}
	h.own = nil // of another run
	if v, err = s.webhooks.Read(t.Context(), link.HookKey(made.URL), ""); err != nil || v.Open.Assessment.Deliveries[0].Token.Result != delivery.Unknown {
		t.Errorf("%+v %v", v.Open.Assessment.Deliveries[0].Token, err)
	}
}

func TestWebhookPagesHostile(t *testing.T) {
	f := hostileRecord()
	pushed(f, "http://127.0.0.1:7440/hook/<script>alert(1)</script>", hostile)
	for i := range f.exchanges {
		f.exchanges[i].Labels.Task = hostile
	}
	s, h := hookServer(t, f)
	h.Make("http://127.0.0.1:7430", "session-1")
	for _, at := range []string{"/webhooks", link.HookURL(link.HookKey("http://127.0.0.1:7440/hook/<script>alert(1)</script>")) + "?delivery=push-0", "/tasks/" + url.PathEscape(hostile)} {
		w := get(t, s, at)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", at, w.Code)
		}
		harmless(t, w.Body.String())
		if strings.Contains(w.Body.String(), h.made[0].Token) {
			t.Errorf("%s shows the token of another address", at)
		}
	}
}

// TestComposePushes: each message registers a separate address, and the form says so for the
// request that is shown.
func TestComposePushes(t *testing.T) {
	s, h := hookServer(t, emptyRecord())
	d := &draft.Draft{Agent: "http://127.0.0.1:7430", Push: "console", PushScheme: "Bearer", PushCredentials: "c"}
	d.Clear()
	d.Push = "console"
	s.compose.AssignHook(d)
	s.compose.AssignHook(d)
	p, err := draft.PushFields{To: d.Push, Scheme: d.PushScheme, Credentials: d.PushCredentials}.Config(d.Hook)
	if err != nil || len(h.made) != 1 || p.URL != h.made[0].URL || p.Token != h.made[0].Token || p.Schemes[0] != "Bearer" || p.Credentials != "c" {
		t.Fatalf("%+v %v, %d made", p, err, len(h.made))
	}
	s.compose.NoteHook(d.Hook, "exchange-1")
	if s.pushes.Store.Registration(p.URL) != "exchange-1" {
		t.Error("the exchange that registers is not known")
	}
	d.Clear()
	s.compose.AssignHook(d)
	if len(h.made) != 2 {
		t.Error("the next message has the same address")
	}
	for _, bad := range []draft.PushFields{{To: "url", URL: "not a url"}, {To: "url", URL: "ftp://x"}, {To: "console"}} {
		if c, err := bad.Config(nil); err == nil {
			t.Errorf("%+v gives %+v", bad, c)
		}
	}
	if c, err := (draft.PushFields{}).Config(nil); c != nil || err != nil {
		t.Errorf("nothing chosen gives %+v %v", c, err)
	}
}

// fakeDoctor reports its steps.
type fakeDoctor struct{ steps []doctor.Step }

func (d fakeDoctor) Diagnose(_ context.Context, input string, elsewhere bool, each func(doctor.Step)) bool {
	for _, s := range d.steps {
		each(s)
	}
	return elsewhere
}

func TestDoctorPage(t *testing.T) {
	f := emptyRecord()
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Now: fakeNow,
		Doctor: fakeDoctor{[]doctor.Step{{Name: "tcp", Result: doctor.Pass, Text: hostile, Facts: []doctor.Fact{{Name: hostile, Value: hostile}}}, {Name: "call", Result: doctor.Skip, Text: "elsewhere", Advice: "click"}}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	r := request(s, http.MethodPost, "/agents/doctor", strings.NewReader(url.Values{"address": {hostile}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Datastar-Request", "true")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	body := w.Body.String()
	if strings.Count(body, "datastar-patch-elements") < 3 || !strings.Contains(body, "Call it there too") {
		t.Errorf("%d: %.2000s", w.Code, body)
	}
	harmless(t, body)
}

// TestDoctorSignIn: if credentials are missing, the result names the step and links to the agent's
// sign-in form, if the agent is on the list.
func TestDoctorSignIn(t *testing.T) {
	f := emptyRecord()
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Now: fakeNow,
		Doctor: fakeDoctor{[]doctor.Step{{Name: "card", Result: doctor.Pass, Text: "kitten, at /card"}, {Name: "call", Result: doctor.Fail, Text: "it answers 401: credentials are missing", Advice: "Give some.", SignIn: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for address, links := range map[string]int{"127.0.0.1:7430": 1, "http://127.0.0.1:7431/card": 0} {
		r := request(s, http.MethodPost, "/agents/doctor", strings.NewReader(url.Values{"address": {address}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		all := w.Body.String()
		body := all[strings.LastIndex(all, "event: datastar-patch-elements"):]
		mustSee(t, body, "✕ Stopped at First call.", "It answers 401: credentials are missing", "Diagnose again", "kitten, at /card")
		if n := strings.Count(body, link.AgentURL("http://127.0.0.1:7430")+"?tab=signin"); n != links {
			t.Errorf("%s: %d links to the form, want %d", address, n, links)
		}
	}
}

// TestDoctorCountsWarnings: an examination with a warning does not end like one without.
func TestDoctorCountsWarnings(t *testing.T) {
	for result, says := range map[doctor.Result]string{doctor.Warn: `class="warn" role="status">! The agent answers, with 1 warning.</p>`, doctor.Pass: `class="ok" role="status">✓ The agent answers.</p>`} {
		f := emptyRecord()
		s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Now: fakeNow,
			Doctor: fakeDoctor{[]doctor.Step{{Name: "card", Result: result, Text: "kitten"}, {Name: "call", Result: doctor.Pass, Text: "answers"}}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		r := request(s, http.MethodPost, "/agents/doctor?elsewhere=1", strings.NewReader(url.Values{"address": {"127.0.0.1:7430"}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		mustSee(t, w.Body.String(), says)
	}
}

// TestEventsWithoutARecord: if something was not recorded, no event is called missing.
func TestEventsWithoutARecord(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(f *fakeRecord){
		"a gap since": func(f *fakeRecord) {
			f.gaps = []wire.Gap{{Session: "session-1", Exchanges: 3, From: fakeNow(), To: fakeNow(), Cause: wire.GapDiskFull}}
		},
		"a pause":                 func(f *fakeRecord) { f.paused = true },
		"a delivery that is torn": func(f *fakeRecord) { f.exchanges[2].Incomplete = true },
		"a console that stopped": func(f *fakeRecord) {
			for i := range f.sessions {
				f.sessions[i].Ended = f.exchanges[0].Ended.Add(time.Second)
			}
		},
		"a delivery that was not read": func(f *fakeRecord) {
			x := &f.exchanges[2]
			x.Outcome, x.RequestBytes, x.RequestKept = wire.Refused, 0, 0
		},
		"a gap long before": func(f *fakeRecord) {
			f.gaps = []wire.Gap{{Session: "session-1", Exchanges: 3, From: fakeNow().Add(-48 * time.Hour), To: fakeNow().Add(-47 * time.Hour), Cause: wire.GapDiskFull}}
		},
		"a gap elsewhere": func(f *fakeRecord) {
			f.gaps = []wire.Gap{{Session: "session-2", Exchanges: 3, From: fakeNow(), To: fakeNow(), Cause: wire.GapDiskFull}}
		},
	} {
		f, at := emptyRecord(), "http://127.0.0.1:7440/hook/1"
		pushed(f, at, "bot")
		lose(f)
		s, _ := hookServer(t, f)
		body := get(t, s, link.HookURL(link.HookKey(at))).Body.String()
		blames := strings.Contains(body, "of the stream never arrived") || strings.Contains(body, ">never arrived") || strings.Contains(body, "did not push")
		if elsewhere := strings.HasPrefix(name, "a gap long") || strings.HasPrefix(name, "a gap elsewhere"); blames != elsewhere || strings.Contains(body, "not on record") == elsewhere {
			t.Errorf("%s: blames the agent: %v", name, blames)
		}
	}
}
