package peer

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// readings reads a call and its answer: the request, what the answer says, and what
// its end tells.
func readings(h dialect.HTTP, head wire.Head, body []byte) (*reading.Reader, []a2a.Reading) {
	now := time.Now()
	x := wire.Exchange{
		Method: h.Method, URL: h.URL, Request: wire.Head{Header: h.Header}, Response: head,
		RequestDone: now, Answered: now, LastByte: now, Ended: now, Outcome: wire.ByAgent,
	}
	var all []a2a.Reading
	r := reading.New(&x, reading.Options{Each: func(p reading.Piece) { all = append(all, p.Reading) }})
	r.Feed(wire.Request, now, h.Body)
	r.Feed(wire.Response, now, body)
	r.Update(&x)
	return r, append(append([]a2a.Reading{r.Request()}, all...), a2a.Reading{Problems: r.Ended()})
}

// said are the readings of an answer that say something.
func said(all []a2a.Reading) (out []a2a.Reading) {
	for _, r := range all[1:] {
		if r.Kind == a2a.KindError || r.Result != nil {
			out = append(out, r)
		}
	}
	return out
}
