package manifest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Range is a set of game versions: alternatives, each a list of bounds that must all hold. Without alternatives the
// file gives no range.
type Range struct {
	Written string    `json:"written,omitempty"` // the text in the file
	AnyOf   [][]Bound `json:"anyOf,omitempty"`
}

// Bound is one comparison with a version: =, >, >=, < or <=.
type Bound struct {
	Op      string `json:"op"`
	Version string `json:"version"`
}

const maxBounds = 64

// anyOf reads alternatives, each with read. It omits those that are invalid.
func anyOf(read func(string) [][]Bound, texts []string) Range {
	var r Range
	var written []string
	for _, s := range texts {
		if s = strings.TrimSpace(s); s == "" || s == "*" {
			continue
		}
		written = append(written, s)
		for _, alternative := range read(s) {
			if len(alternative) > 0 && len(alternative) <= maxBounds && len(r.AnyOf) < maxBounds {
				r.AnyOf = append(r.AnyOf, alternative)
			}
		}
	}
	if r.Written = word(strings.Join(written, " || "), maxWord); r.AnyOf == nil {
		return Range{}
	}
	return r
}

// predicate reads the syntax of Fabric and Quilt: comparisons that must all hold, separated by spaces; "1.20.x",
// "~1.20", "^1.20"; alternatives separated by "||".
func predicate(s string) [][]Bound {
	var out [][]Bound
	for alternative := range strings.SplitSeq(s, "||") {
		var all []Bound
		sound := true
		for _, term := range strings.Fields(spaced(alternative)) {
			bounds, ok := comparison(term)
			all, sound = append(all, bounds...), sound && ok
		}
		if sound && len(all) > 0 {
			out = append(out, all)
		}
	}
	return out
}

var operator = regexp.MustCompile(`\s*([<>]=?|=|~|\^)\s*`)

// spaced removes the spaces after an operator and adds one before it.
func spaced(s string) string {
	return operator.ReplaceAllString(strings.ReplaceAll(s, ",", " "), " $1")
}

func comparison(term string) ([]Bound, bool) {
	op := term[:len(term)-len(strings.TrimLeft(term, "<>=~^"))]
	version := strings.TrimSuffix(term[len(op):], "-")
	if version == "" {
		return nil, false
	}
	if base, wild := strings.CutSuffix(strings.TrimRight(strings.ReplaceAll(version, "X", "x"), "."), ".x"); wild || strings.HasSuffix(version, ".*") {
		base = strings.TrimSuffix(base, ".*")
		switch op {
		case "", "=", "~", "^":
			return []Bound{{">=", base}, {"<", following(base, len(strings.Split(base, ".")))}}, numbers(base) != nil
		}
		return []Bound{{op, base}}, numbers(base) != nil
	}
	switch op {
	case "", "=", "==":
		return []Bound{{"=", version}}, true
	case ">", ">=", "<", "<=":
		return []Bound{{op, version}}, numbers(version) != nil
	case "~":
		return []Bound{{">=", version}, {"<", following(version, 2)}}, numbers(version) != nil
	case "^":
		return []Bound{{">=", version}, {"<", following(version, 1)}}, numbers(version) != nil
	}
	return nil, false
}

// following is the first version after all those with the same first n numbers: 1.21 after 1.20.
func following(version string, n int) string {
	all := numbers(version)
	for len(all) < n {
		all = append(all, 0)
	}
	if n < 1 {
		n = 1
	}
	parts := make([]string, 0, n)
	for i, v := range all[:min(n, len(all))] {
		if i == n-1 {
			v++
		}
		parts = append(parts, strconv.Itoa(v))
	}
	return strings.Join(parts, ".")
}

var mavenPart = regexp.MustCompile(`[\[(]([^\[\]()]*)[\])]`)

// maven reads "[1.20,1.21)", "[1.19.2]", "[1.18,),[1.20]"; a bare version is exactly that version.
func maven(s string) [][]Bound {
	found := mavenPart.FindAllStringSubmatch(s, maxBounds)
	if found == nil {
		if numbers(s) == nil {
			return predicate(s)
		}
		return [][]Bound{{{"=", strings.TrimSpace(s)}}}
	}
	var out [][]Bound
	for _, f := range found {
		low, high, two := strings.Cut(f[1], ",")
		low, high = strings.TrimSpace(low), strings.TrimSpace(high)
		if !two {
			if low != "" {
				out = append(out, []Bound{{"=", low}})
			}
			continue
		}
		var all []Bound
		if low != "" {
			all = append(all, Bound{map[bool]string{true: ">=", false: ">"}[f[0][0] == '['], low})
		}
		if high != "" {
			all = append(all, Bound{map[bool]string{true: "<=", false: "<"}[f[0][len(f[0])-1] == ']'], high})
		}
		if !slices.ContainsFunc(all, func(b Bound) bool { return numbers(b.Version) == nil }) {
			out = append(out, all)
		}
	}
	return out
}

// numbers are the leading numbers of a version: 1, 20, 1 of 1.20.1-rc1. Nil where there are none.
func numbers(version string) []int {
	var out []int
	head, _, _ := strings.Cut(strings.TrimSpace(version), "-")
	for part := range strings.SplitSeq(head, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 1_000_000 || len(out) == 8 {
			return nil
		}
		out = append(out, n)
	}
	return out
}
