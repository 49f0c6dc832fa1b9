package ui

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/png"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// exampleParts is the message of an example on Start, nil for none.
func exampleParts(name string) []draftPart {
	switch name {
	case "joke":
		return []draftPart{{Kind: "text", Text: "tell me a joke"}}
	case "phone":
		return []draftPart{{Kind: "text", Text: "request a new phone for me"}}
	case "paper":
		return []draftPart{
			{Kind: "text", Text: "write a long paper describing the attached pictures"},
			{Kind: "file", Name: "gradient.png", Type: "image/png", Bytes: gradient()},
		}
	}
	return nil
}

// gradient is a small picture to attach.
func gradient() []byte {
	m := image.NewRGBA(image.Rect(0, 0, 96, 64))
	for y := range 64 {
		for x := range 96 {
			m.Set(x, y, color.RGBA{uint8(2 * x), uint8(3 * y), 180, 255})
		}
	}
	var b bytes.Buffer
	// Writing to memory does not fail.
	_ = png.Encode(&b, m)
	return b.Bytes()
}

// composeExample sends an example to an agent, without a further click, and
// opens it in Compose. It takes the name of an example of the reference agent,
// or a text and an agent.
func (s *Server) composeExample(w http.ResponseWriter, r *http.Request) error {
	agent := cmp.Or(r.FormValue("agent"), s.Reference)
	parts := exampleParts(r.FormValue("name"))
	if text := r.FormValue("text"); text != "" {
		parts = []draftPart{{Kind: "text", Text: text}}
	}
	e, ok := s.find(r.Context(), agent)
	if !ok || len(parts) == 0 {
		return errNoAgent()
	}
	s.learnNow(r.Context(), e.Agent)
	id := wire.NewID()
	s.drafts.with(id, func(d *draft) {
		d.Agent, d.Parts = agent, nil
		for _, p := range parts {
			d.add(p)
		}
	})
	if err := s.sendDraft(r.Context(), id); err != nil {
		s.drafts.with(id, func(d *draft) { d.Problem = err.Error() })
	}
	return s.goTo(w, r, s.drafts.get(id).address())
}

// learnNow finds an agent's card unless it is known, and waits for it.
func (s *Server) learnNow(ctx context.Context, a wire.Agent) {
	if k := s.cards.get(a.Origin); k.Discovery != nil {
		return
	}
	d, err := s.Caller.Discover(ctx, cmp.Or(a.CardURL, a.Origin))
	s.keepCard(ctx, a.Origin, d, err)
}
