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

// ProseQuery are the terms that a text has in which all words of a query stand, sorted. It is empty for a query without a letter
// or a digit, which nothing matches.
func ProseQuery(text string) []string {
	terms := map[string]struct{}{}
	for _, w := range proseWords(text) {
		switch {
		case !w.cjk:
			terms[clip(w.text, maxWordRunes)] = struct{}{}
		case runeCount(w.text) == 1:
			terms[w.text] = struct{}{}
		default:
			grams(w.text, 2, func(g string) { terms[g] = struct{}{} })
		}
	}
	return sorted(terms)
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
