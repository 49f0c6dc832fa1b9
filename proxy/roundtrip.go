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

// RoundTrip sends a request to the upstream and records the exchange according to its CallOptions.
// The request must be for the upstream's origin. If there is no response to return, the error is a
// *Failure. As everywhere in net/http, the caller must read the response's body to its end or close
// it.
func (t *Tap) RoundTrip(r *http.Request) (*http.Response, error) {
	if !t.isUpstream(r.URL) {
		closeBody(r.Body)
		return nil, &Failure{Outcome: wire.Refused, Status: http.StatusForbidden,
			Problem: fmt.Sprintf("This tap forwards to %s only, not to %s://%s.", t.origin, r.URL.Scheme, r.URL.Host)}
	}
	in, _ := r.Context().Value(inboundKey{}).(*inbound)
	x, told := t.beginExchange(r, in)
	if x == nil {
		return t.roundTripUnrecorded(r)
	}
	x.makeContexts()
	t.open.add(x)
	if x.interrupted.Load() != nil { // the console is stopping: send nothing new
		closeBody(r.Body)
		return nil, x.endUnanswered(context.Canceled)
	}
	out := r.WithContext(x.watchInterim(x.callCtx))
	if told != nil {
		if resp, done, err := x.intervene(out, told); done {
			return resp, err
		}
	} else {
		x.observeRequest(out, true)
		x.commit() // the head, and the available part of the body
	}
	resp, err := sendWithRetry(t.upstreamTransports().transportFor(out), out)
	if err != nil {
		return nil, x.endUnanswered(err)
	}
	return x.recordResponse(out, resp)
}

func (t *Tap) isUpstream(u *url.URL) bool {
	if u.Scheme == t.base.Scheme && u.Host == t.base.Host { // as rewrite sets it
		return true
	}
	o, err := Origin(u.Scheme + "://" + u.Host)
	return err == nil && o == t.origin
}

// beginExchange opens the record of an exchange. It returns nil for a call of the console that is neither
// recorded nor watched. told is the exchange to show to the Intervener if it watches it.
func (t *Tap) beginExchange(r *http.Request, in *inbound) (x *flow, told *wire.Exchange) {
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
	x = &flow{tap: t, tape: wire.NopTape{}, in: in, clock: clock, ctx: r.Context(), method: r.Method}
	about := t.newExchange(from, in, clock)
	if recorded {
		if tape := t.opts.Recorder.Begin(about); tape.ID() != "" {
			x.tape, about.ID = tape, tape.ID()
		} else {
			recorded = false // recording is paused
		}
	}
	told = t.watchedExchange(about)
	if !recorded && told == nil && in == nil {
		return nil, nil
	}
	return x, told
}

// roundTripUnrecorded sends a call of the console without recording it.
func (t *Tap) roundTripUnrecorded(r *http.Request) (*http.Response, error) {
	x := flow{tape: wire.NopTape{}, method: r.Method}
	trace := &httptrace.ClientTrace{}
	x.watchConn(trace)
	resp, err := t.upstreamTransports().transportFor(r).RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), trace)))
	if err != nil {
		return nil, newFailure(r.Context(), x.describeCallerLeft(), t.origin, err)
	}
	no := checkUsable(t.origin, resp)
	if flaw := x.agentAnswer.rejectReason(); flaw != "" {
		no = newFlawFailure(t.origin, flaw)
	}
	if no != nil {
		_ = resp.Body.Close() // it cannot be used
		return nil, no
	}
	return resp, nil
}

// observeRequest makes the request's body go on record as it is read. With ahead, it reads what
// arrives at once ahead of the transport.
func (x *flow) observeRequest(out *http.Request, ahead bool) {
	if out.Body == nil || out.Body == http.NoBody {
		x.tape.EndRequest(x.clock.Now(), nil)
		return
	}
	x.upload = &upload{flow: x, body: out.Body, size: out.ContentLength, trailer: out, outgoing: out}
	if x.in != nil {
		x.upload.trailer = x.in.trailer
		if x.tap.opts.Splice != nil {
			x.upload.keepLimit = maxUploadKept
		}
		if out.ContentLength > 0 && out.ContentLength <= maxResendBytes {
			x.upload.keepLimit = max(x.upload.keepLimit, out.ContentLength)
			out.GetBody = x.upload.reopen
		}
	}
	if x.in != nil && strings.EqualFold(out.Header.Get("Expect"), "100-continue") {
		x.continueWait = newContinueWait()
	}
	out.Body = x.upload
	x.allowResend(out)
	x.announceTrailers(out)
	if ahead && out.ContentLength > 0 && out.ContentLength <= segmentSize && out.Header.Get("Expect") == "" {
		x.upload.prefetch()
	}
}

// allowResend lets the transport send the body a second time if none of the first attempt reached the agent.
func (x *flow) allowResend(out *http.Request) {
	if again := out.GetBody; again != nil {
		out.GetBody = func() (io.ReadCloser, error) {
			b, err := again()
			if err != nil {
				return nil, err
			}
			return x.upload.rewind(b), nil
		}
	}
}

