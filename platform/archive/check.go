package archive

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxName     = 4096
	flagCrypted = 1
	localHeader = 30 // bytes before the name of an entry
)

// unique are the files that a launcher or a game reads by name: with duplicates, two programs could read different
// contents.
func unique(name string) bool {
	switch name {
	case "fabric.mod.json", "quilt.mod.json", "META-INF/mods.toml", "META-INF/neoforge.mods.toml", "META-INF/MANIFEST.MF",
		"mcmod.info", "litemod.json", "riftmod.json", "plugin.yml", "paper-plugin.yml", "bungee.yml", "velocity-plugin.json",
		"META-INF/sponge_plugins.json", "pack.mcmeta", "modrinth.index.json":
		return true
	}
	return false
}

func (a *Archive) check(ctx context.Context, files []*zip.File, size int64) error {
	if len(files) > a.limits.Entries {
		return &Error{Kind: TooManyEntries}
	}
	var unpacked, packed uint64
	repeated := map[string]bool{}
	for _, f := range files {
		a.decode(f)
		if err := a.checkEntry(f); err != nil {
			return err
		}
		unpacked += f.UncompressedSize64
		packed += f.CompressedSize64
		if most := uint64(a.limits.Unpacked); f.UncompressedSize64 > most || unpacked > most {
			return &Error{Kind: TooLarge}
		}
		if f.CompressedSize64 > uint64(size) || packed > uint64(size) {
			return &Error{Kind: Overlap}
		}
		if strings.HasSuffix(f.Name, "/") {
			a.folders = append(a.folders, f.Name)
			continue
		}
		if a.files[f.Name] == nil {
			a.files[f.Name] = f
			a.names = append(a.names, f.Name)
		} else if unique(f.Name) {
			return &Error{Kind: Duplicate, Name: f.Name}
		} else if !repeated[f.Name] {
			repeated[f.Name] = true
			a.again = append(a.again, f.Name)
		}
	}
	if len(a.names) == 0 {
		return &Error{Kind: Empty}
	}
	if unpacked > uint64(a.limits.Small) && unpacked/uint64(a.limits.Ratio) > packed {
		return &Error{Kind: Bomb}
	}
	return overlap(ctx, files)
}

// decode gives an entry a name in UTF-8, if it has none and one is known.
func (a *Archive) decode(f *zip.File) {
	if utf8.ValidString(f.Name) || a.limits.Names == nil {
		return
	}
	if name := unicodeName(f); utf8.ValidString(name) {
		f.Name = name
	} else if name, ok := a.limits.Names(f.Name); ok {
		f.Name = name
	}
}

func (a *Archive) checkEntry(f *zip.File) error {
	switch {
	case !utf8.ValidString(f.Name):
		return &Error{Kind: BadEncoding}
	case !SafePath(strings.TrimSuffix(f.Name, "/")):
		return &Error{Kind: BadName, Name: Shown(f.Name)}
	case !SafePath(strings.TrimSuffix(unicodeName(f), "/")):
		return &Error{Kind: BadName, Name: Shown(unicodeName(f))}
	case f.Flags&flagCrypted != 0:
		return &Error{Kind: Encrypted, Name: Shown(f.Name)}
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return &Error{Kind: Method, Name: Shown(f.Name)}
	}
	return nil
}

// overlap finds entries that share bytes: a bomb can reference one compressed block a million times.
func overlap(ctx context.Context, files []*zip.File) error {
	type span struct{ from, to int64 }
	spans := make([]span, 0, len(files))
	for i, f := range files {
		if i%1024 == 0 && ctx.Err() != nil {
			return fmt.Errorf("check archive: %w", ctx.Err())
		}
		at, err := f.DataOffset()
		if err != nil {
			return entryFailure(ctx, Shown(f.Name), err)
		}
		spans = append(spans, span{at - localHeader, at + int64(f.CompressedSize64)})
	}
	slices.SortFunc(spans, func(x, y span) int {
		if x.from != y.from {
			return int(min(max(x.from-y.from, -1), 1))
		}
		return int(min(max(x.to-y.to, -1), 1))
	})
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return &Error{Kind: Overlap}
		}
	}
	return nil
}

// SafePath says whether the path of a file stays inside of the folder that it is unpacked into, and means the same file on
// every operating system. It is relative, with slashes between segments that are neither empty nor "." nor "..", and has no
// backslash, colon or NUL.
func SafePath(name string) bool {
	if len(name) > maxName || !utf8.ValidString(name) || strings.ContainsAny(name, "\\:\x00") {
		return false
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// PortablePath says whether a file can also be created under a SafePath on every operating system: no segment ends with a dot
// or a space, is the name of a device on Windows, or has a control character, a mark of writing direction or one of <>"|?*.
// Files of a jar, which nobody unpacks, need not have such paths.
func PortablePath(name string) bool {
	if !SafePath(name) || strings.ContainsFunc(name, unportable) {
		return false
	}
	for segment := range strings.SplitSeq(name, "/") {
		base, _, _ := strings.Cut(segment, ".")
		if strings.HasSuffix(segment, ".") || strings.HasSuffix(segment, " ") || device.MatchString(strings.TrimRight(base, " ")) {
			return false
		}
	}
	return true
}

// SamePlace is the first of some paths of files that is another one's on some operating system, or lies within it as if it were a
// folder: which of the two is there afterwards is not known. Case and the composition of characters are no difference. Empty if
// there is none.
func SamePlace(names []string) string {
	files, folders := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		place := norm.NFC.String(strings.ToLower(name))
		if files[place] || folders[place] {
			return name
		}
		files[place] = true
		for i := range len(place) {
			if place[i] != '/' {
				continue
			}
			if files[place[:i]] {
				return name
			}
			folders[place[:i]] = true
		}
	}
	return ""
}

var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$`)

func unportable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune(`<>"|?*`, r)
}

// unicodeName is the name that the extra field 0x7075 gives an entry: many programs prefer it to the name in the header.
// Without the field it is the name in the header.
func unicodeName(f *zip.File) string {
	const field, head = 0x7075, 5 // version, CRC-32 of the name in the header
	for extra := f.Extra; len(extra) >= 4; {
		size := int(binary.LittleEndian.Uint16(extra[2:]))
		if 4+size > len(extra) {
			break
		}
		if binary.LittleEndian.Uint16(extra) == field && size > head {
			return string(extra[4+head : 4+size])
		}
		extra = extra[4+size:]
	}
	return f.Name
}

// Shown is a name for error texts: short, on one line, without direction marks.
func Shown(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return '�'
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return name
}
