package outbound

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Guard is a net.Dialer's ControlContext function. It rejects addresses that wire.DescribeOffLimits
// describes, whatever name or spelling led to them. The dialer calls it after the name lookup; its
// error ends the dial.
func Guard(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", address, err)
	}
	if why := wire.DescribeOffLimits(to.Addr()); why != "" {
		return fmt.Errorf("refused to connect to %s: it is %s", to.Addr(), why)
	}
	return nil
}

const connectTime = 30 * time.Second

// Dialer returns a dialer with Guard. A timeout of 0 means 30 s.
func Dialer(timeout time.Duration) *net.Dialer {
	if timeout == 0 {
		timeout = connectTime
	}
	return &net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second, ControlContext: Guard}
}
