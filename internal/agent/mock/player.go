package mock

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

type player struct {
	m           *Mock
	interaction *interaction
	playback    *playback // nil for requests that are not calls
	index       int       // of the interaction in its conversation
	key         *matchKey

	w             http.ResponseWriter
	playStart     time.Time // the present time that corresponds to recordedStart
	recordedStart time.Time // when the recorded request was complete
}

// play sends a recorded response as it arrived: its head, its bytes at their times, and its end.
func (m *Mock) play(w http.ResponseWriter, r *http.Request, p *player) {
	x := &p.interaction.exchange
	p.w, p.playStart, p.recordedStart = w, m.opts.Now(), p.interaction.requestEnd()
	ctl := http.NewResponseController(w)
	// A stream may last for hours. Writers without deadlines ignore this.
	_ = ctl.SetWriteDeadline(time.Time{})
	_ = ctl.SetReadDeadline(time.Time{})
	if x.Response.Status == 0 {
		p.end(r.Context())
		return
	}
	if why := explainUnsendable(x.Response.Status); why != "" {
		m.opts.Logger.Warn("an answer is not played: "+why, "exchange", x.ID)
		http.Error(w, "This mock cannot play the recorded answer: "+why+".", http.StatusBadGateway)
		return
	}
	if !p.wait(r.Context(), x.Answered) {
		return
	}
	var err error
	if p.interaction.framing != wire.Body && hasBody(x.Response.Status) {
		err = p.writeStream(r.Context(), ctl)
	} else {
		err = p.writeBody(r)
	}
	if err != nil {
		m.opts.Logger.Debug("play an exchange", "exchange", x.ID, "err", err)
		panic(http.ErrAbortHandler)
	}
	p.end(r.Context())
}

// end ends a response as it ended on record: completed by the agent, aborted, or open until the
// client leaves.
func (p *player) end(ctx context.Context) {
	x := &p.interaction.exchange
	whole := p.interaction.truncationText() == ""
	switch {
	case x.Outcome == wire.ByAgent && whole:
		for name, values := range x.Response.Trailer {
			p.w.Header()[http.TrailerPrefix+name] = slices.Clone(values)
		}
		return
	case whole && (x.Outcome == wire.Cancelled || x.Outcome == wire.TimedOut):
		// On record the client left before the end, so the end is not known. Wait until this client
		// leaves too, but at most for Patience.
		if !sleep(ctx, p.m.opts.Patience) || x.Response.Status != 0 {
			return
		}
	case !whole:
		p.m.opts.Logger.Warn("an answer ends early: the rest is not on record", "exchange", x.ID, "why", p.interaction.truncationText())
	}
	panic(http.ErrAbortHandler)
}

// wait sleeps until a recorded moment is due. It returns false if the client is gone.
func (p *player) wait(ctx context.Context, at time.Time) bool {
	due := p.playStart.Add(p.delayOf(at)).Sub(p.m.opts.Now())
	if due <= 0 || p.m.opts.Pace == 0 {
		return ctx.Err() == nil
	}
	return sleep(ctx, due)
}

func sleep(ctx context.Context, d time.Duration) bool {
	over, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-over.Done()
	return ctx.Err() == nil
}

// delayOf returns the time from the request to a recorded moment, at the mock's pace.
func (p *player) delayOf(at time.Time) time.Duration {
	return max(0, time.Duration(float64(at.Sub(p.recordedStart))*p.m.opts.Pace))
}

// writeHead writes the recorded status and headers, without hop-by-hop headers, Content-Length and
// Date.
func (p *player) writeHead(drop ...string) {
	h := p.w.Header()
	for name, values := range p.interaction.exchange.Response.Header {
		switch name {
		case "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Date":
			continue
		}
		if !slices.Contains(drop, name) {
			h[name] = slices.Clone(values)
		}
	}
}

func (p *player) writeBody(r *http.Request) error {
	x := &p.interaction.exchange
	raw, err := wire.ReadBody(r.Context(), p.m.opts.Facts, x.ID, wire.Response)
	if err != nil {
		return err
	}
	last := x.LastByte
	if last.IsZero() {
		last = x.Answered
	}
	if !p.wait(r.Context(), last) {
		return nil
	}
	if out, ok := p.rewriteBody(raw); ok {
		raw = out
		p.writeHead("Content-Encoding") // a changed body is sent uncompressed
	} else {
		p.writeHead()
	}
	if !hasBody(x.Response.Status) && len(raw) > 0 {
		p.m.opts.Logger.Warn("an answer is played without its body: answers with this status have none", "exchange", x.ID, "status", x.Response.Status, "bytes", len(raw))
		raw = nil
	}
	if p.interaction.truncationText() == "" && x.Outcome == wire.ByAgent && hasBody(x.Response.Status) {
		p.w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	}
	p.w.WriteHeader(x.Response.Status)
	if r.Method != http.MethodHead && len(raw) > 0 {
		if _, err := p.w.Write(raw); err != nil {
			return err
		}
	}
	return http.NewResponseController(p.w).Flush()
}

// explainUnsendable returns why the mock cannot send a recorded status, "" if it can. Statuses
// below 200 are not final, and a status has at most three digits.
func explainUnsendable(status int) string {
	switch {
	case status == http.StatusSwitchingProtocols:
		return "its status is 101, but a mock speaks only HTTP"
	case status < 200 || status > 999:
		return fmt.Sprintf("its status is %d, which no final response has", status)
	}
	return ""
}

// hasBody reports whether a response with this status has a body (RFC 9110 §6.4.1).
func hasBody(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified
}

// rewriteBody replaces ids with this client's, and the URLs of a card with the mock's. It returns
// false if nothing changed.
func (p *player) rewriteBody(raw []byte) ([]byte, bool) {
	x := &p.interaction.exchange
	plain, err := coding.Decode(x.Response.Header, raw, coding.NewBudget(coding.MaxDecodedBytes))
	if err != nil {
		p.m.opts.Logger.Warn("an answer is played unchanged: it could not be decoded", "exchange", x.ID, "err", err)
		return raw, false
	}
	out := plain
	if p.playback != nil {
		out = dialect.Apply(plain, dialect.RenameIDs(plain, p.renaming()))
	}
	if isCard(p.key, p.interaction) {
		out, _, _ = dialect.RewriteCard(x.URL, x.Response.Header, out, p.m.mockURL)
	}
	return out, string(out) != string(plain)
}
