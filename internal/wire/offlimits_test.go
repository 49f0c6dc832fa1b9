package wire

import (
	"net/netip"
	"testing"
)

// TestOffLimits is the table of addresses: each way to embed 169.254.169.254 (a9fe:a9fe) in IPv6, other
// addresses that are off limits, and some that are not.
func TestOffLimits(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"169.254.169.254": true, "169.254.0.1": true, "fe80::1%eth0": true, "febf::1": true,
		"::ffff:169.254.0.1": true, "::ffff:169.254.169.254": true, "::ffff:a9fe:a9fe": true, // mapped
		"::169.254.169.254": true, "::a9fe:a9fe": true, // compatible
		"::ffff:0:169.254.169.254": true,                                                      // translated
		"2002:a9fe:0001::":         true, "2002:a9fe:a9fe::1": true, "2002:6464:64c8::": true, // 6to4
		"64:ff9b::a9fe:a9fe": true, "64:ff9b::169.254.169.254": true, // NAT64
		"64:ff9b:1::a9fe:a9fe": true, "64:ff9b:1:ffff::a9fe:a9fe": true, // network-specific, /96
		"64:ff9b:1:a9fe:a9:fe00::": true, "64:ff9b:1:aaa9:fe:a9fe::": true, "64:ff9b:1:aaaa:a9:fea9:fe00:0": true, // /48, /56, /64
		"2001:0:a9fe:a9fe::1": true, "2001:0:4136:e378:8000:63bf:5601:5601": true, // Teredo: server, client
		"2001:db8::5efe:a9fe:a9fe": true, "2001:db8::200:5efe:a9fe:a9fe": true, // ISATAP
		"224.0.0.1": true, "ff02::1": true, "255.255.255.255": true, "::ffff:255.255.255.255": true, "2002:ffff:ffff::": true,
		"100.100.100.200": true, "192.0.0.192": true, "168.63.129.16": true, "::ffff:100.100.100.200": true, "fd00:ec2::254": true, "fd20:ce::254": true,
		"64:ff9b::100.100.100.200": true, "2001:0:4136:e378:8000:63bf:9b9b:9b37": true,

		"127.0.0.1": false, "0.0.0.0": false, "::": false, "8.8.8.8": false, "10.0.0.1": false, "192.168.1.1": false,
		"::1": false, "::ffff:127.0.0.1": false, "2001:db8::1": false, "2001:4860:4860::8888": false, "2606:4700::1111": false,
		"2002:0a00:0001::": false, "2002:0808:0808::": false, "64:ff9b::8.8.8.8": false, "64:ff9b:1::8.8.8.8": false,
		"2001:0:4136:e378:8000:63bf:3fff:fdd2": false, "2001:db8::5efe:808:808": false, "fd00::1": false,
		"2a00:a9fe:a9fe::1": false, "64:ff9b:2::a9fe:a9fe": false,
	} {
		if why := DescribeOffLimits(netip.MustParseAddr(s)); (why != "") != want {
			t.Errorf("%s: %q", s, why)
		}
	}
	if why := DescribeOffLimits(netip.Addr{}); why != "" {
		t.Errorf("no address: %q", why)
	}
}
