package doctor

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestNeverOffLimits: no step connects to a metadata address that a name resolves to, even if the name also has other
// addresses.
func TestNeverOffLimits(t *testing.T) {
	s := served(t, true, card(""), answers(200, notFound))
	var dialed []string
	good := netip.MustParseAddr("127.0.0.1")
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	for _, bad := range []string{"169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fe80::1", "fd00:ec2::254", "100.100.100.200"} {
		dialed = nil
		o := Options{
			Input: "https://rebound.example:" + port,
			Lookup: func(context.Context, string) ([]netip.Addr, error) {
				return []netip.Addr{netip.MustParseAddr(bad), good}, nil
			},
			Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
				dialed = append(dialed, address)
				return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
			},
		}
		tale, _ := run(t, o)
		if !strings.Contains(tale, "tcp warn") || len(dialed) < 2 {
			t.Errorf("%s: %s, dialed %v", bad, tale, dialed)
		}
		for _, d := range dialed {
			if at, err := netip.ParseAddrPort(d); err != nil || wire.DescribeOffLimits(at.Addr()) != "" {
				t.Errorf("%s: connected to %s", bad, d)
			}
		}
	}
}

// TestManyAddresses: a name with very many addresses does not take forever.
func TestManyAddresses(t *testing.T) {
	tries := 0
	tale, _ := run(t, Options{
		Input: "http://many.example",
		Lookup: func(context.Context, string) (all []netip.Addr, err error) {
			for i := range 200 {
				all = append(all, netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}))
			}
			return all, nil
		},
		Dial: func(context.Context, string, string) (net.Conn, error) {
			tries++
			return nil, fmt.Errorf("silence")
		},
	})
	if !strings.HasSuffix(tale, "tcp fail") || tries > maxAddrs {
		t.Errorf("%s after %d tries", tale, tries)
	}
}
