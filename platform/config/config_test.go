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
	if err != nil || c.Addr != "127.0.0.1:8080" || c.DataDir != "./data" || c.Game != "Minecraft" || c.Public() != "http://127.0.0.1:8080" {
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
		{"--database-owner-url", "postgres://owner@db/modyard"},
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
	c.DatabaseURL = "postgres://program:hunter2@db:5432/modyard?sslmode=require&password=hunter2"
	c.DatabaseOwnerURL = "postgres://owner:hunter2@db:5432/modyard"
	c.SMTPURL = "smtps://me%40x:hunter2@mail"
	c.BlobURL = "s3://bucket?region=cn&secret_key=hunter2"
	c.LogURL = "host=db user=me password='hunter2 hunter2' dbname=x"
	c.ElasticsearchURL = "http://ho st:hunter2@x"
	out := c.Redacted()
	if strings.Contains(out, "hunter2") {
		t.Fatalf("a secret is shown:\n%s", out)
	}
	for _, want := range []string{"MODYARD_DATABASE_URL=postgres://program:***@db:5432/modyard?", "sslmode=require", "region=cn", "MODYARD_GAME=Minecraft\n", "dbname=x"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	if got, want := strings.Count(out, "\n"), 18; got != want {
		t.Errorf("%d lines, want one for each of %d settings", got, want)
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
	if got, err := (config.Config{}).Proxies(); err != nil || got != nil {
		t.Error(got, err)
	}
}
