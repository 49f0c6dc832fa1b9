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

// harReader reads a HAR file entry by entry.
type harReader struct {
	*fileReader
	gate    valueLimiter
	dec     *json.Decoder
	creator harCreator
	browser harCreator
	begun   bool
	session string
	latest  time.Time // latest time in the entries so far
	entries int
}

// valueLimiter bounds how many bytes are read for one value.
type valueLimiter struct {
	r         io.Reader
	size      int64
	remaining int64
}

func (g *valueLimiter) Read(p []byte) (int, error) {
	if g.remaining <= 0 {
		return 0, errValueTooLong
	}
	n, err := g.r.Read(p[:min(int64(len(p)), g.remaining)])
	g.remaining -= int64(n)
	return n, err
}

var errValueTooLong = errors.New("longer than the limit")

// har reads a HAR file. If it cannot be read to its end, the gap stands for the rest, whose size is unknown.
func (r *fileReader) har(ctx context.Context) ([]wire.Gap, error) {
	h := &harReader{fileReader: r, gate: valueLimiter{r: r.in, size: r.o.Limits.Line}}
	h.gate.remaining = h.gate.size
	h.dec = json.NewDecoder(&h.gate)
	r.guard()
	err := h.file(ctx)
	if err == nil && !h.begun {
		err = h.emptyFileError()
	}
	if err == nil {
		return nil, nil
	}
	return []wire.Gap{{Session: h.session, From: h.latest, To: h.latest, Cause: wire.GapDamaged, Problem: err.Error()}}, err
}

// emptyFileError says why no exchange could be read from a file.
func (h *harReader) emptyFileError() *FileError {
	if h.entries == 0 {
		return &FileError{IsTotal: true, Cause: "the HAR file has no entries", Advice: "save it again, including the requests"}
	}
	why, most := "", 0
	for _, s := range sortedKeys(h.skipped) {
		if h.skipped[s] > most {
			why, most = s, h.skipped[s]
		}
	}
	return &FileError{IsTotal: true, Cause: fmt.Sprintf("none of the HAR file's %d entries can be imported; %d × %s", h.entries, most, why), Advice: "record the calls to http or https URLs and save it again"}
}

// damage explains an error of the decoder.
func (h *harReader) damage(err error) error {
	var d *FileError
	switch {
	case errors.As(err, &d):
		return d
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &FileError{Cause: fmt.Sprintf("the file ends after %d entries: it was cut off", h.entries), Advice: retryAdvice}
	case errors.Is(err, errValueTooLong):
		return &FileError{Cause: fmt.Sprintf("entry %d is longer than %d bytes", h.entries+1, h.gate.size), Advice: "save it without that entry"}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &FileError{Cause: fmt.Sprintf("not JSON after %d entries: %v", h.entries, err), Advice: retryAdvice}
	}
	return fmt.Errorf("read HAR file: %w", err)
}

// members calls f for each member of the next object. f must read the value.
func (h *harReader) members(f func(name string) error) error {
	t, err := h.dec.Token()
	if err != nil {
		return h.damage(err)
	}
	if t != json.Delim('{') {
		return &FileError{IsTotal: true, Cause: fmt.Sprintf("not a HAR file: %v where an object is expected", t), Advice: "choose a file that was saved as HAR"}
	}
	for h.dec.More() {
		h.gate.remaining = h.gate.size
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

// value decodes the next value into v. It leaves out members of a wrong type.
func (h *harReader) value(v any) error {
	h.gate.remaining = h.gate.size
	err := h.dec.Decode(v)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		h.countSkipped(fmt.Sprintf("%s of an entry is %s and must be %s in HAR", clip.Bytes(kind.Field, 60), kindOf(kind.Value), jsonTypeOf(kind.Type)))
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
		return &FileError{IsTotal: true, Cause: "not a HAR file: its entries are not a list", Advice: "choose a file that was saved as HAR"}
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
			return &FileError{Cause: fmt.Sprintf("more than %d entries", h.o.Limits.Exchanges)}
		}
		if err := h.readEntry(ctx, &e); err != nil {
			return err
		}
	}
	if _, err := h.dec.Token(); err != nil {
		return h.damage(err)
	}
	return nil
}

// begin begins a session with its first exchange.
func (h *harReader) begin(ctx context.Context, x *wire.Exchange) error {
	h.begun, h.session = true, wire.NewID()
	s := &wire.Session{ID: h.session, Name: clip.Bytes(h.o.Name, 200), Started: x.Started, Program: h.program()}
	return h.to.Session(ctx, s)
}

func (h *harReader) readEntry(ctx context.Context, e *harEntry) error {
	w, why := exchangeOf(e, h.o.Limits)
	if why == "" {
		why = h.o.Limits.exchange(&w.Exchange)
	}
	if why != "" {
		h.countSkipped("an entry: " + why)
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
	return w.WriteTo(ctx, h.to)
}

// program returns the name of the program that recorded the file.
func (h *harReader) program() string {
	c := h.creator
	if h.browser.Name != "" {
		c = h.browser
	}
	if c.Name == "" {
		return "HAR"
	}
	return clip.Bytes(c.Name, 100) + " " + clip.Bytes(c.Version, 100) + " (HAR)"
}
