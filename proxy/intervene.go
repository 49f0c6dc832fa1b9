package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// intervention is what is done to an exchange.
type intervention struct {
	plan         *wire.InterventionPlan
	request      *gateRunner   // nil if there is no gate
	response     *gateRunner   // nil if there is no gate
	responseHead wire.Head     // as it arrived
	requestDone  chan struct{} // closed when the rest of a long request has passed its gate; nil for others
}

// watchedExchange returns the exchange to show to the Intervener, nil if that does not watch it.
func (t *Tap) watchedExchange(about wire.Exchange) *wire.Exchange {
	if t.opts.Intervene == nil {
		return nil
	}
	told := exchangePool.Get().(*wire.Exchange)
	*told = about
	if t.opts.Intervene.Watches(told) {
		return told // owned by the Intervener from here on
	}
	*told = wire.Exchange{}
	exchangePool.Put(told)
	return nil
}

// exchangePool saves an allocation per exchange, because most are not watched.
var exchangePool = sync.Pool{New: func() any { return new(wire.Exchange) }}

// intervene asks what to do to an exchange, and does it to the request. done means that the agent is not called.
func (x *flow) intervene(out *http.Request, about *wire.Exchange) (resp *http.Response, done bool, err error) {
	body, whole, err := x.prereadBody(out)
	if err != nil {
		return nil, true, x.endUnanswered(err)
	}
	x.commit()
	plan := x.tap.opts.Intervene.Intervene(about, body, whole)
	if plan == nil {
		return nil, false, nil
	}
	x.intervention = &intervention{plan: plan}
	head := out.Header
	out.Header = out.Header.Clone() // until here it is the caller's map
	if plan.Response != nil {
		requestPlainFrames(out.Header)
		x.intervention.response = x.newGateRunner(x.exchangeCtx, plan.Response, wire.Response, wire.Body)
	}
	if plan.Request != nil {
		if err := x.gateRequest(out, body, whole); err != nil {
			return nil, true, x.endUnanswered(err)
		}
	}
	if plan.Answer != nil {
		resp, err := x.answerInPlace(out)
		return resp, true, err
	}
	if !sameHeader(head, out.Header) {
		x.newEmitter(wire.RequestSent).head(wire.Head{Proto: out.Proto, Header: out.Header})
	}
	x.commit()
	return nil, false, nil
}

// requestPlainFrames asks for a response whose frames are not compressed.
func requestPlainFrames(h http.Header) {
	h.Set("Accept-Encoding", "identity")
	if h.Get("Grpc-Accept-Encoding") != "" {
		h.Set("Grpc-Accept-Encoding", "identity")
	}
	if wire.FramingOf(h) == wire.WebSocket {
		h.Del("Sec-Websocket-Extensions") // one extension is compression
	}
}

// gateRequest passes the request through its gate and turns the result into the request that is sent.
func (x *flow) gateRequest(out *http.Request, body []byte, whole bool) error {
	framing := wire.FramingOf(out.Header)
	if framing == wire.SSE {
		framing = wire.Body
	}
	s := x.newGateRunner(x.exchangeCtx, x.intervention.plan.Request, wire.Request, framing)
	x.intervention.request = s
	if framing == wire.WebSocket {
		out.Header.Del("Sec-Websocket-Extensions")
	}
	h := wire.Head{Proto: out.Proto, Header: out.Header}
	if err := s.runHead(&h); err != nil {
		return err
	}
	out.Header = h.Header
	if framing == wire.WebSocket {
		return nil // its frames follow the response
	}
	var sent []byte
	s.recordsSent, s.discards = false, x.intervention.plan.Answer != nil
	s.forward = func(p []byte) error {
		sent = append(sent, p...)
		return nil
	}
	if err := s.collect(body, whole, framing); err != nil {
		return err
	}
	switch {
	case s.discards:
	case whole:
		x.sendCollected(out, body, sent)
	default:
		x.sendLong(out, sent)
	}
	return nil
}

// collect passes the available part of a request's body through its gate. A whole body is one frame, even if
// it is empty, so that calls without a body can be held.
func (s *gateRunner) collect(body []byte, whole bool, framing wire.FrameKind) error {
	if framing == wire.Body && whole {
		at := s.flow.clock.Now()
		if err := s.runFrame(wire.Frame{Kind: wire.Body, At: at, Complete: at, Raw: body, Data: body, Length: int64(len(body))}); err != nil {
			return err
		}
	} else if err := s.feed(body, whole); err != nil {
		return err
	}
	if !whole {
		return nil
	}
	return s.runEnd()
}

// sendCollected makes the transport send what a gate made of a whole body.
func (x *flow) sendCollected(out *http.Request, body, sent []byte) {
	s := x.intervention.request
	if !s.hasPassages && bytes.Equal(body, sent) {
		return // unchanged
	}
	x.newEmitter(wire.RequestSent).bytes(sent)
	reader := func() io.ReadCloser { return io.NopCloser(bytes.NewReader(sent)) }
	if x.upload != nil && len(x.upload.trailer.Trailer) > 0 {
		reader = func() io.ReadCloser {
			return &memoryBody{Reader: bytes.NewReader(sent), err: io.EOF, end: x.upload.setTrailer}
		}
	}
	out.GetBody = func() (io.ReadCloser, error) { return reader(), nil }
	out.Body = reader()
	if out.ContentLength < 0 {
		return // sent without a length, as it arrived
	}
	out.ContentLength = int64(len(sent))
	delete(out.Header, "content-length")
	if _, said := out.Header["Content-Length"]; said || len(sent) > 0 {
		out.Header.Set("Content-Length", strconv.Itoa(len(sent)))
	}
	if len(sent) == 0 && (x.upload == nil || len(x.upload.trailer.Trailer) == 0) {
		out.Body, out.GetBody = http.NoBody, nil
	}
}

