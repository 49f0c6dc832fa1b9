package agent

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// pushPolicy says where push notifications may go. A caller chooses the URL, so the address is checked
// when connecting, after name resolution.
type pushPolicy struct {
	anywhere bool
	refuse   func(netip.AddrPort) bool
}

var errNotLoopback = errors.New("this agent pushes only to this machine (127.0.0.1, localhost, [::1]); start it with --push-anywhere to push anywhere")

// checkURL returns what is wrong with a URL, as far as that can be seen without resolving its name.
func (p pushPolicy) checkURL(raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return fmt.Errorf("%q is not a URL", raw)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return fmt.Errorf("%q is not an http or https URL", raw)
	}
	if u.User != nil {
		return errors.New("the URL contains a user name; put credentials into the configuration's authentication")
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		return p.checkAddr(ip)
	}
	if !p.anywhere && !strings.EqualFold(strings.TrimSuffix(u.Hostname(), "."), "localhost") {
		return errNotLoopback
	}
	return nil
}

func (p pushPolicy) checkAddr(ip netip.Addr) error {
	ip = ip.Unmap()
	switch why := wire.DescribeOffLimits(ip); {
	case ip.IsLoopback():
		return nil
	case !p.anywhere:
		return errNotLoopback
	case why != "":
		return fmt.Errorf("%s is %s; no agent should push there", ip, why)
	case ip.IsUnspecified():
		return fmt.Errorf("%s is not an address to push to", ip)
	}
	return nil
}

func (p pushPolicy) allow(to netip.AddrPort) error {
	if err := p.checkAddr(to.Addr()); err != nil {
		return err
	}
	if p.refuse != nil && p.refuse(netip.AddrPortFrom(to.Addr().Unmap(), to.Port())) {
		return fmt.Errorf("%s belongs to the console itself; push to another listener", to)
	}
	return nil
}
