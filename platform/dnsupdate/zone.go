// Package dnsupdate writes where names lead into a zone of a DNS server, by dynamic updates (RFC 2136) that a shared key signs
// (RFC 8945).
package dnsupdate

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/miekg/dns"
)

const (
	// service is what players' games look up to find the port.
	service = "_minecraft._tcp."

	defaultTTL  = 60 // seconds
	maxTTL      = 86400
	timeout     = 10 * time.Second
	fudge       = 300 // seconds by which the clocks of both sides may differ
	defaultPort = "53"
	maxLabel    = 63
)

// Zone is a zone that accepts updates. It is safe for concurrent use.
type Zone struct {
	server string // host:port
	zone   string // fully qualified, like the domain and the name of the key
	domain string
	key    string // empty: updates are not signed
	secret string
	method string
	ttl    uint32
}

// Target is where a name leads: a host, which is an IP address or a name, and a port. The zero Target is nowhere.
type Target struct {
	Host string
	Port int
}

// Parse reads the address of a zone: rfc2136://KEY:SECRET@HOST:PORT/ZONE?algorithm=hmac-sha256&ttl=60. The secret is base64, in the
// alphabet of addresses or percent-encoded. Without a zone it is the domain, below which the names are; without a key nothing is signed.
func Parse(address, domain string) (*Zone, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("parse the address of the zone: it has no valid form") // the error repeats the secret
	case u.Scheme != "rfc2136" || u.Hostname() == "":
		return nil, errors.New("parse the address of the zone: must look like rfc2136://key:secret@ns.example.org/example.org")
	case domain == "":
		return nil, errors.New("parse the address of the zone: there is no domain for its names")
	}
	port := u.Port()
	if port == "" {
		port = defaultPort
	}
	z := &Zone{server: net.JoinHostPort(u.Hostname(), port), domain: canonical(domain), zone: canonical(domain), ttl: defaultTTL}
	if name := strings.Trim(u.Path, "/"); name != "" {
		z.zone = canonical(name)
	}
	if _, ok := dns.IsDomainName(z.zone); !ok || !dns.IsSubDomain(z.zone, z.domain) {
		return nil, fmt.Errorf("parse the address of the zone: %s is not in the zone %s", z.domain, z.zone)
	}
	if err := z.options(u.Query()); err != nil {
		return nil, err
	}
	secret, signed := u.User.Password()
	if !signed {
		if u.User != nil {
			return nil, errors.New("parse the address of the zone: the key has no secret")
		}
		return z, nil
	}
	raw, err := decode(secret)
	if err != nil || len(raw) == 0 || u.User.Username() == "" {
		return nil, errors.New("parse the address of the zone: a key needs a name, and its secret must be base64")
	}
	z.key, z.secret = canonical(u.User.Username()), base64.StdEncoding.EncodeToString(raw)
	return z, nil
}

// options reads the query of the address.
func (z *Zone) options(q url.Values) error {
	z.method = dns.HmacSHA256
	for name := range q {
		value := q.Get(name)
		switch name {
		case "algorithm":
			z.method = canonical(value)
			if !slices.Contains([]string{dns.HmacSHA256, dns.HmacSHA384, dns.HmacSHA512}, z.method) {
				return errors.New("parse the address of the zone: the algorithm is none of hmac-sha256, hmac-sha384 and hmac-sha512")
			}
		case "ttl":
			n, err := strconv.ParseUint(value, 10, 32)
			if err != nil || n == 0 || n > maxTTL {
				return fmt.Errorf("parse the address of the zone: ttl must be from 1 to %d seconds", maxTTL)
			}
			z.ttl = uint32(n)
		default:
			return fmt.Errorf("parse the address of the zone: unknown option %q", name)
		}
	}
	return nil
}

// decode reads base64 of both alphabets, with and without padding.
func decode(secret string) ([]byte, error) {
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(secret), "="))
}

func canonical(name string) string { return dns.CanonicalName(name) }

// Put replaces what the zone has of a name by where it leads. The name is one label below the domain.
func (z *Zone) Put(ctx context.Context, name string, t Target) error {
	records, err := z.records(name, t)
	if err != nil {
		return fmt.Errorf("write %s to the zone: %w", name, err)
	}
	m := new(dns.Msg)
	m.SetUpdate(z.zone)
	m.RemoveRRset(z.kept(name))
	m.Insert(records)
	answer, err := z.ask(ctx, m)
	if err != nil {
		return fmt.Errorf("write %s to the zone: %w", name, err)
	}
	if answer.Rcode != dns.RcodeSuccess {
		return fmt.Errorf("write %s to the zone: the server answers %s", name, dns.RcodeToString[answer.Rcode])
	}
	return nil
}

