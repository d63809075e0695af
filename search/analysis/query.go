package analysis

import "strings"

// Weights of the match classes. The highest matching class counts; popularity is added to it.
const (
	WeightTitle      = 1000 // a title
	WeightAlias      = 950  // a given alias or other name
	WeightIdentifier = 850  // slug, mod id, full pinyin, initials
	WeightTitleBegun = 740
	WeightInner      = 700 // a name from a later word onwards
	WeightWords      = 640 // all tokens are whole words of names
	WeightNames      = 600 // all tokens in names; or the beginning of a later part of a name, pinyin, slug or alias
	WeightInitials   = 450 // the beginning of initials
	WeightText       = 150 // tokens in names or description

	WeightTypoName  = 500 // typo path: a name with one edit
	WeightTypoText  = 350 // typo path: tokens in names or description
	WeightTypoWords = 300 // typo path: words with one edit each
	WeightMissing   = 100 // typo path: one token left out
)

// Formula is a query over terms. An engine evaluates it without analysing text.
type Formula struct {
	All  bool // a blank query: every document matches
	None bool // a query without a letter or digit: no document matches

	Squeezed string
	Equal    []Scored // one whole term
	Begun    []Scored // any term with this prefix
	Tokens   []Token

	NameHashes []int32 // typo path: has one of them
	LeaveOuts  [][]Match
}

// Scored is a term, or a prefix of one, and the weight of a match.
type Scored struct {
	Term   string
	Weight int
}

// Lookup is one term, or every term with this prefix.
type Lookup struct {
	Term   string
	Prefix bool
}

// Token is one token of the query.
type Token struct {
	Whole  string // the term of the whole word in names
	Match  Match
	Hashes []int32 // typo path: or the word has one of them
}

// Match holds when every name lookup does, or every description lookup.
type Match struct {
	Name []Lookup
	Desc []Lookup
}

// ParseText analyses the text of a search.
func ParseText(text string) Formula {
	text = clip(text, maxQueryRunes)
	if strings.TrimSpace(text) == "" {
		return Formula{All: true}
	}
	tokens := tokenize(Normalise(text))
	if len(tokens) == 0 {
		return Formula{None: true}
	}
	tokens = tokens[:min(len(tokens), maxQueryTokens)]
	q := squeeze(tokens)
	f := Formula{Squeezed: q, NameHashes: neighbourhood(saltName, q)}
	f.Equal = []Scored{{termTitle + q, WeightTitle}, {termOther + q, WeightAlias}, {termSlug + q, WeightIdentifier}, {termInner + q, WeightInner}}
	f.Begun = []Scored{{termTitle + q, WeightTitleBegun}}
	one := runeCount(q) == 1
	if !one {
		f.Begun = append(f.Begun, Scored{termOther + q, WeightNames}, Scored{termSlug + q, WeightNames}, Scored{termInner + q, WeightNames})
	}
	if isASCII(q) {
		f.Equal = append(f.Equal, Scored{termInitial + q, WeightIdentifier})
		if !one {
			f.Begun = append(f.Begun, Scored{termInitial + q, WeightInitials}, Scored{termSyllab + q, WeightInitials})
		}
	}
	for i, t := range tokens {
		w := clip(fold(t.text), maxWordRunes)
		f.Tokens = append(f.Tokens, Token{
			Whole:  termWord + w,
			Match:  match(token{text: w, cjk: t.cjk}, i == len(tokens)-1 && !one),
			Hashes: neighbourhood(saltWord, w),
		})
	}
	f.LeaveOuts = leaveOuts(tokens, f.Tokens)
	return f
}

// match is the lookup of a folded token; the last token is a prefix in names, never in descriptions.
func match(t token, last bool) Match {
	if !t.cjk {
		return Match{
			Name: []Lookup{{termWord + t.text, last}},
			Desc: []Lookup{{Term: termDesc + t.text}},
		}
	}
	var m Match
	if runeCount(t.text) <= 3 {
		m.Name = []Lookup{{Term: termGram + t.text}}
	} else {
		grams(t.text, 3, func(g string) { m.Name = append(m.Name, Lookup{Term: termGram + g}) })
	}
	if runeCount(t.text) == 1 {
		m.Desc = []Lookup{{Term: termDesc + t.text}}
	} else {
		grams(t.text, 2, func(g string) { m.Desc = append(m.Desc, Lookup{Term: termDesc + g}) })
	}
	return m
}

// leaveOuts lists the alternatives with one mistake: one token of three to eight, or one character of a CJK run of
// four to sixteen.
func leaveOuts(tokens []token, matched []Token) [][]Match {
	var out [][]Match
	others := func(skip int) []Match {
		ms := make([]Match, 0, len(matched)+1)
		for j, t := range matched {
			if j != skip {
				ms = append(ms, t.Match)
			}
		}
		return ms
	}
	if n := len(tokens); n >= 3 && n <= 8 {
		for i := range tokens {
			out = append(out, others(i))
		}
	}
	for i, t := range tokens {
		r := []rune(fold(t.text))
		if !t.cjk || len(r) < 4 || len(r) > 16 {
			continue
		}
		for at := range r {
			ms := others(i)
			for _, side := range []string{string(r[:at]), string(r[at+1:])} {
				if side != "" {
					ms = append(ms, match(token{text: side, cjk: true}, false))
				}
			}
			out = append(out, ms)
		}
	}
	return out
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
