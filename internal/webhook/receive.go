package webhook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Delivery is one request that arrived. The receiver owns Header and Body; do not change them.
type Delivery struct {
	Exchange string // exchange id, "" if it is not recorded
	Hook     Hook   // the zero Hook for an unknown path
	At       time.Time
	Method   string
	URL      string
	Header   http.Header // credentials included
	Body     []byte      // as far as it was read, and as rules changed it
	Status   int         // HTTP status of the response
	Problem  string      // why it was refused, or what went wrong
}

// ServeHTTP records a delivery before it responds. If the request's context ended with
// http.ErrServerClosed as its cause, the delivery ended early because the program is stopping, not
// because the agent aborted it.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	clock := wire.StartStopwatch(r.opts.Now)
	d := Delivery{At: clock.Start(), Method: q.Method, Header: q.Header}
	hook, known := r.Hook(q.URL.Path)
	d.Hook = hook
	x := r.newExchange(q, &d)
	t := r.beginTape(x)
	d.Exchange = t.ID()
	// A delivery that never ends would occupy memory. Writers without deadlines ignore this.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(maxReadTime))
	defer func() { r.bodyBytes.Add(-int64(len(d.Body))) }()
	a, end := r.receive(q, &d, t, clock, known)
	came := d.Body
	if end.Outcome == wire.ByAgent && known && q.Method == http.MethodPost {
		clearReadDeadline(w)
		x.ID = d.Exchange
		a, end = r.applyRules(q.Context(), &x, &d, t, clock)
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	r.answer(w, q, t, clock, a, end)
	if end.Outcome == wire.ByAgent { // before the record shows the delivery
		proof := proofOf(d.At, q.Header.Values("Authorization"), came)
		proof.OwnToken = hasOwnToken(q.Header, d.Hook.Token)
		r.storeProof(d.Exchange, proof)
	}
	if err := t.Commit(context.WithoutCancel(q.Context())); err != nil { // a delivery whose agent is gone is recorded too
		r.opts.Logger.Warn("record a delivery", "err", err)
	}
	d.Status, d.Problem = a.status, end.Problem
	if a.reset {
		panic(http.ErrAbortHandler) // closes the connection
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body) // the agent may be gone
	if r.opts.OnDelivery != nil {
		r.opts.OnDelivery(d)
	}
}

// newExchange returns the exchange to record for a request, and sets d.URL.
func (r *Receiver) newExchange(q *http.Request, d *Delivery) wire.Exchange {
	h := q.Header.Clone()
	h.Set("Host", q.Host)
	base := r.opts.URL
	if base == "" {
		base = "http://" + q.Host
	}
	d.URL = base + q.URL.RequestURI()
	if q.URL.IsAbs() {
		d.URL = q.URL.String()
	}
	return wire.Exchange{
		Session: d.Hook.Session, Origin: wire.Push, Agent: d.Hook.Agent, Caller: q.UserAgent(), Tap: base,
		Method: q.Method, URL: d.URL, Request: wire.Head{Proto: q.Proto, Header: h}, Started: d.At,
	}
}

func (r *Receiver) beginTape(x wire.Exchange) wire.Tape {
	if r.opts.Recorder == nil {
		return wire.NopTape{}
	}
	return r.opts.Recorder.Begin(x)
}

type reply struct {
	status int
	body   string      // plain text, unless header has a Content-Type
	header http.Header // from a rule's answer
	reset  bool        // close the connection without a response
}

func textReply(status int, text string) reply { return reply{status: status, body: text + "\n"} }

