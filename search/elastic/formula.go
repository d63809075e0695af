package elastic

import (
	"fmt"

	"github.com/modyard/modyard/search/analysis"
)

// lookup matches documents with a term, or with a term of this prefix.
func lookup(l analysis.Lookup) object {
	if l.Prefix {
		return object{"prefix": object{"terms": l.Term}}
	}
	return object{"term": object{"terms": l.Term}}
}

func scored(list []analysis.Scored, prefix bool) []analysis.Lookup {
	out := make([]analysis.Lookup, len(list))
	for i, s := range list {
		out[i] = analysis.Lookup{Term: s.Term, Prefix: prefix}
	}
	return out
}

func lookups(ls []analysis.Lookup) []object {
	out := make([]object, len(ls))
	for i, l := range ls {
		out[i] = lookup(l)
	}
	return out
}

func allOf(qs []object) object {
	if len(qs) == 1 {
		return qs[0]
	}
	return object{"bool": object{"filter": qs}}
}

func anyOf(qs []object) object {
	if len(qs) == 1 {
		return qs[0]
	}
	return object{"bool": object{"should": qs, "minimum_should_match": 1}}
}

func either(m analysis.Match) object {
	return anyOf([]object{allOf(lookups(m.Name)), allOf(lookups(m.Desc))})
}

func eachOf(ms []analysis.Match) object {
	out := make([]object, len(ms))
	for i, m := range ms {
		out[i] = either(m)
	}
	return allOf(out)
}

// keys matches where the whole query is a key or the beginning of one. A prefix match includes the exact match, where
// both are queried.
func keys(f analysis.Formula) []object {
	begun := map[string]bool{}
	out := lookups(scored(f.Begun, true))
	for _, k := range f.Begun {
		begun[k.Term] = true
	}
	for _, k := range f.Equal {
		if !begun[k.Term] {
			out = append(out, lookup(analysis.Lookup{Term: k.Term}))
		}
	}
	return out
}

func whole(f analysis.Formula) object {
	out := make([]object, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = lookup(analysis.Lookup{Term: t.Whole})
	}
	return allOf(out)
}

func names(f analysis.Formula) object {
	out := make([]object, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = allOf(lookups(t.Match.Name))
	}
	return allOf(out)
}

func text(f analysis.Formula) object {
	ms := make([]analysis.Match, len(f.Tokens))
	for i, t := range f.Tokens {
		ms[i] = t.Match
	}
	return eachOf(ms)
}

// worded matches text outside of names: for a single token, only words in descriptions. Matches in names have a
// higher weight already.
func worded(f analysis.Formula) object {
	if len(f.Tokens) == 1 {
		return allOf(lookups(f.Tokens[0].Match.Desc))
	}
	return text(f)
}

// mistyped matches where every token is a word, a prefix of one, or one edit away from one.
func mistyped(f analysis.Formula) object {
	out := make([]object, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = allOf(lookups(t.Match.Name))
		if len(t.Hashes) > 0 {
			out[i] = anyOf([]object{out[i], hashed(t.Hashes)})
		}
	}
	return allOf(out)
}

func hashed(hs []int32) object {
	out := make([]string, len(hs))
	for i, h := range hs {
		out[i] = hashTerm(h)
	}
	return object{"terms": object{"fuzzy": out}}
}

// missing matches where one token, or one character of a CJK run, is left out. Alternatives with the same other
// tokens are joined, because Elasticsearch limits the clauses of a query.
func missing(f analysis.Formula) object {
	type group struct {
		others []analysis.Match
		sides  []object
		bare   bool // the other tokens suffice
	}
	groups := map[string]*group{}
	var order []*group
	for _, ms := range f.LeaveOuts {
		others := ms[:min(len(ms), len(f.Tokens)-1)]
		key := fmt.Sprint(others)
		g := groups[key]
		if g == nil {
			g = &group{others: others}
			groups[key] = g
			order = append(order, g)
		}
		if side := ms[len(others):]; len(side) > 0 {
			g.sides = append(g.sides, eachOf(side))
		} else {
			g.bare = true
		}
	}
	ways := make([]object, len(order))
	for i, g := range order {
		var all []object
		if len(g.others) > 0 {
			all = append(all, eachOf(g.others))
		}
		if !g.bare {
			all = append(all, anyOf(g.sides))
		}
		ways[i] = allOf(all)
	}
	return anyOf(ways)
}

// class is one class of matches.
type class struct {
	query  object
	weight int
}

// strong lists the classes of the first path.
func strong(f analysis.Formula) []class {
	var out []class
	for _, k := range f.Equal {
		out = append(out, class{lookup(analysis.Lookup{Term: k.Term}), k.Weight})
	}
	for _, k := range f.Begun {
		out = append(out, class{lookup(analysis.Lookup{Term: k.Term, Prefix: true}), k.Weight})
	}
	return append(out, class{whole(f), analysis.WeightWords}, class{names(f), analysis.WeightNames}, class{worded(f), analysis.WeightText})
}

// typo lists the classes of the second path.
func typo(f analysis.Formula) []class {
	var out []class
	if len(f.NameHashes) > 0 {
		out = append(out, class{hashed(f.NameHashes), analysis.WeightTypoName})
	}
	out = append(out, class{text(f), analysis.WeightTypoText}, class{mistyped(f), analysis.WeightTypoWords})
	if len(f.LeaveOuts) > 0 {
		out = append(out, class{missing(f), analysis.WeightMissing})
	}
	return out
}

// best gives each match the weight of its highest class.
func best(classes []class) object {
	out := make([]object, len(classes))
	for i, c := range classes {
		out[i] = object{"constant_score": object{"filter": c.query, "boost": c.weight}}
	}
	return object{"dis_max": object{"queries": out}}
}

// matching matches the same documents as best, without scores.
func matching(classes []class) object {
	out := make([]object, len(classes))
	for i, c := range classes {
		out[i] = c.query
	}
	return anyOf(out)
}

// nameMatch matches where the query is a name, so that the typo path is not needed.
func nameMatch(f analysis.Formula) object { return anyOf(append(keys(f), names(f))) }
