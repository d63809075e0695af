package outbound

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

const maxKey = 4 << 10 // bytes of the file with the key

// Service is a service that the operator has set up by its address and a key. It may be called concurrently.
type Service struct {
	URL       *url.URL
	client    *http.Client
	authorize func(http.Header) // a function, because a printed Service must not contain the key
}

// NewService makes a service. Its address is https, or http on a loopback address, without a user or a fragment; the file with
// its bearer key is needed unless the address is a loopback one. Name is the service's in errors, which contain neither the
// address nor the key.
func NewService(name, address, keyFile string) (*Service, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return nil, fmt.Errorf("the address of the %s is not one of https", name)
	}
	local := loopback(u.Hostname())
	if u.Scheme != "https" && (u.Scheme != "http" || !local) {
		return nil, fmt.Errorf("the address of the %s needs https, because it is not on this machine", name)
	}
	s := &Service{URL: u, client: operated(u.Scheme), authorize: func(http.Header) {}}
	switch {
	case keyFile != "":
		key, err := readKey(keyFile)
		if err != nil {
			return nil, fmt.Errorf("read the key of the %s: %w", name, err)
		}
		s.authorize = func(h http.Header) { h.Set("Authorization", "Bearer "+key) }
	case !local:
		return nil, fmt.Errorf("the %s needs a file with its key", name)
	}
	return s, nil
}

// Do sends a request with the key.
func (s *Service) Do(r *http.Request) (*http.Response, error) {
	s.authorize(r.Header)
	return s.client.Do(r)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// operated follows no redirect: the key and what is sent go to the configured address only. The address is the operator's, so
// it may be one of a private network; without TLS it must be a loopback one when it is resolved, too.
func operated(scheme string) *http.Client {
	reachable := prefixes("0.0.0.0/0", "::/0")
	if scheme == "http" {
		reachable = prefixes("127.0.0.0/8", "::1/128")
	}
	c := Policy{Private: reachable}.Client()
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

func readKey(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	key := strings.TrimRight(string(raw), "\r\n")
	if key == "" || len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New(path + " is not one line of visible ASCII characters")
	}
	return key, nil
}
