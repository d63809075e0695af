package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// ErrRedirects means that a request was redirected too often.
var ErrRedirects = errors.New("too many redirects")

// maxRedirects is the maximum number of redirects of a request.
const maxRedirects = 3

// Client makes a client for addresses that Parse has accepted. Every connection is checked when it is opened. It follows
// the redirects that repeat the request (307 and 308), uses no proxy, keeps no cookies and decompresses nothing.
// Requests must have a deadline of their own.
func (p Policy) Client() *http.Client {
	return &http.Client{
		Transport: transports{tls: transport(p.Check), plain: transport(p.checkPlain)},
		CheckRedirect: func(next *http.Request, before []*http.Request) error {
			if next.Method != before[0].Method {
				return http.ErrUseLastResponse
			}
			if len(before) > maxRedirects {
				return ErrRedirects
			}
			return p.check(next.URL)
		},
	}
}

// transports sends requests without TLS to private networks only.
type transports struct{ tls, plain http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t transports) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme == "https" {
		return t.tls.RoundTrip(r)
	}
	return t.plain.RoundTrip(r)
}

// transport opens connections to addresses for which allowed returns no error.
func transport(allowed func(netip.Addr) error) *http.Transport {
	dialer := &net.Dialer{
		Timeout: 5 * time.Second, KeepAlive: 30 * time.Second,
		ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil {
				return fmt.Errorf("%w: %s", ErrForbidden, address)
			}
			return allowed(at.Addr())
		},
	}
	return &http.Transport{
		Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableCompression: true,
		TLSHandshakeTimeout: 5 * time.Second, MaxResponseHeaderBytes: 16 << 10, WriteBufferSize: 8 << 10, ReadBufferSize: 8 << 10,
		MaxIdleConns: 64, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second,
	}
}

// checkPlain is Check for a connection without TLS: only private networks are allowed.
func (p Policy) checkPlain(a netip.Addr) error {
	if a = a.Unmap(); !a.IsValid() || a.Zone() != "" || !within(p.Private, a) {
		return fmt.Errorf("%w: %s without TLS", ErrForbidden, a)
	}
	return nil
}

// Cause is the error of a request without the address, which may be a credential.
func Cause(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
