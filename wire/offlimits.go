package wire

import "net/netip"

// OffLimits says what an address is that nobody but its own machine has any
// business with, in words, or "" for any other: link-local, multicast, and the
// metadata services of clouds, also when IPv6 wraps them. Whoever connects to
// where somebody else's URL leads asks it once the name is resolved.
func OffLimits(ip netip.Addr) string {
	for _, a := range unwrapped(ip.WithZone("")) {
		switch {
		case a.IsLinkLocalUnicast(), a.IsLinkLocalMulticast(), a.IsInterfaceLocalMulticast():
			return "link-local, where cloud machines keep their credentials"
		case a.IsMulticast(), a == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
			return "a multicast address"
		case metadata(a):
			return "a cloud's metadata address"
		}
	}
	return ""
}

// metadata knows the metadata services that are not link-local: Alibaba Cloud,
// Oracle Cloud, Azure, and EC2's and Google's over IPv6.
func metadata(a netip.Addr) bool {
	switch a.String() {
	case "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254":
		return true
	}
	return false
}

// unwrapped is an address with the IPv4 addresses it may carry inside: mapped,
// translated and compatible (RFC 4291, 2765), NAT64 (RFC 6052), 6to4 (RFC 3056).
func unwrapped(a netip.Addr) []netip.Addr {
	all := []netip.Addr{a, a.Unmap()}
	if !a.Is6() {
		return all
	}
	b := a.As16()
	inside := func(i int) netip.Addr { return netip.AddrFrom4([4]byte(b[i : i+4])) }
	switch {
	case b[0] == 0x20 && b[1] == 0x02:
		return append(all, inside(2))
	case [4]byte(b[:4]) == [4]byte{0, 0x64, 0xff, 0x9b}, [12]byte(b[:12]) == [12]byte{}, [10]byte(b[:10]) == [10]byte{8: 0xff, 9: 0xff}:
		return append(all, inside(12))
	}
	return all
}
