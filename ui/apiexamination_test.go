package ui

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// examines runs examinations of an agent, a client and a session, stops one, and sends requests
// that are refused.
func (c *contract) examines() {
	c.t.Helper()
	look := func(at string, says ...string) {
		c.t.Helper()
		got := string(c.call(200, "GET", "/api/examinations/{id}", at, ""))
		for _, want := range says {
			if !strings.Contains(got, want) {
				c.t.Errorf("no %s in %s", want, got)
			}
		}
	}
	begun := make(chan struct{})
	c.examine.begun = begun
	at := "/api/examinations/" + member(c.t, c.call(201, "POST", "/api/examinations", "/api/examinations", `{"agent":"http://127.0.0.1:9"}`), "id")
	<-begun
	look(at, `"state":"calling"`, `"session":"session-1"`, `"planned":40,"calls":7`, `"interface":"A2A 1.0 JSON-RPC","probe":"send"`, `"rate":10,"budget":600`)
	c.call(204, "DELETE", "/api/examinations/{id}", at, "")
	idle(c.s)
	look(at, `"state":"stopped"`, `"ended":"`, `"stopped":"the examination was stopped"`, `"check":"STM-05"`)
	c.call(204, "DELETE", "/api/examinations/{id}", at, "")

	c.examine.begun = nil
	if err := c.store.Mute(c.t.Context(), wire.Mute{Check: "SSE-05", Reason: "known for long"}); err != nil {
		c.t.Fatal(err)
	}
	body := `{"agent":"http://127.0.0.1:9","dialect":"1.0","binding":"rest","texts":["hello"],"rate":0.5,"budget":50}`
	at = "/api/examinations/" + member(c.t, c.call(201, "POST", "/api/examinations", "/api/examinations", body), "id")
	idle(c.s)
	if o := c.examine.asked[1]; o.Agent != "http://127.0.0.1:9" || len(o.Texts) != 1 || o.Texts[0] != "hello" || o.Rate != 0.5 || o.Budget != 50 || len(o.Versions) != 1 || o.Versions[0] != a2a.V10 || len(o.Bindings) != 1 || o.Bindings[0] != a2a.REST {
		c.t.Errorf("asked %+v", o)
	}
	look(at, `"state":"done"`, `"examination":"check of http://127.0.0.1:9"`, `"probe":"list","interface":"A2A 1.0 JSON-RPC","level":"should","result":"fail"`, `"check":"STM-05","level":"must","result":"fail"`, `"muted":"known for long"`)
	if got := string(c.call(200, "GET", "/api/examinations", "/api/examinations", "")); strings.Count(got, `"agent":"http://127.0.0.1:9"`) != 2 || strings.Contains(got, "results") {
		c.t.Errorf("listed: %s", got)
	}
	for _, body := range []string{``, `{"agent":"ftp://x"}`, `{"agent":"x","dialect":"7"}`, `{"agent":"x","binding":"soap"}`, `{"agent":"x","rate":0}`, `{"agent":"x","budget":0}`, `{"url":"x"}`} {
		c.call(400, "POST", "/api/examinations", "/api/examinations", body)
	}
	c.store.Pause(true)
	c.call(409, "POST", "/api/examinations", "/api/examinations", body)
	c.store.Pause(false)
	at = "/api/examinations/" + member(c.t, c.call(201, "POST", "/api/examinations", "/api/examinations", `{"client":{"steps":["send","list"]},"limit":60}`), "id")
	c.examine.untilAsked()
	look(at, `"kind":"client"`, `"state":"waiting"`, `"url":"http://127.0.0.1:7499"`, `"step":0`, `"steps":[{"name":"send","asks":"Send it."},{"name":"list"`)
	c.call(409, "POST", "/api/examinations/{id}/next", at+"/next", `{"step":1}`)
	c.call(400, "POST", "/api/examinations/{id}/next", at+"/next", `{"steps":1}`)
	c.call(204, "POST", "/api/examinations/{id}/next", at+"/next", `{"step":0}`)
	c.examine.untilAsked()
	look(at, `"step":1`, `"result":"pass"`)
	c.call(204, "POST", "/api/examinations/{id}/next", at+"/next", `{"step":1,"unable":true}`)
	idle(c.s)
	look(at, `"state":"done"`, `"step":"send","level":"must","result":"pass"`, `"step":"list","level":"must","result":"not_applicable"`)
	at = "/api/examinations/" + member(c.t, c.call(201, "POST", "/api/examinations", "/api/examinations", `{"agent":"http://127.0.0.1:9","chaos":{"presets":["never-finish"],"by_client":true}}`), "id")
	c.examine.untilAsked()
	c.call(204, "POST", "/api/examinations/{id}/next", at+"/next", `{"step":0}`)
	idle(c.s)
	look(at, `"kind":"chaos"`, `"state":"done"`, `"preset":"never-finish","seed":1,"step":1,"text":"","verdict":"lost"`)
	for _, body := range []string{`{"client":{"steps":["dance"]}}`, `{"agent":"http://127.0.0.1:9","chaos":{"presets":["none"]}}`, `{"agent":"http://127.0.0.1:9","chaos":{"times":99}}`, `{"client":{},"limit":-1}`, `{"client":{},"dialect":"0.1","binding":"grpc"}`} {
		c.call(400, "POST", "/api/examinations", "/api/examinations", body)
	}
	now := `"session":"` + c.store.Current().ID + `"`
	for _, body := range []string{`{` + now + `,"client":{}}`, `{` + now + `,"agent":"http://127.0.0.1:9"}`, `{` + now + `,"chaos":{}}`, `{"client":{},"agent":"http://127.0.0.1:9"}`, `{"client":{"program":"node"}}`, `{"client":{"agents":["curl"]}}`} {
		c.call(422, "POST", "/api/examinations", "/api/examinations", body)
	}
	at = "/api/examinations/" + member(c.t, c.call(201, "POST", "/api/examinations", "/api/examinations", `{"session":"`+c.store.Current().ID+`"}`), "id")
	idle(c.s)
	look(at, `"kind":"session"`, `"session":"`+c.store.Current().ID+`"`, `"state":"done"`, `"check":"STM-05"`)
	c.call(404, "POST", "/api/examinations", "/api/examinations", `{"session":"none"}`)
	c.call(404, "POST", "/api/examinations/{id}/next", "/api/examinations/none/next", `{"step":0}`)
	c.call(404, "GET", "/api/examinations/{id}", "/api/examinations/none", "")
	c.call(404, "DELETE", "/api/examinations/{id}", "/api/examinations/none", "")
}

// TestAPIExaminesAsThePage: a known agent is called at the address of its card, and without an
// Examiner the routes do not exist.
func TestAPIExaminesAsThePage(t *testing.T) {
	e := &fakeExaminer{}
	s, _ := examining(t, e)
	r := request(s, "POST", "/api/examinations", strings.NewReader(`{"agent":"`+referenceOrigin+`"}`))
	r.Header.Set("Authorization", "Bearer secret")
	r.Host = "127.0.0.1:7420"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	idle(s)
	known, ok := s.agents.Find(t.Context(), referenceOrigin)
	if !ok || w.Code != 201 || len(e.asked) != 1 || e.asked[0].Agent != known.CardURL || known.CardURL == "" {
		t.Errorf("HTTP %d %s: asked %+v, the card is at %q", w.Code, w.Body, e.asked, known.CardURL)
	}
	for _, rt := range apiRoutes(newTestServer(t, normalRecord(), &fakeCaller{})) {
		if strings.Contains(rt.Pattern, "/api/examinations") {
			t.Errorf("%s is served without an examiner", rt.Pattern)
		}
	}
}
