package software

import (
	"cmp"
	"strings"
)

// compare is below 0 if a version is older than another one by their names: numbers count as numbers, 1.21 is older than 1.21.1, and a name that goes on with
// letters (1.21-pre1) is older than the one without.
func compare(a, b string) int {
	for {
		var x, y string
		x, a = part(a)
		y, b = part(b)
		if x == "" && y == "" {
			return 0
		}
		if c := cmp.Compare(rank(x), rank(y)); c != 0 {
			return c
		}
		if rank(x) == rank("0") {
			x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
			if c := cmp.Compare(len(x), len(y)); c != 0 {
				return c
			}
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
	}
}

// part is the first number or word of a name, and the rest.
func part(s string) (first, rest string) {
	s = strings.TrimLeft(s, ".+_-")
	n := 0
	for n < len(s) && !strings.ContainsRune(".+_-", rune(s[n])) && digit(s[n]) == digit(s[0]) {
		n++
	}
	return s[:n], s[n:]
}

// rank orders words before the end of a name, and the end before numbers.
func rank(part string) int {
	switch {
	case part == "":
		return 1
	case digit(part[0]):
		return 2
	}
	return 0
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
