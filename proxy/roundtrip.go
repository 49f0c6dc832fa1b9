package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// RoundTrip sends a request to the upstream and records the exchange as its
// CallOptions say. The request must be for the upstream's origin. The error is
// a *Failure when the agent gave no response. As everywhere in net/http, the
// response's body must be read to its end or closed.
func (t *Tap) RoundTrip(r *http.Request) (*http.Response, error) {
	if !t.reaches(r.URL) {
		closeBody(r.Body)
		return nil, &Failure{Outcome: wire.Refused, Status: http.StatusForbidden,
			Problem: fmt.Sprintf("This tap leads to %s only, not to %s://%s.", t.origin, r.URL.Scheme, r.URL.Host)}
	}
	in, _ := r.Context().Value(inboundKey{}).(*inbound)
	x, told := t.begin(r, in)
	if x == nil {
		return t.pass(r)
	}
	x.contexts()
	t.open.add(x)
	if x.interrupted.Load() != nil { // the console stops: nothing new is sent
		closeBody(r.Body)
		return nil, x.unanswered(context.Canceled)
	}
	out := r.WithContext(x.watchInterim(x.call))
	if told != nil {
		if resp, done, err := x.intervene(out, told); done {
			return resp, err
		}
	} else {
		x.request(out, true)
		x.commit() // the head, and what is there of the body
	}
	resp, err := send(t.routes().pick(out), out)
	if err != nil {
		return nil, x.unanswered(err)
	}
	return x.answered(out, resp)
}

// reaches reports whether a URL is of the upstream's origin.
func (t *Tap) reaches(u *url.URL) bool {
	if u.Scheme == t.base.Scheme && u.Host == t.base.Host { // as rewrite aims it
		return true
	}
	o, err := Origin(u.Scheme + "://" + u.Host)
	return err == nil && o == t.origin
}

// begin opens the record of an exchange. It returns nil for a call of the
// console's own of which nothing is recorded. told is what the Intervener is to be
// told of one that it watches.
func (t *Tap) begin(r *http.Request, in *inbound) (x *flow, told *wire.Exchange) {
	recorded := t.opts.Recorder != nil && !wire.CallOptionsFrom(r.Context()).NoRecord
	if !recorded && t.opts.Intervene == nil && in == nil {
		return nil, nil
	}
	from, clock := r, wire.Stopwatch{}
	if in != nil {
		from, clock = in.request, in.clock
	} else {
		clock = wire.StartStopwatch(t.opts.Now)
	}
	x = &flow{tap: t, tape: wire.Unrecorded{}, in: in, clock: clock, ctx: r.Context(), method: r.Method}
	about := t.exchange(from, in, clock)
	if recorded {
		if tape := t.opts.Recorder.Begin(about); tape.ID() != "" {
			x.tape, about.ID = tape, tape.ID()
		} else {
			recorded = false // it is paused
		}
	}
	told = t.watched(about)
	if !recorded && told == nil && in == nil {
		return nil, nil
	}
	return x, told
}

// pass sends a call of the console's own without a record.
func (t *Tap) pass(r *http.Request) (*http.Response, error) {
	x := flow{tape: wire.Unrecorded{}, method: r.Method}
	trace := &httptrace.ClientTrace{}
	x.watch(trace)
	resp, err := t.routes().pick(r).RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), trace)))
	if err != nil {
		return nil, unanswered(r.Context(), x.callerLeft(), t.origin, err)
	}
	no := unusable(t.origin, resp)
	if flaw := x.came.refused(); flaw != "" {
		no = flawed(t.origin, flaw)
	}
	if no != nil {
		_ = resp.Body.Close() // nobody can be given it
		return nil, no
	}
	return resp, nil
}

