package search

// Plan is a filter in the terms of an index: every clause must match.
type Plan struct {
	Clauses []Clause
}

// Clause matches when one of its branches does.
type Clause struct {
	Any    []Branch
	Family Family
	// Second is set on a clause that ties loaders and game versions to one version: it belongs to both families.
	Second Family
}

// Branch matches when all its conditions do.
type Branch []Cond

// Cond is one condition on a document: it has one of the tokens (with Not, none of them) or, when Tokens is nil, its
// field satisfies the comparison.
type Cond struct {
	Tokens []string
	Not    bool

	Field Field // project_id, name, slug, or a numeric field
	Op    Op
	Value string
	Num   int64
}

// Family is a kind of option that a visitor filters by; FamilyNone is for a clause of several kinds.
type Family uint8

// Families of options.
const (
	FamilyNone Family = iota
	FamilyCategory
	FamilyLoader
	FamilyVersion
	FamilyType
	FamilyEnvironment
	FamilyOpen
	FamilyLicense
)

// Compile translates a filter. Where one group names loaders and another game versions, it adds a clause that
// requires a version with one of each: "fabric" and "1.20.1" must match in one version. With two groups of game
// versions, each must match with the loaders, but in any version. An exclusion applies to the project as a whole.
func Compile(f Filter) Plan {
	var p Plan
	for _, g := range f.Groups {
		p.Clauses = append(p.Clauses, clauseOf(g))
	}
	for _, l := range f.Groups {
		if !namesLoaders(l) {
			continue
		}
		for _, v := range f.Groups {
			if namesVersions(v) {
				p.Clauses = append(p.Clauses, Clause{Any: TieLoaders(l, versionsOf(v)), Family: FamilyLoader, Second: FamilyVersion})
			}
		}
	}
	return p
}

// TieLoaders returns the branches of a loader group that must match together with one of the game versions.
func TieLoaders(g Group, versions []string) []Branch {
	var out []Branch
	var tokens []string
	for _, all := range g.Any {
		t := all[0]
		if len(all) > 1 || t.Op != Equal || t.Field != FieldLoaders && t.Field != FieldCategories {
			out = append(out, branchOf(all))
			continue
		}
		if t.Field == FieldCategories {
			tokens = append(tokens, TokenCategory+t.Value)
		}
		for _, v := range versions {
			tokens = append(tokens, PairToken(t.Value, v))
		}
	}
	if tokens == nil {
		tokens = []string{} // a token that no document has
	}
	return append(out, Branch{{Tokens: tokens}})
}

// LoaderGroups returns the groups that name loaders.
func (f Filter) LoaderGroups() []Group {
	var out []Group
	for _, g := range f.Groups {
		if namesLoaders(g) {
			out = append(out, g)
		}
	}
	return out
}

// VersionGroups returns the values of each group of game versions only.
func (f Filter) VersionGroups() [][]string {
	var out [][]string
	for _, g := range f.Groups {
		if namesVersions(g) {
			out = append(out, versionsOf(g))
		}
	}
	return out
}

// namesLoaders holds for a group with an alternative that is, or may be, a loader.
func namesLoaders(g Group) bool {
	return len(LoaderValues(g)) > 0
}

func namesVersions(g Group) bool {
	for _, all := range g.Any {
		if len(all) != 1 || all[0].Op != Equal || all[0].Field != FieldGameVersions {
			return false
		}
	}
	return len(g.Any) > 0
}

func versionsOf(g Group) []string {
	out := make([]string, len(g.Any))
	for i, all := range g.Any {
		out[i] = all[0].Value
	}
	return out
}

func clauseOf(g Group) Clause {
	c := Clause{}
	var tokens []string // alternatives of one token each become one condition
	for i, all := range g.Any {
		if f := familyOf(all); i == 0 || f == c.Family {
			c.Family = f
		} else {
			c.Family = FamilyNone
		}
		b := branchOf(all)
		if len(b) == 1 && b[0].Tokens != nil && !b[0].Not {
			tokens = append(tokens, b[0].Tokens...)
			continue
		}
		c.Any = append(c.Any, b)
	}
	if tokens != nil {
		c.Any = append(c.Any, Branch{{Tokens: tokens}})
	}
	return c
}

func branchOf(all All) Branch {
	b := make(Branch, len(all))
	for i, t := range all {
		b[i] = condOf(t)
	}
	return b
}

func condOf(t Term) Cond {
	var tokens []string
	switch t.Field {
	case FieldCategories:
		tokens = []string{TokenCategory + t.Value, TokenLoader + t.Value}
	case FieldDisplayCategories:
		tokens = []string{TokenDisplay + t.Value}
	case FieldLoaders:
		tokens = []string{TokenLoader + t.Value}
	case FieldGameVersions:
		tokens = []string{TokenVersion + t.Value}
	case FieldProjectTypes:
		tokens = []string{TokenType + t.Value}
	case FieldClientSide:
		tokens = []string{TokenClient + t.Value}
	case FieldServerSide:
		tokens = []string{TokenServer + t.Value}
	case FieldEnvironment:
		tokens = []string{TokenEnv + t.Value}
	case FieldColor:
		tokens = []string{TokenColor + t.Value}
	case FieldOpenSource:
		tokens = []string{TokenOpen + t.Value}
	case FieldLicense:
		tokens = []string{TokenLicense + t.Value}
	case FieldAuthor:
		tokens = []string{TokenAuthor + t.Value}
	default:
		return Cond{Field: t.Field, Op: t.Op, Value: t.Value, Num: t.Num}
	}
	return Cond{Tokens: tokens, Not: t.Op == NotEqual}
}

func familyOf(all All) Family {
	f := FamilyNone
	for i, t := range all {
		if g := termFamily(t); i == 0 || g == f {
			f = g
		} else {
			return FamilyNone
		}
	}
	return f
}

func termFamily(t Term) Family {
	switch t.Field {
	case FieldCategories:
		if IsLoader(t.Value) || t.Value == Unlabelled {
			return FamilyLoader
		}
		return FamilyCategory
	case FieldLoaders:
		return FamilyLoader
	case FieldGameVersions:
		return FamilyVersion
	case FieldProjectTypes:
		return FamilyType
	case FieldClientSide, FieldServerSide:
		return FamilyEnvironment
	case FieldOpenSource:
		return FamilyOpen
	case FieldLicense:
		return FamilyLicense
	}
	return FamilyNone
}

// LoaderValues returns the values of a group that may be loaders.
func LoaderValues(g Group) []string {
	var out []string
	for _, all := range g.Any {
		if len(all) == 1 && all[0].Op == Equal && (all[0].Field == FieldLoaders || all[0].Field == FieldCategories) {
			out = append(out, all[0].Value)
		}
	}
	return out
}
