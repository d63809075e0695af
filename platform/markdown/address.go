package markdown

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAddress bounds an address in bytes, and so the time that is spent on one that is not. A longer one is text.
const maxAddress = 2048

// maxBracket bounds what stands between the brackets of an address in the same way.
const maxBracket = 256

// The bounds of names, in bytes.
const (
	maxHost     = 253
	maxLabel    = 63
	maxMailName = 64
)

// webAddress is the length of the address at the start of b, which follows its scheme and two slashes and whose name has
// at least so many labels; 0 where there is none. It ends before a space, before punctuation of Chinese, before a
// bracket that has no partner in it, and before marks of Markdown.
func webAddress(b []byte, labels int) int {
	n := hostLength(b, labels)
	if n == 0 {
		return 0
	}
	n += portLength(b[n:])
	if n == len(b) {
		return n
	}
	switch b[n] {
	case '@': // what looked like the name is an account
		return 0
	case '/', '?', '#':
		path := pathLength(b[n:])
		if path < 0 {
			return 0
		}
		return n + path
	}
	return n
}

// hostLength is the length of the name at the start of b, or of its four numbers; 0 where it has fewer labels.
func hostLength(b []byte, atLeast int) int {
	b = b[:min(len(b), maxHost+1)]
	end, labels, numbers := 0, 0, 0
	var last []byte
	for at := 0; ; at = end + 1 {
		n := labelLength(b[at:], labels == 0)
		if n == 0 {
			break
		}
		// Chinese after a name is no part of it: such a label follows another one, as in 例子.中国, or stands before one.
		if next := at + n; labels > 0 && isForeign(b[at:]) && !isForeign(last) && (next == len(b) || b[next] != '.' || labelLength(b[next+1:], false) == 0) {
			break
		}
		last = b[at : at+n]
		labels++
		if len(bytes.Trim(last, "0123456789")) == 0 {
			numbers++
		}
		end = at + n
		if n > maxLabel || end > maxHost {
			return 0
		}
		if end == len(b) || b[end] != '.' {
			break
		}
	}
	if labels >= atLeast && (endsName(last) || numbers == 4 && labels == 4) {
		return end
	}
	return 0
}

// endsName says whether a label can be a top-level domain.
func endsName(label []byte) bool {
	if isForeign(label) || bytes.HasPrefix(bytes.ToLower(label), []byte("xn--")) {
		return true
	}
	return len(label) > 1 && bytes.IndexFunc(label, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// isForeign says whether a label starts with a letter that is not ASCII.
func isForeign(label []byte) bool { return len(label) > 0 && label[0] >= utf8.RuneSelf }

// labelLength is the length of the label at the start of b. Its letters are all ASCII or begin with one that is not,
// unless they may be mixed.
func labelLength(b []byte, mixed bool) int {
	mixed = mixed || isForeign(b)
	n := 0
	for n < len(b) {
		c := b[n]
		if isAlnum(c) || c == '-' || c == '_' {
			n++
			continue
		}
		r, size := utf8.DecodeRune(b[n:])
		if c < utf8.RuneSelf || !mixed || !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number) {
			break
		}
		n += size
	}
	return len(bytes.TrimRight(b[:n], "-_"))
}

// portLength is the length of a colon and a number; 0 where there is none.
func portLength(b []byte) int {
	n := 1
	for n < len(b) && n < 6 && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	if len(b) == 0 || b[0] != ':' || n == 1 {
		return 0
	}
	return n
}

// pathLength is the length of the path, query and fragment at the start of b, negative where they are too long.
func pathLength(b []byte) int {
	var open []int     // the positions of the brackets that are open
	n, foreign := 0, 0 // the start of the run of characters that are not ASCII before n
scan:
	for n < len(b) {
		if len(open) > 0 && n-open[0] > maxBracket {
			break
		}
		if n > maxAddress {
			return -1
		}
		c := b[n]
		if c >= utf8.RuneSelf {
			size := foreignLength(b[n:])
			if size == 0 {
				break
			}
			if b[n-1] < utf8.RuneSelf {
				foreign = n
			}
			n += size
			continue
		}
		if foreign > 0 && b[n-1] >= utf8.RuneSelf && startsAddress(b[n:]) { // …/a或https://…
			n = foreign
			break
		}
		switch c {
		case '(', '[', '{':
			open = append(open, n)
		case ')', ']', '}':
			if len(open) == 0 || closing(b[open[len(open)-1]]) != c {
				break scan
			}
			if c == ']' && n+1 < len(b) && b[n+1] == '(' { // the text of a link
				break scan
			}
			open = open[:len(open)-1]
		default:
			if !inPath(b, n) {
				break scan
			}
		}
		n++
	}
	if len(open) > 0 {
		n = open[0]
	}
	return len(trimAddress(b[:n]))
}

// startsAddress says whether b starts with the scheme of an address of the web.
func startsAddress(b []byte) bool {
	return bytes.HasPrefix(b, []byte("https://")) || bytes.HasPrefix(b, []byte("http://"))
}

// inPath says whether the ASCII character at n, no bracket, is part of an address.
func inPath(b []byte, n int) bool {
	next := byte(' ')
	if n+1 < len(b) {
		next = b[n+1]
	}
	switch b[n] {
	case '"', '<', '>', '\\', '^', '`', '|', 0x7F:
		return false
	case '*': // of emphasis, unless it stands within a word
		return isAlnum(next) || next == '/'
	case '~':
		return next != '~'
	case ',', ';', '!', '?', '\'': // before Chinese they end a sentence
		return next < utf8.RuneSelf
	}
	return b[n] > ' '
}

// foreignLength is the length of the character at the start of b, which is not ASCII, where an address may have it: a
// letter, a mark, a number, or the dot between the parts of a name.
func foreignLength(b []byte) int {
	r, size := utf8.DecodeRune(b)
	if unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number) {
		return size
	}
	if r == '·' {
		if next, _ := utf8.DecodeRune(b[size:]); next >= utf8.RuneSelf && unicode.IsLetter(next) {
			return size
		}
	}
	return 0
}

