package proxy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// maxSpliceBytes bounds the bodies that are read whole to be rewritten. A longer body is forwarded unchanged.
const maxSpliceBytes = 4 << 20

func (x *flow) wantsSplice(r *http.Request, resp *http.Response) bool {
	s := x.tap.opts.Splice
	if s == nil || x.in == nil || resp.StatusCode != http.StatusOK || wire.FramingOf(resp.Header) == wire.SSE || resp.ContentLength > maxSpliceBytes {
		return false
	}
	var body []byte
	if x.upload != nil {
		body = x.upload.firstPart()
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet // decide as for the corresponding GET
	}
	return s.CanRewrite(method, transparentURL(r.URL).String(), body, resp)
}

// splice reads a whole response, records it as it arrived, and forwards the Splicer's version,
// which goes on record too. A gate receives the rewritten response.
func (x *flow) splice(resp *http.Response) (*http.Response, error) {
	body, err := x.readWhole(resp)
	if int64(len(body)) > maxSpliceBytes && err == nil {
		return x.passLongBody(resp, body)
	}
	outcome, problem := x.bodyOutcome(err, int64(len(body)), resp.ContentLength)
	if outcome == wire.ByAgent {
		body = x.spliceBody(resp, body)
	}
	left, _ := x.clientLeftAt()
	end := wire.End{At: x.clock.Now(), ClientLeftAt: left, Outcome: outcome, Problem: problem, Trailer: resp.Trailer.Clone(), Surplus: x.agentAnswer.takeSurplus()}
	_ = resp.Body.Close()
	if x.responseRunner() != nil {
		x.commit()
		trailer := resp.Trailer
		resp.Trailer = nil
		return x.passGated(resp, &splicedSource{&memoryBody{Reader: bytes.NewReader(body), err: err, end: func() {}}, end, trailer})
	}
	x.end(end)
	x.commitEnd()
	x.finish()
	// The trailer is set only after the body: if it were known before, it would be announced.
	trailer := resp.Trailer
	resp.Trailer = nil
	resp.Body = &memoryBody{Reader: bytes.NewReader(body), err: err, end: func() { resp.Trailer = trailer }}
	return resp, nil
}

// readWhole reads and records a body up to its end, or just past the limit. The error is io.EOF for a body
// that ended normally, nil past the limit.
func (x *flow) readWhole(resp *http.Response) ([]byte, error) {
	buf := x.tap.buffers.Get()
	defer x.tap.buffers.Put(buf)
	var body []byte
	for int64(len(body)) <= maxSpliceBytes {
		n, err := resp.Body.Read(buf)
		if n > 0 {
			x.tape.Write(wire.Response, x.clock.Now(), buf[:n], false)
			body = append(body, buf[:n]...)
		}
		if err != nil {
			return body, err
		}
	}
	return body, nil
}

// spliceBody returns the body to send, and adjusts the headers for it.
func (x *flow) spliceBody(resp *http.Response, body []byte) []byte {
	plain, err := coding.Decode(resp.Header, body, coding.NewBudget(maxSpliceBytes))
	if err != nil {
		x.tap.log.Warn("card not rewritten: its URLs still lead past the tap", "url", wire.StripQuery(transparentURL(resp.Request.URL).String()), "err", err)
		return body
	}
	out, note := x.tap.opts.Splice.Splice(x.in.clientOrigin, resp, plain)
	if note != "" {
		x.tap.log.Info(note, "url", wire.StripQuery(transparentURL(resp.Request.URL).String()))
	}
	if bytes.Equal(out, plain) {
		return body
	}
	h := resp.Header
	tagged := h.Get("ETag") != ""
	dropValidators(h)
	if tagged { // so that clients can still cache
		sum := sha256.Sum256(out)
		h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	}
	if h.Get("Content-Length") != "" || len(resp.TransferEncoding) == 0 && resp.ProtoMajor == 1 {
		h.Set("Content-Length", strconv.Itoa(len(out)))
	}
	resp.ContentLength = int64(len(out))
	if x.responseRunner() == nil { // the gate's runner records what it sends
		sends := x.newEmitter(wire.ResponseSent)
		sends.head(responseHead(resp))
		sends.bytes(out)
	}
	return out
}

// dropValidators removes headers that describe the agent's bytes and not the rewritten ones. Last-Modified
// stays true: the rewritten body changes when the agent's does, and the agent answers conditional requests
// for it.
func dropValidators(h http.Header) {
	for _, name := range []string{"Content-Encoding", "ETag", "Content-MD5", "Digest", "Content-Digest", "Repr-Digest", "Accept-Ranges"} {
		h.Del(name)
	}
}

// dropBodyHeaders removes from the response to a HEAD what may not hold for the rewritten body, which does
// not exist yet.
func (x *flow) dropBodyHeaders(resp *http.Response) {
	dropValidators(resp.Header)
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
	if x.responseRunner() == nil {
		x.newEmitter(wire.ResponseSent).head(responseHead(resp))
	}
}

// passLongBody forwards a body that proved too long to rewrite: what was read, then the rest as it arrives.
func (x *flow) passLongBody(resp *http.Response, head []byte) (*http.Response, error) {
	x.tap.log.Warn("response too long to rewrite: its URLs still lead past the tap", "url", wire.StripQuery(transparentURL(resp.Request.URL).String()))
	d := newDownload(x, resp)
	for len(head) > 0 {
		buf := x.tap.buffers.Get()
		n := copy(buf, head)
		d.segments = append(d.segments, pendingSegment{buf: buf, to: n})
		d.read += int64(n)
		head = head[n:]
	}
	return d.start()
}

// memoryBody is a body in memory, and how it ended.
type memoryBody struct {
	*bytes.Reader
	err error
	end func() // called when the body has been read
}

// Read returns, at the end, the error with which the agent's body ended.
func (f *memoryBody) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		f.end()
		err = f.err
	}
	return n, err
}

// WriteTo replaces bytes.Reader's, which would lose how the body ended.
func (f *memoryBody) WriteTo(w io.Writer) (int64, error) {
	n, err := f.Reader.WriteTo(w)
	f.end()
	if err == nil && f.err != io.EOF {
		err = f.err
	}
	return n, err
}

func (f *memoryBody) Close() error { return nil }
