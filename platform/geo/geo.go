// Package geo says in which country a network is, by a MaxMind database file.
package geo

import (
	"fmt"
	"net/netip"

	"github.com/oschwald/maxminddb-golang/v2"
)

// Countries is an opened database. The zero value knows no country. It is safe for concurrent use.
type Countries struct{ file *maxminddb.Reader }

// Open opens a file of MaxMind's format that has countries, such as GeoLite2-Country.mmdb. Without a path no country is known.
func Open(path string) (Countries, error) {
	if path == "" {
		return Countries{}, nil
	}
	file, err := maxminddb.Open(path)
	if err != nil {
		return Countries{}, fmt.Errorf("open the database of countries: %w", err)
	}
	return Countries{file}, nil
}

// Close closes the file.
func (c Countries) Close() error {
	if c.file == nil {
		return nil
	}
	return c.file.Close()
}

// Of is the country of an address: two letters of ISO 3166-1, or empty where it is unknown.
func (c Countries) Of(address netip.Addr) string {
	if c.file == nil || !address.IsValid() {
		return ""
	}
	var code string
	if err := c.file.Lookup(address.Unmap()).DecodePath(&code, "country", "iso_code"); err != nil || !isCode(code) {
		return "" // a damaged part of the file stops no download
	}
	return code
}

func isCode(s string) bool {
	return len(s) == 2 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z'
}
