// Package config is the program's configuration: flags, each with an environment variable and a default.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Config is embedded in the grammar of every command of the program (kong).
type Config struct {
	Addr                  string `name:"addr" env:"MODYARD_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address that the site is served on."`
	PrivateAddr           string `name:"private-addr" env:"MODYARD_PRIVATE_ADDR" default:"127.0.0.1:8081" placeholder:"HOST:PORT" help:"Address of metrics and profiles, for operators only. Empty: none."`
	PrivateToken          string `name:"private-token" env:"MODYARD_PRIVATE_TOKEN" placeholder:"TOKEN" help:"Bearer token that metrics and profiles require from addresses outside of this machine and of private networks. Empty: those get nothing."`
	PublicURL             string `name:"public-url" env:"MODYARD_PUBLIC_URL" placeholder:"URL" help:"Address that visitors see, without a path. Default: http and the address, with localhost for this machine's own. Passkeys need a name here, not an IP address."`
	Hosts                 string `name:"hosts" env:"MODYARD_HOSTS" placeholder:"HOST,…" help:"Further names and addresses that visitors may use, without ports; requests for others are answered with 421."`
	DataDir               string `name:"data-dir" env:"MODYARD_DATA_DIR" default:"./data" placeholder:"DIR" help:"Folder of the embedded database, the files and the mail."`
	DatabaseURL           string `name:"database-url" env:"MODYARD_DATABASE_URL" placeholder:"URL" help:"Postgres to use, with the program's own login. Empty: one of our own in the data folder."`
	DatabaseOwnerURL      string `name:"database-owner-url" env:"MODYARD_DATABASE_OWNER_URL" placeholder:"URL" help:"The same Postgres with the login that owns it, for migrations, backup and restore. Empty: serve migrates nothing."`
	LogURL                string `name:"log-url" env:"MODYARD_LOG_URL" placeholder:"URL" help:"Event log to use (kurrentdb://…). Empty: in Postgres."`
	HitsLogURL            string `name:"hits-log-url" env:"MODYARD_HITS_LOG_URL" placeholder:"URL" help:"Postgres for the log of hits (downloads and views), with the program's own login. Empty: the site's Postgres."`
	HitsLogOwnerURL       string `name:"hits-log-owner-url" env:"MODYARD_HITS_LOG_OWNER_URL" placeholder:"URL" help:"The same Postgres with the login that owns it, for migrations. Empty: serve migrates nothing there."`
	HitsRetention         string `name:"hits-retention" env:"MODYARD_HITS_RETENTION" default:"720h" placeholder:"TIME" help:"How long the log of hits keeps events before they are archived as files in the store of files; at least 1h."`
	RemovedRetention      string `name:"removed-retention" env:"MODYARD_REMOVED_RETENTION" default:"4320h" placeholder:"TIME" help:"How long the staff can still read deleted and rejected files after the last round of review that showed them; at least 24h."`
	ElasticsearchURL      string `name:"elasticsearch-url" env:"MODYARD_ELASTICSEARCH_URL" placeholder:"URL" help:"Elasticsearch to search with. Empty: search in Postgres."`
	BlobURL               string `name:"blob-url" env:"MODYARD_BLOB_URL" placeholder:"URL" help:"Store of files (s3://…). Empty: in the data folder."`
	KeysFile              string `name:"keys-file" env:"MODYARD_KEYS_FILE" placeholder:"FILE" help:"File with the keys that never stand in the database; all machines of a site share it. Empty: keys.json in the data folder, made where it is missing."`
	SMTPURL               string `name:"smtp-url" env:"MODYARD_SMTP_URL" placeholder:"URL" help:"Mail server. Empty: mail is written to the data folder."`
	ForwardURL            string `name:"forward-url" env:"MODYARD_FORWARD_URL" placeholder:"URL" help:"Message broker that gets every public change (nats://…, kafka://…). Empty: none."`
	OTLPURL               string `name:"otlp-url" env:"MODYARD_OTLP_URL" placeholder:"URL" help:"OpenTelemetry collector that gets traces by OTLP over HTTP (http://host:4318). Empty: nothing is traced."`
	TraceShare            string `name:"trace-share" env:"MODYARD_TRACE_SHARE" default:"0.1" placeholder:"SHARE" help:"Share of the requests that are traced, from 0.0001 to 1."`
	DevMail               bool   `name:"dev-mail" env:"MODYARD_DEV_MAIL" help:"Show the letters at /dev/mail to everybody who can reach the site. They contain links that give access to accounts."`
	Game                  string `name:"game" env:"MODYARD_GAME" default:"Minecraft" placeholder:"NAME" help:"Name of the game that the site is for."`
	Brand                 string `name:"brand" env:"MODYARD_BRAND" default:"Modyard" placeholder:"NAME" help:"Name of the site."`
	Stage                 string `name:"stage" env:"MODYARD_STAGE" placeholder:"NAME" help:"Name of the stage where this is not the real site; pages then say so. Empty: the real site."`
	TrustedProxies        string `name:"trusted-proxies" env:"MODYARD_TRUSTED_PROXIES" placeholder:"CIDR,…" help:"Networks of the load balancers in front, whose X-Forwarded-For is believed. Empty: nobody's."`
	WebhookPrivate        string `name:"webhook-private" env:"MODYARD_WEBHOOK_PRIVATE" placeholder:"CIDR,…" help:"Private networks that webhooks may reach, also without TLS. Empty: none."`
	FileIdentifierURL     string `name:"file-identifier-url" env:"MODYARD_FILE_IDENTIFIER_URL" placeholder:"URL" help:"Service that says which project of another platform a file in a modpack belongs to (https, or http on this machine). Empty: no file is identified."`
	FileIdentifierKeyFile string `name:"file-identifier-key-file" env:"MODYARD_FILE_IDENTIFIER_KEY_FILE" placeholder:"FILE" help:"File with the bearer key of that service."`
	PictureHosts          string `name:"picture-hosts" env:"MODYARD_PICTURE_HOSTS" default:"www.spigotmc.org,media.forgecdn.net" placeholder:"HOST,…" help:"Hosts of imported icons that are fetched, made smaller and kept; .example.org is every name below it. Icons of other hosts are drawn. Empty: none is fetched."`
	Providers             string `name:"providers" env:"MODYARD_PROVIDERS" placeholder:"FILE" help:"JSON file of the other sites with whose accounts people can sign in. Empty: none."`
	Offers                string `name:"offers" env:"MODYARD_OFFERS" placeholder:"FILE" help:"JSON file of what /pcl and /server recommend. Empty: nothing."`
	Currency              string `name:"currency" env:"MODYARD_CURRENCY" default:"USD" placeholder:"CODE" help:"Currency of the ledger, with two decimals. It is fixed at the first start."`
	PayoutMethods         string `name:"payout-methods" env:"MODYARD_PAYOUT_METHODS" placeholder:"FILE" help:"JSON file of the ways in which creators are paid. Empty: nothing can be withdrawn."`
	IncomeSources         string `name:"income-sources" env:"MODYARD_INCOME_SOURCES" default:"ads,servers,sponsors" placeholder:"NAME,…" help:"Where the site's income comes from, as treasurers enter it."`
	CountriesFile         string `name:"countries-file" env:"MODYARD_COUNTRIES_FILE" placeholder:"FILE" help:"Database of MaxMind's format (mmdb) that says in which country an address is, for the analytics of downloads. Empty: countries are unknown."`
	HostingDomain         string `name:"hosting-domain" env:"MODYARD_HOSTING_DOMAIN" placeholder:"NAME" help:"Domain below which hosted servers can have a name (play.example.org). Empty: they cannot."`
	HostingDNSURL         string `name:"hosting-dns-url" env:"MODYARD_HOSTING_DNS_URL" placeholder:"URL" help:"DNS server that takes the names of hosted servers by dynamic updates (rfc2136://key:secret@ns.example.org/example.org). Empty: their DNS is yours to keep."`
	HostingSoftware       string `name:"hosting-software" env:"MODYARD_HOSTING_SOFTWARE" placeholder:"FILE" help:"JSON file of software that hosted servers can run, for the site and for a node. Its loaders replace those of publishers. Empty: none."`
	HostingPublishers     string `name:"hosting-publishers" env:"MODYARD_HOSTING_PUBLISHERS" default:"Vanilla,Paper,Purpur,Fabric" placeholder:"NAME,…" help:"Publishers that the site and a node ask which software there is for servers. Empty or off: none."`
	NodeAddr              string `name:"node-addr" env:"MODYARD_NODE_ADDR" default:"127.0.0.1:8090" placeholder:"HOST:PORT" help:"Address on which the node of a game host (modyard node) answers browsers."`
	NodeDataDir           string `name:"node-data-dir" env:"MODYARD_NODE_DATA_DIR" default:"./data/node" placeholder:"DIR" help:"Folder of the node: its key, its state and the servers."`
	NodePublicURL         string `name:"node-public-url" env:"MODYARD_NODE_PUBLIC_URL" placeholder:"URL" help:"Address under which browsers reach the node, without a path. Default: http and the address, with localhost for this machine's own."`
	NodeFetchHosts        string `name:"node-fetch-hosts" env:"MODYARD_NODE_FETCH_HOSTS" placeholder:"HOST,…" help:"Hosts from which the node may fetch files of servers, beside the site, cdn.modrinth.com, github.com, raw.githubusercontent.com and gitlab.com."`
	NodePlain             bool   `name:"node-plain" env:"MODYARD_NODE_PLAIN" help:"Run servers as the node's own user without limits of their own, which a node that is not root cannot give them. For development: a server may then read and write all that the node may."`
	PGBin                 string `name:"pg-bin" env:"MODYARD_PG_BIN" placeholder:"DIR" help:"Folder of the Postgres programs. Empty: they are looked for."`
	UIDir                 string `name:"ui-dir" env:"MODYARD_UI_DIR" placeholder:"DIR" help:"Folder of the built user interface. Empty: the one inside the program."`
}

