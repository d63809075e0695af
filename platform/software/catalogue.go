package software

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/modyard/modyard/platform/outbound"
)

// Limits of a catalogue file.
const (
	MaxCatalogueBytes = 4 << 20
	maxReleases       = 10_000
	maxReleaseFiles   = 1000
	maxPathBytes      = 1024
)

// ParseCatalogue reads a catalogue file: an object with the one member releases, a list of objects. Of one loader, a release is newer than those behind it.
//
//	loader          a name in any case
//	game            the version of the game
//	loader_version  optional: a loader without versions of its own has none
//	stable          optional: true
//	kind            jar or stand-in
//	jar             only and always with kind jar: the path that is started, one of the files
//	files           optional with kind stand-in: a list of path, url (https, port 443), optionally size, and one of sha512, sha256 and sha1
//
// Names are exact and none is there twice. Each error is a *FaultError.
func ParseCatalogue(raw []byte) (Source, error) {
	entries, err := parseCatalogue(raw)
	if err != nil {
		return nil, err
	}
	return entries, nil
}

func parseCatalogue(raw []byte) (fixed, error) {
	if len(raw) > MaxCatalogueBytes {
		return nil, fault("", "more than %d bytes", MaxCatalogueBytes)
	}
	out := fixed{}
	seen := map[[3]string]bool{}
	release := func(d *json.Decoder, place string) error {
		e, err := parseRelease(d, place)
		if err != nil {
			return err
		}
		key := [3]string{e.Loader, e.GameVersion, e.LoaderVersion}
		if seen[key] {
			return fault(place, "%s is there twice", strings.Join(strings.Fields(strings.Join(key[:], " ")), " "))
		}
		seen[key] = true
		out = append(out, e)
		return nil
	}
	err := document(raw, func(d *json.Decoder, place string) error {
		return object(d, place, member{name: "releases", read: list(maxReleases, release)})
	})
	return out, err
}

func parseRelease(d *json.Decoder, place string) (Entry, error) {
	e := Entry{Stable: true}
	file := func(d *json.Decoder, place string) error {
		f, err := parseFile(d, place)
		e.Files = append(e.Files, f)
		return err
	}
	err := object(d, place,
		member{name: "loader", read: text(&e.Loader, checkLoader)},
		member{name: "game", read: text(&e.GameVersion, checkVersion)},
		member{name: "loader_version", optional: true, read: text(&e.LoaderVersion, checkVersion)},
		member{name: "stable", optional: true, read: truth(&e.Stable)},
		member{name: "kind", read: text(&e.Kind, checkKind)},
		member{name: "jar", optional: true, read: text(&e.Jar, checkPath)},
		member{name: "files", optional: true, read: list(maxReleaseFiles, file)},
	)
	if err != nil {
		return e, err
	}
	e.Loader, _ = Normal(e.Loader)
	return e, checkFiles(place, e.Release)
}

// checkFiles checks what the members say together.
func checkFiles(place string, r Release) error {
	paths := map[string]bool{}
	for i, f := range r.Files {
		if paths[f.Path] {
			return fault(fmt.Sprintf("%s.files[%d].path", place, i), "it is there twice")
		}
		paths[f.Path] = true
	}
	for i, f := range r.Files {
		for at := strings.LastIndexByte(f.Path, '/'); at > 0; at = strings.LastIndexByte(f.Path[:at], '/') {
			if paths[f.Path[:at]] {
				return fault(fmt.Sprintf("%s.files[%d].path", place, i), "its folder is a file")
			}
		}
	}
	switch {
	case r.Kind == KindStandIn && r.Jar != "":
		return fault(place+".jar", "a stand-in has none")
	case r.Kind == KindJar && !paths[r.Jar]:
		return fault(place+".jar", "it must be one of the files")
	}
	return nil
}

func parseFile(d *json.Decoder, place string) (File, error) {
	var f File
	hash := func(algorithm string) member {
		return member{name: algorithm, optional: true, read: func(d *json.Decoder, place string) error {
			if f.Hash != "" {
				return fault(place, "there is another hash")
			}
			f.Algorithm = algorithm
			return text(&f.Hash, func(s string) error {
				if !validHash(algorithm, s) {
					return errors.New("it is no hexadecimal hash of that kind")
				}
				return nil
			})(d, place)
		}}
	}
	err := object(d, place,
		member{name: "path", read: text(&f.Path, checkPath)},
		member{name: "url", read: text(&f.URL, checkAddress)},
		member{name: "size", optional: true, read: count(&f.Size, MaxFile)},
		hash("sha512"), hash("sha256"), hash("sha1"),
	)
	if err == nil && f.Hash == "" {
		err = fault(place, "one of sha512, sha256 and sha1 is missing")
	}
	f.Hash = strings.ToLower(f.Hash)
	return f, err
}

func checkLoader(s string) error {
	if _, ok := Normal(s); !ok {
		return fmt.Errorf("it must be one of %s", strings.Join(order(), ", "))
	}
	return nil
}

func checkVersion(s string) error {
	if !ValidVersion(s) {
		return errors.New("it must be 1 to 64 letters, digits and .+_- and begin with a letter or digit")
	}
	return nil
}

func checkKind(s string) error {
	if s != KindJar && s != KindStandIn {
		return fmt.Errorf("it must be %s or %s", KindJar, KindStandIn)
	}
	return nil
}

// checkPath checks a path in a server's folder by the rules of its files.
func checkPath(s string) error {
	long := func(name string) bool { return len(name) > 255 }
	odd := func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == '\\' || r == unicode.ReplacementChar
	}
	if s == "." || len(s) > maxPathBytes || !fs.ValidPath(s) || strings.ContainsFunc(s, odd) || slices.ContainsFunc(strings.Split(s, "/"), long) {
		return errors.New("it is no path such as libraries/server.jar")
	}
	return nil
}

func checkAddress(s string) error {
	u, err := outbound.Policy{}.Parse(s)
	if err != nil {
		return err
	}
	if u.Port() != "" && u.Port() != "443" || u.String() != s {
		return errors.New("it must be an https address in its usual form, at port 443")
	}
	return nil
}
