package config_test

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/modyard/modyard/platform/config"
)

func parse(t *testing.T, args ...string) (config.Config, error) {
	t.Helper()
	var cli struct{ config.Config }
	p, err := kong.New(&cli, kong.Exit(func(int) { t.Fatal("exit") }))
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Parse(args)
	return cli.Config, err
}

func TestDefaultsVariablesAndFlagsInThatOrder(t *testing.T) {
	c, err := parse(t)
	if err != nil || c.Addr != "127.0.0.1:8080" || c.DataDir != "./data" || c.Game != "Minecraft" || c.Public() != "http://localhost:8080" {
		t.Fatalf("defaults: %+v, %v", c, err)
	}
	t.Setenv("MODYARD_ADDR", ":9000")
	t.Setenv("MODYARD_BRAND", "方块")
	c, err = parse(t, "--brand", "别处")
	if err != nil || c.Addr != ":9000" || c.Brand != "别处" || c.Public() != "http://localhost:9000" {
		t.Fatalf("variables and flags: %+v, %v", c, err)
	}
}

func TestInvalidSettingsAreRejectedAtStart(t *testing.T) {
	for _, args := range [][]string{
		{"--addr", "8080"}, {"--private-addr", "nowhere"}, {"--data-dir", ""}, {"--public-url", "example.org"},
		{"--public-url", "https://example.org/site"}, {"--public-url", "javascript:alert(1)"}, {"--public-url", "https://u:p@example.org"},
		{"--database-owner-url", "postgres://owner@db/modyard"}, {"--forward-url", "amqp://broker"}, {"--forward-url", "nats://"}, {"--forward-url", "nats"},
		{"--hosts", "https://example.org"}, {"--hosts", "a.example,b.example:80"}, {"--hosts", "*.example.org"}, {"--private-token", "short"},
		{"--hits-log-owner-url", "postgres://owner@db/hits"},
		{"--hits-log-url", "kurrentdb://db:2113"},
		{"--hits-retention", "soon"},
		{"--hits-retention", "59m"},
		{"--otlp-url", "collector:4318"}, {"--otlp-url", "grpc://collector:4317"}, {"--otlp-url", "http://me:hunter2@collector:4318"}, {"--otlp-url", "http://collector:4318?key=1"},
		{"--trace-share", "0"}, {"--trace-share", "2"}, {"--trace-share", "NaN"}, {"--trace-share", "all"},
		{"--removed-retention", "half a year"},
		{"--removed-retention", "23h"}, {"--hosting-dns-url", "rfc2136://k:c2VjcmV0@ns.example.org"}, {"--hosting-domain", "play.example.org", "--hosting-dns-url", "dns://ns.example.org"},
		{"--node-addr", "8090"}, {"--node-public-url", "node.example.org"}, {"--node-public-url", "https://node.example.org/x"}, {"--node-data-dir", ""},
	} {
		c, err := parse(t, args...)
		if err == nil {
			err = c.Validate()
		}
		if err == nil {
			t.Errorf("%q was accepted", args)
		}
	}
}

