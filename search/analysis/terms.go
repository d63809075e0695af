package analysis

import (
	"slices"
	"strings"

	"github.com/modyard/modyard/search"
)

// Prefix letters of terms. A term is one letter and a form.
const (
	termTitle   = "t" // a whole title
	termOther   = "o" // a whole given alias or other name
	termSlug    = "s" // slug, mod ids, pinyin of a whole name
	termInitial = "e" // initials of a whole name
	termInner   = "u" // a name from a later word onwards
	termSyllab  = "j" // pinyin initials from a later word onwards
	termWord    = "w" // a word of names, slug or mod ids
	termGram    = "g" // 1, 2 or 3 CJK characters of a name
	termDesc    = "d" // a word, CJK character or pair of the description
)

// Limits of a document's terms.
const (
	maxNames       = 24
	maxNameRunes   = 200
	maxTextRunes   = 2000
	maxModIDs      = 16
	maxLaterStarts = 16
)

// Terms are the index terms of one document. All lists are sorted and without duplicates.
type Terms struct {
	Keys   []string // terms of letters t o s e u j
	Words  []string // terms of letters w g d
	Hashes []int32  // deletion neighbourhoods of names and words
}

// Document analyses one document.
func Document(d *search.Doc) Terms {
	c := collector{keys: map[string]struct{}{}, words: map[string]struct{}{}}
	c.name(d.Title, termTitle)
	c.name(d.TitleZH, termTitle)
	others := 0
	for _, list := range [][]string{d.Aliases, d.OtherNames} {
		for _, given := range list {
			for _, n := range strings.FieldsFunc(Normalise(clip(given, maxNameRunes)), func(r rune) bool { return strings.ContainsRune("/,、", r) }) {
				if others++; others <= maxNames {
					c.name(n, termOther)
				}
			}
		}
	}
	c.identifier(d.Slug)
	for _, id := range d.ModIDs[:min(len(d.ModIDs), maxModIDs)] {
		c.identifier(id)
	}
	for _, text := range []string{d.Description, d.DescriptionZH, d.Author} {
		c.text(text)
	}
	hashes := map[int32]struct{}{}
	for _, set := range []map[string]struct{}{c.keys, c.words} {
		for term := range set {
			for _, h := range TermHashes(term) {
				hashes[h] = struct{}{}
			}
		}
	}
	return Terms{Keys: sorted(c.keys), Words: sorted(c.words), Hashes: sorted(hashes)}
}

type collector struct {
	keys  map[string]struct{}
	words map[string]struct{}
}

func (c *collector) key(letter, form string) {
	if form != "" {
		c.keys[letter+form] = struct{}{}
	}
}

func (c *collector) word(letter, form string) {
	if form != "" {
		c.words[letter+clip(form, maxWordRunes)] = struct{}{}
	}
}

// name adds one title or other name.
func (c *collector) name(raw, letter string) {
	n := Normalise(clip(raw, maxNameRunes))
	tokens := tokenize(n)
	if len(tokens) == 0 {
		return
	}
	bareText, brackets := splitBrackets(n)
	bare := tokenize(bareText)
	whole, short := squeeze(tokens), squeeze(bare)
	c.key(letter, whole)
	if short != "" && !search.IsLoader(short) || short == whole { // what remains of "Fabric (1.20)" is not a title
		c.key(letter, short)
	}
	c.laterStarts(tokens)
	c.laterStarts(bare)
	for _, b := range brackets {
		c.key(termInner, squeeze(tokenize(b)))
	}
	if parts := strings.FieldsFunc(bareText, func(r rune) bool { return r == '/' || r == '|' }); len(parts) > 1 {
		for _, p := range parts {
			c.key(termInner, squeeze(tokenize(p)))
		}
	}
	c.pinyin(bare)
	c.pinyin(tokens)
	// A given abbreviation is not abbreviated further.
	if letter == termTitle || len(tokens) > 1 {
		c.initials(bare)
		c.initials(tokens)
	}
	c.nameWords(tokens)
	for _, run := range cjkRuns(tokens) {
		for size := 1; size <= 3; size++ {
			grams(run, size, func(g string) { c.word(termGram, g) })
		}
	}
}

// laterStarts adds the rest of a name from each word after the first.
func (c *collector) laterStarts(tokens []token) {
	for _, words := range [][]token{tokens, splitAll(tokens)} {
		for i := 1; i < len(words) && i <= maxLaterStarts; i++ {
			c.key(termInner, squeeze(words[i:]))
		}
	}
}

func (c *collector) pinyin(tokens []token) {
	us := units(tokens)
	if us == nil {
		return
	}
	heads := make([]unit, len(us))
	for i, u := range us {
		heads[i] = u.initial()
	}
	for i := range us {
		full, short := termInner, termSyllab
		if i == 0 {
			full, short = termSlug, termInitial
		}
		for _, form := range combine(us[i:]) {
			c.key(full, clip(form, maxSqueezedRunes))
		}
		if len(us)-i < 2 {
			continue
		}
		for _, form := range combine(heads[i:]) {
			c.key(short, clip(form, maxSqueezedRunes))
		}
	}
	// Initials of a mixed name, with only the first letter of its other words.
	for i, u := range heads {
		if !u.han {
			heads[i] = unit{readings: []string{clip(u.readings[0], 1)}}
		}
	}
	if len(us) > 1 {
		for _, form := range combine(heads) {
			c.key(termInitial, form)
		}
	}
}

// identifier adds a slug or a mod id.
func (c *collector) identifier(raw string) {
	tokens := tokenize(Normalise(clip(raw, maxNameRunes)))
	c.key(termSlug, squeeze(tokens))
	c.nameWords(tokens)
}

// nameWords adds words of a name with their parts.
func (c *collector) nameWords(tokens []token) {
	for _, t := range tokens {
		c.word(termWord, fold(t.text))
		if parts := splitCase(t); len(parts) > 1 {
			for _, p := range parts {
				c.word(termWord, fold(p.text))
			}
		}
	}
}

// text adds a description.
func (c *collector) text(raw string) {
	tokens := tokenize(Normalise(clip(raw, maxTextRunes)))
	for _, t := range tokens {
		if t.cjk {
			continue
		}
		c.word(termDesc, fold(t.text))
		if parts := splitCase(t); len(parts) > 1 {
			for _, p := range parts {
				c.word(termDesc, fold(p.text))
			}
		}
	}
	for _, run := range cjkRuns(tokens) {
		for size := 1; size <= 2; size++ {
			grams(run, size, func(g string) { c.word(termDesc, g) })
		}
	}
}

func sorted[T string | int32](set map[T]struct{}) []T {
	out := make([]T, 0, len(set))
	for v := range set {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}
