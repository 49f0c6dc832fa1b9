package inspector

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// newDialer connects to where a URL leads, unless that turns out to be an address
// that nobody but its own machine has business with: what a card's names resolve
// to is known only here.
func newDialer() *net.Dialer {
	return &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second, ControlContext: KeepOff}
}

// KeepOff is the ControlContext of a net.Dialer that keeps off addresses that are
// off limits (wire.OffLimits), whatever name or spelling led there: it is asked
// when a name has been looked up, and its error ends the dial.
func KeepOff(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", address, err)
	}
	if why := wire.OffLimits(to.Addr()); why != "" {
		return fmt.Errorf("refused to connect to %s: it is %s", to.Addr(), why)
	}
	return nil
}