// Validate rejects settings that would fail later with a less clear error. Kong calls it.
func (c Config) Validate() error {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("addr: %w", err)
	}
	if c.PrivateAddr != "" {
		if _, _, err := net.SplitHostPort(c.PrivateAddr); err != nil {
			return fmt.Errorf("private-addr: %w", err)
		}
	}
	if n := len(c.PrivateToken); n > 0 && n < 16 {
		return errors.New("private-token: must have at least 16 characters")
	}
	if _, err := c.Proxies(); err != nil {
		return err
	}
	if _, err := c.WebhookNetworks(); err != nil {
		return err
	}
	if _, err := c.Pictured(); err != nil {
		return err
	}
	for name := range strings.SplitSeq(c.Hosts, ",") {
		if name = strings.TrimSpace(name); net.ParseIP(name) == nil && strings.ContainsAny(name, "/:*@ ") {
			return fmt.Errorf("hosts: %q is no name or address without a port", name)
		}
	}
	if c.DatabaseOwnerURL != "" && c.DatabaseURL == "" {
		return errors.New("database-owner-url: requires database-url, the program's own login")
	}
	if c.HitsLogOwnerURL != "" && c.HitsLogURL == "" {
		return errors.New("hits-log-owner-url: requires hits-log-url, the program's own login")
	}
	if c.HitsLogURL != "" && !strings.HasPrefix(c.HitsLogURL, "postgres://") && !strings.HasPrefix(c.HitsLogURL, "postgresql://") {
		return errors.New("hits-log-url: must be the address of a Postgres (postgres://…)")
	}
	if _, err := c.KeepHits(); err != nil {
		return err
	}
	if _, err := c.KeepRemoved(); err != nil {
		return err
	}
	if err := c.checkMoney(); err != nil {
		return err
	}
	if err := c.checkNode(); err != nil {
		return err
	}
	if err := c.checkHosting(); err != nil {
		return err
	}
	if c.DataDir == "" {
		return errors.New("data-dir: must not be empty")
	}
	if scheme, rest, _ := strings.Cut(c.ForwardURL, "://"); c.ForwardURL != "" && (rest == "" || scheme != "nats" && scheme != "kafka") {
		return errors.New("forward-url: must look like nats://host:4222 or kafka://host:9092")
	}
	if u, err := url.Parse(c.OTLPURL); c.OTLPURL != "" && (err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "") {
		return errors.New("otlp-url: must look like http://host:4318; secrets belong into OTEL_EXPORTER_OTLP_HEADERS")
	}
	if _, err := c.Traced(); err != nil {
		return err
	}
	if c.PublicURL == "" {
		return nil
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return errors.New("public-url: must look like https://example.org, without a path")
	}
	return nil
}

