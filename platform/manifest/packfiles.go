package manifest

import (
	"regexp"
	"strconv"
	"strings"
)

// PackFile is a file that modrinth.index.json lists. Its digests and size are what the pack's author says; a launcher refuses
// another file.
type PackFile struct {
	Path   string
	SHA1   string // lower-case hexadecimal; empty if it is not one
	SHA512 string // the same
	Size   int64  // bytes; 0 if it is not a size
	URL    string // the first address; empty without any
}

// PackFiles reads the list of modrinth.index.json in its order, as strictly as ParseModpack; ok is false for another shape.
// Paths and addresses are as written.
func PackFiles(data []byte) (list []PackFile, ok bool) {
	_, files, err := readIndex(data)
	if err != nil {
		return nil, false
	}
	list = make([]PackFile, len(files))
	for i, f := range files {
		one := PackFile{Path: f.Path, SHA1: digest(f.Hashes["sha1"], sha1Form), SHA512: digest(f.Hashes["sha512"], sha512Form)}
		if size, err := strconv.ParseUint(string(f.FileSize), 10, 32); err == nil {
			one.Size = int64(size)
		}
		if len(f.Downloads) > 0 {
			one.URL = f.Downloads[0]
		}
		list[i] = one
	}
	return list, true
}

func digest(written string, form *regexp.Regexp) string {
	if written = strings.ToLower(written); form.MatchString(written) {
		return written
	}
	return ""
}
