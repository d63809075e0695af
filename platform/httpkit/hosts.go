package httpkit

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// codeMisdirected is the code of a request that was sent for another host.
const codeMisdirected = "misdirected_request"

// Hosts are the names under which requests are answered. A page of another site whose name was made to lead to this
// machine is so kept from reading answers with a visitor's rights or from a visitor's network.
type Hosts struct {
	Names    []string // names and addresses, without ports
	Loopback bool     // also localhost, names below it, and the loopback addresses
}

// Allow says whether a request's Host names one of the hosts. The port is not compared.
func (h Hosts) Allow(host string) bool {
	name := HostName(host)
	if name == "" {
		return false
	}
	return h.Loopback && LoopbackName(name) || slices.ContainsFunc(h.Names, func(allowed string) bool { return sameHost(HostName(allowed), name) })
}

// HostName is the name or address of a Host header, without its port, in lower case.
func HostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// LoopbackName says whether a name or address is always this machine's own.
func LoopbackName(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}

func sameHost(a, b string) bool {
	if a == b {
		return true
	}
	one, err := netip.ParseAddr(a)
	if err != nil {
		return false
	}
	other, err := netip.ParseAddr(b)
	return err == nil && one.Unmap() == other.Unmap()
}

// misdirected answers a request for another host. Load balancers ask for the health under any name.
func misdirected(o Options, w http.ResponseWriter, r *http.Request) bool {
	if o.Hosts == nil || r.URL.Path == "/healthz" || r.URL.Path == "/readyz" || o.Hosts.Allow(r.Host) {
		return false
	}
	writeBody(w, newBody(http.StatusMisdirectedRequest, codeMisdirected, "本站不使用这个域名。站点管理员可在 MODYARD_PUBLIC_URL 或 MODYARD_HOSTS 中设置"))
	return true
}
