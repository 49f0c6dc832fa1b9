package doctor

import (
	"net"
	"strings"
	"testing"
)

// TestNoSuchPort: an impossible port is not blamed on a firewall.
func TestNoSuchPort(t *testing.T) {
	_, err := net.Dial("tcp", "127.0.0.1:99999")
	if err == nil {
		t.Fatal("dialled port 99999")
	}
	if explainError(err) != "there is no such port" || strings.Contains(tcpAdvice(err), "firewall") || !strings.Contains(tcpAdvice(err), "65535") {
		t.Errorf("%s. %s", explainError(err), tcpAdvice(err))
	}
}