// KeepHits is how long the log of hits keeps events.
func (c Config) KeepHits() (time.Duration, error) {
	if c.HitsRetention == "" {
		return 30 * 24 * time.Hour, nil
	}
	keep, err := time.ParseDuration(c.HitsRetention)
	if err != nil || keep < time.Hour {
		return 0, errors.New("hits-retention: must be a time of at least an hour, such as 720h")
	}
	return keep, nil
}

// Traced is the share of the requests that are traced.
func (c Config) Traced() (float64, error) {
	if c.TraceShare == "" {
		return 1, nil
	}
	share, err := strconv.ParseFloat(c.TraceShare, 64)
	if err != nil || !(share >= 0.0001 && share <= 1) {
		return 0, errors.New("trace-share: must be a number from 0.0001 to 1")
	}
	return share, nil
}

// KeepRemoved is how long the bytes of removed files are kept after the last round of review that showed them.
func (c Config) KeepRemoved() (time.Duration, error) {
	if c.RemovedRetention == "" {
		return 180 * 24 * time.Hour, nil
	}
	keep, err := time.ParseDuration(c.RemovedRetention)
	if err != nil || keep < 24*time.Hour {
		return 0, errors.New("removed-retention: must be a time of at least a day, such as 4320h")
	}
	return keep, nil
}

