package kurrent

import (
	"errors"
	"net/url"
	"strings"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
)

// schemes are those that the client takes.
var schemes = []string{"esdb", "kdb", "kurrent", "kurrentdb"}

// Known says whether an address is one of a KurrentDB cluster.
func Known(address string) bool {
	scheme, _, ok := strings.Cut(address, "://")
	scheme = strings.TrimSuffix(scheme, "+discover")
	for _, known := range schemes {
		if ok && scheme == known {
			return true
		}
	}
	return false
}

// Check says why an address cannot be one, without connecting and without its secrets.
func Check(address string) error {
	_, err := parse(address)
	return err
}

// parse reads a connection string. The errors of the client and of net/url repeat parts of what they were
// given, so none of their words are kept where there is a password to hide.
func parse(address string) (*kurrentdb.Configuration, error) {
	if !Known(address) {
		return nil, errors.New("it must begin with kurrentdb:// or kurrentdb+discover://")
	}
	config, err := kurrentdb.ParseConnectionString(address)
	if err != nil {
		if strings.Contains(address, "@") {
			return nil, errors.New("it cannot be understood (its parts are not shown: it holds credentials); " +
				"special characters in the user name and the password must be percent-encoded")
		}
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return nil, err
	}
	if err := config.Validate(); err != nil {
		return nil, err
	}
	// Appends and reads that follow them must meet the same node: the client's RequiresLeader does nothing.
	config.NodePreference = kurrentdb.NodePreferenceLeader
	// The client kills itself when discovery fails this often, and holds its callers meanwhile. Here one
	// goroutine discovers, once for each client, and callers wait for a client that works.
	config.MaxDiscoverAttempts = 1
	config.DiscoveryInterval = 1
	return config, nil
}
