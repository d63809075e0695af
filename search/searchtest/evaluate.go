package searchtest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/mozillazg/go-pinyin"

	"github.com/modyard/modyard/search"
)

// Quality measures an engine's answers to the queries of one kind.
type Quality struct {
	Engine, Kind string
	Queries      int
	At1, At5     float64 // share of queries with a correct answer at rank 1, within the first 5
	MRR          float64 // mean of 1/rank, 0 beyond rank 10
	Missed       []string
}

// AllJudged is the kind of all judged queries together.
const AllJudged = "all judged"

// Goal is the minimum quality of a kind; ok is false for a kind without one.
func Goal(kind string) (at1, at5 float64, ok bool) {
	switch kind {
	case AllJudged:
		return 0.96, 0.99, true
	case KindPinyin, KindInitials:
		return 0, 0.95, true
	}
	return 0, 0, false
}

// Evaluate runs all queries and returns the quality by kind, judged kinds together last.
func Evaluate(ctx context.Context, name string, e search.Engine, queries []Judged) ([]Quality, error) {
	kinds := map[string]*Quality{}
	for _, j := range queries {
		page, err := e.Search(ctx, search.Query{Text: j.Text, Sort: search.Relevance, Limit: 10})
		if err != nil {
			return nil, fmt.Errorf("evaluate %q: %w", j.Text, err)
		}
		rank := 1 + slices.IndexFunc(page.IDs, func(id string) bool { return slices.Contains(j.Accept, id) })
		counted := []string{j.Kind}
		if j.Kind != KindPinyin && j.Kind != KindInitials {
			counted = append(counted, AllJudged)
		}
		for _, kind := range counted {
			q := kinds[kind]
			if q == nil {
				q = &Quality{Engine: name, Kind: kind}
				kinds[kind] = q
			}
			q.add(j, rank)
		}
	}
	var out []Quality
	for _, q := range kinds {
		n := float64(q.Queries)
		q.At1, q.At5, q.MRR = q.At1/n, q.At5/n, q.MRR/n
		out = append(out, *q)
	}
	order := func(q Quality) int { return slices.Index([]string{AllJudged, KindPinyin, KindInitials}, q.Kind) }
	slices.SortFunc(out, func(a, b Quality) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), strings.Compare(a.Kind, b.Kind))
	})
	return out, nil
}

func (q *Quality) add(j Judged, rank int) {
	q.Queries++
	if rank == 1 {
		q.At1++
	}
	if rank >= 1 && rank <= 5 {
		q.At5++
	} else {
		q.Missed = append(q.Missed, fmt.Sprintf("%s (want %s)", j.Text, j.Want))
	}
	if rank >= 1 {
		q.MRR += 1 / float64(rank)
	}
}

// Held says whether a kind reaches its goal; a kind without one does.
func (q Quality) Held() bool {
	at1, at5, ok := Goal(q.Kind)
	return !ok || q.At1 >= at1 && q.At5 >= at5
}

// PrintQuality writes a table.
func PrintQuality(w io.Writer, rows []Quality) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "engine\tkind\tqueries\tsuccess@1\tsuccess@5\tMRR\tgoal\theld")
	for _, q := range rows {
		goal, held := "", ""
		if at1, at5, ok := Goal(q.Kind); ok {
			goal, held = fmt.Sprintf("%.2f / %.2f", at1, at5), fmt.Sprint(q.Held())
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%s\t%s\n", q.Engine, q.Kind, q.Queries, q.At1, q.At5, q.MRR, goal, held)
	}
	t.Flush()
}

// Kinds of generated queries.
const (
	KindPinyin   = "full pinyin"
	KindInitials = "pinyin initials"
)

// Pinyin makes queries for n Chinese names, spelt out and by initials, of names with four to ten characters; projects
// with the same Chinese name are equally correct.
func Pinyin(docs []search.Doc, n int) []Judged {
	byName := map[string][]string{}
	for _, d := range docs {
		if r := []rune(d.TitleZH); len(r) >= 4 && len(r) <= 10 && !slices.ContainsFunc(r, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
			byName[d.TitleZH] = append(byName[d.TitleZH], d.ID)
		}
	}
	names := make([]string, 0, len(byName))
	for name := range byName {
		names = append(names, name)
	}
	slices.Sort(names)
	rand.New(rand.NewPCG(300, 2)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var out []Judged
	args := pinyin.NewArgs()
	for _, name := range names[:min(n, len(names))] {
		syllables := pinyin.LazyPinyin(name, args)
		heads := make([]string, len(syllables))
		for i, s := range syllables {
			heads[i] = s[:1]
		}
		out = append(out,
			Judged{Text: strings.Join(syllables, ""), Want: name, Accept: byName[name], Kind: KindPinyin},
			Judged{Text: strings.Join(heads, ""), Want: name, Accept: byName[name], Kind: KindInitials})
	}
	return out
}