// sendLong makes the transport send what a gate has sent so far of an incomplete body, and then what the gate
// makes of the rest.
func (x *flow) sendLong(out *http.Request, sent []byte) {
	s, done := x.intervention.request, make(chan struct{})
	x.intervention.requestDone = done
	x.newEmitter(wire.RequestSent).bytes(sent)
	s.recordsSent = true
	r, w, unhook := s.pipe()
	out.Body = &readCloser{Reader: io.MultiReader(bytes.NewReader(sent), r), Closer: r}
	out.GetBody, out.ContentLength = nil, -1 // the final length is not known yet
	out.Header.Del("Content-Length")
	x.upload.prefetched = nil // the gate has read it
	go func() {
		defer close(done)
		err := s.run(x.upload)
		unhook()
		_ = w.CloseWithError(err) // the transport gets err from its Read
		_ = x.upload.Close()      // the transport would do this if it had the upload
	}()
}

type readCloser struct {
	io.Reader
	io.Closer
}

// abort ends both gates, and waits until that of a long request is done.
func (i *intervention) abort(x *flow) {
	if i.response != nil {
		i.response.cancel()
	}
	if i.request == nil {
		return
	}
	i.request.cancel()
	if i.requestDone == nil {
		return
	}
	select {
	case <-i.requestDone:
		return
	default:
	}
	if x.in != nil { // the gate may be waiting for the client
		_ = http.NewResponseController(x.in.writer).SetReadDeadline(pastDeadline)
	}
	_ = x.upload.body.Close()
	<-i.requestDone
}

var errNoAnswer = errors.New("it should have answered in place of the agent, but gave no answer")

// answerInPlace answers the client with the rule's answer, in place of the agent.
func (x *flow) answerInPlace(out *http.Request) (*http.Response, error) {
	plan := x.intervention.plan
	a, err := plan.Answer(x.exchangeCtx)
	switch {
	case err != nil:
		return nil, x.endUnanswered(wrapGateError(err))
	case a == nil, !a.Reset && (a.Head.Status < 200 || a.Head.Status > 999):
		return nil, x.endUnanswered(wrapGateError(&wire.AbortError{Rule: plan.Rule, Message: "A rule of the console aborted the exchange: " + errNoAnswer.Error()}))
	case a.Reset:
		return nil, x.endUnanswered(wrapGateError(&wire.AbortError{Rule: plan.Rule, Message: "A rule of the console closed the client's connection without an answer"}))
	}
	resp, body := x.ruleResponse(out, a)
	at := x.clock.Now()
	sends := x.newEmitter(wire.ResponseSent)
	sends.head(wire.Head{Proto: resp.Proto, Status: resp.StatusCode, Header: resp.Header, Trailer: a.Head.Trailer})
	sends.bytes(body)
	x.tape.AddPassage(wire.Passage{Side: wire.Response, Kind: wire.PassageInjected, At: at, Rule: plan.Rule})
	x.end(wire.End{At: at, Outcome: wire.Refused, Problem: nameRule("", "A rule of the console answered in place of the agent", plan.Rule)})
	x.commitEnd()
	x.finish()
	return resp, nil
}

// ruleResponse returns a rule's answer as a response, and its body.
func (x *flow) ruleResponse(out *http.Request, a *wire.RuleAnswer) (*http.Response, []byte) {
	h, trailer, body := a.Head.Header.Clone(), a.Head.Trailer, a.Body
	if h == nil {
		h = http.Header{}
	}
	resp := &http.Response{Proto: out.Proto, ProtoMajor: out.ProtoMajor, ProtoMinor: out.ProtoMinor, StatusCode: a.Head.Status,
		Header: h, Body: http.NoBody, Request: out}
	if x.method == http.MethodHead || isBodiless(a.Head.Status) {
		return resp, nil
	}
	if len(body) == 0 {
		for name, values := range trailer { // one block of headers, as in gRPC's Trailers-Only
			h[name] = values
		}
		if resp.ProtoMajor == 1 {
			h.Set("Content-Length", "0")
		}
		return resp, nil
	}
	resp.ContentLength = -1
	if len(trailer) == 0 {
		resp.ContentLength = int64(len(body))
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	resp.Body = &memoryBody{Reader: bytes.NewReader(body), err: io.EOF, end: func() {
		resp.Trailer = trailer
		x.in.hasTrailer(trailer)
	}}
	return resp, body
}

// isBodiless reports whether responses with a status never have a body.
func isBodiless(status int) bool {
	return status == http.StatusNoContent || status == http.StatusNotModified
}

// prereadBody reads as much of the body of a watched request as an Intervener receives. What arrives goes on
// record; it is committed early if the rest is late.
func (x *flow) prereadBody(out *http.Request) (body []byte, whole bool, err error) {
	x.observeRequest(out, false)
	if x.upload == nil {
		return nil, true, nil
	}
	unhook := context.AfterFunc(x.exchangeCtx, x.upload.wake)
	defer unhook()
	defer x.commitLate()()
	return x.upload.readAhead(wire.MaxGateFrame)
}