// Proxies are the networks of TrustedProxies; a single address is a network of one.
func (c Config) Proxies() ([]netip.Prefix, error) {
	return networks("trusted-proxies", c.TrustedProxies)
}

// WebhookNetworks are the networks of WebhookPrivate.
func (c Config) WebhookNetworks() ([]netip.Prefix, error) {
	return networks("webhook-private", c.WebhookPrivate)
}

// Pictured are the hosts of PictureHosts in lower case.
func (c Config) Pictured() ([]string, error) {
	var out []string
	for name := range strings.SplitSeq(c.PictureHosts, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
		if strings.ContainsAny(name, "/:*@ ") || strings.Trim(name, ".") == "" {
			return nil, fmt.Errorf("picture-hosts: %q is no host such as images.example.org or .example.org", name)
		}
		out = append(out, name)
	}
	return out, nil
}

// networks reads a list of networks; a single address is a network of one.
func networks(setting, list string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for text := range strings.SplitSeq(list, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			address, lone := netip.ParseAddr(text)
			if lone != nil {
				return nil, fmt.Errorf("%s: %q is no network such as 10.0.0.0/8", setting, text)
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		out = append(out, prefix)
	}
	return out, nil
}

// Public is the site's address without a trailing slash: the configured one, or one derived from Addr. Where Addr is
// this machine's own or every address, it has the name localhost, since passkeys belong to a name.
func (c Config) Public() string {
	if c.PublicURL != "" {
		return strings.TrimRight(c.PublicURL, "/")
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "http://" + c.Addr
	}
	// Other loopback addresses, such as 127.0.0.2, are not what localhost means.
	if ip := net.ParseIP(host); host == "" || host == "127.0.0.1" || host == "::1" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if port == "80" {
		return "http://" + host
	}
	return "http://" + net.JoinHostPort(host, port)
}

// AllowedHosts are the names and addresses that requests may be sent to: those of PublicURL and Hosts or, without both,
// that of Addr; then loopback is true, and loopback names may be used too.
func (c Config) AllowedHosts() (names []string, loopback bool) {
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && err == nil {
		names = append(names, u.Hostname())
	}
	for name := range strings.SplitSeq(c.Hosts, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return names, false
	}
	if host, _, err := net.SplitHostPort(c.Addr); err == nil && host != "" {
		names = append(names, host)
	}
	return names, true
}

// Origins are the origins of pages of the site, as browsers name them: that of Public, those of Hosts and, where neither is set, those of
// the loopback names.
func (c Config) Origins() []string {
	u, err := url.Parse(c.Public())
	if err != nil || u.Host == "" {
		return nil
	}
	port := u.Port()
	if u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		port = "" // browsers leave it out
	}
	names, loopback := c.AllowedHosts()
	names = append([]string{u.Hostname()}, names...)
	if loopback {
		names = append(names, "localhost", "127.0.0.1", "::1")
	}
	var origins []string
	for _, name := range names {
		host := strings.ToLower(name)
		switch {
		case port != "":
			host = net.JoinHostPort(host, port)
		case strings.Contains(host, ":"):
			host = "[" + host + "]"
		}
		if origin := u.Scheme + "://" + host; !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
	}
	return origins
}

