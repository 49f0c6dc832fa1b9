package inspector

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// CheckURL returns an error if a URL that somebody else chose (a card's interface, a file part, a redirect)
// must not be called: anything but http and https, and link-local and cloud metadata addresses in any spelling.
// It does not resolve names: the dialer checks the addresses they resolve to, with wire.DescribeOffLimits.
func CheckURL(raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return fmt.Errorf("cannot use the URL %q: %s", words.Address(raw), errorText(err))
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("cannot use the URL %q: only absolute http and https URLs can be called", words.Address(raw))
	}
	if u.Hostname() == "" {
		return fmt.Errorf("cannot use the URL %q: it has no host", words.Address(raw))
	}
	if forbiddenHost(u.Hostname()) {
		return fmt.Errorf("refused the URL %q: it leads to a link-local or cloud metadata address, which the console never calls", words.Address(raw))
	}
	return nil
}

func forbiddenHost(host string) bool {
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		// The HTTP client maps look-alike digits and dots to ASCII before it dials, so check the mapped host.
		host = ascii
	}
	host = strings.ToLower(strings.TrimRight(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return wire.DescribeOffLimits(ip) != ""
	}
	if ip, ok := parseLooseIPv4(host); ok {
		return wire.DescribeOffLimits(ip) != ""
	}
	switch host {
	case "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal":
		return true
	}
	return false
}

// parseLooseIPv4 parses an IPv4 address the way C libraries do: one to four numbers, each decimal, octal or
// hexadecimal, where the last one fills the remaining bytes.
func parseLooseIPv4(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 0, 32)
		if err != nil {
			if n, err = strconv.ParseUint(p, 10, 32); err != nil {
				return netip.Addr{}, false
			}
		}
		if i < len(parts)-1 {
			if n > 255 {
				return netip.Addr{}, false
			}
			value |= n << (24 - 8*i)
			continue
		}
		if n >= 1<<(8*(5-len(parts))) {
			return netip.Addr{}, false
		}
		value |= n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}