// request puts the request's body under observation. ahead says that it is read ahead,
// as far as it arrives at once.
func (x *flow) request(out *http.Request, ahead bool) {
	if out.Body == nil || out.Body == http.NoBody {
		x.tape.RequestDone(x.clock.Now(), nil)
		return
	}
	x.sent = &upload{flow: x, from: out.Body, size: out.ContentLength, trailer: out, out: out}
	if x.in != nil {
		x.sent.trailer = x.in.trailer
		if x.tap.opts.Splice != nil {
			x.sent.keep = uploadKept
		}
		if out.ContentLength > 0 && out.ContentLength <= resendLimit {
			x.sent.keep = max(x.sent.keep, out.ContentLength)
			out.GetBody = x.sent.whole
		}
	}
	if x.in != nil && strings.EqualFold(out.Header.Get("Expect"), "100-continue") {
		x.goAhead = newGoAhead()
	}
	out.Body = x.sent
	x.resend(out)
	x.announce(out)
	if ahead && out.ContentLength > 0 && out.ContentLength <= segment && out.Header.Get("Expect") == "" {
		x.sent.prefetch()
	}
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
			return x.sent.rewind(b), nil
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

// answered puts the response on record and its body under observation.
func (x *flow) answered(r *http.Request, resp *http.Response) (*http.Response, error) {
	if x.sent != nil {
		defer x.sent.forget()
	}
	x.head(resp)
	if flaw := x.came.refused(); flaw != "" {
		raw, _ := x.came.unread()
		if _, body := cutHead(raw); len(body) > 0 {
			x.tape.Write(wire.Response, x.clock.Now(), body, false)
		}
		return nil, x.instead(resp, flawed(x.tap.origin, flaw))
	}
	if no := unusable(x.tap.origin, resp); no != nil {
		return nil, x.cannotPass(resp, no)
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return x.switched(r, resp)
	}
	if bodiless(resp.StatusCode) {
		return x.headOnly(resp)
	}
	if resp.Body == nil || resp.Body == http.NoBody || x.method == http.MethodHead {
		if x.method == http.MethodHead && x.wants(r, resp) {
			x.undescribe(resp)
		}
		return x.headOnly(resp)
	}
	resp.Body = x.readOn(wire.FramingOf(resp.Header), resp.Body)
	if x.wants(r, resp) {
		return x.splice(resp)
	}
	return x.download(resp)
}

// headOnly passes on a response that has no body. A gate is given its head only.
func (x *flow) headOnly(resp *http.Response) (*http.Response, error) {
	s := x.response()
	if s == nil {
		return x.empty(resp)
	}
	x.commit()
	resp.Header = resp.Header.Clone()
	if err := x.gateHead(s, resp); err != nil {
		if resp.Body != nil {
			_ = resp.Body.Close()
		}
		return nil, x.headless(s.ending(err, wire.End{}, s.ctx.Err() != nil))
	}
	return x.empty(resp)
}

// empty ends an exchange whose response has no body.
func (x *flow) empty(resp *http.Response) (*http.Response, error) {
	beyond := x.came.beyond()
	if resp.ProtoMajor == 2 && resp.Body != nil && x.method != http.MethodHead { // a body where none can be
		beyond, _ = io.ReadAll(io.LimitReader(resp.Body, wire.SurplusLimit)) // net/http misses one that Content-Length names
	}
	x.end(wire.End{At: x.clock.Now(), Outcome: wire.ByAgent, Problem: surplus(beyond), Trailer: resp.Trailer, Surplus: beyond})
	x.commitEnd()
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	err := resp.Body.Close()
	resp.Body = http.NoBody
	x.finished()
	return resp, err
}

// unusable is why a response cannot be passed on by any HTTP server, or nil.
func unusable(origin string, resp *http.Response) *Failure {
	if resp.StatusCode >= 100 && resp.StatusCode <= 999 {
		return nil
	}
	return &Failure{Outcome: wire.Cut, Status: http.StatusBadGateway, Problem: fmt.Sprintf(
		"The agent at %s answered with status %03d, which HTTP does not have (RFC 9110 section 15: 100 to 599), so the tap cannot pass its answer on. Look at what the agent sets the status from.", origin, resp.StatusCode)}
}

// flawed is the failure of an answer whose head has a flaw.
func flawed(origin, flaw string) *Failure {
	return &Failure{Outcome: wire.Cut, Status: http.StatusBadGateway, Problem: fmt.Sprintf(
		"The agent at %s answered with a head that cannot be passed on: %s. It is on record as it came. Look at what writes the agent's headers.", origin, flaw)}
}

// cannotPass ends an exchange whose answer cannot be passed on. It is recorded
// as it came, and so is what the client gets in its place.
func (x *flow) cannotPass(resp *http.Response, no *Failure) error {
	if _, err := x.readWhole(resp); err != nil && !errors.Is(err, io.EOF) {
		no.Problem += " It broke off, too: " + reason(err) + "."
	}
	return x.instead(resp, no)
}

// instead ends an exchange of which the client gets something else than the answer.
func (x *flow) instead(resp *http.Response, no *Failure) error {
	_ = resp.Body.Close()
	no.Exchange = x.tape.ID()
	if x.in != nil {
		h, body := no.answer()
		out := x.sends(wire.ResponseSent)
		out.head(wire.Head{Proto: x.in.request.Proto, Status: no.Status, Header: h})
		out.bytes(body)
	}
	x.end(wire.End{At: x.clock.Now(), Outcome: no.Outcome, Problem: no.Problem, Trailer: resp.Trailer.Clone()})
	x.commitEnd()
	x.finished()
	return no
}

func closeBody(b io.Closer) {
	if b != nil {
		_ = b.Close()
	}
}
