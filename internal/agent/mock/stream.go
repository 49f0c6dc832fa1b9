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

// errClientLeft ends the playing of a stream whose client has left.
var errClientLeft = errors.New("the client left")

// writeStream sends a recorded stream event by event, each at the time of its last byte. Events
// that followed a concurrent call, such as a cancel, wait for that call.
func (p *player) writeStream(ctx context.Context, ctl *http.ResponseController) error {
	p.writeHead("Content-Encoding") // ids are changed in the decoded body
	p.w.WriteHeader(p.interaction.exchange.Response.Status)
	if p.interaction.exchange.Response.Header.Get("Grpc-Status") != "" {
		return nil // a gRPC error is a response without a body
	}
	if err := ctl.Flush(); err != nil {
		return err
	}
	ids := p.renaming()
	beside := p.concurrentCalls()
	var frames []wire.Frame
	take := func(f wire.Frame) { frames = append(frames, f) }
	cut := body.NewCutter(&p.interaction.exchange.Response, coding.NewBudget(coding.MaxDecodedBytes))
	err := wire.EachChunk(ctx, p.m.opts.Facts, p.interaction.exchange.ID, wire.Response, func(c wire.Chunk) error {
		for len(beside) > 0 && beside[0].startedAt.Before(c.At) {
			if !p.waitForCall(ctx, beside[0]) {
				return errClientLeft
			}
			beside = beside[1:]
		}
		if !p.wait(ctx, c.At) {
			return errClientLeft
		}
		frames = frames[:0]
		cut.Feed(c.At, c.Data, take)
		return p.writeFrames(frames, ids, ctl)
	})
	if err == nil {
		frames = frames[:0]
		cut.Close(time.Time{}, take)
		err = p.writeFrames(frames, ids, ctl)
	}
	if why := cut.Err(); why != nil {
		p.m.opts.Logger.Warn("a stream is played as far as it could be decoded", "exchange", p.interaction.exchange.ID, "err", why)
	}
	return err
}

func (p *player) writeFrames(list []wire.Frame, ids dialect.Renaming, ctl *http.ResponseController) error {
	if len(list) == 0 {
		return nil
	}
	for _, f := range list {
		raw := f.Raw
		switch f.Kind {
		case wire.GRPC:
			raw = p.rewriteMessage(raw, ids)
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

// rewriteMessage replaces the ids in a gRPC message with this client's, and the URLs of a card with
// the mock's.
func (p *player) rewriteMessage(raw []byte, ids dialect.Renaming) []byte {
	x := &p.interaction.exchange
	if isCard(p.key, p.interaction) {
		out, _, _ := dialect.RewriteCard(x.URL, x.Response.Header, raw, p.m.mockURL)
		return out
	}
	return dialect.Rename(x.URL, wire.Response, x.Response.Header, raw, ids)
}

// concurrentCall is a recorded call that was made during a stream.
type concurrentCall struct {
	startedAt time.Time
	requested <-chan struct{}
}

// concurrentCalls returns the recorded calls that changed the stream's task during the stream.
func (p *player) concurrentCalls() []concurrentCall {
	var out []concurrentCall
	x := &p.interaction.exchange
	for i, it := range p.playback.interactions() {
		if i != p.index && it.request.changesTask() && it.exchange.Started.After(x.Started) && (x.Ended.IsZero() || it.exchange.Started.Before(x.Ended)) {
			out = append(out, concurrentCall{it.exchange.Started, p.playback.requested[i]})
		}
	}
	return out
}

// interactions returns those of the playback's conversation; none for a nil playback.
func (p *playback) interactions() []*interaction {
	if p == nil {
		return nil
	}
	return p.conversation.interactions
}

// waitForCall waits until the client makes a recorded call, at most for Patience. Later events keep
// their recorded distance from that call. It returns false if the client leaves.
func (p *player) waitForCall(ctx context.Context, c concurrentCall) bool {
	select {
	case <-c.requested: // already made
		return true
	default:
	}
	if !p.wait(ctx, c.startedAt) {
		return false
	}
	patience := time.NewTimer(p.m.opts.Patience)
	defer patience.Stop()
	select {
	case <-c.requested:
	case <-ctx.Done():
		return false
	case <-patience.C:
		p.m.opts.Logger.Warn("a stream continues without the call that the recording has during it", "exchange", p.interaction.exchange.ID)
	}
	if late := p.m.opts.Now().Add(-p.delayOf(c.startedAt)); late.After(p.playStart) {
		p.playStart = late
	}
	return true
}

func (p *player) renaming() dialect.Renaming {
	asked, now := p.interaction.request.id, p.key.id
	var r dialect.Renaming
	if now != nil && asked != nil {
		r.Call = func(id json.RawMessage) json.RawMessage {
			if string(id) == string(asked) || canonical(id) == canonical(asked) {
				return now
			}
			return nil // the agent answered with another id, so the mock does too
		}
	}
	// The playback's ids may grow while a long stream plays.
	r.ID = func(_, id string) (string, bool) {
		p.m.mu.Lock()
		defer p.m.mu.Unlock()
		if to, ok := p.playback.ids[id]; ok {
			return to, true
		}
		if p.playback.conversation.task() == "" {
			to, ok := p.m.latest[id]
			return to, ok
		}
		return "", false
	}
	return r
}

// renameFrame renames the ids in the data of a stream event. Other fields, line ends and comments
// stay unchanged.
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

func isCard(k *matchKey, it *interaction) bool {
	return k.op == a2a.GetExtendedCard || !k.isCall && it.exchange.Response.Status == http.StatusOK &&
		dialect.IsCard(dialect.RequestHead(&it.exchange), dialect.ResponseHead(&it.exchange))
}

// mockURL returns the mock's URL in place of a recorded interface's; false if raw is not a URL that
// the mock can serve.
func (m *Mock) mockURL(raw string) (string, bool) {
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