func closing(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// trimAddress cuts off the punctuation that ends a sentence or a mark rather than an address.
func trimAddress(b []byte) []byte {
	for len(b) > 0 {
		last := b[len(b)-1]
		if strings.IndexByte("?!.,:*_~'", last) >= 0 {
			b = b[:len(b)-1]
			continue
		}
		if last != ';' {
			break
		}
		name := bytes.TrimRightFunc(b[:len(b)-1], func(r rune) bool { return r < utf8.RuneSelf && isAlnum(byte(r)) })
		if n := len(name); n > 0 && n < len(b)-1 && name[n-1] == '&' {
			b = name[:n-1]
		} else {
			b = b[:len(b)-1]
		}
	}
	return b
}

// webScheme is the length of the scheme of an address of the web at the end of b.
func webScheme(b []byte) int {
	for _, scheme := range []string{"https", "http"} {
		if n := len(scheme); len(b) >= n && bytes.EqualFold(b[len(b)-n:], []byte(scheme)) {
			if rest := b[:len(b)-n]; len(rest) == 0 || !isAlnum(rest[len(rest)-1]) && rest[len(rest)-1] != '+' {
				return n
			}
			return 0
		}
	}
	return 0
}

// webName is the length of the first label of a name of the web at the end of b, where no other name goes on.
func webName(b []byte) int {
	const name = "www"
	n := len(b) - len(name)
	if n < 0 || !bytes.EqualFold(b[n:], []byte(name)) || n > 0 && (isAlnum(b[n-1]) || strings.IndexByte("-_./@+%&=#?\\", b[n-1]) >= 0) {
		return 0
	}
	return len(name)
}

// mailName is the length of the name of a mailbox at the end of b.
func mailName(b []byte) int {
	n := len(b)
	for n > 0 && len(b)-n <= maxMailName && (isAlnum(b[n-1]) || strings.IndexByte("._+-%", b[n-1]) >= 0) {
		n--
	}
	if n > 0 && b[n-1] == '/' || len(b)-n > maxMailName || inAccount(b[:n]) {
		return 0
	}
	for n < len(b) && !isAlnum(b[n]) {
		n++
	}
	return len(b) - n
}

// inAccount says whether b ends with the name of an account, a colon, and a part of its password, as in
// https://name:password@host.example: what follows is no mailbox.
func inAccount(b []byte) bool {
	b = b[max(0, len(b)-2*maxMailName):]
	at := bytes.LastIndex(b, []byte(afterScheme))
	if at < 0 {
		return false
	}
	account := b[at+len(afterScheme):]
	return bytes.IndexByte(account, ':') > 0 && bytes.IndexFunc(account, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("/?#@", r) || r >= utf8.RuneSelf && !unicode.IsLetter(r)
	}) < 0
}

// mailHost is the length of the sign and the domain of a mailbox at the start of b; 0 where they are none.
func mailHost(b []byte) int {
	n := 1
	for n < len(b) && n <= maxHost && (isAlnum(b[n]) || b[n] == '-' || b[n] == '.') {
		n++
	}
	rest := b[n:]
	if len(rest) > 1 && strings.IndexByte("_:@", rest[0]) >= 0 && isAlnum(rest[1]) { // git@host.example:path
		return 0
	}
	host := bytes.TrimRight(b[1:n], ".-")
	dot := bytes.LastIndexByte(host, '.')
	if dot <= 0 || !isAlnum(host[0]) || bytes.Contains(host, []byte("..")) || !endsName(host[dot+1:]) || endsFile(host[dot+1:]) {
		return 0
	}
	return 1 + len(host)
}

// endsFile says whether a last label is the ending of a file that no top-level domain has, as in icon@2x.png.
func endsFile(label []byte) bool {
	switch strings.ToLower(string(label)) {
	case "png", "jpg", "jpeg", "gif", "webp", "svg", "jar", "json", "toml", "yml", "yaml", "txt", "log", "ogg", "mrpack":
		return true
	}
	return false
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
