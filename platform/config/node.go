package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/modyard/modyard/platform/dnsupdate"
)

// NodePublic is the address under which browsers reach the node, without a slash at its end.
func (c Config) NodePublic() string {
	if c.NodePublicURL != "" {
		return strings.TrimRight(c.NodePublicURL, "/")
	}
	host, port, err := net.SplitHostPort(c.NodeAddr)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

func (c Config) checkNode() error {
	if c.NodeAddr == "" && c.NodeDataDir == "" {
		return nil // a configuration that was not parsed
	}
	if _, _, err := net.SplitHostPort(c.NodeAddr); err != nil {
		return fmt.Errorf("node-addr: %w", err)
	}
	if c.NodeDataDir == "" {
		return errors.New("node-data-dir: must not be empty")
	}
	if c.NodePublicURL == "" {
		return nil
	}
	u, err := url.Parse(c.NodePublicURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return errors.New("node-public-url: must look like https://node-1.example.org, without a path")
	}
	return nil
}

func (c Config) checkHosting() error {
	switch {
	case c.HostingDNSURL == "":
		return nil
	case c.HostingDomain == "":
		return errors.New("hosting-dns-url: requires hosting-domain")
	}
	if _, err := dnsupdate.Parse(c.HostingDNSURL, c.HostingDomain); err != nil {
		return fmt.Errorf("hosting-dns-url: %w", err)
	}
	return nil
}

// FetchHosts are the hosts of NodeFetchHosts in lower case.
func (c Config) FetchHosts() ([]string, error) {
	var out []string
	for name := range strings.SplitSeq(c.NodeFetchHosts, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
		if strings.ContainsAny(name, "/:*@ ") || strings.Trim(name, ".") == "" || strings.HasPrefix(name, ".") {
			return nil, fmt.Errorf("node-fetch-hosts: %q is no host such as files.example.org", name)
		}
		out = append(out, name)
	}
	return out, nil
}

// Publishers are the names in HostingPublishers.
func (c Config) Publishers() []string {
	var out []string
	for name := range strings.SplitSeq(c.HostingPublishers, ",") {
		if name = strings.TrimSpace(name); name != "" && name != "off" {
			out = append(out, name)
		}
	}
	return out
}
