package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// harReader walks a HAR file entry by entry.
type harReader struct {
	*reading
	gate    gate
	dec     *json.Decoder
	creator harCreator
	browser harCreator
	begun   bool
	session string    // id of the session
	latest  time.Time // end of the last entry
	entries int
}

// gate bounds how much is read for one value.
type gate struct {
	r    io.Reader
	size int64
	left int64
}

func (g *gate) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, errGate
	}
	n, err := g.r.Read(p[:min(int64(len(p)), g.left)])
	g.left -= int64(n)
	return n, err
}

var errGate = errors.New("longer than the limit")

// har reads a HAR file. The gap is what is missing of one that could not be
// read to its end; how much that is its entries do not tell.
func (r *reading) har(ctx context.Context) ([]wire.Gap, error) {
	h := &harReader{reading: r, gate: gate{r: r.in, size: r.o.Limits.Line}}
	h.gate.left = h.gate.size
	h.dec = json.NewDecoder(&h.gate)
	r.guard()
	err := h.file(ctx)
	if err == nil && !h.begun {
		err = h.nothing()
	}
	if err == nil {
		return nil, nil
	}
	return []wire.Gap{{Session: h.session, From: h.latest, To: h.latest, Why: wire.WhyDamaged, Problem: err.Error()}}, err
}

// nothing says why a file gave no exchange.
func (h *harReader) nothing() *Damage {
	if h.entries == 0 {
		return &Damage{Lost: true, Why: "the HAR file has no entry", Try: "save it again with the requests in it"}
	}
	why, most := "", 0
	for _, s := range sortedKeys(h.skipped) {
		if h.skipped[s] > most {
			why, most = s, h.skipped[s]
		}
	}
	return &Damage{Lost: true, Why: fmt.Sprintf("none of the HAR file's %d entries can be taken; %d × %s", h.entries, most, why), Try: "save it again with the requests to http or https in it"}
}

// damage explains an error of the decoder.
func (h *harReader) damage(err error) error {
	var d *Damage
	switch {
	case errors.As(err, &d):
		return d
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Damage{Why: fmt.Sprintf("the file ends after %d entries: it was cut off", h.entries), Try: tryAgain}
	case errors.Is(err, errGate):
		return &Damage{Why: fmt.Sprintf("entry %d is longer than %d bytes", h.entries+1, h.gate.size), Try: "save it without that one"}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &Damage{Why: fmt.Sprintf("no JSON after %d entries: %v", h.entries, err), Try: tryAgain}
	}
	return fmt.Errorf("read HAR file: %w", err)
}

// members calls f for each member of the object that comes next; f must read
// the value.
func (h *harReader) members(f func(name string) error) error {
	t, err := h.dec.Token()
	if err != nil {
		return h.damage(err)
	}
	if t != json.Delim('{') {
		return &Damage{Lost: true, Why: fmt.Sprintf("no HAR: %v where an object must be", t), Try: "give a file saved as HAR"}
	}
	for h.dec.More() {
		h.gate.left = h.gate.size
		t, err := h.dec.Token()
		if err != nil {
			return h.damage(err)
		}
		name, _ := t.(string)
		if err := f(name); err != nil {
			return err
		}
	}
	if _, err := h.dec.Token(); err != nil {
		return h.damage(err)
	}
	return nil
}

func (h *harReader) skipValue() error {
	var v json.RawMessage
	if err := h.dec.Decode(&v); err != nil {
		return h.damage(err)
	}
	return nil
}

func (h *harReader) file(ctx context.Context) error {
	return h.members(func(name string) error {
		if name != "log" {
			return h.skipValue()
		}
		return h.members(func(name string) error {
			switch name {
			case "creator":
				return h.value(&h.creator)
			case "browser":
				return h.value(&h.browser)
			case "entries":
				return h.list(ctx)
			}
			return h.skipValue()
		})
	})
}

// value decodes leniently: what is of another type than HAR says is left out.
func (h *harReader) value(v any) error {
	h.gate.left = h.gate.size
	err := h.dec.Decode(v)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		h.skip(fmt.Sprintf("%s of an entry is %s and must be %s in HAR", clip.Bytes(kind.Field, 60), kindOf(kind.Value), jsonTypeOf(kind.Type)))
		return nil
	}
	if err != nil {
		return h.damage(err)
	}
	return nil
}

func (h *harReader) list(ctx context.Context) error {
	t, err := h.dec.Token()
	if err != nil {
		return h.damage(err)
	}
	if t != json.Delim('[') {
		return &Damage{Lost: true, Why: "not a HAR file: its entries are not a list", Try: "give a file saved as HAR"}
	}
	for h.dec.More() {
		if err := ctx.Err(); err != nil {
			return err
		}
		var e harEntry
		if err := h.value(&e); err != nil {
			return err
		}
		if h.entries++; h.entries > h.o.Limits.Exchanges {
			return &Damage{Why: fmt.Sprintf("more than %d entries", h.o.Limits.Exchanges)}
		}
		if err := h.take(ctx, &e); err != nil {
			return err
		}
	}
	if _, err := h.dec.Token(); err != nil {
		return h.damage(err)
	}
	return nil
}

// begin makes a session of a file; its first exchange is known.
func (h *harReader) begin(ctx context.Context, x *wire.Exchange) error {
	h.begun, h.session = true, wire.NewID()
	s := &wire.Session{ID: h.session, Name: clip.Bytes(h.o.Name, 200), Started: x.Started, By: h.by()}
	return h.to.Session(ctx, s)
}

func (h *harReader) take(ctx context.Context, e *harEntry) error {
	w, why := wholeOf(e, h.o.Limits)
	if why == "" {
		why = h.o.Limits.exchange(&w.Exchange)
	}
	if why != "" {
		h.skip("an entry: " + why)
		return nil
	}
	if !h.begun {
		if err := h.begin(ctx, &w.Exchange); err != nil {
			return err
		}
	}
	for i := range w.Gaps {
		w.Gaps[i].Session = h.session
	}
	h.latest = latest(h.latest, w.Started, w.Ended)
	return w.Give(ctx, h.to)
}

// by names who recorded.
func (h *harReader) by() string {
	c := h.creator
	if h.browser.Name != "" {
		c = h.browser
	}
	if c.Name == "" {
		return "HAR"
	}
	return clip.Bytes(c.Name, 100) + " " + clip.Bytes(c.Version, 100) + " (HAR)"
}
