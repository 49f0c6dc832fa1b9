package inspector

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Event is one event or plain response of an agent, as it arrived.
type Event struct {
	At      time.Time
	Reading a2a.Reading
	Frame   wire.Frame // Data is the JSON as received
	Status  int        // HTTP status of its response
}

// Ending describes how a call ended.
type Ending struct {
	Outcome      wire.Outcome
	Status       int           // HTTP status, 0 without a response
	Header       http.Header   // of the response, nil without one
	Exchange     string        // id in the recording, "" when not recorded
	Problem      string        // what went wrong, why, and what to try; "" if nothing did
	Trailer      http.Header   // headers after the body, such as gRPC's status; nil if there are none
	Problems     []a2a.Problem // of the response as a whole, known only at its end
	LimitReached bool          // a limit of the Client ended the call and not all was read; Problem names it
}

var (
	errQuiet  = errors.New("the agent fell silent")
	errLinger = errors.New("the agent kept a finished stream open")
)

// Send sends a prepared request and calls each for every event, or once for a plain response, as it arrives. It
// returns when the response has ended or ctx is done. The error is for requests that could not be made at all;
// what an agent does wrong is in the Ending and the Readings. Send reports redirects without following them,
// because a call carries credentials and must not be sent twice. If the server does not know the HTTP method of
// a subscription over HTTP+JSON, Send tries the other method; the Ending then describes the second exchange.
func (c *Client) Send(ctx context.Context, p PreparedRequest, each func(Event)) (Ending, error) {
	ctx, id := c.withCallOptions(ctx, c.opts.Origin)
	if p.Callee != (Callee{}) {
		ctx = WithCallee(ctx, p.Callee)
	}
	ctx = withAgent(ctx, p)
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := newWatchdog(c.opts.QuietTimeout, c.opts.LingerTimeout, cancel)
	defer w.stop()
	t, err := c.attempt(ctx, id, p, w)
	if err != nil {
		return Ending{}, err
	}
	end := Ending{Exchange: t.exchange}
	if t.err != nil {
		end.Outcome, end.Problem = c.explainNoResponse(outer, t)
		return end, nil
	}
	resp := t.resp
	defer resp.Body.Close()
	end.Status, end.Header = resp.StatusCode, resp.Header
	w.noteBytes()
	r := c.newReception(t.sent, resp, w, each)
	err = r.read(resp.Body)
	end.Outcome, end.Problem = r.outcome(outer, t.ctx, err)
	end.Trailer, end.LimitReached = resp.Trailer, r.isTooBig
	end.Problems = r.end(end.Outcome)
	if end.Problem == "" {
		end.Problem = redirectProblem(resp)
	}
	return end, nil
}

// attempt is one request as sent, with its response.
type attempt struct {
	ctx      context.Context
	exchange string // id in the recording
	sent     PreparedRequest
	req      *http.Request
	resp     *http.Response
	err      error // why there is no response
}

// attempt sends a request, and repeats it with the other HTTP method if the server does not know the first. The
// error is for requests that could not be made.
func (c *Client) attempt(ctx context.Context, id string, p PreparedRequest, w *watchdog) (attempt, error) {
	t, err := c.roundTrip(ctx, id, p)
	if err != nil {
		return t, err
	}
	other, ok := c.switchMethod(p, t.resp, t.err)
	if !ok {
		return t, nil
	}
	w.noteBytes()
	ctx, id = c.withCallOptions(withoutID(ctx), c.opts.Origin)
	return c.roundTrip(ctx, id, other)
}

func (c *Client) roundTrip(ctx context.Context, id string, p PreparedRequest) (attempt, error) {
	req, err := newRequest(ctx, p)
	if err != nil {
		return attempt{}, err
	}
	t := attempt{ctx: ctx, exchange: id, sent: p, req: req}
	t.resp, t.err = c.opts.Transport.RoundTrip(req)
	return t, nil
}

func newRequest(ctx context.Context, p PreparedRequest) (*http.Request, error) {
	u, err := url.Parse(p.URL)
	if err != nil {
		return nil, fmt.Errorf("read the endpoint %q: %s", words.Address(p.URL), errorText(err))
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("cannot call %q: an endpoint is an absolute http or https URL", words.Address(p.URL))
	}
	if u.User != nil {
		return nil, fmt.Errorf("cannot call %q: it has a user name before its host; remove that, and give an Authorization header", words.Address(p.URL))
	}
	req, err := http.NewRequestWithContext(ctx, p.Method, p.URL, bytes.NewReader(p.Body))
	if err != nil {
		return nil, fmt.Errorf("write the request for %s: %w", p.URL, err)
	}
	if len(p.Body) == 0 {
		req.Body, req.ContentLength = http.NoBody, 0
	}
	req.Header = p.Header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	if p.Binding == a2a.GRPC || wire.FramingOf(req.Header) == wire.GRPC {
		// The transport is chosen by the protocol version.
		req.Proto, req.ProtoMajor, req.ProtoMinor = "HTTP/2.0", 2, 0
	}
	setUserAgent(req, wire.CallUserAgent)
	if h := req.Header.Get("Host"); h != "" {
		req.Host = h
		req.Header.Del("Host")
	}
	return req, nil
}

func setUserAgent(req *http.Request, agent string) {
	if _, given := req.Header["User-Agent"]; !given {
		req.Header.Set("User-Agent", agent)
	}
}

// explainNoResponse says how a call without a response ended, and why.
func (c *Client) explainNoResponse(outer context.Context, t attempt) (outcome wire.Outcome, problem string) {
	var f tapError
	switch {
	case errors.Is(outer.Err(), context.DeadlineExceeded):
		return wire.TimedOut, "timed out: no answer at all; is the agent hanging? --timeout allows more time"
	case outer.Err() != nil:
		return wire.Cancelled, ""
	case errors.Is(context.Cause(t.ctx), errQuiet):
		return wire.TimedOut, fmt.Sprintf("timed out: no answer in %s", c.opts.QuietTimeout)
	case errors.As(t.err, &f):
		outcome, problem = f.Ended()
	default:
		outcome, problem = wire.Unreachable, advice(t.err, t.req.URL)
	}
	if t.req.ProtoMajor == 2 && t.req.URL.Scheme == "http" && outcome == wire.Unreachable && isConnectionLost(t.err) && !isHTTP2Unsupported(t.err) {
		// Some HTTP/1 servers close the connection at an HTTP/2 preface.
		problem += ", and whether it speaks HTTP/1 only: gRPC needs HTTP/2"
	}
	return outcome, problem
}

// tapError is an error of the tap that says how the exchange ended, and why.
type tapError interface {
	error
	Ended() (wire.Outcome, string)
}

func redirectProblem(resp *http.Response) string {
	if resp.StatusCode < 300 || resp.StatusCode > 399 {
		return ""
	}
	to := resp.Header.Get("Location")
	if to == "" {
		return fmt.Sprintf("the agent answered with %d %s, which is not an answer to a call", resp.StatusCode, http.StatusText(resp.StatusCode))
	}
	if u, err := resp.Location(); err == nil {
		to = u.Redacted()
	}
	return fmt.Sprintf("the agent redirects the call to %q; calls do not follow redirects, because that would send their credentials there. If that is right, make it the endpoint", to)
}
