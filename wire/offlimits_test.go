package wire

import (
	"net/netip"
	"testing"
)

func TestOffLimits(t *testing.T) {
	for s, want := range map[string]bool{
		"169.254.169.254": true, "::ffff:169.254.0.1": true, "fe80::1%eth0": true, "2002:a9fe:0001::": true,
		"64:ff9b::a9fe:a9fe": true, "64:ff9b:1::a9fe:a9fe": true, "::169.254.169.254": true, "::ffff:0:169.254.169.254": true,
		"224.0.0.1": true, "ff02::1": true, "255.255.255.255": true, "::ffff:255.255.255.255": true,
		"100.100.100.200": true, "192.0.0.192": true, "168.63.129.16": true, "::ffff:100.100.100.200": true, "fd00:ec2::254": true, "fd20:ce::254": true,
		"127.0.0.1": false, "0.0.0.0": false, "::": false, "8.8.8.8": false, "10.0.0.1": false, "::1": false, "2001:db8::1": false, "2002:0a00:0001::": false,
	} {
		if why := OffLimits(netip.MustParseAddr(s)); (why != "") != want {
			t.Errorf("%s: %q", s, why)
		}
	}
	if why := OffLimits(netip.Addr{}); why != "" {
		t.Errorf("no address: %q", why)
	}
}
