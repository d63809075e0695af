package blobs

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	maxKey     = 512 // bytes
	maxSegment = 200 // file systems allow 255; the store appends suffixes
)

// The faults of this package, for errors.Is.
var (
	ErrKey      = httpkit.Invalid("", "文件名不正确")
	ErrTooLarge = httpkit.Fault(httpkit.KindTooLarge, httpkit.CodeTooLarge, "文件超出大小限制")
	ErrNotFound = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "文件不存在")
)

// PrivatePrefix begins the keys of unpublished blobs, which are never served.
const PrivatePrefix = "private/"

// CheckKey says whether key may name a blob: a relative path of plain segments, without parent steps, control or
// direction characters, or suffixes that the store reserves. It returns an error that is ErrKey.
func CheckKey(key string) error {
	if why := badKey(key); why != "" {
		return fmt.Errorf("blob key %q: %s: %w", truncate(key), why, ErrKey)
	}
	return nil
}

func badKey(key string) string {
	switch {
	case key == "":
		return "empty"
	case len(key) > maxKey:
		return "too long"
	case !utf8.ValidString(key):
		return "not UTF-8"
	case strings.ContainsRune(key, '\\'):
		return "backslash"
	}
	for _, r := range key {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError {
			return "invisible character"
		}
	}
	for segment := range strings.SplitSeq(key, "/") {
		switch {
		case segment == "":
			return "empty segment"
		case strings.Trim(segment, ".") == "":
			return "segment of dots"
		case len(segment) > maxSegment:
			return "segment too long"
		}
	}
	// The store writes attributes and upload parts beside a blob, under reserved suffixes.
	lower := strings.ToLower(key)
	if strings.HasSuffix(lower, ".attrs") || strings.HasSuffix(lower, ".tmp") {
		return "reserved ending"
	}
	return ""
}

func truncate(s string) string {
	if len(s) > 80 {
		return s[:80]
	}
	return s
}

// URL is the public address of key.
func (s *Store) URL(key string) string { return s.public + Path(key) }

// Path is the path of the public address of key. A plus sign is escaped too: some programs read it as a space.
func Path(key string) string {
	segments := strings.Split(key, "/")
	for i, segment := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(segment), "+", "%2B")
	}
	return "/data/" + strings.Join(segments, "/")
}

// KeyOf is the key of an address made by URL; false for any other address. The site of this machine is named localhost
// and was 127.0.0.1 before: addresses with either are its own.
func (s *Store) KeyOf(address string) (string, bool) {
	if port, found := strings.CutPrefix(s.public, "http://localhost"); found {
		if rest, before := strings.CutPrefix(address, "http://127.0.0.1"+port+"/"); before {
			address = s.public + "/" + rest
		}
	}
	rest, found := strings.CutPrefix(address, s.public+"/data/")
	if !found {
		return "", false
	}
	key, err := url.PathUnescape(rest)
	if err != nil || CheckKey(key) != nil {
		return "", false
	}
	return key, true
}

// immutable says whether the content of key never changes: its path has a hash of the content, or it is a file of a
// published version.
func immutable(key string) bool {
	previous := ""
	for segment := range strings.SplitSeq(key, "/") {
		if previous == "versions" {
			return true
		}
		name, _, _ := strings.Cut(segment, ".")
		if len(name) >= 40 && strings.Trim(name, "0123456789abcdef") == "" {
			return true
		}
		previous = segment
	}
	return false
}
