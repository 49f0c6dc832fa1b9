package mock

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// errLeft ends a stream whose client is gone.
var errLeft = errors.New("the client left")

// stream gives a recorded stream event by event, each when its last byte came.
// What came after a call that ran beside it (a cancel) waits for that call.
func (p *playing) stream(ctx context.Context, ctl *http.ResponseController) error {
	p.head("Content-Encoding") // ids are changed in what it was before
	p.w.WriteHeader(p.take.x.Response.Status)
	if p.take.x.Response.Header.Get("Grpc-Status") != "" {
		return nil // a gRPC error is its head, which ends the stream
	}
	if err := ctl.Flush(); err != nil {
		return err
	}
	ids := p.renaming()
	beside := p.beside()
	var frames []wire.Frame
	take := func(f wire.Frame) { frames = append(frames, f) }
	cut := body.NewCutter(&p.take.x.Response, coding.NewBudget(coding.ReadLimit))
	err := wire.Pieces(ctx, p.m.opts.Facts, p.take.x.ID, wire.Response, func(c wire.Chunk) error {
		for len(beside) > 0 && beside[0].at.Before(c.At) {
			if !p.meet(ctx, beside[0]) {
				return errLeft
			}
			beside = beside[1:]
		}
		if !p.wait(ctx, c.At) {
			return errLeft
		}
		frames = frames[:0]
		cut.Feed(c.At, c.Data, take)
		return p.frames(frames, ids, ctl)
	})
	if err == nil {
		frames = frames[:0]
		cut.Close(time.Time{}, take)
		err = p.frames(frames, ids, ctl)
	}
	if why := cut.Err(); why != nil {
		p.m.opts.Logger.Warn("a stream is played as far as it could be unpacked", "exchange", p.take.x.ID, "err", why)
	}
	return err
}

func (p *playing) frames(list []wire.Frame, ids dialect.Renaming, ctl *http.ResponseController) error {
	if len(list) == 0 {
		return nil
	}
	for _, f := range list {
		raw := f.Raw
		switch f.Kind {
		case wire.GRPC:
			raw = p.message(raw, ids)
		case wire.Line:
			raw = dialect.Apply(raw, dialect.RenameIDs(raw, ids))
		default:
			raw = renameFrame(raw, ids)
		}
		if _, err := p.w.Write(raw); err != nil {
			return err
		}
	}
	return ctl.Flush()
}

// message is a gRPC message with the ids and the card's URLs as this client
// knows them.
func (p *playing) message(raw []byte, ids dialect.Renaming) []byte {
	x := &p.take.x
	if isCard(p.q, p.take) {
		out, _, _ := dialect.RewriteCard(x.URL, x.Response.Header, raw, p.m.stay)
		return out
	}
	return dialect.Rename(x.URL, wire.Response, x.Response.Header, raw, ids)
}

// companion is a call on record that came while a stream ran.
type companion struct {
	at  time.Time
	met <-chan struct{}
}

// beside lists the calls that changed the stream's task while it ran.
func (p *playing) beside() []companion {
	var out []companion
	x := &p.take.x
	for i, t := range p.run.companions() {
		if i != p.index && t.asked.border() && t.x.Started.After(x.Started) && (x.Ended.IsZero() || t.x.Started.Before(x.Ended)) {
			out = append(out, companion{t.x.Started, p.run.met[i]})
		}
	}
	return out
}

// companions are the takes of a run; none for what is not part of one.
func (r *round) companions() []*take {
	if r == nil {
		return nil
	}
	return r.thread.takes
}

// meet waits until the client makes a call that it made on record, but not for
// ever. What comes after it keeps its distance from it.
func (p *playing) meet(ctx context.Context, c companion) bool {
	select {
	case <-c.met: // already made
		return true
	default:
	}
	if !p.wait(ctx, c.at) {
		return false
	}
	patience := time.NewTimer(p.m.opts.Patience)
	defer patience.Stop()
	select {
	case <-c.met:
	case <-ctx.Done():
		return false
	case <-patience.C:
		p.m.opts.Logger.Warn("a stream goes on without the call that, on record, came while it ran", "exchange", p.take.x.ID)
	}
	if late := p.m.opts.Now().Add(-p.paced(c.at)); late.After(p.base) {
		p.base = late
	}
	return true
}

// renaming is how the ids on record become those of this client.
func (p *playing) renaming() dialect.Renaming {
	asked, now := p.take.asked.id, p.q.id
	var r dialect.Renaming
	if now != nil && asked != nil {
		r.Call = func(id json.RawMessage) json.RawMessage {
			if string(id) == string(asked) || canonical(id) == canonical(asked) {
				return now
			}
			return nil // the agent answered with another id; so does the mock
		}
	}
	// The run's ids may grow while a long stream plays.
	r.ID = func(_, id string) (string, bool) {
		p.m.mu.Lock()
		defer p.m.mu.Unlock()
		if to, ok := p.run.ids[id]; ok {
			return to, true
		}
		if p.run.thread.task() == "" {
			to, ok := p.m.latest[id]
			return to, ok
		}
		return "", false
	}
	return r
}

// renameFrame renames the ids in the data of a stream event as it is on the
// wire; its fields, line ends and comments stay.
func renameFrame(raw []byte, ids dialect.Renaming) []byte {
	type line struct{ data, raw, length int } // offsets in the data and in raw
	var lines []line
	var data []byte
	for at := 0; at < len(raw); {
		end := bytes.IndexAny(raw[at:], "\r\n")
		if end < 0 {
			end = len(raw) - at
		}
		if value, ok := bytes.CutPrefix(raw[at:at+end], []byte("data:")); ok {
			value = bytes.TrimPrefix(value, []byte(" "))
			if len(lines) > 0 {
				data = append(data, '\n')
			}
			lines = append(lines, line{len(data), at + end - len(value), len(value)})
			data = append(data, value...)
		}
		at += end + 1
	}
	var edits []dialect.Edit
	for _, e := range dialect.RenameIDs(data, ids) {
		for _, l := range lines {
			if e.Offset >= l.data && e.Offset+e.Length <= l.data+l.length {
				e.Offset += l.raw - l.data
				edits = append(edits, e)
				break
			}
		}
	}
	return dialect.Apply(raw, edits)
}

// isCard reports whether an answer may be an Agent Card.
func isCard(q *question, t *take) bool {
	return q.op == a2a.GetExtendedCard || !q.call && t.x.Response.Status == http.StatusOK &&
		dialect.IsCard(dialect.RequestHead(&t.x), dialect.ResponseHead(&t.x))
}

// stay is the place of a recorded interface's URL in the mock.
func (m *Mock) stay(raw string) (string, bool) {
	if !strings.Contains(raw, "://") && strings.Contains(raw, ":") { // gRPC's host:port
		_, address, _ := strings.Cut(m.opts.BaseURL(), "://")
		return address, true
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	at := m.opts.BaseURL() + u.EscapedPath()
	if u.RawQuery != "" {
		at += "?" + u.RawQuery
	}
	return at, true
}
