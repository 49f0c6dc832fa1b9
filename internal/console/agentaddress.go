package console

import (
	"net"
	"os"
	"strconv"
	"strings"
)

// IsAgent reports whether an argument is an agent's address and not a session or a file: a URL, or
// a host:port that is not the name of a file.
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
