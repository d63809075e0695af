// Package httpprovider talks to a payout provider in JSON over HTTP. The requests and answers are described in
// docs/payout-methods.md. What is not exactly such an answer is payout.ErrUnclear, never a failure of the payout.
package httpprovider

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/payout"
)

const (
	timeout = 20 * time.Second // of a request with its answer
	maxBody = 64 << 10         // of an answer and of a webhook
	maxKey  = 4 << 10          // of the file with the key
)

// Options describe a provider.
type Options struct {
	URL     string        // https, or http on a loopback address; a path is kept
	KeyFile string        // file with the bearer key; needed unless the address is a loopback one
	Pays    string        // currency that is paid; empty: that of the order, and no quote is asked for
	Settle  time.Duration // 0: payout.DefaultSettle
	Timeout time.Duration // of a request; 0: 20 s
}

// Provider is a payout.Provider. Its methods may be called concurrently.
type Provider struct {
	base      *url.URL
	client    *http.Client
	authorize func(http.Header) // a function, because a printed Provider must not contain the key
	pays      string
	settle    time.Duration
	timeout   time.Duration
}

// New makes a provider. Its errors contain neither the address nor the key.
func New(o Options) (*Provider, error) {
	base, err := url.Parse(o.URL)
	if err != nil || base.Host == "" || base.Hostname() == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" || base.Opaque != "" {
		return nil, errors.New("the address of the payout provider is not one of https")
	}
	local := loopback(base.Hostname())
	if base.Scheme != "https" && (base.Scheme != "http" || !local) {
		return nil, errors.New("the address of the payout provider needs https, because it is not on this machine")
	}
	if o.Pays != "" && !payout.GoodCurrency(o.Pays) {
		return nil, errors.New("the currency of the payout provider is not a code of three letters")
	}
	p := &Provider{
		base: base, client: client(base.Scheme), authorize: func(http.Header) {}, pays: o.Pays, settle: o.Settle, timeout: o.Timeout,
	}
	if p.settle <= 0 {
		p.settle = payout.DefaultSettle
	}
	if p.timeout <= 0 {
		p.timeout = timeout
	}
	switch {
	case o.KeyFile != "":
		key, err := readKey(o.KeyFile)
		if err != nil {
			return nil, err
		}
		p.authorize = func(h http.Header) { h.Set("Authorization", "Bearer "+key) }
	case !local:
		return nil, errors.New("the payout provider needs a file with its key")
	}
	return p, nil
}

// Settle implements payout.Provider.
func (p *Provider) Settle() time.Duration { return p.settle }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// client follows no redirect: the key and the details of a destination go to the configured address only. The address is
// the operator's, so it may be one of a private network; without TLS it must be a loopback one when it is resolved, too.
func client(scheme string) *http.Client {
	reachable := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	if scheme == "http" {
		reachable = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	c := outbound.Policy{Private: reachable}.Client()
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

func readKey(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the key of the payout provider: %w", err)
	}
	key := strings.TrimRight(string(raw), "\r\n")
	if key == "" || len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("read the key of the payout provider: %s is not one line of visible ASCII characters", path)
	}
	return key, nil
}
