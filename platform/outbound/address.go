// Package outbound sends requests to addresses that people have entered. Such a request must not reach what only this
// machine or its network can reach: every IP address is checked when a connection is opened, after the resolution of
// its name, and so again for each redirect.
package outbound

import (
	"errors"
	"fmt"
	"net/netip"
)

// ErrForbidden means that an address is not one of the public internet.
var ErrForbidden = errors.New("the address is not public")

// Policy is what requests may reach. The zero Policy is the public internet, by https only.
type Policy struct {
	// Private are networks that are reachable besides public ones, also without TLS and on every port.
	Private []netip.Prefix
}

// special are the IPv4 networks that are not of the public internet, by RFC 6890 and its registry.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
)

// global6 is the only part of IPv6 with addresses of the public internet. It does not contain the loopback, NAT64, local,
// link-local and multicast addresses. special6 are the networks in it that are not public or that lead to an IPv4
// address: protocol assignments with Teredo, documentation, 6to4.
var (
	global6  = netip.MustParsePrefix("2000::/3")
	special6 = prefixes("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

func within(list []netip.Prefix, a netip.Addr) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Check returns ErrForbidden unless requests may reach an address. An IPv4 address in an IPv6 one is checked as the
// former.
func (p Policy) Check(a netip.Addr) error {
	a = a.Unmap()
	switch {
	case a.Zone() != "" || !a.IsValid():
	case within(p.Private, a):
		return nil
	case a.Is4() && !within(special, a):
		return nil
	case a.Is6() && global6.Contains(a) && !within(special6, a):
		return nil
	}
	return fmt.Errorf("%w: %s", ErrForbidden, a)
}
