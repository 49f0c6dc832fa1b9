package proxy

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// interimLimit bounds the 1xx answers to one request: net/http leaves it to
// whoever takes them.
const interimLimit = 100

// watchInterim has the agent's 1xx answers recorded and committed before they go
// on to the client.
func (x *flow) watchInterim(ctx context.Context) context.Context {
	trace := httptrace.ContextClientTrace(ctx)
	if x.in == nil || trace == nil || trace.Got1xxResponse == nil {
		own := &httptrace.ClientTrace{Got1xxResponse: x.interim}
		x.watch(own)
		return httptrace.WithClientTrace(ctx, own)
	}
	// The reverse proxy made this trace for this request alone and forwards by it.
	// WithClientTrace would do the same with reflection, on every call.
	x.watch(trace)
	forward := trace.Got1xxResponse
	trace.Got1xxResponse = func(status int, h textproto.MIMEHeader) error {
		if err := x.interim(status, h); err != nil {
			return err
		}
		if err := forward(status, h); err != nil {
			return err
		}
		if status == http.StatusContinue {
			x.goAhead.tell()
		}
		return nil
	}
	return ctx
}

// goAhead has the body of a client that waits for 100 (Continue) wait for the agent's.
// Our server sends a 100 of its own once the body is read and none was sent yet, and the
// transport reads the body before it tells of the agent's 100: the client would get two,
// the first of them off the record.
type goAhead struct {
	told  chan struct{}
	once  sync.Once
	until time.Time // when the transport sends the body without an answer
}

func newGoAhead() *goAhead {
	return &goAhead{told: make(chan struct{}), until: time.Now().Add(continueTime)}
}

// tell notes that the client has the agent's 100. A nil goAhead is of a client that does
// not wait for one.
func (g *goAhead) tell() {
	if g != nil {
		g.once.Do(func() { close(g.told) })
	}
}

// wait returns when the client has the agent's 100, or goes without one.
func (g *goAhead) wait(ctx context.Context) {
	if g == nil {
		return
	}
	timer := time.NewTimer(time.Until(g.until))
	defer timer.Stop()
	select {
	case <-g.told:
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (x *flow) interim(status int, h textproto.MIMEHeader) error {
	if x.interims++; x.interims > interimLimit {
		return fmt.Errorf("more than %d interim answers (1xx)", interimLimit)
	}
	i := wire.Interim{At: x.clock.Now(), Status: status, Header: http.Header(maps.Clone(h))}
	if head := x.came.head(); head != nil {
		i.Received = wire.ReceivedResponse(head, status, i.Header)
	}
	x.tape.Interim(i)
	x.commit()
	return nil
}
