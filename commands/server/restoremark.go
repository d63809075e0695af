package server

import (
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/server"
)

// A restore writes a file with a token for the node whose id has, behind that of the credential, what is restored: "Credent1.4711" is a file as of
// the revision 4711, "Credent1.4711.pvp" one setting. The node reports the id with the change, and nobody but the site can sign such a token.

// marked is the id of a credential with what it restores.
func marked(credential string, c server.RequestConfigurationRestore) string {
	id := credential + "." + strconv.FormatInt(c.Revision, 10)
	if c.Key != "" {
		id += "." + c.Key
	}
	return id
}

// unmarked is the credential in an id, and what is restored by it; nil for nothing.
func unmarked(id string) (credential string, restored *server.ConfigurationRestored) {
	credential, rest, is := strings.Cut(id, ".")
	if !is {
		return credential, nil
	}
	number, key, _ := strings.Cut(rest, ".")
	revision, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return credential, nil
	}
	return credential, &server.ConfigurationRestored{Revision: revision, Key: key}
}
