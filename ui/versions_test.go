package ui

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/link"
)

// serving answers requests for cards by their version, and the extended card with one more skill;
// text is in all members.
func serving(t *testing.T, c *fakeCaller, text string) {
	card := func(v a2a.Version, skills ...a2a.Skill) *a2a.Card {
		d, _ := dialect.ByName(cmpVersion(v))
		in := &a2a.Card{Name: text, Version: "1", Skills: skills, Interfaces: []a2a.Interface{{URL: referenceOrigin + "/" + string(cmpVersion(v)), Binding: a2a.JSONRPC, Version: cmpVersion(v)}}}
		raw, _, err := d.EncodeCard(in)
		if err != nil {
			t.Error(err)
		}
		out, _ := d.ReadCard(raw)
		return out
	}
	c.send = func(_ context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error) {
		r := a2a.Reading{Kind: a2a.KindCard, Card: card(a2a.Version(p.Header.Get("A2A-Version")), a2a.Skill{ID: "a", Name: text})}
		if p.Op == a2a.GetExtendedCard {
			r = a2a.Reading{Kind: a2a.KindCard, Result: &a2a.Result{Card: card(p.Version, a2a.Skill{ID: "a", Name: text}, a2a.Skill{ID: "b", Name: "for members"})}}
			if p.Version == a2a.V03 {
				r = a2a.Reading{Kind: a2a.KindError, Error: &a2a.Error{Name: a2a.ExtendedCardNotConfigured, Code: -32007, Message: text}}
			}
		}
		each(inspector.Event{Reading: r})
		return inspector.Ending{Status: http.StatusOK}, nil
	}
}

func cmpVersion(v a2a.Version) a2a.Version {
	if v == "" {
		return a2a.V03
	}
	return v
}

// The Versions tab shows what is offered, what was requested and what came back.
func TestVersionsTab(t *testing.T) {
	for state, text := range map[string]string{"normal": "Reference agent", "hostile": hostile} {
		t.Run(state, func(t *testing.T) {
			c := talking(text)
			serving(t, c, text)
			s := newTestServer(t, normalRecord(), c)
			d := manifold()
			d.Trail[0].RequestedVersion = a2a.V10
			d.Card.Interfaces = append(d.Card.Interfaces, a2a.Interface{URL: "http://x/" + text, Custom: text, DeclaredVersion: text, Tenant: text})
			s.agents.KeepCard(t.Context(), referenceOrigin, d, nil)
			at := link.AgentURL(referenceOrigin)
			for _, do := range []string{"/versions", "/extended"} {
				if w := submit(t, s, at+do, url.Values{"as": {"1.0 grpc"}}); w.Code != http.StatusNoContent {
					t.Fatalf("%s: %d %s", do, w.Code, w.Body)
				}
			}
			page := get(t, s, at+"?tab=versions").Body.String()
			harmless(t, page)
			golden(t, s, "agent-versions-"+state, mainOf(page))
			for _, words := range []string{"1.0 · gRPC", "same as not sent", "unlike the others", "A is the A2A-Version 0.3, B the A2A-Version 1.0", "A is the public card, B the extended card", "for members"} {
				if !strings.Contains(page, words) {
					t.Errorf("the page lacks %q", words)
				}
			}
			submit(t, s, at+"/extended", url.Values{"as": {"0.3 rest"}})
			page = get(t, s, at+"?tab=versions").Body.String()
			harmless(t, page)
			if !strings.Contains(page, "The agent sent no extended card in 0.3 · HTTP+JSON.") || !strings.Contains(page, "ExtendedAgentCardNotConfigured (-32007)") {
				t.Error("the page does not say why there is no extended card")
			}
		})
	}
}

// A refused version is shown with what was requested and what is offered; a click sends the message
// again in an offered one.
func TestRefusedVersionIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, c := emptyRecord(), talking("x")
		sent := make(chan inspector.PreparedRequest, 4)
		onRecord(f, c, sent, func(p inspector.PreparedRequest) string {
			if p.Header.Get("A2A-Version") == "9.9" {
				return `data: {"jsonrpc":"2.0","id":"rpc-1","error":{"code":-32009,"message":"only 0.3 here"}}` + "\n\n"
			}
			return said(p, "hello")
		})
		s := newTestServer(t, f, c)
		s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
		s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
		submit(t, s, "/compose/d/send", url.Values{"part-1-text": {"hi"}, "interface": {"1.0 jsonrpc"}, "headers": {"X-Mine: 1\nA2A-Version: 9.9"}})
		first := <-sent
		synctest.Wait()
		page := get(t, s, "/compose?draft=d").Body.String()
		for _, words := range []string{"does not support this version", "with A2A-Version 9.9", "only 0.3 here", ">0.3 · gRPC<"} {
			if !strings.Contains(page, words) {
				t.Errorf("the page lacks %q", words)
			}
		}
		refused := s.drafts.Get("d").Exchange
		if w := submit(t, s, "/compose/d/again?as=0.3/jsonrpc", url.Values{"headers": {"X-Mine: 1\nA2A-Version: 9.9"}}); w.Code != http.StatusNoContent {
			t.Fatal(w.Code)
		}
		again := <-sent
		synctest.Wait()
		if again.Version != a2a.V03 || again.Header.Get("X-Mine") != "1" || again.Header.Get("A2A-Version") == "9.9" || !strings.Contains(string(again.Body), `"hi"`) || string(first.Body) == string(again.Body) {
			t.Errorf("sent again: %+v %s", again.Header, again.Body)
		}
		d := s.drafts.Get("d")
		if d.Protocol() != (agents.Protocol{Version: a2a.V03, Binding: a2a.JSONRPC}) || d.Headers != "X-Mine: 1" || d.Exchange == refused {
			t.Errorf("the draft is at %v %q", d.Protocol(), d.Headers)
		}
		if x, err := f.Exchange(t.Context(), d.Exchange); err != nil || x.Link != refused || x.Origin != wire.Compose {
			t.Errorf("on record: %+v %v", x, err)
		}
		if page = get(t, s, "/compose?draft=d").Body.String(); strings.Contains(page, "does not support this version") {
			t.Error("the note stays after an answer")
		}
	})
}