// Holds is true if the server answers that the name leads to the target and nowhere else.
func (z *Zone) Holds(ctx context.Context, name string, t Target) (bool, error) {
	wanted, err := z.records(name, t)
	if err != nil {
		return false, fmt.Errorf("look for %s in the zone: %w", name, err)
	}
	for _, kind := range z.kept(name) {
		m := new(dns.Msg)
		m.SetQuestion(kind.Header().Name, kind.Header().Rrtype)
		m.RecursionDesired = false
		answer, err := z.ask(ctx, m)
		if err != nil {
			return false, fmt.Errorf("look for %s in the zone: %w", name, err)
		}
		if answer.Rcode != dns.RcodeSuccess && answer.Rcode != dns.RcodeNameError {
			return false, fmt.Errorf("look for %s in the zone: the server answers %s", name, dns.RcodeToString[answer.Rcode])
		}
		if !same(of(answer.Answer, kind.Header()), of(wanted, kind.Header())) {
			return false, nil
		}
	}
	return true, nil
}

// ask sends a message over TCP, signed where there is a key; an answer that this key has not signed by the same algorithm is then
// refused.
func (z *Zone) ask(ctx context.Context, m *dns.Msg) (*dns.Msg, error) {
	client := &dns.Client{Net: "tcp", Timeout: timeout}
	if z.key != "" {
		client.TsigSecret = map[string]string{z.key: z.secret}
		m.SetTsig(z.key, z.method, fudge, time.Now().Unix())
	}
	answer, _, err := client.ExchangeContext(ctx, m, z.server)
	if err != nil {
		return nil, err
	}
	if z.key == "" {
		return answer, nil
	}
	// The client has checked the MAC of a signature, by this key alone.
	switch t := answer.IsTsig(); {
	case t == nil:
		return nil, fmt.Errorf("the server answers %s without a signature", dns.RcodeToString[answer.Rcode])
	case t.Error != dns.RcodeSuccess:
		return nil, fmt.Errorf("the server answers %s about the signature", dns.RcodeToString[int(t.Error)])
	case canonical(t.Algorithm) != z.method:
		return nil, fmt.Errorf("the server answers with a signature by %s", strings.TrimSuffix(t.Algorithm, "."))
	}
	return answer, nil
}

// records are those of a target: the address of the name, or an alias where the host is a name, and the service. The target of a
// service must be no alias.
func (z *Zone) records(name string, t Target) ([]dns.RR, error) {
	own, srv, err := z.owners(name)
	if err != nil || t == (Target{}) {
		return nil, err
	}
	if t.Port < 1 || t.Port > 65535 {
		return nil, fmt.Errorf("%d is no port", t.Port)
	}
	header := func(of string, kind uint16) dns.RR_Header {
		return dns.RR_Header{Name: of, Rrtype: kind, Class: dns.ClassINET, Ttl: z.ttl}
	}
	leads := own
	var first dns.RR
	if ip, err := netip.ParseAddr(t.Host); err == nil {
		if ip = ip.Unmap().WithZone(""); ip.Is4() {
			first = &dns.A{Hdr: header(own, dns.TypeA), A: ip.AsSlice()}
		} else {
			first = &dns.AAAA{Hdr: header(own, dns.TypeAAAA), AAAA: ip.AsSlice()}
		}
	} else {
		leads = canonical(t.Host)
		if _, ok := dns.IsDomainName(leads); !ok || t.Host == "" || leads == own {
			return nil, fmt.Errorf("%q is no host that a name can lead to", t.Host)
		}
		first = &dns.CNAME{Hdr: header(own, dns.TypeCNAME), Target: leads}
	}
	return []dns.RR{first, &dns.SRV{Hdr: header(srv, dns.TypeSRV), Port: uint16(t.Port), Target: leads}}, nil //nolint:gosec // checked above
}

// owners are the names at which a name has records.
func (z *Zone) owners(name string) (own, srv string, err error) {
	own = canonical(name + "." + z.domain)
	if _, ok := dns.IsDomainName(own); !ok || name == "" || len(name) > maxLabel || strings.ContainsAny(name, `.\*`) {
		return "", "", fmt.Errorf("%q is no name below %s", name, z.domain)
	}
	return own, service + own, nil
}

// kept are the sets of records that Put replaces. Others of the name are left alone.
func (z *Zone) kept(name string) []dns.RR {
	own, srv, err := z.owners(name)
	if err != nil {
		return nil
	}
	var sets []dns.RR
	for _, kind := range []uint16{dns.TypeA, dns.TypeAAAA, dns.TypeCNAME} {
		sets = append(sets, &dns.ANY{Hdr: dns.RR_Header{Name: own, Rrtype: kind}})
	}
	return append(sets, &dns.ANY{Hdr: dns.RR_Header{Name: srv, Rrtype: dns.TypeSRV}})
}

// of are the records of a name and type.
func of(records []dns.RR, h *dns.RR_Header) (out []dns.RR) {
	for _, r := range records {
		if r.Header().Rrtype == h.Rrtype && canonical(r.Header().Name) == h.Name {
			out = append(out, r)
		}
	}
	return out
}

// same is true for two sets of records that differ in their time to live at most.
func same(x, y []dns.RR) bool {
	return len(x) == len(y) && !slices.ContainsFunc(x, func(r dns.RR) bool {
		return !slices.ContainsFunc(y, func(other dns.RR) bool { return dns.IsDuplicate(r, other) })
	})
}