// Passkeys is the name that passkeys belong to and the addresses of pages that may use them: that of Public, and those of
// names in Hosts that are below it. The name is empty where no browser lets pages use passkeys: on an IP address, and
// without https elsewhere than on this machine.
func (c Config) Passkeys() (name string, origins []string) {
	u, err := url.Parse(c.Public())
	if err != nil {
		return "", nil
	}
	name = strings.ToLower(u.Hostname())
	local := name == "localhost" || strings.HasSuffix(name, ".localhost")
	if name == "" || net.ParseIP(name) != nil || u.Scheme != "https" && !local {
		return "", nil
	}
	port := u.Port()
	if u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		port = "" // browsers leave it out
	}
	if port != "" {
		port = ":" + port
	}
	origins = []string{u.Scheme + "://" + name + port}
	for other := range strings.SplitSeq(c.Hosts, ",") {
		if other = strings.ToLower(strings.TrimSpace(other)); strings.HasSuffix(other, "."+name) {
			origins = append(origins, u.Scheme+"://"+other+port)
		}
	}
	return name, origins
}

// Secure says whether visitors use https, so that cookies can be limited to it.
func (c Config) Secure() bool { return strings.HasPrefix(c.Public(), "https://") }

// Redacted lists every setting as VARIABLE=value, one a line, with masked passwords and keys.
func (c Config) Redacted() string {
	var b strings.Builder
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("env")
		value := fmt.Sprint(v.Field(i))
		switch {
		case strings.HasSuffix(name, "_URL"):
			value = RedactURL(value)
		case strings.HasSuffix(name, "_TOKEN") && value != "":
			value = mask
		}
		fmt.Fprintf(&b, "%s=%s\n", name, value)
	}
	return b.String()
}

const mask = "***"

var (
	secretKey = regexp.MustCompile(`(?i)pass|secret|token|key|credential`)
	// A Postgres address may also be in keyword form: host=… password='…'.
	secretWord = regexp.MustCompile(`(?i)([a-z_]*(?:pass|secret|token|key)[a-z_]*\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)`)
)

// RedactURL masks the secrets of an address, so that it can be shown.
func RedactURL(raw string) string {
	if raw == "" {
		return ""
	}
	u, err := url.Parse(raw)
	if scheme, rest, ok := strings.Cut(raw, "://"); err != nil && ok {
		return redactHosts(scheme, rest)
	}
	if err != nil || u.Scheme == "" {
		if strings.Contains(raw, "://") {
			return mask // an address of unknown form: show nothing of it
		}
		return secretWord.ReplaceAllString(raw, "${1}"+mask)
	}
	if u.Opaque != "" {
		return u.Scheme + ":" + mask
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), mask)
	}
	q := u.Query()
	for key := range q {
		if secretKey.MatchString(key) {
			q.Set(key, mask)
		}
	}
	if len(q) > 0 {
		u.RawQuery = q.Encode()
	}
	return strings.ReplaceAll(u.String(), url.QueryEscape(mask), mask)
}

// severalHosts matches a cluster address with several hosts, which net/url does not parse. It admits only characters
// known to be harmless.
var severalHosts = regexp.MustCompile(`^(?:([^:@/?#%]+)(:[^@/?#]*)?@)?([A-Za-z0-9.\-]+(?::[0-9]+)?(?:,[A-Za-z0-9.\-]+(?::[0-9]+)?)+)(\?.*)?$`)

// redactHosts shows an address of several hosts; an address of unknown form is masked whole.
func redactHosts(scheme, rest string) string {
	parts := severalHosts.FindStringSubmatch(rest)
	if parts == nil {
		return mask
	}
	shown := scheme + "://"
	if parts[1] != "" {
		shown += parts[1]
		if parts[2] != "" {
			shown += ":" + mask
		}
		shown += "@"
	}
	// With the first host alone net/url parses the address; RedactURL masks its settings.
	one := RedactURL(scheme + "://h" + parts[4])
	return shown + parts[3] + strings.TrimPrefix(one, scheme+"://h")
}
