package manifest

import (
	"cmp"
	"slices"
	"strings"
)

// GameVersion is a version of the game.
type GameVersion struct {
	Version string
	Release bool
}

// Resolved is a range as a list of known versions, newest first.
type Resolved struct {
	Versions []string `json:"versions"`
	// More are versions that the range includes only because it is open; Versions then has the line of its lower
	// bound.
	More []string `json:"more,omitempty"`
}

// Resolve finds the releases in a range, and other versions that it names exactly.
func (r Range) Resolve(known []GameVersion) Resolved {
	var out Resolved
	line, open := r.open()
	for _, v := range known {
		if !r.holds(v) {
			continue
		}
		if open && v.Release && lineOf(v.Version) != line {
			out.More = append(out.More, v.Version)
			continue
		}
		out.Versions = append(out.Versions, v.Version)
	}
	return out
}

// Names says whether a version is in the range.
func (r Range) Names(version string) bool {
	return r.holds(GameVersion{Version: version, Release: !strings.ContainsAny(version, "-w ")})
}

// open says whether the range has a lower bound only, and returns the line of versions of that bound.
func (r Range) open() (string, bool) {
	if len(r.AnyOf) != 1 {
		return "", false
	}
	from := ""
	for _, b := range r.AnyOf[0] {
		switch b.Op {
		case ">=", ">":
			from = b.Version
		default:
			return "", false
		}
	}
	return lineOf(from), from != ""
}

func lineOf(version string) string {
	parts := numbers(version)
	if len(parts) < 2 {
		return version
	}
	head, _, _ := strings.Cut(version, "-")
	return strings.Join(strings.SplitN(head, ".", 3)[:2], ".")
}

func (r Range) holds(v GameVersion) bool {
	return slices.ContainsFunc(r.AnyOf, func(all []Bound) bool {
		return !slices.ContainsFunc(all, func(b Bound) bool { return !b.holds(v) })
	})
}

func (b Bound) holds(v GameVersion) bool {
	if b.Version == v.Version {
		return b.Op == "=" || b.Op == ">=" || b.Op == "<="
	}
	if !v.Release {
		return false // a range between two releases includes no snapshots
	}
	c := compare(v.Version, b.Version)
	switch b.Op {
	case "=":
		return c == 0
	case ">":
		return c > 0
	case ">=":
		return c >= 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	}
	return false
}

// compare compares a release with another version; a pre-release such as 1.20-pre1 is less than its release.
func compare(release, other string) int {
	x, y := numbers(release), numbers(other)
	for i := range max(len(x), len(y)) {
		if c := cmp.Compare(at(x, i), at(y, i)); c != 0 {
			return c
		}
	}
	if strings.Contains(other, "-") {
		return 1
	}
	return 0
}

func at(list []int, i int) int {
	if i < len(list) {
		return list[i]
	}
	return 0
}
