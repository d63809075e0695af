package packfile

import (
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxPath = 400  // characters of a path
	maxName = 255  // characters of a name
	maxURL  = 2048 // bytes
)

var (
	// Programs, libraries, archives and fonts: what somebody may have made and not allowed to be passed on.
	concerning = regexp.MustCompile(`(?i)\.(jar|zip|litemod|mrpack|7z|rar|tar|tgz|gz|xz|bz2|zst|exe|msi|dll|so|dylib|dmg|pkg|deb|rpm|appimage|class|ttf|otf)$`)
	// Launchers and people switch files off by a further ending.
	switchedOff = regexp.MustCompile(`(?i)\.(disabled?|bak|backup|old|off|orig|tmp|[0-9]+)$`)
)

// Concerns says whether the file of a path may need the permission of somebody, by its ending: archives, programs, libraries
// and fonts, also with a further ending that only switches them off. Texts, pictures, sounds, configurations, scripts and
// saves are the author's own as far as a name can tell.
func Concerns(name string) bool {
	for range 3 {
		if concerning.MatchString(name) {
			return true
		}
		shorter := switchedOff.ReplaceAllString(name, "")
		if shorter == name {
			return false
		}
		name = shorter
	}
	return false
}

// nameOf is the last part of a path, as shown.
func nameOf(name string) string {
	return cut(shown(path.Base(strings.ReplaceAll(name, `\`, "/"))), maxName)
}

// shown is a path of a pack as rows and pages have it: of bounded length, and without characters that make it look like
// another one.
func shown(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return '�'
		}
		return r
	}, name))
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) }) {
		return "�"
	}
	return cut(name, maxPath)
}

func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// WebAddress says whether pages may link to an address: http or https, a host, no user name, no characters that hide a part.
func WebAddress(address string) bool {
	if len(address) > maxURL || !utf8.ValidString(address) || strings.ContainsFunc(address, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune(" \"<>\\", r)
	}) {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil
}
