package fetch

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/modyard/modyard/platform/outbound"
)

// transports sends requests to the site's origins with less restrictions than others.
type transports struct {
	sites         map[string]bool
	site, foreign http.RoundTripper
}

// newTransports makes the transports. The site is trusted with its own address, and each other one must be public.
func newTransports(sites map[string]bool) transports {
	everywhere := outbound.Policy{Private: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}}
	return transports{sites: sites, site: everywhere.Client().Transport, foreign: outbound.Policy{}.Client().Transport}
}

// RoundTrip implements http.RoundTripper.
func (t transports) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.sites[originOf(r.URL)] {
		return t.site.RoundTrip(r)
	}
	return t.foreign.RoundTrip(r)
}

// originOf is the scheme and host of an address, without the port where it is the scheme's own.
func originOf(u *url.URL) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()
	if port == "" || scheme == "https" && port == "443" || scheme == "http" && port == "80" {
		return scheme + "://" + host
	}
	return scheme + "://" + host + ":" + port
}

// local says whether a host is this machine.
func local(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback()
}
