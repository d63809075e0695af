package analysis

import (
	"slices"
	"strings"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"
)

const (
	maxReadings     = 3  // of one character
	maxCombinations = 16 // of one name
	maxUnits        = 32 // maximum number of syllables and words of a name
)

// unit is a Chinese character with its readings, or a word of another script.
type unit struct {
	readings []string
	han      bool
}

// units returns the syllables and words of a name, nil if it has no Chinese character.
func units(tokens []token) []unit {
	var out []unit
	han := false
	for _, t := range tokens {
		if !t.cjk {
			out = append(out, unit{readings: []string{fold(t.text)}})
			continue
		}
		for _, r := range t.text {
			if read := readings(r); read != nil {
				out, han = append(out, unit{readings: read, han: true}), true
			} else {
				out = append(out, unit{readings: []string{fold(string(r))}})
			}
		}
	}
	if !han {
		return nil
	}
	return out[:min(len(out), maxUnits)]
}

// readings returns up to three pinyin syllables of a character without tones, ü as v.
func readings(r rune) []string {
	if !isHan(r) {
		return nil
	}
	var out []string
	for toned := range strings.SplitSeq(pinyin.PinyinDict[int(r)], ",") {
		if s := toneless(toned); s != "" && !slices.Contains(out, s) {
			if out = append(out, s); len(out) == maxReadings {
				break
			}
		}
	}
	return out
}

func toneless(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case r == '\u0308': // the dots of ü, already written as v
			t := b.String()
			b.Reset()
			b.WriteString(t[:len(t)-1] + "v")
		case r >= 'a' && r <= 'z':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// initial returns the first letters of a unit's readings.
func (u unit) initial() unit {
	if !u.han {
		return u
	}
	var out []string
	for _, r := range u.readings {
		if !slices.Contains(out, r[:1]) {
			out = append(out, r[:1])
		}
	}
	return unit{readings: out, han: true}
}

// combine joins units in every combination of their readings, at most maxCombinations: a unit that would exceed it
// contributes only its first reading.
func combine(us []unit) []string {
	out := []string{""}
	for _, u := range us {
		read := u.readings
		if len(out)*len(read) > maxCombinations {
			read = read[:1]
		}
		next := make([]string, 0, len(out)*len(read))
		for _, r := range read {
			for _, o := range out {
				next = append(next, o+r)
			}
		}
		out = next
	}
	return out
}
