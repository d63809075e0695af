package fleet

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/contract/node"
)

// runtimes lists the Java runtimes, such as "lts21/temurin".
func (f *Fleet) runtimes() []string {
	found, err := filepath.Glob(filepath.Join(f.options.Java, "*", "*", "bin", "java"))
	if err != nil {
		return nil // the pattern is a constant
	}
	var all []string
	for _, path := range found {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
			continue
		}
		if name, err := filepath.Rel(f.options.Java, filepath.Dir(filepath.Dir(path))); err == nil {
			all = append(all, filepath.ToSlash(name))
		}
	}
	slices.Sort(all)
	return all
}

// java finds the runtime of a server. Without a version it is that of the game's version; without a build it is any.
func (f *Fleet) java(d node.Desired) (path string, found bool) {
	version := d.Startup.JDKVersion
	if version == "" {
		version = javaOf(d.Software.GameVersion)
	}
	for _, name := range f.runtimes() {
		v, build, _ := strings.Cut(name, "/")
		if v == version && (d.Startup.JDKBuild == "" || d.Startup.JDKBuild == build) {
			return filepath.Join(f.options.Java, filepath.FromSlash(name), "bin", "java"), true
		}
	}
	return "", false
}

// javaOf is the version of Java that a version of the game needs. Unknown versions are taken for new ones.
func javaOf(game string) string {
	first, rest, _ := strings.Cut(game, ".")
	second, third, _ := strings.Cut(rest, ".")
	n := func(part string) int {
		end := strings.IndexFunc(part+" ", func(r rune) bool { return r < '0' || r > '9' })
		v, _ := strconv.Atoi(part[:end]) // 0 if there is none
		return v
	}
	if strings.Trim(first, "0123456789") != "" {
		first = "" // a snapshot
	}
	switch major, minor, patch := n(first), n(second), n(third); {
	case major > 1:
		return "lts25"
	case major < 1 || minor > 20 || minor == 20 && patch >= 5:
		return "lts21"
	case minor >= 17:
		return "lts17"
	default:
		return "lts8"
	}
}
