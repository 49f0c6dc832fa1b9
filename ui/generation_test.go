package ui

import (
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// TestGenerationIsAsked: in versions with generations, a message can require one generation of its
// task; in others the field is hidden. After sending, the next message accepts any.
func TestGenerationIsAsked(t *testing.T) {
	f, c := emptyRecord(), talking("x")
	sent := make(chan inspector.PreparedRequest, 1)
	onRecord(f, c, sent, func(p inspector.PreparedRequest) string { return said(p, "ok") })
	s := newTestServer(t, f, c)
	d := manifold()
	v := dialect.Drafts()[0]
	for _, b := range dialect.Bindings(v.Version()) {
		d.Card.Interfaces = append(d.Card.Interfaces, a2a.Interface{URL: referenceOrigin, Binding: b, Version: v.Version(), DeclaredVersion: string(v.Version())})
	}
	s.agents.KeepCard(t.Context(), referenceOrigin, d, nil)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin; d.Add(draft.Part{Kind: "text", Text: "go"}) })
	choose := func(as string) string {
		submit(t, s, "/compose/d/change", url.Values{"interface": {as}, "if-generation": {" 4 "}})
		return get(t, s, "/compose?draft=d").Body.String()
	}
	if page := choose(string(v.DraftOf) + " jsonrpc"); !strings.Contains(page, `id="generation-field" hidden`) {
		t.Error("a version without generations has the field")
	}
	if page := choose(string(v.Version()) + " jsonrpc"); !strings.Contains(page, `<div id="generation-field"><label>`) || !strings.Contains(page, string(v.Version())+" draft · JSON-RPC") {
		t.Error("the draft has no field, or is not named one")
	}
	for as, want := range map[string]bool{string(v.DraftOf) + " jsonrpc": false, string(v.Version()) + " jsonrpc": true} {
		s.drafts.Update("d", func(d *draft.Draft) { d.Parts = nil; d.Add(draft.Part{Kind: "text", Text: "go"}) })
		submit(t, s, "/compose/d/send", url.Values{"interface": {as}, "if-generation": {"4"}})
		if body := string((<-sent).Body); strings.Contains(body, `"ifGenerationMatch":"4"`) != want {
			t.Errorf("%s sends %s", as, body)
		}
		if at := s.drafts.Get("d").IfGeneration; at != "" {
			t.Errorf("the next message is for %q", at)
		}
	}
	s.drafts.Update("d", func(d *draft.Draft) { d.Parts = nil; d.Add(draft.Part{Kind: "text", Text: "go"}) })
	submit(t, s, "/compose/d/send", url.Values{"interface": {string(v.Version()) + " jsonrpc"}, "if-generation": {"many"}})
	if problem := s.drafts.Get("d").Problem; !strings.Contains(problem, `task generation: "many" is not a whole number`) {
		t.Errorf("a wrong one: %q", problem)
	}
}
