package wire

import (
	"net/netip"
	"slices"
)

// DescribeOffLimits describes an address that only its own machine should connect to: link-local, multicast,
// and cloud metadata services, also when embedded in IPv6. It returns "" for any other. Code that connects to
// a URL from an untrusted source checks the resolved address with it.
func DescribeOffLimits(ip netip.Addr) string {
	for _, a := range embeddedAddrs(ip.WithZone("")) {
		switch {
		case a.IsLinkLocalUnicast(), a.IsLinkLocalMulticast(), a.IsInterfaceLocalMulticast():
			return "link-local, where cloud machines keep their credentials"
		case a.IsMulticast(), a == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
			return "a multicast address"
		case isMetadata(a):
			return "a cloud's metadata address"
		}
	}
	return ""
}

// isMetadata reports whether a is a metadata service that is not link-local: Alibaba Cloud,
// Oracle Cloud, Azure, and EC2's and Google's over IPv6.
func isMetadata(a netip.Addr) bool {
	switch a.String() {
	case "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254":
		return true
	}
	return false
}

// embeddedAddrs returns an address and the IPv4 addresses that it may embed.
func embeddedAddrs(a netip.Addr) []netip.Addr {
	all := []netip.Addr{a, a.Unmap()}
	if !a.Is6() {
		return all
	}
	b := a.As16()
	for _, w := range embeddings() {
		if !w.prefix.Contains(a) {
			continue
		}
		for _, at := range w.positions {
			v4 := [4]byte{b[at[0]], b[at[1]], b[at[2]], b[at[3]]}
			if w.flipped {
				v4 = [4]byte{^v4[0], ^v4[1], ^v4[2], ^v4[3]}
			}
			all = append(all, netip.AddrFrom4(v4))
		}
	}
	// ISATAP (RFC 5214 §6.1) marks the low 64 bits, the interface identifier; the prefix can be any.
	if slices.Equal(b[9:12], []byte{0, 0x5e, 0xfe}) && b[8]&^2 == 0 {
		all = append(all, netip.AddrFrom4([4]byte(b[12:])))
	}
	return all
}

// embedding is an IPv6 prefix whose addresses embed an IPv4 address.
type embedding struct {
	prefix    netip.Prefix
	positions [][4]int // where its bytes are, or may be
	flipped   bool     // every bit inverted
}

// embeddings lists the prefixes that a machine's network may translate, in addition to mapped addresses (RFC
// 4291 §2.5.5.2), which Unmap handles.
func embeddings() []embedding {
	last := [4]int{12, 13, 14, 15}
	return []embedding{
		{prefix: netip.MustParsePrefix("::/96"), positions: [][4]int{last}},             // compatible, RFC 4291 §2.5.5.1
		{prefix: netip.MustParsePrefix("::ffff:0:0:0/96"), positions: [][4]int{last}},   // translated, RFC 2765 §2.1
		{prefix: netip.MustParsePrefix("64:ff9b::/96"), positions: [][4]int{last}},      // NAT64, RFC 6052 §2.1
		{prefix: netip.MustParsePrefix("2002::/16"), positions: [][4]int{{2, 3, 4, 5}}}, // 6to4, RFC 3056 §2
		// NAT64 with a network-specific prefix, RFC 8215: any prefix length within it, RFC 6052 §2.2.
		{prefix: netip.MustParsePrefix("64:ff9b:1::/48"), positions: [][4]int{{6, 7, 9, 10}, {7, 9, 10, 11}, {9, 10, 11, 12}, last}},
		{prefix: netip.MustParsePrefix("2001::/32"), positions: [][4]int{{4, 5, 6, 7}}},        // Teredo's server, RFC 4380 §4
		{prefix: netip.MustParsePrefix("2001::/32"), positions: [][4]int{last}, flipped: true}, // and its client
	}
}