// sendWithRetry makes a round trip, and repeats it if the agent had closed the connection before
// the request was sent on it: the agent has received nothing of it. After this error, the transport
// itself repeats only idempotent requests. If the connection ends after the request went out, the
// agent may have acted on it, and it is not sent again.
func sendWithRetry(by http.RoundTripper, out *http.Request) (*http.Response, error) {
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

// recordResponse records the response's head and makes its body go on record as it is read.
func (x *flow) recordResponse(r *http.Request, resp *http.Response) (*http.Response, error) {
	if x.upload != nil {
		defer x.upload.releaseKept()
	}
	x.recordHead(resp)
	if flaw := x.agentAnswer.rejectReason(); flaw != "" {
		raw, _ := x.agentAnswer.takeUnread()
		if _, body := cutHead(raw); len(body) > 0 {
			x.tape.Write(wire.Response, x.clock.Now(), body, false)
		}
		return nil, x.endWith(resp, newFlawFailure(x.tap.origin, flaw))
	}
	if no := checkUsable(x.tap.origin, resp); no != nil {
		return nil, x.endUnusable(resp, no)
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return x.passUpgrade(r, resp)
	}
	if isBodiless(resp.StatusCode) {
		return x.passHeadOnly(resp)
	}
	if resp.Body == nil || resp.Body == http.NoBody || x.method == http.MethodHead {
		if x.method == http.MethodHead && x.wantsSplice(r, resp) {
			x.dropBodyHeaders(resp)
		}
		return x.passHeadOnly(resp)
	}
	resp.Body = x.readOn(wire.FramingOf(resp.Header), resp.Body)
	if x.wantsSplice(r, resp) {
		return x.splice(resp)
	}
	return x.download(resp)
}

// passHeadOnly forwards a response that has no body. A gate receives only its head.
func (x *flow) passHeadOnly(resp *http.Response) (*http.Response, error) {
	s := x.responseRunner()
	if s == nil {
		return x.passEmpty(resp)
	}
	x.commit()
	resp.Header = resp.Header.Clone()
	if err := x.gateHead(s, resp); err != nil {
		if resp.Body != nil {
			_ = resp.Body.Close()
		}
		return nil, x.endWithoutHead(s.endOf(err, wire.End{}, s.ctx.Err() != nil))
	}
	return x.passEmpty(resp)
}

// passEmpty ends an exchange whose response has no body.
func (x *flow) passEmpty(resp *http.Response) (*http.Response, error) {
	beyond := x.agentAnswer.takeSurplus()
	if resp.ProtoMajor == 2 && resp.Body != nil && x.method != http.MethodHead { // the agent may have sent a body where none is allowed
		beyond, _ = io.ReadAll(io.LimitReader(resp.Body, wire.MaxSurplusBytes)) // net/http itself does not report a body whose length Content-Length declares
	}
	x.end(wire.End{At: x.clock.Now(), Outcome: wire.ByAgent, Problem: surplusProblem(beyond), Trailer: resp.Trailer, Surplus: beyond})
	x.commitEnd()
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	err := resp.Body.Close()
	resp.Body = http.NoBody
	x.finish()
	return resp, err
}

// checkUsable returns why an HTTP server cannot forward a response, nil if it can.
func checkUsable(origin string, resp *http.Response) *Failure {
	if resp.StatusCode >= 100 && resp.StatusCode <= 999 {
		return nil
	}
	return &Failure{Outcome: wire.Cut, Status: http.StatusBadGateway, Problem: fmt.Sprintf(
		"The agent at %s answered with status %03d, which HTTP does not have (RFC 9110 section 15: 100 to 599), so the tap cannot forward its response. Check where the agent sets the status.", origin, resp.StatusCode)}
}

// newFlawFailure returns the failure of a response whose head has a flaw.
func newFlawFailure(origin, flaw string) *Failure {
	return &Failure{Outcome: wire.Cut, Status: http.StatusBadGateway, Problem: fmt.Sprintf(
		"The agent at %s answered with a head that the tap cannot forward: %s. The head is on record as it arrived. Check what writes the agent's headers.", origin, flaw)}
}

// endUnusable ends an exchange whose response cannot be forwarded. Both the response as it arrived and what
// the client gets instead go on record.
func (x *flow) endUnusable(resp *http.Response, no *Failure) error {
	if _, err := x.readWhole(resp); err != nil && !errors.Is(err, io.EOF) {
		no.Problem += " Its body ended early, too: " + breakReason(err) + "."
	}
	return x.endWith(resp, no)
}

// endWith ends an exchange whose client gets a notice instead of the response.
func (x *flow) endWith(resp *http.Response, no *Failure) error {
	_ = resp.Body.Close()
	no.Exchange = x.tape.ID()
	if x.in != nil {
		h, body := no.notice()
		out := x.newEmitter(wire.ResponseSent)
		out.head(wire.Head{Proto: x.in.request.Proto, Status: no.Status, Header: h})
		out.bytes(body)
	}
	x.end(wire.End{At: x.clock.Now(), Outcome: no.Outcome, Problem: no.Problem, Trailer: resp.Trailer.Clone()})
	x.commitEnd()
	x.finish()
	return no
}

func closeBody(b io.Closer) {
	if b != nil {
		_ = b.Close()
	}
}
