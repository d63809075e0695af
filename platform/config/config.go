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
	"strings"
)

// Config is embedded in the grammar of every command of the program (kong).
type Config struct {
	Addr             string `name:"addr" env:"MODYARD_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address that the site is served on."`
	PrivateAddr      string `name:"private-addr" env:"MODYARD_PRIVATE_ADDR" default:"127.0.0.1:8081" placeholder:"HOST:PORT" help:"Address of metrics and profiles, for operators only. Empty: none."`
	PublicURL        string `name:"public-url" env:"MODYARD_PUBLIC_URL" placeholder:"URL" help:"Address that visitors see, without a path. Default: http and the address."`
	DataDir          string `name:"data-dir" env:"MODYARD_DATA_DIR" default:"./data" placeholder:"DIR" help:"Folder of the embedded database, the files and the mail."`
	DatabaseURL      string `name:"database-url" env:"MODYARD_DATABASE_URL" placeholder:"URL" help:"Postgres to use, with the program's own login. Empty: one of our own in the data folder."`
	DatabaseOwnerURL string `name:"database-owner-url" env:"MODYARD_DATABASE_OWNER_URL" placeholder:"URL" help:"The same Postgres with the login that owns it, for migrations, backup and restore. Empty: serve migrates nothing."`
	LogURL           string `name:"log-url" env:"MODYARD_LOG_URL" placeholder:"URL" help:"Event log to use (kurrentdb://…). Empty: in Postgres."`
	ElasticsearchURL string `name:"elasticsearch-url" env:"MODYARD_ELASTICSEARCH_URL" placeholder:"URL" help:"Elasticsearch to search with. Empty: search in Postgres."`
	BlobURL          string `name:"blob-url" env:"MODYARD_BLOB_URL" placeholder:"URL" help:"Store of files (s3://…). Empty: in the data folder."`
	KeysFile         string `name:"keys-file" env:"MODYARD_KEYS_FILE" placeholder:"FILE" help:"File with the keys that never stand in the database; all machines of a site share it. Empty: keys.json in the data folder, made where it is missing."`
	SMTPURL          string `name:"smtp-url" env:"MODYARD_SMTP_URL" placeholder:"URL" help:"Mail server. Empty: mail is written to the data folder."`
	Game             string `name:"game" env:"MODYARD_GAME" default:"Minecraft" placeholder:"NAME" help:"Name of the game that the site is for."`
	Brand            string `name:"brand" env:"MODYARD_BRAND" default:"Modyard" placeholder:"NAME" help:"Name of the site."`
	Stage            string `name:"stage" env:"MODYARD_STAGE" placeholder:"NAME" help:"Name of the stage where this is not the real site; pages then say so. Empty: the real site."`
	TrustedProxies   string `name:"trusted-proxies" env:"MODYARD_TRUSTED_PROXIES" placeholder:"CIDR,…" help:"Networks of the load balancers in front, whose X-Forwarded-For is believed. Empty: nobody's."`
	Offers           string `name:"offers" env:"MODYARD_OFFERS" placeholder:"FILE" help:"JSON file of what /pcl and /server recommend. Empty: nothing."`
	PGBin            string `name:"pg-bin" env:"MODYARD_PG_BIN" placeholder:"DIR" help:"Folder of the Postgres programs. Empty: they are looked for."`
	UIDir            string `name:"ui-dir" env:"MODYARD_UI_DIR" placeholder:"DIR" help:"Folder of the built user interface. Empty: the one inside the program."`
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
	if _, err := c.Proxies(); err != nil {
		return err
	}
	if c.DatabaseOwnerURL != "" && c.DatabaseURL == "" {
		return errors.New("database-owner-url: requires database-url, the program's own login")
	}
	if c.DataDir == "" {
		return errors.New("data-dir: must not be empty")
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

// Proxies are the networks of TrustedProxies; a single address is a network of one.
func (c Config) Proxies() ([]netip.Prefix, error) {
	var out []netip.Prefix
	for text := range strings.SplitSeq(c.TrustedProxies, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			address, lone := netip.ParseAddr(text)
			if lone != nil {
				return nil, fmt.Errorf("trusted-proxies: %q is no network such as 10.0.0.0/8", text)
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		out = append(out, prefix)
	}
	return out, nil
}

// Public is the site's address without a trailing slash: the configured one, or one derived from Addr.
func (c Config) Public() string {
	if c.PublicURL != "" {
		return strings.TrimRight(c.PublicURL, "/")
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "http://" + c.Addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if port == "80" {
		return "http://" + host
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Secure says whether visitors use https, so that cookies can be limited to it.
func (c Config) Secure() bool { return strings.HasPrefix(c.Public(), "https://") }

// Redacted lists every setting as VARIABLE=value, one a line, with masked passwords and keys.
func (c Config) Redacted() string {
	var b strings.Builder
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("env")
		value := v.Field(i).String()
		if strings.HasSuffix(name, "_URL") {
			value = RedactURL(value)
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
