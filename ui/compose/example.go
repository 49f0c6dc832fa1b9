package compose

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
)

func exampleParts(name string) []draft.Part {
	switch name {
	case "joke":
		return []draft.Part{{Kind: "text", Text: "tell me a joke"}}
	case "phone":
		return []draft.Part{{Kind: "text", Text: "request a new phone for me"}}
	case "paper":
		return []draft.Part{
			{Kind: "text", Text: "write a long paper describing the attached pictures"},
			{Kind: "file", Name: "gradient.png", Type: "image/png", Bytes: gradient()},
		}
	}
	return nil
}

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

// composeExample sends an example to an agent and opens it in Compose. It takes the name of one of
// the reference agent's examples, or a text and an agent.
func (s *Screen) composeExample(w http.ResponseWriter, r *http.Request) error {
	agent := cmp.Or(r.FormValue("agent"), s.Reference)
	parts := exampleParts(r.FormValue("name"))
	if text := r.FormValue("text"); text != "" {
		parts = []draft.Part{{Kind: "text", Text: text}}
	}
	e, ok := s.Agents.Find(r.Context(), agent)
	if !ok || len(parts) == 0 {
		return agents.ErrNoAgent()
	}
	s.Calls.LearnNow(r.Context(), e.Agent)
	id := wire.NewID()
	s.Drafts.Update(id, func(d *draft.Draft) {
		d.Agent, d.Parts = agent, nil
		for _, p := range parts {
			d.Add(p)
		}
	})
	if err := s.sendDraft(r.Context(), id); err != nil {
		s.Drafts.Update(id, func(d *draft.Draft) { d.Problem = err.Error() })
	}
	return s.Web.GoTo(w, r, s.Drafts.Get(id).Address())
}
