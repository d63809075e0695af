package revenue

import (
	"fmt"
	"math/big"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTheIncomeOfADayIsDivided(t *testing.T) {
	rule := Rule{Name: "r", Version: 1, Creators: 7500, Weights: Weights{View: 1, Download: 3}}
	two := []Person{{alice, 200}, {bob, 100}}
	for name, c := range map[string]struct {
		in   Inputs
		want Outcome
	}{
		"by hits, then by weights": {
			Inputs{Income: []Income{{"e", ads, 100, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 1, Downloads: 3, Anonymous: 9}, People: two}, {ID: "q", Hits: Hits{Views: 5}, People: two[1:]}}},
			Outcome{[]Part{{ads, []Share{{"p", alice, 33}, {"p", bob, 17}, {"q", bob, 25}}}}, []Sum{{ads, 75, 25, 0}}},
		},
		"without projects": {Inputs{Income: []Income{{"e", ads, 101, ""}}}, Outcome{nil, []Sum{{ads, 0, 26, 75}}}},
		"with a project that nobody is paid for": {
			Inputs{Income: []Income{{"e", ads, 100, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 9}, People: nil}, {ID: "q", Hits: Hits{Views: 1}, People: two[:1]}}},
			Outcome{[]Part{{ads, []Share{{"q", alice, 75}}}}, []Sum{{ads, 75, 25, 0}}},
		},
		"with hits that the rule does not count": {
			Inputs{Income: []Income{{"e", ads, 100, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Anonymous: 9}, People: two}}},
			Outcome{nil, []Sum{{ads, 0, 25, 75}}},
		},
		"for the people of one project": {
			Inputs{Income: []Income{{"e", ads, 100, "p"}}, Projects: []Project{{ID: "p", Hits: Hits{}, People: two}, {ID: "q", Hits: Hits{Views: 9}, People: two}}},
			Outcome{[]Part{{ads, []Share{{"p", alice, 50}, {"p", bob, 25}}}}, []Sum{{ads, 75, 25, 0}}},
		},
		"for the people of one that has none": {
			Inputs{Income: []Income{{"e", ads, 100, "x"}}, Projects: []Project{{ID: "q", Hits: Hits{Views: 9}, People: two}}},
			Outcome{nil, []Sum{{ads, 0, 25, 75}}},
		},
		"equally where all weigh nothing": {
			Inputs{Income: []Income{{"e", ads, 100, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 1}, People: []Person{{bob, 0}, {alice, 0}}}}},
			Outcome{[]Part{{ads, []Share{{"p", alice, 38}, {"p", bob, 37}}}}, []Sum{{ads, 75, 25, 0}}},
		},
		"and not to who weighs nothing": {
			Inputs{Income: []Income{{"e", ads, 100, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 1}, People: []Person{{alice, 0}, {bob, 1}}}}},
			Outcome{[]Part{{ads, []Share{{"p", bob, 75}}}}, []Sum{{ads, 75, 25, 0}}},
		},
		"by source": {
			Inputs{Income: []Income{{"e", "b", 100, ""}, {"f", "a", 40, ""}, {"g", "b", 100, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 1}, People: two[:1]}}},
			Outcome{[]Part{{"a", []Share{{"p", alice, 30}}}, {"b", []Share{{"p", alice, 150}}}}, []Sum{{"a", 30, 10, 0}, {"b", 150, 50, 0}}},
		},
		"without income": {Inputs{Projects: []Project{{ID: "p", Hits: Hits{Views: 1}, People: two}}}, Outcome{}},
	} {
		got := rule.Share(c.in)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestPartsHaveAtMostSoManyShares(t *testing.T) {
	people := make([]Person, MaxShares+1)
	for i := range people {
		people[i] = Person{fmt.Sprintf("a%04d", i), 1}
	}
	r := Rule{Creators: 10_000, Weights: Weights{View: 1}}
	out := r.Share(Inputs{Income: []Income{{"e", ads, Unit, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 1}, People: people}}})
	if len(out.Parts) != 2 || len(out.Parts[0].Shares) != MaxShares || len(out.Parts[1].Shares) != 1 {
		t.Errorf("%d parts", len(out.Parts))
	}
}

