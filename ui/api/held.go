package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// HeldItem is the JSON form of a held request, response or event.
type HeldItem struct {
	Kind      string          `json:"kind"` // "held"
	ID        string          `json:"id"`
	Exchange  string          `json:"exchange,omitempty"` // absent if it is not recorded
	Session   string          `json:"session,omitempty"`
	Agent     string          `json:"agent"`
	Side      string          `json:"side"`  // request, response
	Frame     int             `json:"frame"` // index on that side
	Framing   wire.FrameKind  `json:"framing"`
	Op        string          `json:"op"`
	Dialect   string          `json:"dialect"`
	Binding   string          `json:"binding"`
	Event     string          `json:"event,omitempty"` // the kind of event that it was read as
	Task      string          `json:"task,omitempty"`
	Context   string          `json:"context,omitempty"`
	State     string          `json:"state,omitempty"`
	Artifact  string          `json:"artifact,omitempty"`
	Text      string          `json:"text,omitempty"`
	Bytes     int             `json:"bytes"`
	Rule      string          `json:"rule,omitempty"` // text of the rule that holds it
	Since     string          `json:"since"`
	Until     string          `json:"until,omitempty"`    // when OnTimeout happens; absent for never
	OnTimeout string          `json:"then"`               // forward or drop
	Document  json.RawMessage `json:"document,omitempty"` // only if one item is requested and has a JSON document
	Raw       []byte          `json:"base64,omitempty"`   // only if one item is requested: its bytes as they arrived
}

func heldItemOf(h *wire.HeldItem) HeldItem {
	out := HeldItem{Kind: "held", ID: h.ID, Exchange: h.Exchange, Session: h.Session, Agent: h.Agent, Side: h.Side.String(), Frame: h.Frame, Framing: h.Kind,
		Op: h.Labels.Op, Dialect: h.Labels.Dialect, Binding: h.Labels.Binding, Event: h.FrameLabels.Kind, Task: h.FrameLabels.Task, Context: h.FrameLabels.Context, State: h.FrameLabels.State,
		Artifact: h.FrameLabels.Artifact, Text: h.FrameLabels.Text, Bytes: len(h.Raw), Rule: h.Rule, Since: apiTime(h.HeldAt), Until: apiTime(h.Deadline), OnTimeout: "forward"}
	if h.OnTimeout == wire.PassageDropped {
		out.OnTimeout = "drop"
	}
	return out
}

func (s *Screen) apiHeld(w http.ResponseWriter, _ *http.Request) error {
	return writeList(w, "held", s.HoldQueue.Items(), func(h wire.HeldItem) HeldItem { return heldItemOf(&h) })
}

func errNotHeld() error {
	return web.Fail(http.StatusNotFound, "Nothing with this id is held.", "It was released, its time ran out, or one side left.", "List what is held: GET /api/held.")
}

func (s *Screen) apiHeldItem(w http.ResponseWriter, r *http.Request) error {
	h, ok := s.HoldQueue.HeldItem(r.PathValue("id"))
	if !ok {
		return errNotHeld()
	}
	out := heldItemOf(&h)
	if out.Raw = h.Raw; json.Valid(h.FrameLabels.Doc) {
		out.Document = h.FrameLabels.Doc
	}
	return web.WriteJSON(w, out)
}

// Release is the JSON form of a decision about a held item.
type Release struct {
	Decision string          `json:"how"` // forward, drop or edit
	Document json.RawMessage `json:"document,omitempty"`
	Raw      []byte          `json:"base64,omitempty"` // in place of document: bytes, with their framing
	Force    bool            `json:"anyway,omitempty"` // forward the document even if it is invalid in the exchange's version
}

func (s *Screen) apiRelease(w http.ResponseWriter, r *http.Request) error {
	var in Release
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	id := r.PathValue("id")
	h, ok := s.HoldQueue.HeldItem(id)
	if !ok {
		return errNotHeld()
	}
	d, err := decision(&h, &in)
	if err != nil {
		return err
	}
	if !s.HoldQueue.Release(id, d) {
		return errNotHeld()
	}
	return noContent(w)
}

const notReleased = "The held item was not released."

func decision(h *wire.HeldItem, in *Release) (wire.Release, error) {
	out := wire.Release{DecidedBy: "api"}
	how, ok := parseDecision(in.Decision)
	switch {
	case !ok && in.Decision != "edit":
		return out, badDecisionError(`"forward", "drop" or "edit"`)
	case ok && (in.Document != nil || in.Raw != nil):
		return out, web.Fail(http.StatusUnprocessableEntity, notReleased, "Only an edit has a document or bytes.", `Set "how" to "edit".`)
	case ok:
		out.Kind = how
		return out, nil
	case (in.Document == nil) == (in.Raw == nil):
		return out, web.Fail(http.StatusUnprocessableEntity, notReleased, `An edit needs either "document" or "base64".`, "Get the held item: GET /api/held/{id}.")
	}
	out.Kind, out.Raw = wire.PassageEdited, in.Raw
	if in.Document == nil {
		return out, nil
	}
	var err error
	out.Raw, err = frameDocument(h, in)
	return out, err
}

// frameDocument encodes an edited document with the framing in which the original arrived.
func frameDocument(h *wire.HeldItem, in *Release) ([]byte, error) {
	if h.Codec == nil {
		return nil, web.Fail(http.StatusUnprocessableEntity, notReleased, "The console cannot read the held item as a document.", `Send the framed bytes as "base64".`)
	}
	like := h.AsFrame()
	if wrong := h.Codec.Check(h.Side, like, in.Document); len(wrong) > 0 && !in.Force {
		return nil, web.Fail(http.StatusUnprocessableEntity, notReleased, "The document is invalid in the version of the exchange: "+strings.TrimSuffix(strings.Join(wrong, " "), ".")+".", `Correct it, or send "anyway": true.`)
	}
	raw, err := h.Codec.Write(h.Side, like, in.Document)
	if err != nil {
		return nil, web.Fail(http.StatusUnprocessableEntity, notReleased, "The document cannot be written: "+err.Error(), `Correct it, or send the framed bytes as "base64".`)
	}
	return raw, nil
}

func parseDecision(how string) (wire.PassageKind, bool) {
	switch how {
	case "forward":
		return wire.PassageHeld, true
	case "drop":
		return wire.PassageDropped, true
	}
	return "", false
}

func badDecisionError(words string) error {
	return web.Fail(http.StatusUnprocessableEntity, notReleased, fmt.Sprintf(`"how" must be %s.`, words), `Send {"how": "forward"}.`)
}

func (s *Screen) apiReleaseAll(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		How      string `json:"how"`
		Exchange string `json:"exchange"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	how, ok := parseDecision(in.How)
	if !ok {
		return badDecisionError(`"forward" or "drop"`)
	}
	return web.WriteJSON(w, map[string]int{"released": s.HoldQueue.ReleaseAll(in.Exchange, how)})
}
