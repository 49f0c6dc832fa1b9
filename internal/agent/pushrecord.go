package agent

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxAnswerBytes is how many bytes of a response to a notification are read at most.
const maxAnswerBytes = 64 << 10

// tape begins the record of an attempt to push body, and writes its request.
func (s *pushSender) tape(req *http.Request, body []byte) wire.Tape {
	if s.recorder == nil {
		return wire.NopTape{}
	}
	h := req.Header.Clone()
	h.Set("Host", req.URL.Host)
	t := s.recorder.Begin(wire.Exchange{
		Origin: wire.Push, Agent: s.agent(), Caller: req.UserAgent(), Method: req.Method, URL: req.URL.String(),
		Request: wire.Head{Proto: "HTTP/1.1", Header: h}, Started: time.Now(),
	})
	t.Write(wire.Request, time.Now(), body, false)
	t.EndRequest(time.Now(), nil)
	return t
}

func (s *pushSender) do(ctx context.Context, req *http.Request, body []byte) (int, error) {
	t := s.tape(req, body)
	_ = t.Commit(ctx) // the notification is sent even if recording fails
	res, err := s.client.Do(req)
	if err != nil {
		err = stripURL(err)
		t.End(wire.End{At: time.Now(), Outcome: wire.Unreachable, Problem: err.Error()})
		return 0, err
	}
	defer res.Body.Close()
	t.WriteResponseHead(time.Now(), wire.Head{Proto: res.Proto, Status: res.StatusCode, Header: res.Header.Clone()})
	said, err := io.ReadAll(io.LimitReader(res.Body, maxAnswerBytes)) // to its end, so that the connection can be reused
	t.Write(wire.Response, time.Now(), said, false)
	end := wire.End{At: time.Now(), Outcome: wire.ByAgent}
	if err != nil {
		end.Outcome, end.Problem = wire.Cut, stripURL(err).Error()
	}
	t.End(end)
	return res.StatusCode, nil
}
