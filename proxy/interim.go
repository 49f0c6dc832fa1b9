package proxy

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/textproto"

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
		return forward(status, h)
	}
	return ctx
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
