package search

import (
	"slices"
	"strings"
)

// Option describes how the options of one family are counted.
type Option struct {
	Prefix string // of facet tokens
	Key    string // of the answer
	Family Family
}

// Options lists the kinds of options that Counts counts. Loaders are written as categories, as clients filter them.
func Options() []Option {
	return []Option{
		{TokenCategory, "categories:", FamilyCategory},
		{TokenLoader, "categories:", FamilyLoader},
		{TokenVersion, "versions:", FamilyVersion},
		{TokenType, "project_type:", FamilyType},
		{TokenClient, "client_side:", FamilyEnvironment},
		{TokenServer, "server_side:", FamilyEnvironment},
		{TokenOpen, "open_source:", FamilyOpen},
		{TokenLicense, "license:", FamilyLicense},
	}
}

// Choice is an option that is more than one facet: its groups replace those of environments. Its count is the total
// of a search.
type Choice struct {
	Name   string
	Groups []Group
}

// Counting is the kinds of options that are counted under one plan.
type Counting struct {
	Plan    Plan
	Options []Option
}

// Countings returns all that Counts counts for the query.
func (q Query) Countings() []Counting {
	plan := Compile(q.Filter)
	at := map[Family]int{}
	var out []Counting
	for _, o := range Options() {
		family, under := o.Family, plan.Without(o.Family)
		if len(under.Clauses) == len(plan.Clauses) {
			family = FamilyNone // no clause was removed: the plan that others share
		}
		i, known := at[family]
		if !known {
			i, at[family] = len(out), len(out)
			out = append(out, Counting{Plan: under})
		}
		out[i].Options = append(out[i].Options, o)
	}
	if q.Apart > 0 && q.Apart <= len(q.Filter.Groups) {
		rest := Filter{Groups: slices.Delete(slices.Clone(q.Filter.Groups), q.Apart-1, q.Apart)}
		out = append(out, Counting{Compile(rest), []Option{{TokenCategory, "apart:categories:", FamilyCategory}}})
	}
	for _, c := range q.Choices {
		under := plan.Without(FamilyEnvironment)
		for _, g := range c.Groups {
			under.Clauses = append(under.Clauses, clauseOf(g))
		}
		// Every document has one token of this prefix, so that together they are the total.
		out = append(out, Counting{under, []Option{{TokenOpen, choicePrefix + c.Name, FamilyOpen}}})
	}
	return out
}

const choicePrefix = "choice:"

// Without returns the plan under which options of a family are counted. Selected categories must all match, so
// categories are counted under every clause. In the other families a visitor selects alternatives, so the family's
// own clauses are removed. Clauses that tie loaders to game versions are removed too: Tied adds them for each option.
func (p Plan) Without(f Family) Plan {
	if f == FamilyCategory {
		return p
	}
	var out Plan
	for _, c := range p.Clauses {
		if c.Family == f || c.Second != FamilyNone && c.Second == f {
			continue
		}
		out.Clauses = append(out.Clauses, c)
	}
	return out
}

// Tied returns the conditions of an option of loaders or game versions beside the option itself, given the filter's
// groups of the other kind: each element requires one of its branches.
func (f Filter) Tied(family Family, value string) []Clause {
	var out []Clause
	switch family {
	case FamilyLoader:
		for _, versions := range f.VersionGroups() {
			tokens := make([]string, len(versions))
			for i, v := range versions {
				tokens[i] = PairToken(value, v)
			}
			out = append(out, Clause{Any: []Branch{{{Tokens: tokens}}}})
		}
	case FamilyVersion:
		for _, g := range f.LoaderGroups() {
			out = append(out, Clause{Any: TieLoaders(g, []string{value})})
		}
	}
	return out
}

// OptionKey is the key of an option in the answer of Counts.
func (o Option) OptionKey(token string) string {
	if strings.HasPrefix(o.Key, choicePrefix) {
		return o.Key
	}
	return o.Key + strings.TrimPrefix(token, o.Prefix)
}
