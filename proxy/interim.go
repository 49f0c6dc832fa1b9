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

// maxInterims bounds the 1xx responses to one request: net/http leaves the limit to the receiver.
const maxInterims = 100

// watchInterim makes the agent's 1xx responses go on record before they are forwarded to the client.
func (x *flow) watchInterim(ctx context.Context) context.Context {
	trace := httptrace.ContextClientTrace(ctx)
	if x.in == nil || trace == nil || trace.Got1xxResponse == nil {
		own := &httptrace.ClientTrace{Got1xxResponse: x.recordInterim}
		x.watchConn(own)
		return httptrace.WithClientTrace(ctx, own)
	}
	// The reverse proxy made this trace for this request alone, to forward 1xx responses.
	// WithClientTrace would do the same by reflection, on every call.
	x.watchConn(trace)
	forward := trace.Got1xxResponse
	trace.Got1xxResponse = func(status int, h textproto.MIMEHeader) error {
		if err := x.recordInterim(status, h); err != nil {
			return err
		}
		if err := forward(status, h); err != nil {
			return err
		}
		if status == http.StatusContinue {
			x.continueWait.release()
		}
		return nil
	}
	return ctx
}

// continueWait delays the body of a client that waits for 100 (Continue) until the agent's 100 has been
// forwarded. Our server sends its own 100 once the body is read and none was sent yet, and the transport
// reads the body before it reports the agent's 100: the client would get two, the first of them off the
// record.
type continueWait struct {
	done     chan struct{}
	once     sync.Once
	deadline time.Time // when the transport sends the body without an answer
}

func newContinueWait() *continueWait {
	return &continueWait{done: make(chan struct{}), deadline: time.Now().Add(continueTime)}
}

// release records that the client has the agent's 100. A nil continueWait means that the client does not wait
// for one.
func (g *continueWait) release() {
	if g != nil {
		g.once.Do(func() { close(g.done) })
	}
}

// wait returns when the client has the agent's 100, or when the transport sends the body without one.
func (g *continueWait) wait(ctx context.Context) {
	if g == nil {
		return
	}
	timer := time.NewTimer(time.Until(g.deadline))
	defer timer.Stop()
	select {
	case <-g.done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (x *flow) recordInterim(status int, h textproto.MIMEHeader) error {
	if x.interims++; x.interims > maxInterims {
		return fmt.Errorf("more than %d interim responses (1xx)", maxInterims)
	}
	i := wire.Interim{At: x.clock.Now(), Status: status, Header: http.Header(maps.Clone(h))}
	if head := x.agentAnswer.takeHead(); head != nil {
		i.Received = wire.ReceivedResponse(head, status, i.Header)
	}
	x.tape.WriteInterim(i)
	x.commit()
	return nil
}
