package console

import (
	"net"
	"os"
	"strconv"
	"strings"
)

// IsAgent reports whether what is to be checked is an agent's address: a URL, or a host
// with a port that is no file's name.
func IsAgent(given string) bool {
	if strings.Contains(given, "://") {
		return !strings.Contains(given, " ") // sessions go by names such as "tap http://127.0.0.1:9000"
	}
	if _, err := os.Stat(given); err == nil {
		return false
	}
	host, port, err := net.SplitHostPort(given)
	n, nerr := strconv.Atoi(port)
	return err == nil && nerr == nil && n > 0 && !strings.ContainsAny(host, " /")
}