// receive reads a delivery, and returns the response and how the delivery ended.
func (r *Receiver) receive(q *http.Request, d *Delivery, t wire.Tape, clock wire.Stopwatch, known bool) (reply, wire.End) {
	if no := r.check(q); no != nil {
		t.EndRequest(clock.Now(), nil)
		return textReply(no.status, no.problem), wire.End{Outcome: wire.Refused, Problem: no.problem}
	}
	err := r.read(q, d, t, clock)
	var (
		big  bodyTooLargeError
		much memoryError
	)
	switch {
	case errors.As(err, &much):
		return textReply(http.StatusServiceUnavailable, err.Error()), wire.End{Outcome: wire.Refused, Problem: err.Error()}
	case errors.As(err, &big):
		return textReply(http.StatusRequestEntityTooLarge, big.Error()), wire.End{Outcome: wire.Refused, Problem: big.Error()}
	case err != nil && errors.Is(context.Cause(q.Context()), http.ErrServerClosed):
		problem := fmt.Sprintf("The console stopped after %d bytes of the delivery; the agent had not ended it.", len(d.Body))
		return textReply(http.StatusServiceUnavailable, problem), wire.End{Outcome: wire.Interrupted, Problem: problem}
	case err != nil:
		problem := fmt.Sprintf("The delivery broke off after %d bytes: the agent aborted it, or took longer than two minutes. See the agent's log.", len(d.Body))
		return textReply(http.StatusBadRequest, problem), wire.End{Outcome: wire.Cut, Problem: problem}
	case !known:
		const problem = "This run of the console did not hand out this address: the path is mistyped, or the address is from an earlier run. Register the webhook again."
		return textReply(http.StatusNotFound, problem), wire.End{Outcome: wire.Refused, Problem: problem}
	case q.Method == http.MethodPost:
		return reply{status: http.StatusNoContent}, wire.End{Outcome: wire.ByAgent}
	}
	return r.answerNonPOST(q), wire.End{Outcome: wire.ByAgent}
}

const maxTokenBytes = 4 << 10

// answerNonPOST answers requests other than POST: version 0.1's check of the URL, or a person with
// a browser.
func (r *Receiver) answerNonPOST(q *http.Request) reply {
	token := q.URL.Query().Get("validationToken")
	reads := q.Method == http.MethodGet || q.Method == http.MethodHead
	switch {
	case reads && token != "" && len(token) <= maxTokenBytes:
		return reply{status: http.StatusOK, body: token}
	case reads && token == "":
		return textReply(http.StatusOK, "This is a webhook: agents POST their push notifications here. To see them, open Webhooks in the console.")
	}
	return textReply(http.StatusMethodNotAllowed, "A webhook accepts deliveries only with POST.")
}

type bodyTooLargeError struct{ limit int64 }

func (e bodyTooLargeError) Error() string {
	return fmt.Sprintf("The delivery is larger than %d MB; the rest was not read. Have the agent push smaller events, or fetch the task instead.", e.limit>>20)
}

// maxReadTime is how long a delivery's request may take to arrive.
const maxReadTime = 2 * time.Minute

// memoryError ends a delivery that would, together with others, use too much memory.
type memoryError struct{ ruledBytes int64 } // bytes of the deliveries that rules hold

func (e memoryError) Error() string {
	if e.ruledBytes > 0 {
		return fmt.Sprintf("The receiver holds as many deliveries at once as it can, %d bytes of them for rules of the console. Release them under Intercept, or remove the rule; then the agent can push again.", e.ruledBytes)
	}
	return "The receiver holds as many deliveries at once as it can. Have the agent try again, and not push everything at the same time."
}

// read reads the body and records each read as it arrives.
func (r *Receiver) read(q *http.Request, d *Delivery, t wire.Tape, clock wire.Stopwatch) error {
	buf := make([]byte, 64<<10)
	for {
		n, err := q.Body.Read(buf)
		if over := int64(len(d.Body)+n) - r.opts.MaxBody; over > 0 {
			n -= int(over)
			err = bodyTooLargeError{r.opts.MaxBody}
		}
		if r.bodyBytes.Load()+int64(n) > maxBodiesHeld*r.opts.MaxBody {
			return memoryError{r.ruledBytes.Load()}
		}
		r.bodyBytes.Add(int64(n))
		if n > 0 {
			t.Write(wire.Request, clock.Now(), buf[:n], false)
			d.Body = append(d.Body, buf[:n]...)
		}
		if err == io.EOF {
			t.EndRequest(clock.Now(), q.Trailer)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// answer sets the response's headers and records the response as it will be sent: the response to a
// HEAD has no body (RFC 9110 §9.3.2).
func (r *Receiver) answer(w http.ResponseWriter, q *http.Request, t wire.Tape, clock wire.Stopwatch, a reply, end wire.End) {
	if a.body != "" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	}
	maps.Copy(w.Header(), a.header)
	if a.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", "GET, HEAD, POST")
	}
	at := clock.Now()
	if end.At = at; a.reset {
		t.End(end)
		return
	}
	t.WriteResponseHead(at, wire.Head{Proto: "HTTP/1.1", Status: a.status, Header: w.Header().Clone()})
	if a.body != "" && q.Method != http.MethodHead {
		t.Write(wire.Response, at, []byte(a.body), false)
	}
	t.End(end)
}
