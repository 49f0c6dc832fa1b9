package exchange

import (
	"context"
	"net/http"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// sandbox is the content security policy for content that agents made: nothing runs, nothing loads.
const sandbox = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// sandboxed sets the headers to serve content of the media type kind in the sandbox.
func sandboxed(w http.ResponseWriter, kind string) http.Header {
	h := w.Header()
	h.Set("Content-Security-Policy", sandbox)
	h.Set("Content-Type", kind)
	return h
}

// partBytes serves the content of one part of a recorded document in a sandbox, or as a download.
// part.Source makes its URL.
func (s *Screen) partBytes(w http.ResponseWriter, r *http.Request) error {
	p, err := s.findPart(r)
	if err != nil {
		return err
	}
	body, mediaType := content(p)
	kind, inline := part.Served(mediaType)
	h := sandboxed(w, kind)
	if _, download := r.URL.Query()["download"]; download || !inline {
		name := "part-" + r.PathValue("offset") + "-" + r.PathValue("n") + "." + part.Extension(mediaType)
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
	return nil
}

func content(p a2a.Part) ([]byte, string) {
	switch p.Kind {
	case a2a.TextPart:
		return []byte(p.Text), "text/plain"
	case a2a.DataPart:
		return p.Data, "application/json"
	case a2a.FilePart:
		if p.Encoded != "" {
			return []byte(p.Encoded), "text/plain"
		}
		return p.Bytes, p.MediaType
	}
	return p.Raw, "application/json"
}

func (s *Screen) findPart(r *http.Request) (a2a.Part, error) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		return a2a.Part{}, tape.ErrNoPart()
	}
	parts, _, err := s.findParts(r)
	if err != nil {
		return a2a.Part{}, err
	}
	if n < 0 || n >= len(parts) {
		return a2a.Part{}, tape.ErrNoPart()
	}
	return parts[n], nil
}

// findParts returns all parts of the document that a request names, and the source of the first.
func (s *Screen) findParts(r *http.Request) ([]a2a.Part, part.Source, error) {
	at := part.Source{Exchange: r.PathValue("id"), Side: r.PathValue("side")}
	offset, bad := strconv.ParseInt(r.PathValue("offset"), 10, 64)
	x, err := s.Library.Exchange(r.Context(), at.Exchange)
	if bad != nil || err != nil || offset < 0 {
		return nil, at, tape.ErrNoPart()
	}
	at.Offset = offset
	var got a2a.Reading
	switch at.Side {
	case "request":
		got, err = s.requestReading(r.Context(), x)
	case "response":
		got, err = s.readingAt(r.Context(), x, offset)
	default:
		return nil, at, tape.ErrNoPart()
	}
	return part.Parts(got), at, err
}

func (s *Screen) requestReading(ctx context.Context, x wire.Exchange) (a2a.Reading, error) {
	x.Response = wire.Head{}
	r, err := reading.Record(ctx, s.Library, &x, reading.Options{Light: true})
	return r.Request(), err
}

// readingAt reads the document of the response that begins at offset.
func (s *Screen) readingAt(ctx context.Context, x wire.Exchange, offset int64) (out a2a.Reading, err error) {
	t, release, err := s.Tapes.ForExchange(ctx, x)
	if err != nil {
		return out, err
	}
	x = t.X
	framed := t.Framed()
	e := eventReader{s: s, x: &x}
	if t.Reader != nil {
		e.id, e.kind = t.Reader.Identity(), t.Reader.Framing()
	}
	release()
	if !framed {
		_, err = reading.Record(ctx, s.Library, &x, reading.Options{Light: true, Each: func(p reading.Piece) { out = p.Reading }})
		return out, err
	}
	f, ok, err := tape.FrameAt(ctx, s.Library, &x, e.kind, offset)
	if err != nil || !ok {
		return out, tape.ErrNoPart()
	}
	return e.read(ctx, f)
}

// artifactText serves the whole text of a piece of a streamed artifact.
func (s *Screen) artifactText(w http.ResponseWriter, r *http.Request) error {
	n, err1 := strconv.Atoi(r.PathValue("block"))
	k, err2 := strconv.Atoi(r.PathValue("piece"))
	if err1 != nil || err2 != nil {
		return tape.ErrNoPart()
	}
	t, release, err := s.Tapes.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return tape.ErrNoPart()
	}
	var text []byte
	found := t.Fold != nil && n >= 0 && n < len(t.Fold.Blocks) && k >= 0 && k < len(t.Fold.Blocks[n].Pieces) && t.Fold.Blocks[n].Pieces[k].Text != nil
	if found {
		text = t.Fold.Blocks[n].Pieces[k].Text.Bytes()
	}
	release()
	if !found {
		return tape.ErrNoPart()
	}
	sandboxed(w, "text/plain; charset=utf-8")
	w.Write(text)
	return nil
}
