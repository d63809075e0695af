package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/platform/archive"
)

// Modpack is the part of modrinth.index.json that rules need, without its list of files. A field that names a file has the
// path of the first one with that defect, or "?" if the path itself cannot be shown.
type Modpack struct {
	Name       string   `json:"name,omitempty"`
	Version    string   `json:"version,omitempty"`
	Game       string   `json:"game,omitempty"` // the game version
	Loaders    []string `json:"loaders,omitempty"`
	Files      int      `json:"files"`
	SHA512     []string `json:"sha512,omitempty"`     // of its files, in lower-case hexadecimal, each once, at most MaxHeld
	Hosts      []string `json:"hosts,omitempty"`      // scheme and host that files are downloaded from, at most 32
	ManyHosts  bool     `json:"manyHosts,omitempty"`  // there are more than 32
	BadPath    string   `json:"badPath,omitempty"`    // a file that is written outside of the pack, or under a name that not every system has
	Twice      string   `json:"twice,omitempty"`      // a second file of the same path; letter case does not count, as on Windows
	BadLink    string   `json:"badLink,omitempty"`    // a file without a valid https address
	NoHash     string   `json:"noHash,omitempty"`     // a file without both hashes
	BadHash    string   `json:"badHash,omitempty"`    // a file with a hash that is not hexadecimal, or too short or too long
	BadSize    string   `json:"badSize,omitempty"`    // a file whose fileSize is no whole number of bytes below 4 GiB
	BadEnv     string   `json:"badEnv,omitempty"`     // a file whose env has another word than required, optional or unsupported
	BadFormat  bool     `json:"badFormat,omitempty"`  // another format, or another game
	Unreadable bool     `json:"unreadable,omitempty"` // not JSON, of another shape, or with a member twice
	Unfilled   bool     `json:"unfilled,omitempty"`   // a template without its values; then the rest is empty
}

type modpackIndex struct {
	FormatVersion int
	Game          string
	Name          string
	VersionID     string
	Files         []json.RawMessage
	Dependencies  map[string]string
}

type modpackFile struct {
	Path      string
	Hashes    map[string]string
	Env       map[string]string
	Downloads []string
	FileSize  json.RawMessage // launchers read it as an unsigned 32-bit integer
}

// MaxHeld is how many files of a modpack are recognized by their digests.
const MaxHeld = 4096

const (
	maxHosts     = 32
	maxPackFiles = 20_000
)

var (
	sha1Form   = regexp.MustCompile(`^[0-9a-f]{40}$`)
	sha512Form = regexp.MustCompile(`^[0-9a-f]{128}$`)
)

// members reads a JSON object into fields by the exact names of its members: a launcher does not read "Files" as "files",
// so encoding/json, which does, could check another list than the one that is installed. A member that is there twice is
// an error, because programs differ in which of the two they read.
func members(data []byte, fields map[string]any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return errShape
	}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return fmt.Errorf("read member: %w", err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("read member: %w", err)
		}
		key, _ := name.(string)
		if seen[key] {
			return errShape
		}
		seen[key] = true
		if field := fields[key]; field != nil {
			if err := json.Unmarshal(value, field); err != nil {
				return fmt.Errorf("read member: %w", err)
			}
		}
	}
	return nil
}

var errShape = errors.New("not an object with each member once")

func readIndex(data []byte) (index modpackIndex, files []modpackFile, err error) {
	if !json.Valid(data) {
		return index, nil, errShape
	}
	err = members(data, map[string]any{
		"formatVersion": &index.FormatVersion, "game": &index.Game, "name": &index.Name, "versionId": &index.VersionID,
		"files": &index.Files, "dependencies": &index.Dependencies,
	})
	if err != nil || index.Dependencies == nil || len(index.Files) > maxPackFiles {
		return index, nil, errors.Join(err, errShape)
	}
	files = make([]modpackFile, len(index.Files))
	for i, raw := range index.Files {
		f := &files[i]
		if err := members(raw, map[string]any{
			"path": &f.Path, "hashes": &f.Hashes, "env": &f.Env, "downloads": &f.Downloads, "fileSize": &f.FileSize,
		}); err != nil {
			return index, nil, err
		}
	}
	return index, files, nil
}

// ParseModpack reads modrinth.index.json.
func ParseModpack(data []byte) Modpack {
	index, files, err := readIndex(data)
	if err != nil {
		unfilled := placeholder(string(data))
		return Modpack{Unfilled: unfilled, Unreadable: !unfilled}
	}
	if placeholder(index.Dependencies["minecraft"]) {
		return Modpack{Unfilled: true}
	}
	m := Modpack{
		Name: text(index.Name), Version: number(text(index.VersionID)), Game: text(index.Dependencies["minecraft"]),
		Files: len(files), BadFormat: index.FormatVersion != 1 || index.Game != "minecraft",
	}
	for _, l := range []struct{ key, loader string }{{"fabric-loader", "fabric"}, {"quilt-loader", "quilt"}, {"forge", "forge"}, {"neoforge", "neoforge"}} {
		if v := index.Dependencies[l.key]; v != "" && !placeholder(v) {
			m.Loaders = append(m.Loaders, l.loader)
		}
	}
	paths, sums := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		name := firstOf(word(f.Path, 256), "?")
		m.place(f.Path, name, paths)
		m.check(f, name)
		if sum := strings.ToLower(f.Hashes["sha512"]); sha512Form.MatchString(sum) && len(m.SHA512) < MaxHeld && !sums[sum] {
			sums[sum] = true
			m.SHA512 = append(m.SHA512, sum)
		}
		m.sources(f.Downloads, name)
	}
	slices.Sort(m.Hosts)
	return m
}

// place checks where a file is written.
func (m *Modpack) place(path, name string, seen map[string]bool) {
	if name == "?" || !archive.PortablePath(path) {
		m.BadPath = firstOf(m.BadPath, name)
	}
	folded := strings.ToLower(path)
	if seen[folded] {
		m.Twice = firstOf(m.Twice, name)
	}
	seen[folded] = true
}

// check checks what a file is.
func (m *Modpack) check(f modpackFile, name string) {
	sha1, sha512 := strings.ToLower(f.Hashes["sha1"]), strings.ToLower(f.Hashes["sha512"])
	switch {
	case sha1 == "" || sha512 == "":
		m.NoHash = firstOf(m.NoHash, name)
	case !sha1Form.MatchString(sha1) || !sha512Form.MatchString(sha512):
		m.BadHash = firstOf(m.BadHash, name)
	}
	if _, err := strconv.ParseUint(string(f.FileSize), 10, 32); err != nil {
		m.BadSize = firstOf(m.BadSize, name)
	}
	for _, side := range []string{"client", "server"} {
		if word, given := f.Env[side]; given && word != "required" && word != "optional" && word != "unsupported" {
			m.BadEnv = firstOf(m.BadEnv, name)
		}
	}
}

// sources notes the hosts that a file is downloaded from.
func (m *Modpack) sources(downloads []string, name string) {
	if len(downloads) == 0 {
		m.BadLink = firstOf(m.BadLink, name)
	}
	for _, address := range downloads {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
			m.BadLink = firstOf(m.BadLink, name)
			continue
		}
		host := u.Scheme + "://" + word(strings.ToLower(u.Host), maxWord)
		switch {
		case slices.Contains(m.Hosts, host):
		case len(m.Hosts) < maxHosts:
			m.Hosts = append(m.Hosts, host)
		default:
			m.ManyHosts = true
		}
	}
}
