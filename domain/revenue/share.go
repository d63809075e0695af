package revenue

import (
	"cmp"
	"slices"
)

// Inputs are all that the sharing of a day depends on, apart from the rule. They are stored as a file, whose hash is in
// the events, so that anybody can compute the shares again.
type Inputs struct {
	Day      string    `json:"day"`             // YYYY-MM-DD, UTC
	Where    string    `json:"where,omitempty"` // the condition of the rule, by which the hits were chosen
	Income   []Income  `json:"income"`
	Projects []Project `json:"projects"` // by id; those without people are missing
}

// Income is a confirmed entry.
type Income struct {
	Entry   string `json:"entry"`
	Source  string `json:"source"`
	Amount  Amount `json:"amount"`
	Project string `json:"project,omitempty"` // shared by its people alone; empty: by hits
}

// Project is a project with what it counts, and its people at the end of the day. A project without people takes no part.
type Project struct {
	ID     string   `json:"id"`
	Hits   Hits     `json:"hits"`
	People []Person `json:"people"`
	// LeftOut is true for a project that gets nothing of what is shared by hits; income of its own it gets.
	LeftOut bool `json:"left_out,omitempty"`
}

// Person is a member with the weight that was valid on the day, in hundredths.
type Person struct {
	Account string `json:"account"`
	Weight  int64  `json:"weight"`
}

// Share is what an account gets of the income of a day from a source for a project. The names of the members are short,
// because a log has millions of shares.
type Share struct {
	Project string `json:"p"`
	Account string `json:"a"`
	Amount  Amount `json:"m"`
}

// Sum is how the income of a day from a source is divided. The three parts add up to the income.
type Sum struct {
	Source   string `json:"source"`
	Creators Amount `json:"creators"`
	Platform Amount `json:"platform"`
	Reserve  Amount `json:"reserve,omitempty"` // the creators' part of a day on which no project takes part
}

// Part is a part of a day's shares: those of one source, at most MaxShares.
type Part struct {
	Source string
	Shares []Share
}

// MaxShares is how many shares an event has at most.
const MaxShares = 500

// Outcome is the sharing of a day.
type Outcome struct {
	Parts []Part
	Sums  []Sum // by source
}

// Share divides the income of a day. The result does not depend on the order of the inputs.
func (r Rule) Share(in Inputs) Outcome {
	d := division{rule: r, shares: map[string]map[shareKey]Amount{}, sums: map[string]*Sum{}, people: map[string][]Person{}}
	for _, p := range in.Projects {
		if len(p.People) == 0 {
			continue
		}
		d.people[p.ID] = p.People
		if units := r.units(p.Hits); units > 0 && !p.LeftOut {
			d.projects = append(d.projects, party{p.ID, units})
		}
	}
	slices.SortFunc(d.projects, func(a, b party) int { return cmp.Compare(a.id, b.id) })
	common := map[string]Amount{}
	for _, e := range in.Income {
		if e.Project == "" {
			common[e.Source] += e.Amount
			continue
		}
		d.add(e.Source, e.Amount, []party{{e.Project, 1}})
	}
	for source, amount := range common {
		d.add(source, amount, d.projects)
	}
	return d.outcome()
}

type shareKey struct{ project, account string }

// division collects the shares of a day.
type division struct {
	rule     Rule
	projects []party // with hits
	people   map[string][]Person
	shares   map[string]map[shareKey]Amount
	sums     map[string]*Sum
}

// add divides income of a source among projects, and then among their people.
func (d *division) add(source string, income Amount, among []party) {
	sum := d.sums[source]
	if sum == nil {
		sum = &Sum{Source: source}
		d.sums[source], d.shares[source] = sum, map[shareKey]Amount{}
	}
	creators, _ := income.part(d.rule.Creators, wholeInPoints)
	sum.Platform += income - creators
	var takers []party
	for _, p := range among {
		if len(d.people[p.id]) > 0 {
			takers = append(takers, p)
		}
	}
	if len(takers) == 0 {
		sum.Reserve += creators
		return
	}
	sum.Creators += creators
	for project, amount := range divide(creators, takers) {
		for account, share := range divide(amount, weighed(d.people[project])) {
			d.shares[source][shareKey{project, account}] += share
		}
	}
}

func weighed(people []Person) []party {
	list := make([]party, len(people))
	for i, p := range people {
		list[i] = party{p.Account, uint64(max(p.Weight, 0))} //nolint:gosec // not negative
	}
	return list
}

// outcome lists the shares by source, project and account. A share of nothing is left out.
func (d *division) outcome() Outcome {
	var out Outcome
	for _, source := range sortedKeys(d.sums) {
		out.Sums = append(out.Sums, *d.sums[source])
		shares := make([]Share, 0, len(d.shares[source]))
		for key, amount := range d.shares[source] {
			if amount > 0 {
				shares = append(shares, Share{key.project, key.account, amount})
			}
		}
		slices.SortFunc(shares, func(a, b Share) int {
			return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Account, b.Account))
		})
		for part := range slices.Chunk(shares, MaxShares) {
			out.Parts = append(out.Parts, Part{source, part})
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
