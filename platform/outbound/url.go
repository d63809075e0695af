package outbound

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// MaxURL is the maximum length of an address, in bytes.
const MaxURL = 2048

// The reasons why an address is not accepted.
var (
	ErrMalformed = errors.New("the address is not an https address")
	ErrPort      = errors.New("the port of the address is not allowed")
)

// Parse reads an address that a person has entered: https, a host, no user name, no fragment, port 443 or one of
// 1024 and above. Names that cannot be public and IP addresses that are not are rejected at once; Client checks every
// address again.
func (p Policy) Parse(raw string) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	if len(raw) > MaxURL || !utf8.ValidString(raw) || strings.ContainsFunc(raw, unwanted) {
		return nil, ErrMalformed
	}
	u, err := url.Parse(raw)
	if err != nil { // the error contains the address, which may be a credential
		return nil, ErrMalformed
	}
	if err := p.check(u); err != nil {
		return nil, err
	}
	return u, nil
}

func unwanted(r rune) bool {
	return r <= ' ' || r == '\\' || r == '"' || r == '<' || r == '>' || r == 0x7f
}

// check checks an address and brings its host into the ASCII form.
func (p Policy) check(u *url.URL) error {
	plain := u.Scheme == "http" && len(p.Private) > 0
	if u.Scheme != "https" && !plain || u.Opaque != "" || u.User != nil || u.Fragment != "" || u.Hostname() == "" {
		return ErrMalformed
	}
	if port := u.Port(); port != "" {
		n, err := strconv.Atoi(port)
		if err != nil || n < 1 || n > 65535 || n < 1024 && n != 443 && len(p.Private) == 0 {
			return ErrPort
		}
	} else if strings.HasSuffix(u.Host, ":") {
		return ErrMalformed
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		return p.Check(a)
	}
	host, err := idna.Lookup.ToASCII(strings.TrimSuffix(u.Hostname(), "."))
	if err != nil || slices.Contains(strings.Split(host, "."), "") || strings.ContainsAny(host, ":%[]/@?#") {
		return ErrMalformed
	}
	if len(p.Private) == 0 && internal(host) {
		return ErrForbidden
	}
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	u.Host = host
	return nil
}

// internal is true for names that the public internet does not have: those without a dot, and the reserved domains.
// Names that end in a number are IP addresses in a form that only some programs read.
func internal(host string) bool {
	host = strings.ToLower(host)
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == host || last[0] >= '0' && last[0] <= '9' {
		return true
	}
	switch last {
	case "localhost", "local", "internal", "lan", "home", "corp", "test", "invalid", "example", "onion":
		return true
	}
	return strings.HasSuffix(host, ".home.arpa") || last == "arpa"
}
