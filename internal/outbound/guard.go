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

// Guard is the ControlContext of a net.Dialer that keeps off addresses that are
// off limits (wire.DescribeOffLimits), whatever name or spelling led there: it is asked
// when a name has been looked up, and its error ends the dial.
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

// connectTime is how long connecting may take where nobody says otherwise.
const connectTime = 30 * time.Second

// Dialer connects to what Guard lets through, within a time; 0 means 30 s.
func Dialer(timeout time.Duration) *net.Dialer {
	if timeout == 0 {
		timeout = connectTime
	}
	return &net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second, ControlContext: Guard}
}