func TestRedactedShowsEverythingButSecrets(t *testing.T) {
	c, err := parse(t)
	if err != nil {
		t.Fatal(err)
	}
	c.PrivateToken = "hunter2hunter2hunter2"
	c.DatabaseURL = "postgres://program:hunter2@db:5432/modyard?sslmode=require&password=hunter2"
	c.DatabaseOwnerURL = "postgres://owner:hunter2@db:5432/modyard"
	c.ForwardURL = "nats://site:hunter2@one:4222,two:4222?token=hunter2&prefix=site.changes"
	c.HitsLogURL = "postgres://program:hunter2@db:5432/hits"
	c.HitsLogOwnerURL = "postgres://owner:hunter2@db:5432/hits"
	c.SMTPURL = "smtps://me%40x:hunter2@mail"
	c.BlobURL = "s3://bucket?region=cn&secret_key=hunter2"
	c.LogURL = "host=db user=me password='hunter2 hunter2' dbname=x"
	c.ElasticsearchURL = "http://ho st:hunter2@x"
	out := c.Redacted()
	if strings.Contains(out, "hunter2") {
		t.Fatalf("a secret is shown:\n%s", out)
	}
	for _, want := range []string{"MODYARD_DATABASE_URL=postgres://program:***@db:5432/modyard?", "sslmode=require", "region=cn", "MODYARD_GAME=Minecraft\n", "dbname=x",
		"MODYARD_FORWARD_URL=nats://site:***@one:4222,two:4222?", "prefix=site.changes"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	if got, want := strings.Count(out, "\n"), 46; got != want {
		t.Errorf("%d lines, want one for each of %d settings", got, want)
	}
}

func TestTheOriginsOfPagesAreThoseThatBrowsersName(t *testing.T) {
	for _, c := range []struct {
		config config.Config
		want   string
	}{
		{config.Config{Addr: "127.0.0.1:8080"}, "http://localhost:8080 http://127.0.0.1:8080 http://[::1]:8080"},
		{config.Config{Addr: ":8080", PublicURL: "https://Site.example:443/"}, "https://site.example"},
		{config.Config{Addr: ":8080", PublicURL: "https://site.example:8443", Hosts: "a.example, fd00::1"}, "https://site.example:8443 https://a.example:8443 https://[fd00::1]:8443"},
	} {
		if got := strings.Join(c.config.Origins(), " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.config, got, c.want)
		}
	}
}

func TestRequestsMayNameThePublicHostAndOthersThatAreSet(t *testing.T) {
	for _, c := range []struct {
		config   config.Config
		names    string
		loopback bool
	}{
		{config.Config{Addr: "127.0.0.1:8080"}, "127.0.0.1", true},
		{config.Config{Addr: "0.0.0.0:8080"}, "0.0.0.0", true},
		{config.Config{Addr: ":8080"}, "", true},
		{config.Config{Addr: ":8080", PublicURL: "https://site.example:8443"}, "site.example", false},
		{config.Config{Addr: ":8080", Hosts: "a.example, fd00::1"}, "a.example fd00::1", false},
		{config.Config{Addr: ":8080", PublicURL: "https://site.example", Hosts: "a.example"}, "site.example a.example", false},
	} {
		names, loopback := c.config.AllowedHosts()
		if strings.Join(names, " ") != c.names || loopback != c.loopback {
			t.Errorf("%+v: %q, %v", c.config, names, loopback)
		}
	}
}

func TestTrustedProxiesAreNetworksOrAddresses(t *testing.T) {
	got, err := config.Config{TrustedProxies: "10.0.0.0/8, 192.0.2.7,fd00::/8"}.Proxies()
	if err != nil || len(got) != 3 || got[1].String() != "192.0.2.7/32" {
		t.Error(got, err)
	}
	if _, err := (config.Config{TrustedProxies: "the balancer"}).Proxies(); err == nil {
		t.Error("taken")
	}
	if got, err := (config.Config{WebhookPrivate: "10.0.0.0/8"}).WebhookNetworks(); err != nil || len(got) != 1 {
		t.Error(got, err)
	}
	if err := (config.Config{Addr: ":1", DataDir: "x", WebhookPrivate: "everything"}).Validate(); err == nil {
		t.Error("taken")
	}
	if got, err := (config.Config{}).Proxies(); err != nil || got != nil {
		t.Error(got, err)
	}
}

func TestHostsOfPicturesAreNamesWithoutPorts(t *testing.T) {
	got, err := config.Config{PictureHosts: " Images.example.org, .cdn.example,"}.Pictured()
	if err != nil || strings.Join(got, " ") != "images.example.org .cdn.example" {
		t.Error(got, err)
	}
	for _, bad := range []string{"https://images.example", "images.example:8443", "*.example", ".", "a b"} {
		if err := (config.Config{Addr: ":1", DataDir: "x", PictureHosts: bad}).Validate(); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestTheSiteOfThisMachineHasTheNameLocalhost(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080": "http://localhost:8080", "[::1]:8080": "http://localhost:8080", "0.0.0.0:80": "http://localhost",
		"127.0.0.2:8080": "http://127.0.0.2:8080", "192.0.2.7:8080": "http://192.0.2.7:8080", "[fd00::1]:8080": "http://[fd00::1]:8080",
	} {
		if got := (config.Config{Addr: addr}).Public(); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}

func TestPasskeysBelongToTheNameOfTheSite(t *testing.T) {
	for _, c := range []struct {
		config        config.Config
		name, origins string
	}{
		{config.Config{Addr: "127.0.0.1:8080"}, "localhost", "http://localhost:8080"},
		{config.Config{Addr: ":80"}, "localhost", "http://localhost"},
		{config.Config{Addr: ":8080", PublicURL: "http://site.localhost:8080/"}, "site.localhost", "http://site.localhost:8080"},
		{config.Config{Addr: ":8080", PublicURL: "https://Site.example"}, "site.example", "https://site.example"},
		{config.Config{Addr: ":8080", PublicURL: "https://site.example:443"}, "site.example", "https://site.example"},
		{config.Config{Addr: ":8080", PublicURL: "https://site.example:8443", Hosts: "www.site.example, evilsite.example, other.example,10.0.0.1"},
			"site.example", "https://site.example:8443 https://www.site.example:8443"},
		{config.Config{Addr: "127.0.0.2:8080"}, "", ""},
		{config.Config{Addr: ":8080", PublicURL: "https://192.0.2.7"}, "", ""},
		{config.Config{Addr: ":8080", PublicURL: "https://[fd00::1]:8443"}, "", ""},
		{config.Config{Addr: ":8080", PublicURL: "http://site.example"}, "", ""}, // browsers require https
	} {
		name, origins := c.config.Passkeys()
		if name != c.name || strings.Join(origins, " ") != c.origins {
			t.Errorf("%+v: %q, %q", c.config, name, origins)
		}
	}
}

func TestPublishersOfSoftwareAreAListThatCanBeEmpty(t *testing.T) {
	for value, want := range map[string]string{"": "", "off": "", "Paper, vanilla,": "Paper vanilla"} {
		t.Setenv("MODYARD_HOSTING_PUBLISHERS", value)
		c, err := parse(t)
		if got := strings.Join(c.Publishers(), " "); err != nil || got != want {
			t.Errorf("%q: %q, %v", value, got, err)
		}
	}
	c, err := parse(t, "--hosting-publishers", "Fabric")
	if err != nil || len(c.Publishers()) != 1 {
		t.Errorf("%v, %v", c.Publishers(), err)
	}
}
