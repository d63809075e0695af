package geo_test

import (
	"bytes"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"testing"

	"github.com/maxmind/mmdbwriter"
	"github.com/maxmind/mmdbwriter/mmdbtype"

	"github.com/modyard/modyard/platform/geo"
)

func TestWithoutAFileNoCountryIsKnown(t *testing.T) {
	c, err := geo.Open("")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Of(netip.MustParseAddr("192.0.2.1")); got != "" {
		t.Errorf("got %q", got)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestAFileThatIsNoDatabaseIsAnErrorAtTheStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "countries.mmdb")
	if err := os.WriteFile(path, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, filepath.Join(t.TempDir(), "missing.mmdb")} {
		if _, err := geo.Open(path); err == nil {
			t.Errorf("%s was opened", path)
		}
	}
}

func TestTheCountryOfAnAddressIsThatOfItsNetwork(t *testing.T) {
	tree, err := mmdbwriter.New(mmdbwriter.Options{DatabaseType: "GeoLite2-Country"})
	if err != nil {
		t.Fatal(err)
	}
	for network, code := range map[string]mmdbtype.DataType{
		"1.0.0.0/24": mmdbtype.String("CN"), "2001:200::/32": mmdbtype.String("JP"), "1.0.1.0/24": mmdbtype.String("<script>"), "1.0.2.0/24": mmdbtype.Uint32(7),
	} {
		_, ipNet, err := net.ParseCIDR(network)
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Insert(ipNet, mmdbtype.Map{"country": mmdbtype.Map{"iso_code": code}}); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if _, err := tree.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "countries.mmdb")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := geo.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for address, want := range map[string]string{
		"1.0.0.7": "CN", "::ffff:1.0.0.7": "CN", "2001:200::1": "JP", "8.8.8.8": "", "1.0.1.1": "", "1.0.2.1": "",
	} {
		if got := c.Of(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is in %q, want %q", address, got, want)
		}
	}
	if got := c.Of(netip.Addr{}); got != "" {
		t.Errorf("no address is in %q", got)
	}
}
