package fetch

import (
	"crypto/md5"  //nolint:gosec // of publishers that say no other
	"crypto/sha1" //nolint:gosec // beside SHA-512, because packs name both
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

// check is a hash that a content must have.
type check struct {
	of   hash.Hash
	want string
}

func (c check) holds() bool { return strings.EqualFold(hex.EncodeToString(c.of.Sum(nil)), c.want) }

// checks are those of a source. A content without any is only taken from a public source.
func (s Source) checks() ([]check, error) {
	all := []check{{sha512.New(), s.SHA512}}
	switch {
	case s.Public && s.SHA512 == "" && s.Algorithm == "" && s.Hash == "":
		return nil, nil
	case s.Public && s.SHA512 == "":
		h := hashOf(s.Algorithm)
		if h == nil {
			return nil, fmt.Errorf("%w: its hash is a %.20q", ErrSource, s.Algorithm)
		}
		all = []check{{h, s.Hash}}
	case s.SHA1 != "":
		all = append(all, check{sha1.New(), s.SHA1}) //nolint:gosec // see its import
	}
	for _, c := range all {
		if _, err := hex.DecodeString(c.want); err != nil || len(c.want) != 2*c.of.Size() {
			return nil, fmt.Errorf("%w: its hash is missing", ErrSource)
		}
	}
	return all, nil
}

func hashOf(algorithm string) hash.Hash {
	switch algorithm {
	case "sha512":
		return sha512.New()
	case "sha256":
		return sha256.New()
	case "sha1":
		return sha1.New() //nolint:gosec // see its import
	case "md5":
		return md5.New() //nolint:gosec // see its import
	}
	return nil
}
