package proxy_test

import (
	"strings"
	"testing"

	"golang.org/x/net/http2"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// If an agent ends a call with an HTTP/2 frame, the record attributes the end to the agent, not to its client
// or the console, and the problem says what to try. The client gets a response at once, even if it has not
// ended its request.
func TestAgentEndsAnHTTP2Call(t *testing.T) {
	t.Parallel()
	message := string(wire.AppendGRPC(nil, []byte("hello")))
	begin := func(p *peer, id uint32) {
		p.fields(id, false, ":status: 200", "content-type: application/grpc")
		p.fr.WriteData(id, false, []byte(message))
	}
	reset := func(code http2.ErrCode) func(p *peer, id uint32) {
		return func(p *peer, id uint32) { p.fr.WriteRSTStream(id, code) }
	}
	goAway := func(taken bool, code http2.ErrCode) func(p *peer, id uint32) {
		return func(p *peer, id uint32) {
			if !taken {
				id = 0
			}
			p.fr.WriteGoAway(id, code, nil)
			p.c.Close()
		}
	}
	for name, tt := range map[string]struct {
		reply func(p *peer, id uint32)
		says  string
	}{
		"stopping":          {goAway(false, http2.ErrCodeNo), "GOAWAY"},
		"GOAWAY, not taken": {goAway(false, http2.ErrCodeEnhanceYourCalm), "GOAWAY from server ErrCode:ENHANCE_YOUR_CALM): it may be stopping. See its log, then send the call again."},
		"GOAWAY, taken":     {goAway(true, http2.ErrCodeEnhanceYourCalm), "ErrCode=ENHANCE_YOUR_CALM"},
		"refused":           {reset(http2.ErrCodeRefusedStream), "refused this call before it acted on it (HTTP/2 REFUSED_STREAM)"},
		"reset":             {reset(http2.ErrCodeInternal), "reset this call's HTTP/2 stream without an answer (INTERNAL_ERROR). See its log"},
		"cancelled":         {reset(http2.ErrCodeCancel), "reset this call's HTTP/2 stream without an answer (CANCEL). See its log"},
		"HTTP/1.1 only":     {reset(http2.ErrCodeHTTP11Required), "(HTTP_1_1_REQUIRED)"},
		"reset in the answer": {func(p *peer, id uint32) {
			begin(p, id)
			p.fr.WriteRSTStream(id, http2.ErrCodeCancel)
		}, "The agent's connection broke off after 10 bytes of the response"},
		"GOAWAY in the answer": {func(p *peer, id uint32) {
			begin(p, id)
			goAway(true, http2.ErrCodeInternal)(p, id)
		}, "ErrCode=INTERNAL_ERROR"},
	} {
		for _, open := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				agent := newH2Agent(t)
				agent.early = open
				m := newMemory()
				_, answered := agent.call(t, listening(t, m, agent.url), func(p *peer) {
					p.fields(1, false, ":method: POST", ":scheme: http", ":path: /a2a.v1.A2AService/GetTask", ":authority: localhost", "content-type: application/grpc", "te: trailers")
					p.fr.WriteData(1, !open, []byte(message))
				}, tt.reply)
				if answered.EndsWith == "" {
					t.Errorf("the client was left waiting:\n%s", answered)
				}
				x := m.ended(t)
				if x.end.Outcome != wire.Cut || !strings.Contains(x.end.Problem, tt.says) || !strings.Contains(x.end.Problem, "The agent") || strings.Contains(x.end.Problem, "GetBody") {
					t.Errorf("request open %v: %s: %s", open, x.end.Outcome, x.end.Problem)
				}
			})
		}
	}
}