func TestInputsThatNoSharingHasAreRefused(t *testing.T) {
	good := func() Inputs {
		return Inputs{Day: day, Income: []Income{{"e", ads, Unit, ""}}, Projects: []Project{{ID: "p", Hits: Hits{Views: 1}, People: []Person{{alice, 100}}}}}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Inputs){
		"no day":                   func(in *Inputs) { in.Day = "" },
		"an entry twice":           func(in *Inputs) { in.Income = append(in.Income, in.Income[0]) },
		"an entry without an id":   func(in *Inputs) { in.Income[0].Entry = "" },
		"no source":                func(in *Inputs) { in.Income[0].Source = "" },
		"no amount":                func(in *Inputs) { in.Income[0].Amount = 0 },
		"an amount below zero":     func(in *Inputs) { in.Income[0].Amount = -1 },
		"too much together":        func(in *Inputs) { in.Income = append(in.Income, Income{"f", ads, MaxAmount, ""}) },
		"a project twice":          func(in *Inputs) { in.Projects = append(in.Projects, in.Projects[0]) },
		"a project without an id":  func(in *Inputs) { in.Projects[0].ID = "" },
		"too many hits":            func(in *Inputs) { in.Projects[0].Hits.Anonymous = maxDayHits + 1 },
		"a person twice":           func(in *Inputs) { in.Projects[0].People = []Person{{alice, 1}, {bob, 1}, {alice, 2}} },
		"a person without an id":   func(in *Inputs) { in.Projects[0].People[0].Account = "" },
		"a weight below zero":      func(in *Inputs) { in.Projects[0].People[0].Weight = -1 },
		"a weight above the bound": func(in *Inputs) { in.Projects[0].People[0].Weight = maxMemberWeight + 1 },
		"too many projects":        func(in *Inputs) { in.Projects = make([]Project, maxInputs+1) },
		"too many people":          func(in *Inputs) { in.Projects[0].People = make([]Person, maxInputs+1) },
	} {
		in := good()
		if change(&in); in.Check() == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// exactly is total times weight over sum, as a fraction.
func exactly(total Amount, weight, sum uint64) *big.Rat {
	r := new(big.Rat).SetFrac(new(big.Int).SetUint64(weight), new(big.Int).SetUint64(sum))
	return r.Mul(r, new(big.Rat).SetInt64(int64(total)))
}

func TestTheRemaindersGoToTheLargestAndThenToTheLowestIDs(t *testing.T) {
	got := divide(10, []party{{"c", 1}, {"b", 1}, {"a", 1}})
	if !reflect.DeepEqual(got, map[string]Amount{"a": 4, "b": 3, "c": 3}) {
		t.Error(got)
	}
	got = divide(1, []party{{"a", 1}, {"b", 2}})
	if !reflect.DeepEqual(got, map[string]Amount{"a": 0, "b": 1}) {
		t.Error(got)
	}
}

func TestPartsAddUpToTheWholeAndNoneIsAMillionthOff(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		total := Amount(rapid.Int64Range(0, int64(MaxAmount)).Draw(rt, "total"))
		n := rapid.IntRange(1, 30).Draw(rt, "parties")
		among, sum := make([]party, n), uint64(0)
		most := rapid.SampledFrom([]uint64{0, 1, 3, 500_000, 1 << 58}).Draw(rt, "most")
		for i := range among {
			among[i] = party{fmt.Sprintf("p%02d", i), rapid.Uint64Range(0, most).Draw(rt, "weight")}
			sum += among[i].weight
		}
		parts := divide(total, among)
		mixed := slices.Clone(among)
		rand.New(rand.NewSource(rapid.Int64().Draw(rt, "order"))).Shuffle(n, func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		if again := divide(total, mixed); !reflect.DeepEqual(again, parts) {
			rt.Fatalf("%v in another order gives %v", parts, again)
		}
		all := Amount(0)
		rest := func(p party) *big.Rat { // what of the exact part is below a millionth
			exact := exactly(total, p.weight, sum)
			return exact.Sub(exact, new(big.Rat).SetInt(new(big.Int).Quo(exact.Num(), exact.Denom())))
		}
		for i, p := range among {
			if sum == 0 {
				among[i].weight = 1
			}
			all += parts[p.id]
		}
		if sum == 0 {
			sum = uint64(n)
		}
		if all != total || len(parts) != n {
			rt.Fatalf("%d parts of %d add up to %d", len(parts), total, all)
		}
		for _, p := range among {
			exact := exactly(total, p.weight, sum)
			off := new(big.Rat).Sub(new(big.Rat).SetInt64(int64(parts[p.id])), exact)
			if off.Abs(off).Cmp(big.NewRat(1, 1)) >= 0 {
				rt.Fatalf("%s gets %d of %s", p.id, parts[p.id], exact.FloatString(3))
			}
			for _, q := range among { // who got more than the floor had no smaller remainder than who did not
				up := parts[p.id] > floorOf(exact)
				if order := rest(p).Cmp(rest(q)); up && parts[q.id] == floorOf(exactly(total, q.weight, sum)) && (order < 0 || order == 0 && p.id > q.id) {
					rt.Fatalf("%s gets a millionth before %s: %v", p.id, q.id, parts)
				}
			}
		}
	})
}

func floorOf(r *big.Rat) Amount { return Amount(new(big.Int).Quo(r.Num(), r.Denom()).Int64()) }

// inputs draws the inputs of a small day.
func inputs(t *rapid.T) Inputs {
	in := Inputs{Day: day}
	for i := range rapid.IntRange(0, 5).Draw(t, "entries") {
		in.Income = append(in.Income, Income{
			Entry: fmt.Sprint("e", i), Source: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "source"),
			Amount:  Amount(rapid.SampledFrom([]int64{1, 2, 3, 10_000, 999_999, 700 * int64(Unit), int64(MaxAmount) / 5}).Draw(t, "amount")),
			Project: rapid.SampledFrom([]string{"", "", "p0", "p1", "gone"}).Draw(t, "project"),
		})
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "projects") {
		hits := func(name string) uint64 { return rapid.SampledFrom([]uint64{0, 1, 2, 999, maxDayHits}).Draw(t, name) }
		p := Project{ID: fmt.Sprint("p", i), Hits: Hits{hits("views"), hits("downloads"), hits("anonymous")}}
		for j := range rapid.IntRange(0, 4).Draw(t, "people") {
			p.People = append(p.People, Person{fmt.Sprint("a", j), rapid.SampledFrom([]int64{0, 1, 100, 333, maxMemberWeight}).Draw(t, "weight")})
		}
		in.Projects = append(in.Projects, p)
	}
	return in
}

