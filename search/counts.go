package search

import "strings"

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
	return o.Key + strings.TrimPrefix(token, o.Prefix)
}
