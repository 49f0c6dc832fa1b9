package console

import (
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/proxy"
)

// TestTapOfTheAgentNamed: a given port is for the given agent; the reference agent's tap follows, and
// with port 0 all ports are arbitrary.
func TestTapOfTheAgentNamed(t *testing.T) {
	const mine, reference = "http://127.0.0.1:1", "http://127.0.0.1:2"
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := l.Addr().(*net.TCPAddr).Port
	l.Close()
	for _, port := range []int{free, 0} {
		at := Address{Flag: "--tap-listen", Host: "127.0.0.1", port: port, isPortFixed: true}
		s := &Console{Plumbing: testPlumbing(t, PlumbingOptions{TapPort: at.First(), Reference: reference}), p: testEnv{}, o: Options{Agents: []string{mine}, Taps: at}}
		if err := s.openTaps(t.Context(), reference); err != nil {
			t.Fatal(err)
		}
		ports := map[string]int{}
		for _, l := range s.Taps.Taps() {
			ports[l.Agent] = int(netip.MustParseAddrPort(strings.TrimPrefix(l.URL, "http://")).Port())
		}
		if port != 0 && (ports[mine] != port || ports[reference] <= port || ports[reference] > port+64) {
			t.Errorf("with port %d the taps are at %v", port, ports)
		}
		if port == 0 && (ports[reference] >= proxy.FirstPort && ports[reference] < proxy.FirstPort+64 || ports[reference] == 0) {
			t.Errorf("with port 0 the reference agent's tap is at %d", ports[reference])
		}
	}
	if tapRank(TapLine{Agent: reference}, reference) >= tapRank(TapLine{Agent: mine}, reference) {
		t.Error("the reference agent's tap is not said first")
	}
}
