package project

import (
	"slices"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
)

// digest is a hash algorithm of file lookups.
type digest string

const (
	sha1   digest = "sha1"
	sha512 digest = "sha512"
)

func (d digest) length() int {
	if d == sha512 {
		return 128
	}
	return 40
}

// readDigest uses the named algorithm, otherwise the one with hashes as long as the example.
func readDigest(name, example string) (digest, error) {
	switch digest(strings.ToLower(name)) {
	case sha1:
		return sha1, nil
	case sha512:
		return sha512, nil
	case "":
		if len(example) == sha512.length() {
			return sha512, nil
		}
		return sha1, nil
	}
	return "", httpkit.Invalid("algorithm", "参数 algorithm 应为 sha1 或 sha512")
}

// normal is a hash as it is stored, or "" for an invalid one.
func (d digest) normal(hash string) string {
	if len(hash) != d.length() {
		return ""
	}
	hash = strings.ToLower(hash)
	for _, c := range []byte(hash) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return ""
		}
	}
	return hash
}

// HashIn is a request with the hash of a file.
type HashIn struct {
	Hash      string `path:"hash"`
	Algorithm string `query:"algorithm" doc:"sha1 或 sha512，不分大小写，默认按长度判断"`
}

// read is the hash in its stored form, with its algorithm.
func (in HashIn) read() (digest, string, error) {
	d, err := readDigest(in.Algorithm, in.Hash)
	if err != nil {
		return "", "", err
	}
	hash := d.normal(in.Hash)
	if hash == "" {
		return "", "", httpkit.NotFound()
	}
	return d, hash, nil
}

// hashes are the hashes of a bulk request: each stored form with the forms in which it was given.
type hashes struct {
	stored []string
	given  map[string][]string
}

// spread gives the first parts of each stored hash, at most limit, to every form in which it was given.
func (h hashes) spread(list []part, limit int) map[string][]part {
	out := map[string][]part{}
	for _, p := range list {
		for _, given := range h.given[p.Key] {
			if len(out[given]) < limit {
				out[given] = append(out[given], p)
			}
		}
	}
	return out
}

func readHashes(algorithm string, list []string) (digest, hashes, error) {
	h := hashes{given: map[string][]string{}, stored: []string{}}
	if len(list) > httpkit.MaxIDs {
		return "", h, httpkit.Invalid("hashes", "字段 hashes 不能超过 1000 项")
	}
	example := ""
	if len(list) > 0 {
		example = list[0]
	}
	d, err := readDigest(algorithm, example)
	if err != nil {
		return "", h, err
	}
	for _, raw := range list {
		hash := d.normal(raw)
		if hash == "" {
			continue // treated like a hash of no file
		}
		if _, seen := h.given[hash]; !seen {
			h.stored = append(h.stored, hash)
		}
		if !slices.Contains(h.given[hash], raw) {
			h.given[hash] = append(h.given[hash], raw)
		}
	}
	return d, h, nil
}
