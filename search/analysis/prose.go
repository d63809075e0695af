package analysis

// maxProseRunes is how much of a text of people is indexed.
const maxProseRunes = 65_536

// Prose are the terms of a text that people wrote: its words, its CJK characters and their pairs, sorted.
func Prose(raw string) []string {
	tokens := tokenize(Normalise(clip(raw, maxProseRunes)))
	terms := map[string]struct{}{}
	for _, t := range tokens {
		if t.cjk {
			continue
		}
		terms[clip(fold(t.text), maxWordRunes)] = struct{}{}
		for _, p := range splitCase(t) {
			terms[clip(fold(p.text), maxWordRunes)] = struct{}{}
		}
	}
	for _, run := range cjkRuns(tokens) {
		for size := 1; size <= 2; size++ {
			grams(run, size, func(g string) { terms[g] = struct{}{} })
		}
	}
	delete(terms, "")
	return sorted(terms)
}

// Marks of terms that no text has as a word.
const (
	markName = "=" // what a part of a title is called by: pinyin, initials, the beginning of a word
	markTypo = "~" // a word of a title, and the word without one letter
)

const (
	// maxNameSpan is how many words or syllables of a title are called by one name.
	maxNameSpan = 6

	// maxNameReadings is how many readings of one part of a title are names of it.
	maxNameReadings = 4

	// minBegun is the minimum length of the beginning of a word.
	minBegun = 3
)

// ProseTitle are the terms of the title of what people wrote, sorted: those of a text, and what it is called by.
func ProseTitle(raw string) []string {
	terms := map[string]struct{}{}
	for _, t := range Prose(raw) {
		terms[t] = struct{}{}
	}
	tokens := tokenize(Normalise(clip(raw, maxNameRunes)))
	name := func(form string) {
		if runeCount(form) > 1 {
			terms[markName+clip(form, maxWordRunes)] = struct{}{}
		}
	}
	var latin []token
	for _, t := range tokens {
		if t.cjk {
			continue
		}
		latin = append(latin, splitCase(t)...)
		for _, p := range append(splitCase(t), t) {
			word := fold(p.text)
			for size := minBegun; size < min(runeCount(word), maxWordRunes); size++ {
				name(clip(word, size))
			}
			for _, form := range oneLess(word) {
				terms[markTypo+form] = struct{}{}
			}
		}
	}
	for i := range latin {
		initials := ""
		for _, t := range latin[i:min(i+maxNameSpan, len(latin))] {
			initials += clip(fold(t.text), 1)
			name(initials)
		}
	}
	us := units(tokens)
	heads := make([]unit, len(us))
	for i, u := range us {
		heads[i] = u.initial()
	}
	for i := range us {
		for end := i + 2; end <= min(i+maxNameSpan, len(us)); end++ {
			for _, of := range [][]unit{us[i:end], heads[i:end]} {
				forms := combine(of)
				for _, form := range forms[:min(len(forms), maxNameReadings)] {
					name(form)
				}
			}
		}
	}
	return sorted(terms)
}

// oneLess are a word and the word without each of its letters; none of a short one, to which too many are similar.
func oneLess(word string) []string {
	runes := []rune(clip(word, maxWordRunes))
	if len(runes) < minHashRunes {
		return nil
	}
	forms := []string{string(runes)}
	for i := range runes {
		forms = append(forms, string(runes[:i])+string(runes[i+1:]))
	}
	return forms
}

// ProseWanted are the terms by which a query is found: of each group, a document has one. A word of a title is also found by what the
// title calls it and, with typos, by a word that differs by one letter. There is no group for a query without a letter or a digit, which
// nothing matches.
func ProseWanted(text string, typos bool) (groups [][]string) {
	for _, w := range proseWords(text) {
		switch {
		case w.cjk && runeCount(w.text) == 1:
			groups = append(groups, []string{w.text})
		case w.cjk:
			grams(w.text, 2, func(g string) { groups = append(groups, []string{g}) })
		default:
			word := clip(w.text, maxWordRunes)
			group := []string{word}
			if runeCount(word) > 1 {
				group = append(group, markName+word)
			}
			if typos {
				for _, form := range oneLess(word) {
					group = append(group, markTypo+form)
				}
			}
			groups = append(groups, group)
		}
	}
	return groups
}

// proseWords are the words and the CJK runs of a query, folded.
func proseWords(text string) []token {
	tokens := tokenize(Normalise(clip(text, maxQueryRunes)))
	tokens = tokens[:min(len(tokens), maxQueryTokens)]
	for i := range tokens {
		tokens[i].text = fold(tokens[i].text)
	}
	return tokens
}
