package proxy

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"testing"
)

// FuzzFollowerOfAnswers: where the follower ends a response, net/http has read the same bytes, or rejects
// them. Whatever the response was, the follower handles the response to the next request as if it were the
// first.
func FuzzFollowerOfAnswers(f *testing.F) {
	for _, s := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello world",
		"HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\nmore",
		"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabcdef",
		"HTTP/1.1 304 Not Modified\nContent-Length: 9\n\nrest",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\nX-A: \r\n b\r\nContent-Length: +2\r\n\r\nab",
		"HTTP/1.1 204\r\n\r\n", "HTTP/1.1 101 x\r\n\r\nabc", "SSH-2.0\r\n", "\r\n", "HTTP/1.1 200 OK\r\nA\r\n\r\n",
		"HTTP/2.0 200 OK\r\nContent-Length: 1\r\n\r\nab", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFfFfFfFfF\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\na\r\n0 \r\n\r\nx",
	} {
		f.Add([]byte(s), uint8(3), false)
		f.Add([]byte(s), uint8(255), true)
	}
	f.Fuzz(func(t *testing.T, raw []byte, size uint8, head bool) {
		method := http.MethodGet
		if head {
			method = http.MethodHead
		}
		var in follower
		in.phase = phaseHead
		var last []byte
		in.onHead = func(h []byte) { in.beginResponse(h, method); last = h }
		end := feedInPieces(&in, raw, int(size)+1)
		if in.phase == phaseBetween {
			if n, ok := answerRead(raw, method); ok && n != end {
				t.Errorf("the follower ends after %d bytes, net/http after %d", end, n)
			}
		}
		again := agentConn{follower: in, nextAnswer: &answer{}, firstWrite: make(chan struct{}), Conn: nowhere{}}
		again.Write(nil)
		in, method = again.follower, http.MethodGet
		const next, body = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "2\r\nok\r\n0\r\n\r\n"
		if end := feedInPieces(&in, []byte(next+body+"more"), int(size)+1); end != len(next+body) || string(last) != next {
			t.Errorf("after it the follower ends after %d bytes, with the head %q", end, last)
		}
	})
}

// nowhere is a connection that discards what is written to it.
type nowhere struct{ net.Conn }

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

func feedInPieces(in *follower, raw []byte, size int) (taken int) {
	for rest := raw; len(rest) > 0; {
		n := min(size, len(rest))
		k := in.feed(rest[:n])
		taken += k
		if rest = rest[n:]; k < n {
			break
		}
	}
	return taken
}

// answerRead is how much of raw net/http reads as one response; ok is false if it rejects it.
func answerRead(raw []byte, method string) (int, bool) {
	from := bytes.NewReader(raw)
	r := bufio.NewReaderSize(from, len(raw)+16)
	for {
		resp, err := http.ReadResponse(r, &http.Request{Method: method})
		if err != nil {
			return 0, false
		}
		if resp.StatusCode >= 100 && resp.StatusCode < 200 && resp.StatusCode != 101 {
			continue
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return 0, false
		}
		return len(raw) - from.Len() - r.Buffered(), true
	}
}

// FuzzFollowerOfRequests: the heads that the follower keeps are those of the
// requests that net/http reads, one after the other.
func FuzzFollowerOfRequests(f *testing.F) {
	for _, s := range []string{
		"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: b\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nGET POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na\r\n\r\n0\r\nT: v\r\n\r\nGET / HTTP/1.0\r\n\r\n",
		"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\rGET / HTTP/1.0\r\n\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nUpgrade: x\r\n\r\nGET / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\nHost: a\nX:\n y\n\nGET / HTTP/1.1\n\n",
	} {
		f.Add([]byte(s), uint8(3))
		f.Add([]byte(s), uint8(255))
	}
	f.Fuzz(func(t *testing.T, raw []byte, size uint8) {
		var heads [][]byte
		in := follower{phase: phaseHead, idle: phaseHead}
		in.onHead = func(h []byte) { in.beginRequest(h); heads = append(heads, h) }
		feedInPieces(&in, raw, int(size)+1)
		from := bytes.NewReader(raw)
		r := bufio.NewReaderSize(from, len(raw)+16)
		for i := 0; i < len(heads); i++ {
			at := len(raw) - from.Len() - r.Buffered()
			req, err := http.ReadRequest(r)
			if err != nil {
				return // the server answers 400 and closes
			}
			if end := len(raw) - from.Len() - r.Buffered(); len(heads[i]) < maxHeadBytes && !bytes.Equal(heads[i], raw[at:end]) {
				t.Fatalf("head %d is %q, net/http read %q", i, heads[i], raw[at:end])
			}
			if _, err := io.Copy(io.Discard, req.Body); err != nil {
				return
			}
		}
	})
}