func TestTheSharesOfADayAddUpWhateverTheOrderOfItsInputs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		in := inputs(rt)
		if err := in.Check(); err != nil {
			rt.Fatal(err)
		}
		weight := func(name string) uint64 { return rapid.SampledFrom([]uint64{0, 1, 7, maxWeight}).Draw(rt, name) }
		r := Rule{Name: "r", Version: 1, Creators: rapid.Uint64Range(0, wholeInPoints).Draw(rt, "creators"), Weights: Weights{weight("view"), weight("download"), weight("anonymous")}}
		out := r.Share(in)
		income, shares := map[string]Amount{}, map[string]Amount{}
		for _, e := range in.Income {
			income[e.Source] += e.Amount
		}
		for _, p := range out.Parts {
			for _, s := range p.Shares {
				if s.Amount <= 0 {
					rt.Fatalf("a share of %d", s.Amount)
				}
				shares[p.Source] += s.Amount
			}
		}
		if len(out.Sums) != len(income) {
			rt.Fatalf("%d sums of %d sources", len(out.Sums), len(income))
		}
		for _, s := range out.Sums {
			if s.Creators+s.Platform+s.Reserve != income[s.Source] || s.Creators != shares[s.Source] || min(s.Creators, s.Platform, s.Reserve) < 0 {
				rt.Fatalf("%+v of %d with shares of %d", s, income[s.Source], shares[s.Source])
			}
		}
		mix := rand.New(rand.NewSource(rapid.Int64().Draw(rt, "order")))
		mix.Shuffle(len(in.Income), func(i, j int) { in.Income[i], in.Income[j] = in.Income[j], in.Income[i] })
		mix.Shuffle(len(in.Projects), func(i, j int) { in.Projects[i], in.Projects[j] = in.Projects[j], in.Projects[i] })
		for _, p := range in.Projects {
			mix.Shuffle(len(p.People), func(i, j int) { p.People[i], p.People[j] = p.People[j], p.People[i] })
		}
		if again := r.Share(in); !reflect.DeepEqual(again, out) {
			rt.Fatalf("in another order %+v, before %+v", again, out)
		}
	})
}
