package manifest

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/modyard/modyard/platform/archive"
)

// Modpack is the part of modrinth.index.json that rules need, without its list of files.
type Modpack struct {
	Name       string   `json:"name,omitempty"`
	Version    string   `json:"version,omitempty"`
	Game       string   `json:"game,omitempty"` // the game version
	Loaders    []string `json:"loaders,omitempty"`
	Files      int      `json:"files"`
	SHA512     []string `json:"sha512,omitempty"`     // of its files, in lower-case hexadecimal, each once, at most MaxHeld
	Hosts      []string `json:"hosts,omitempty"`      // scheme and host that files are downloaded from, at most 32
	ManyHosts  bool     `json:"manyHosts,omitempty"`  // there are more than 32
	BadPath    string   `json:"badPath,omitempty"`    // a file that would be written outside of the pack
	BadLink    string   `json:"badLink,omitempty"`    // a file without a valid https address
	NoHash     string   `json:"noHash,omitempty"`     // a file without both hashes
	BadFormat  bool     `json:"badFormat,omitempty"`  // another format, or another game
	Unreadable bool     `json:"unreadable,omitempty"` // not JSON, or of another shape
	Unfilled   bool     `json:"unfilled,omitempty"`   // a template without its values; then the rest is empty
}

type modpackIndex struct {
	FormatVersion int    `json:"formatVersion"`
	Game          string `json:"game"`
	Name          string `json:"name"`
	VersionID     string `json:"versionId"`
	Files         []struct {
		Path      string            `json:"path"`
		Hashes    map[string]string `json:"hashes"`
		Downloads []string          `json:"downloads"`
	} `json:"files"`
	Dependencies map[string]string `json:"dependencies"`
}

// MaxHeld is how many files of a modpack are recognized by their digests.
const MaxHeld = 4096

const (
	maxHosts     = 32
	maxPackFiles = 20_000
)

var sha512Form = regexp.MustCompile(`^[0-9a-f]{128}$`)

// ParseModpack reads modrinth.index.json.
func ParseModpack(data []byte) Modpack {
	var index modpackIndex
	if json.Unmarshal(data, &index) != nil || index.Dependencies == nil || len(index.Files) > maxPackFiles {
		unfilled := placeholder(string(data))
		return Modpack{Unfilled: unfilled, Unreadable: !unfilled}
	}
	if placeholder(index.Dependencies["minecraft"]) {
		return Modpack{Unfilled: true}
	}
	m := Modpack{
		Name: text(index.Name), Version: number(text(index.VersionID)), Game: text(index.Dependencies["minecraft"]),
		Files: len(index.Files), BadFormat: index.FormatVersion != 1 || index.Game != "minecraft",
	}
	for _, l := range []struct{ key, loader string }{{"fabric-loader", "fabric"}, {"quilt-loader", "quilt"}, {"forge", "forge"}, {"neoforge", "neoforge"}} {
		if v := index.Dependencies[l.key]; v != "" && !placeholder(v) {
			m.Loaders = append(m.Loaders, l.loader)
		}
	}
	seen := map[string]bool{}
	for _, f := range index.Files {
		name := word(f.Path, 256)
		if name == "" || !archive.SafePath(f.Path) {
			m.BadPath = firstOf(m.BadPath, name, "?")
		}
		if len(f.Hashes["sha1"]) != 40 || len(f.Hashes["sha512"]) != 128 {
			m.NoHash = firstOf(m.NoHash, name, "?")
		}
		if sum := strings.ToLower(f.Hashes["sha512"]); sha512Form.MatchString(sum) && len(m.SHA512) < MaxHeld && !seen[sum] {
			seen[sum] = true
			m.SHA512 = append(m.SHA512, sum)
		}
		if len(f.Downloads) == 0 {
			m.BadLink = firstOf(m.BadLink, name, "?")
		}
		for _, address := range f.Downloads {
			u, err := url.Parse(address)
			if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
				m.BadLink = firstOf(m.BadLink, name, "?")
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
	slices.Sort(m.Hosts)
	return m
}
