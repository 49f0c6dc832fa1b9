package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// RoundTrip sends a request to the upstream and records the exchange as its
// CallOptions say. The request must be for the upstream's origin. The error is a
// *Failure when the agent gave no response. As everywhere in net/http, the
// response's body must be read to its end or closed.
func (t *Tap) RoundTrip(r *http.Request) (*http.Response, error) {
	if o, err := Origin(r.URL.Scheme + "://" + r.URL.Host); err != nil || o != t.origin {
		closeBody(r.Body)
		return nil, &Failure{Outcome: wire.Refused, Status: http.StatusForbidden,
			Problem: fmt.Sprintf("This tap leads to %s only, not to %s://%s.", t.origin, r.URL.Scheme, r.URL.Host)}
	}
	in, _ := r.Context().Value(inboundKey{}).(*inbound)
	tape := t.begin(r, in)
	if tape == nil && (in == nil || t.opts.Splice == nil) {
		return t.pass(r)
	}
	ctx, cancel := context.WithCancel(r.Context())
	x := &flow{tap: t, tape: tape, in: in, ctx: r.Context(), cancel: cancel, method: r.Method}
	if tape == nil {
		x.tape = wire.Unrecorded{}
	}
	if in != nil {
		in.ends = x.abandon
	}
	out := r.WithContext(ctx)
	x.request(out)
	resp, err := send(t.routes().pick(out), out)
	if err != nil {
		return nil, x.unanswered(err)
	}
	return x.answered(r, resp)
}

// begin opens the record of an exchange, or returns nil when there is to be
// none.
func (t *Tap) begin(r *http.Request, in *inbound) wire.Tape {
	if t.opts.Recorder == nil || wire.CallOptionsFrom(r.Context()).NoRecord {
		return nil
	}
	from := r
	if in != nil {
		from = in.request
	}
	tape := t.opts.Recorder.Begin(t.exchange(from, in))
	if tape.ID() == "" {
		return nil
	}
	return tape
}

// pass sends a request without a record.
func (t *Tap) pass(r *http.Request) (*http.Response, error) {
	resp, err := t.routes().pick(r).RoundTrip(r)
	if err != nil {
		return nil, unanswered(r.Context(), t.origin, err)
	}
	return resp, nil
}

// flow is an exchange under way.
type flow struct {
	tap    *Tap
	tape   wire.Tape
	in     *inbound // nil for calls of the console's own
	ctx    context.Context
	cancel context.CancelFunc
	method string
	sent   *upload // nil when the request has no body
	body   io.Closer
}

// request puts the request's body under observation.
func (x *flow) request(out *http.Request) {
	if out.Body == nil || out.Body == http.NoBody {
		x.tape.RequestDone(time.Now(), nil)
		return
	}
	x.sent = &upload{tape: x.tape, from: out.Body, size: out.ContentLength}
	if x.in != nil && x.tap.opts.Splice != nil {
		x.sent.keep = uploadKept
	}
	if x.in != nil && out.ContentLength > 0 && out.ContentLength <= resendLimit {
		x.sent.keep = max(x.sent.keep, out.ContentLength)
		out.GetBody = x.sent.whole
	}
	if x.in != nil {
		x.sent.trailer = x.in.trailer
	} else {
		x.sent.trailer = out
	}
	x.sent.out = out
	out.Body = x.sent
	x.resend(out)
}

// resend lets the transport send the body a second time, where nothing of the
// first reached the agent.
func (x *flow) resend(out *http.Request) {
	if again := out.GetBody; again != nil {
		out.GetBody = func() (io.ReadCloser, error) {
			b, err := again()
			if err != nil {
				return nil, err
			}
			return x.sent.again(b), nil
		}
	}
}

// send makes a round trip, once more if the agent had closed the connection
// before the request was sent on it: the agent has seen nothing of it. The
// transport itself does so for methods that change nothing only. Where the
// connection ends after the request went out, the agent may have acted on it,
// and it is not sent again.
func send(by http.RoundTripper, out *http.Request) (*http.Response, error) {
	resp, err := by.RoundTrip(out)
	if err == nil || out.GetBody == nil || out.Context().Err() != nil || !strings.Contains(err.Error(), closedIdle) {
		return resp, err
	}
	body, gone := out.GetBody()
	if gone != nil {
		return nil, err
	}
	again := out.WithContext(out.Context())
	again.Body = body
	return by.RoundTrip(again)
}

// unanswered ends an exchange without a response.
func (x *flow) unanswered(err error) error {
	f := unanswered(x.ctx, x.tap.origin, err)
	if x.sent != nil {
		if x.sent.failed() != nil && f.Outcome != wire.Refused {
			f.Outcome, f.Problem = wire.Cancelled, "The client broke off before its request was whole."
		} else if x.ctx.Err() == nil {
			x.sent.drain(x.in)
		}
	}
	f.Exchange = x.tape.ID()
	x.tape.End(wire.End{At: time.Now(), Outcome: f.Outcome, Problem: f.Problem})
	_ = x.tape.Commit(x.ctx) // a failed record does not stop the traffic
	x.cancel()
	return f
}

// answered puts the response on record and its body under observation.
func (x *flow) answered(r *http.Request, resp *http.Response) (*http.Response, error) {
	if x.sent != nil {
		defer x.sent.forget()
	}
	x.tape.Answer(time.Now(), wire.Head{Proto: resp.Proto, Status: resp.StatusCode, Header: resp.Header.Clone()})
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return x.switched(resp)
	}
	if resp.Body == nil || resp.Body == http.NoBody || x.method == http.MethodHead {
		if x.method == http.MethodHead && x.wants(r, resp) {
			x.undescribe(resp)
		}
		return x.empty(resp)
	}
	if x.wants(r, resp) {
		return x.splice(resp)
	}
	d := newDownload(x, resp)
	x.body = d
	go d.pump()
	d.settle()
	return d.handed, nil
}

// empty ends an exchange whose response has no body.
func (x *flow) empty(resp *http.Response) (*http.Response, error) {
	x.tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Trailer: resp.Trailer})
	_ = x.tape.Commit(x.ctx)
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	err := resp.Body.Close()
	resp.Body = http.NoBody
	x.cancel()
	return resp, err
}

// abandon ends the exchange if the response was not carried to its end.
func (x *flow) abandon() {
	if x.body != nil {
		_ = x.body.Close() // the record says how it ended
	}
	x.cancel()
}

// ended says how a body that stopped with err came to its end.
func (x *flow) ended(err error, got, length int64, closed bool) (wire.Outcome, string) {
	switch {
	case errors.Is(err, io.EOF):
		return wire.ByAgent, ""
	case errors.Is(x.ctx.Err(), context.DeadlineExceeded):
		return wire.TimedOut, fmt.Sprintf("The time given ran out after %d bytes of the response. Give it more time.", got)
	case closed || x.ctx.Err() != nil:
		return wire.Cancelled, fmt.Sprintf("The client went away after %d bytes of the response.", got)
	case length >= 0:
		return wire.Cut, fmt.Sprintf("The agent's connection ended after %d of the %d bytes that Content-Length announced (%s). See the agent's log.", got, length, reason(err))
	}
	return wire.Cut, fmt.Sprintf("The agent's connection broke off after %d bytes of the response (%s). See the agent's log.", got, reason(err))
}

func closeBody(b io.Closer) {
	if b != nil {
		_ = b.Close()
	}
}
