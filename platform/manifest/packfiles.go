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

// Index is modrinth.index.json with its list of files, as a program needs it that installs the pack.
type Index struct {
	Modpack
	// Dependencies are the versions of the game and of a loader, by the names of the format.
	Dependencies map[string]string
	List         []Installable
}

// Installable is a file of an Index. URLs are as written; Server is false where the pack says that a server has no use for it.
type Installable struct {
	PackFile
	URLs   []string
	Server bool
}

// ReadIndex reads modrinth.index.json. What is wrong with it stands in the members of Modpack.
func ReadIndex(data []byte) Index {
	p := Index{Modpack: ParseModpack(data)}
	list, ok := PackFiles(data)
	index, files, err := readIndex(data)
	if !ok || err != nil {
		return p
	}
	p.Dependencies = index.Dependencies
	for i, f := range files {
		p.List = append(p.List, Installable{PackFile: list[i], URLs: f.Downloads, Server: f.Env["server"] != "unsupported"})
	}
	return p
}

func digest(written string, form *regexp.Regexp) string {
	if written = strings.ToLower(written); form.MatchString(written) {
		return written
	}
	return ""
}
