// Package fetch fetches files over HTTP whose hashes are known before: from the site, and from the hosts of publishers that the operator
// allows.
//
// An address comes from a decision at the site or from an archive that somebody made, so it must not reach what only the node's machine or
// its network can reach. Its host is one of a list. Every connection is checked when it is opened, and so again for each redirect. A redirect
// may lead to any public address, because the content is bound by its hash; only the site's own address may be a private one. The addresses of
// software come from its publishers' services, which the operator trusts: they may be any public ones.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/pause"
)

// Errors of File. Each other error is one of writing the file, or that the context has ended.
var (
	// ErrSource: the source is not complete, or its address is not one that may be fetched.
	ErrSource = errors.New("the file may not be fetched from this address")
	// ErrUnreachable: no attempt brought the whole file.
	ErrUnreachable = errors.New("the file could not be fetched")
	// ErrHash: the content is not the one that was announced.
	ErrHash = errors.New("the file has another content than announced")
	// ErrSize: the content is longer or shorter than announced, or longer than any file may be.
	ErrSize = errors.New("the file has another size than announced")
)

const (
	// MaxSize is the largest file in bytes.
	MaxSize = 4 << 30

	attempts  = 3
	firstWait = time.Second // doubled after each further attempt
	// stallTime is how long a host may send nothing.
	stallTime = 30 * time.Second
	// redirects is the largest number of redirects of an attempt.
	redirects = 5
)

// publishers are the hosts from which packs name files.
func publishers() []string {
	return []string{"cdn.modrinth.com", "github.com", "raw.githubusercontent.com", "gitlab.com"}
}

// Options are what a Fetcher needs.
type Options struct {
	// Sites are the origins of the node's site, such as https://example.org. They may be private addresses, and http where they are this
	// machine's.
	Sites []string
	// Hosts are allowed beside the publishers': names without a port.
	Hosts []string
	// Wait waits between attempts, or until the context ends (false); nil is pause.For.
	Wait func(ctx context.Context, d time.Duration) bool
	// Stall is how long a host may send nothing; 0 is half a minute.
	Stall time.Duration
}

// Fetcher fetches files. It may be used concurrently.
type Fetcher struct {
	sites  map[string]bool // by their origins
	hosts  map[string]bool
	client *http.Client
	wait   func(context.Context, time.Duration) bool
	stall  time.Duration
}

// New makes a fetcher. It fails if the address of a site is no origin.
func New(o Options) (*Fetcher, error) {
	f := &Fetcher{sites: map[string]bool{}, hosts: map[string]bool{}, wait: o.Wait, stall: o.Stall}
	if f.wait == nil {
		f.wait = pause.For
	}
	if f.stall == 0 {
		f.stall = stallTime
	}
	for _, s := range o.Sites {
		u, err := url.Parse(s)
		if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && local(u.Hostname())) {
			return nil, fmt.Errorf("%q is not the origin of a site", s)
		}
		f.sites[originOf(u)] = true
	}
	for _, h := range slices.Concat(publishers(), o.Hosts) {
		f.hosts[strings.ToLower(strings.TrimSpace(h))] = true
	}
	f.client = &http.Client{Transport: newTransports(f.sites), CheckRedirect: f.redirect}
	return f, nil
}

// Allowed says why a file may not be fetched from an address that a decision or an archive names; nil if it may. The error is ErrSource.
func (f *Fetcher) Allowed(address string) error { return f.allowed(address, false) }

// allowed is Allowed, or for public any address that is not a private one.
func (f *Fetcher) allowed(address string, public bool) error {
	u, err := url.Parse(address)
	if err == nil && u.User == nil && u.Fragment == "" && f.sites[originOf(u)] {
		return nil
	}
	u, err = outbound.Policy{}.Parse(address)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSource, err)
	}
	if !public && (u.Port() != "" && u.Port() != "443" || !f.hosts[strings.ToLower(u.Hostname())]) {
		return fmt.Errorf("%w: its host %s is not in the list", ErrSource, u.Host)
	}
	return nil
}

// redirect checks the address of a redirect.
func (f *Fetcher) redirect(next *http.Request, before []*http.Request) error {
	if len(before) > redirects {
		return outbound.ErrRedirects
	}
	if next.URL.User == nil && f.sites[originOf(next.URL)] {
		return nil
	}
	// A fragment is never sent.
	bare := *next.URL
	bare.Fragment, bare.RawFragment = "", ""
	if _, err := (outbound.Policy{}).Parse(bare.String()); err != nil {
		return fmt.Errorf("%w: a redirect: %w", ErrSource, err)
	}
	return nil
}
