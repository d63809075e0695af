// Package properties reads and writes files of Java properties, such as server.properties of a game server. A change touches the lines of the
// changed settings alone: comments, order, spaces and unknown lines stay byte for byte.
package properties

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxSize is the largest file that is read, in bytes.
const MaxSize = 1 << 20

// ErrTooLarge means that a file has more than MaxSize bytes.
var ErrTooLarge = errors.New("the file of properties is too large")

// File is a file of properties. The zero value is an empty one.
type File struct {
	lines []line
	// latin is true for a file that is not UTF-8: its bytes are characters of ISO-8859-1.
	latin bool
}

// line is a logical line: one setting, or a comment or blank line, which has no key. raw has its line breaks and continuations.
type line struct {
	raw        string
	key, value string
	setting    bool
}

// Parse reads a file. Its only error is ErrTooLarge: like Java, it finds a meaning in every line.
func Parse(data []byte) (*File, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(data))
	}
	f := &File{latin: !utf8.Valid(data)}
	for rest := string(data); rest != ""; {
		end := logical(rest)
		f.lines = append(f.lines, f.parse(rest[:end]))
		rest = rest[end:]
	}
	return f, nil
}

// logical is the length of the first logical line with its line break. A line that ends with an odd number of backslashes goes on in the next;
// comments and blank lines never do.
func logical(text string) int {
	end := natural(text)
	if first := strings.TrimLeft(text[:end], " \t\f"); first == "" || strings.ContainsRune("#!\r\n", rune(first[0])) {
		return end
	}
	for end < len(text) && continued(text[:end]) {
		end += natural(text[end:])
	}
	return end
}

// natural is the length of the first line with its line break.
func natural(text string) int {
	at := strings.IndexAny(text, "\r\n")
	switch {
	case at < 0:
		return len(text)
	case strings.HasPrefix(text[at:], "\r\n"):
		return at + 2
	default:
		return at + 1
	}
}

func continued(text string) bool {
	text = strings.TrimRight(text, "\r\n")
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// parse reads a logical line.
func (f *File) parse(raw string) line {
	l := line{raw: raw}
	text := joined(raw)
	if text == "" || text[0] == '#' || text[0] == '!' {
		return l
	}
	key, rest := len(text), len(text)
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			continue
		}
		if strings.IndexByte("=: \t\f", text[i]) >= 0 {
			key, rest = i, i
			break
		}
	}
	// Between key and value are spaces, with at most one equals sign or colon among them.
	value := strings.TrimLeft(text[rest:], " \t\f")
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimLeft(value[1:], " \t\f")
	}
	l.setting, l.key, l.value = true, f.unescape(text[:key]), f.unescape(value)
	return l
}

// joined is a logical line without its line breaks, continuations and leading spaces.
func joined(raw string) string {
	var b strings.Builder
	for raw != "" {
		end := natural(raw)
		text := strings.TrimLeft(strings.TrimRight(raw[:end], "\r\n"), " \t\f")
		if raw = raw[end:]; raw != "" {
			text = strings.TrimSuffix(text, `\`)
		} else if continued(text) {
			text = text[:len(text)-1] // nothing follows
		}
		b.WriteString(text)
	}
	return b.String()
}

// Get is the value of a setting. Where a key is there twice the last one holds, as in Java.
func (f *File) Get(key string) (value string, ok bool) {
	if at := f.find(key); at >= 0 {
		return f.lines[at].value, true
	}
	return "", false
}

// Values are all settings.
func (f *File) Values() map[string]string {
	out := map[string]string{}
	for _, l := range f.lines {
		if l.setting {
			out[l.key] = l.value
		}
	}
	return out
}

func (f *File) find(key string) int {
	for i, l := range slices.Backward(f.lines) {
		if l.setting && l.key == key {
			return i
		}
	}
	return -1
}

// Set gives a setting a value and tells whether that changed anything. The line of the key is replaced, or one is added at the end.
func (f *File) Set(key, value string) (changed bool) {
	l := line{raw: escape(key, true) + "=" + escape(value, false), key: key, value: value, setting: true}
	at := f.find(key)
	if at < 0 {
		if last := len(f.lines) - 1; last >= 0 {
			f.lines[last].raw = ended(f.lines[last].raw)
		}
		l.raw += "\n"
		f.lines = append(f.lines, l)
		return true
	}
	old := f.lines[at]
	if old.value == value {
		return false
	}
	l.raw += old.raw[len(strings.TrimRight(old.raw, "\r\n")):]
	f.lines[at] = l
	return true
}

// ended is a line with a line break, so that another can follow. A backslash at its end would take that line in.
func ended(raw string) string {
	if strings.HasSuffix(raw, "\n") || strings.HasSuffix(raw, "\r") {
		return raw
	}
	if first := strings.TrimLeft(raw, " \t\f"); first != "" && first[0] != '#' && first[0] != '!' && continued(raw) {
		raw = raw[:len(raw)-1]
	}
	return raw + "\n"
}

const (
	headerEnd = " server properties"
	// dateLayout is that of a browser's date in UTC.
	dateLayout = "Mon, 02 Jan 2006 15:04:05 GMT"
)

// Stamp writes the first two lines: the name of the game, and when the file was written. Those of an earlier writing are replaced.
func (f *File) Stamp(game string, now time.Time) {
	header := []line{{raw: "#" + oneLine(game) + headerEnd + "\n"}, {raw: "#" + now.UTC().Format(dateLayout) + "\n"}}
	rest := f.lines
	if len(rest) > 0 && comment(rest[0]) && strings.HasSuffix(strings.ToLower(strings.TrimRight(rest[0].raw, "\r\n")), headerEnd) {
		rest = rest[1:]
		if len(rest) > 0 && comment(rest[0]) && dated(rest[0].raw) {
			rest = rest[1:]
		}
	}
	f.lines = append(header, rest...)
}

func comment(l line) bool { return !l.setting && strings.HasPrefix(l.raw, "#") }

// dated says whether a comment is a date: that of a browser, or that of Java.
func dated(raw string) bool {
	text := strings.TrimRight(strings.TrimPrefix(raw, "#"), "\r\n")
	for _, layout := range []string{dateLayout, "Mon Jan _2 15:04:05 MST 2006", "Mon Jan 02 15:04:05 MST 2006"} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}

func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}

// Bytes is the file as it is written.
func (f *File) Bytes() []byte {
	var b strings.Builder
	for _, l := range f.lines {
		b.WriteString(l.raw)
	}
	return []byte(b.String())
}
