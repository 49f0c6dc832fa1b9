package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// breaksSSE05 reports two findings of SSE-05 in every exchange.
type breaksSSE05 struct{}

func (breaksSSE05) Feed(wire.Side, time.Time, []byte) {}
func (breaksSSE05) Update(*wire.Exchange)             {}
func (breaksSSE05) BufferedBytes() int                { return 0 }
func (breaksSSE05) Defer(*wire.Exchange)              {}

func (breaksSSE05) Labels() wire.Labels { return wire.Labels{Findings: 1, Worst: "error"} }

func (breaksSSE05) Findings() []wire.Finding {
	return []wire.Finding{{Check: "SSE-05", Severity: "error", Count: 1, Times: 2}}
}

func labelBroken(*wire.Exchange) recorder.Labeller { return breaksSSE05{} }

// checks reads how often an exchange on record broke checks, and mutes one.
func (c *contract) checks(exchange string) {
	c.t.Helper()
	lists := func(path, want string, yes bool) {
		c.t.Helper()
		pattern, _, _ := strings.Cut(path, "?")
		if got := string(c.call(200, "GET", pattern, path, "")); strings.Contains(got, want) != yes {
			c.t.Errorf("%s: %s is there: %t, want %t: %s", path, want, !yes, yes, got)
		}
	}
	session := c.store.Current().ID
	const found = `"check":"SSE-05","level":"must","exchanges":1,"times":2,"severity":"error"`
	lists("/api/checks", found, true)
	lists("/api/checks?session="+session, found, true)
	all := string(c.call(200, "GET", "/api/checks", "/api/checks", ""))
	if n := strings.Count(all, `"check":"`); n != len(check.All()) || !strings.Contains(all, `"unread":0`) {
		c.t.Errorf("%d checks are listed, of %d", n, len(check.All()))
	}
	c.call(404, "GET", "/api/checks", "/api/checks?session=none", "")
	c.finds(exchange)

	lists("/api/mutes", `{"mutes":[]}`, true)
	c.call(200, "POST", "/api/mutes", "/api/mutes", `{"check":"sse-05","reason":" its last event is known to be late "}`)
	lists("/api/mutes", `{"check":"SSE-05","reason":"its last event is known to be late","created":"`, true)
	lists("/api/checks", `"muted":[{"reason":"its last event is known to be late"`, true)
	lists("/api/exchanges?filter=finding:muted", exchange, true)
	c.call(200, "POST", "/api/mutes", "/api/mutes", `{"check":"SSE-05","session":"`+session+`","reason":"only here"}`)
	lists("/api/mutes", `{"check":"SSE-05","session":"`+session+`","reason":"only here"`, true)
	c.call(204, "DELETE", "/api/mutes/{id}", "/api/mutes/sse-05", "")
	lists("/api/mutes", "known to be late", false)
	lists("/api/exchanges?filter=finding:muted", exchange, true)
	c.call(404, "DELETE", "/api/mutes/{id}", "/api/mutes/SSE-05", "")
	c.call(204, "DELETE", "/api/mutes/{id}", "/api/mutes/SSE-05?session="+session, "")
	c.call(404, "DELETE", "/api/mutes/{id}", "/api/mutes/SSE-05?session=none", "")
	lists("/api/mutes", `{"mutes":[]}`, true)
	lists("/api/exchanges?filter=finding:muted", exchange, false)

	c.call(400, "POST", "/api/mutes", "/api/mutes", `{"id":"SSE-05"}`)
	c.call(404, "POST", "/api/mutes", "/api/mutes", `{"check":"SSE-05","session":"none","reason":"x"}`)
	for _, body := range []string{``, `{"check":"SSE-999","reason":"x"}`, `{"check":"SSE-05"}`, `{"check":"SSE-05","reason":" "}`, `{"check":"SSE-05","reason":"` + strings.Repeat("x", wire.MaxReasonBytes+1) + `"}`} {
		if got := string(c.call(422, "POST", "/api/mutes", "/api/mutes", body)); !strings.Contains(got, `"what":"The check was not muted."`) {
			c.t.Errorf("%.60s: %s", body, got)
		}
	}
}

// finds lists exchanges by their findings.
func (c *contract) finds(exchange string) {
	c.t.Helper()
	for filter, want := range map[string]bool{
		"finding:SSE-05": true, "finding:sse-*": true, "finding:error": true, "finding:must": true, "finding:any": true, "-finding:CARD-01": true,
		"finding:CARD-01": false, "finding:muted": false, "-finding:SSE-05": false,
	} {
		if got := string(c.call(200, "GET", "/api/exchanges", "/api/exchanges?filter="+filter, "")); strings.Contains(got, `"id":"`+exchange+`"`) != want {
			c.t.Errorf("%s: the exchange is listed: %t, want %t", filter, !want, want)
		}
	}
	if got := string(c.call(400, "GET", "/api/exchanges", "/api/exchanges?filter=finding:SSE-999", "")); !strings.Contains(got, "is not a check") {
		c.t.Errorf("a check that there is not: %s", got)
	}
}

// TestAPIMutesOnlyWhereItCan: without a Keeper, checks are listed but cannot be muted.
func TestAPIMutesOnlyWhereItCan(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	var got []string
	for _, rt := range apiRoutes(s) {
		if strings.Contains(rt.Pattern, "/api/checks") || strings.Contains(rt.Pattern, "/api/mutes") {
			got = append(got, rt.Pattern)
		}
	}
	if strings.Join(got, ", ") != "GET /api/checks, GET /api/mutes" {
		t.Errorf("served: %v", got)
	}
}
