package server

import (
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Limits of subdomains.
const (
	MinSubdomain, MaxSubdomain = 5, 32
	// FailsAfter is how long a subdomain cannot be written before that is told: the zone may be away for a moment.
	FailsAfter = 15 * time.Minute
)

// SubdomainSet gives a server a name below the site's domain for servers.
//
// History: {actor} gives the server {server} the subdomain {subdomain}.
type SubdomainSet struct {
	Server    string `json:"server"`
	Subdomain string `json:"subdomain"`
}

// SubdomainFailed reports that the zone does not say where a server's subdomain leads, and that it was tried again for some minutes; once for
// each failure.
//
// History: the subdomain {subdomain} of the server {server} could not be written since {since}.
type SubdomainFailed struct {
	Server    string    `json:"server"`
	Subdomain string    `json:"subdomain"`
	Since     time.Time `json:"since"`
}

// SubdomainReserved gives a subdomain to a server. Stream: subdomain-<name>.
//
// History: the subdomain {subdomain} belongs to the server {server}.
type SubdomainReserved struct {
	Subdomain string `json:"subdomain"`
	Server    string `json:"server"`
}

// SubdomainReleased ends that a subdomain belongs to a server. Stream: subdomain-<name>.
//
// History: the subdomain {subdomain} belongs to the server {server} no more.
type SubdomainReleased struct {
	Subdomain string `json:"subdomain"`
	Server    string `json:"server"`
}

// HoldSubdomain gives a subdomain to a server, or releases it. The caller checks that it is free.
type HoldSubdomain struct {
	decision.Entry
	Subdomain string
}

// DecideSubdomain returns the event of a subdomain.
func DecideSubdomain(_ Holding, c HoldSubdomain) ([]decision.Event, error) {
	return c.Decide(c.Ended, SubdomainReserved{Subdomain: c.Subdomain, Server: c.ID}, SubdomainReleased{Subdomain: c.Subdomain, Server: c.ID})
}

// SubdomainName checks a name and returns it in lower case. Names of the site's own services and names in other scripts (xn--) are refused.
func SubdomainName(value string) (string, error) {
	name := strings.ToLower(value)
	if len(name) < MinSubdomain || len(name) > MaxSubdomain {
		return "", fault.Invalid("subdomain", "子域名须为 5 至 32 个字符。")
	}
	for _, r := range []byte(name) {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
			return "", fault.Invalid("subdomain", "子域名只能包含字母、数字与横线。")
		}
	}
	switch {
	case name[0] == '-' || name[len(name)-1] == '-':
		return "", fault.Invalid("subdomain", "子域名不能以横线开头或结尾。")
	case strings.Contains(name, "--"):
		return "", fault.Invalid("subdomain", "子域名不能包含连续的横线。")
	case slices.Contains(kept(), strings.TrimRight(name, "0123456789-")):
		return "", fault.Invalid("subdomain", "这个子域名由站点保留。")
	}
	return name, nil
}

// kept are the names of services, also with a number behind them. Those of fewer than five letters are here for their numbers.
func kept() []string {
	return []string{
		"abuse", "account", "accounts", "admin", "administrator", "api", "app", "assets", "auth", "backup", "billing", "blog", "cdn", "console", "contact",
		"dashboard", "demo", "docs", "email", "files", "forum", "ftp", "git", "help", "home", "hostmaster", "hosting", "imap", "info", "localhost", "login", "mail",
		"mx", "node", "noreply", "ns", "official", "panel", "pop", "postmaster", "proxy", "root", "security", "server", "servers", "sftp", "shop", "site", "smtp",
		"staff", "staging", "static", "status", "store", "support", "system", "test", "webmail", "webmaster", "wiki", "www",
	}
}

// SetSubdomain gives a server a subdomain. SubdomainReserved and SubdomainReleased follow.
type SetSubdomain struct {
	By        actor.Actor
	Subdomain string
	Offered   bool // the site has a domain for servers
	Held      Holding
	Now       time.Time
}

func (c SetSubdomain) decide(s State) ([]any, role.Role, error) {
	as, err := s.network(c.By)
	if err != nil {
		return nil, "", err
	}
	if !c.Offered {
		return nil, "", NotOffered()
	}
	name, err := SubdomainName(c.Subdomain)
	switch {
	case err != nil:
		return nil, "", err
	case name == s.Subdomain:
		return nil, as, nil
	case !c.Held.Free(c.Now):
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "subdomain_taken", Field: "subdomain", Text: "这个子域名已被使用，或刚被释放不满 24 小时。"}
	}
	return []any{SubdomainSet{Server: s.ID, Subdomain: name}}, as, nil
}

// ReportSubdomainFailing tells that the subdomain of a server cannot be written. Telling twice of one failure is telling once.
type ReportSubdomainFailing struct {
	Subdomain string
	Since     time.Time // of the first attempt that failed
	Now       time.Time
}

func (c ReportSubdomainFailing) decide(s State) ([]any, role.Role, error) {
	switch {
	case s.ID == "":
		return nil, "", missing()
	case !s.Deleted.IsZero() || s.Subdomain != c.Subdomain || !c.Since.After(s.SubdomainFailing) || c.Now.Sub(c.Since) < FailsAfter:
		return nil, role.System, nil
	}
	return []any{SubdomainFailed{Server: s.ID, Subdomain: s.Subdomain, Since: c.Since.UTC()}}, role.System, nil
}

// NotOffered is the error of a site without a domain for servers.
func NotOffered() error {
	return &fault.Error{Kind: fault.KindConflict, Code: "subdomains_unavailable", Text: "此站点不提供子域名。"}
}
