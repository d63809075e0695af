package searchtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/search"
)

var (
	someWords     = strings.Fields("tide loom quay lantern night ferry moss marrow brass wick Engine2 of the and JEI addons (Fabric) [1.20] Vëlvet quarry x 2 a / : core")
	someHan       = []rune("灯笼码头夜航渡轮黄铜维克机关潮汐织坊长乐重城的了銀河")
	someLoaders   = []string{"fabric", "forge", "quilt", "paper"}
	askedLoaders  = []string{"fabric", "forge", "quilt", "paper", search.Unlabelled}
	someVersions  = []string{"1.19.2", "1.20.1", "1.20.4", "24w14a"}
	askedVersions = []string{"1.19.2", "1.20.1", "1.20.4", "24w14a", search.Unlabelled}
	someCats      = []string{"adventure", "magic", "technology"}
)

// RandomDocs returns documents with invented names, the same for the same seed.
func RandomDocs(rng *rand.Rand, n int) []search.Doc {
	docs := make([]search.Doc, n)
	for i := range docs {
		d := search.Doc{
			ID: fmt.Sprintf("%c%05d", "Aa0"[rng.IntN(3)], i), Position: uint64(i + 1),
			Slug: fmt.Sprintf("s-%s-%d", strings.ToLower(pick(rng, someWords[:10])), i), Title: randomName(rng),
			Description: randomName(rng) + " " + randomName(rng), Author: pick(rng, []string{"mira", "Old Tom"}),
			ProjectTypes: []string{pick(rng, []string{"mod", "plugin", "shader"})}, Categories: some(rng, someCats),
			ClientSide: pick(rng, []string{"required", "optional"}), ServerSide: pick(rng, []string{"required", "unsupported"}),
			License: pick(rng, []string{"MIT", "GPL-3.0-only"}), OpenSource: rng.IntN(2) == 0,
			Downloads: int64(rng.IntN(40) * rng.IntN(40)), Follows: int64(rng.IntN(8)),
			Created: time.Unix(int64(1_700_000_000+rng.IntN(50)), 0).UTC(), Updated: time.Unix(int64(1_700_000_000+rng.IntN(50)), 0).UTC(),
		}
		if rng.IntN(2) == 0 {
			d.TitleZH = randomHan(rng, 2+rng.IntN(5))
		}
		if rng.IntN(4) == 0 {
			d.Aliases = []string{strings.ToUpper(randomName(rng)[:1]) + "q"}
		}
		for range rng.IntN(3) {
			v := search.VersionFacets{Loaders: some(rng, someLoaders), GameVersions: some(rng, someVersions)}
			d.Versions = append(d.Versions, v)
			d.Loaders = append(d.Loaders, v.Loaders...)
			d.GameVersions = append(d.GameVersions, v.GameVersions...)
		}
		d.Hit = HitOf(d)
		docs[i] = d
	}
	return docs
}

// RandomQuery returns a query, often with results, sometimes mistyped.
func RandomQuery(rng *rand.Rand) search.Query {
	var text string
	switch rng.IntN(6) {
	case 0:
	case 1:
		text = randomHan(rng, 1+rng.IntN(5))
	case 2:
		text = mistype(rng, randomName(rng))
	case 3:
		text = randomName(rng)
		text = text[:1+rng.IntN(min(len(text), 4))]
	default:
		text = randomName(rng)
	}
	var groups []string
	for range rng.IntN(4) {
		var terms []string
		for range 1 + rng.IntN(2) {
			t := pick(rng, []string{"categories:" + pick(rng, someCats), "categories:" + pick(rng, askedLoaders), "loaders=" + pick(rng, askedLoaders),
				"versions:" + pick(rng, askedVersions), "versions:" + pick(rng, askedVersions), "categories!=" + pick(rng, askedLoaders), "versions!=" + pick(rng, askedVersions),
				"project_type:mod", "open_source:true", "downloads>=" + fmt.Sprint(rng.IntN(200)), "follows<" + fmt.Sprint(rng.IntN(9)), "author:oldtom",
				"created_timestamp>" + fmt.Sprint(1_700_000_000+rng.IntN(50)), "client_side!=required", "project_id!=A00001", "license:mit", "name:tideloom"})
			terms = append(terms, fmt.Sprintf("%q", t))
		}
		if len(terms) == 2 && rng.IntN(4) == 0 {
			terms = []string{"[" + strings.Join(terms, ",") + "]"}
		}
		groups = append(groups, "["+strings.Join(terms, ",")+"]")
	}
	f, err := search.ParseFacets("[" + strings.Join(groups, ",") + "]")
	if err != nil {
		panic(err) // the lists above have valid facets only
	}
	sorts := []search.Sort{search.Relevance, search.Relevance, search.Downloads, search.Follows, search.Newest, search.Updated}
	choices, err := search.ParseChoices(`{"client":[["client_side:required","client_side:optional"],["server_side!=required"]],"server":[["server_side:required"]],"any":[]}`)
	if err != nil {
		panic(err) // it is constant
	}
	return search.Query{Text: text, Filter: f, Sort: pick(rng, sorts), Offset: rng.IntN(12) * rng.IntN(2), Limit: 1 + rng.IntN(20),
		Apart: rng.IntN(4), Choices: choices[:rng.IntN(len(choices)+1)]}
}

// Compare runs n random queries on both engines and reports every difference.
func Compare(t *testing.T, rng *rand.Rand, n int, got, want search.Engine) {
	t.Helper()
	ctx := context.Background()
	for range n {
		q := RandomQuery(rng)
		about := fmt.Sprintf("%q %+v %s %d+%d", q.Text, q.Filter.Groups, q.Sort, q.Offset, q.Limit)
		a, err := got.Search(ctx, q)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		b, err := want.Search(ctx, q)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		if a.Total != b.Total || !slices.Equal(a.IDs, b.IDs) {
			t.Errorf("%s: got %v of %d, the reference says %v of %d", about, a.IDs, a.Total, b.IDs, b.Total)
		}
		x, err := got.Counts(ctx, q)
		if err != nil {
			t.Fatalf("counts %s: %v", about, err)
		}
		y, err := want.Counts(ctx, q)
		if err != nil {
			t.Fatalf("counts %s: %v", about, err)
		}
		sameCounts(t, x, y, about)
		if t.Failed() {
			return
		}
	}
}

func runRandom(t *testing.T, make Factory) {
	rng := rand.New(rand.NewPCG(3, 11))
	docs := RandomDocs(rng, 300)
	e, _ := make(t, docs)
	Compare(t, rng, 250, e, NewReference(docs))
}

func randomName(rng *rand.Rand) string {
	words := make([]string, 1+rng.IntN(4))
	for i := range words {
		words[i] = pick(rng, someWords)
		if rng.IntN(8) == 0 {
			words[i] = randomHan(rng, 1+rng.IntN(3))
		}
	}
	return strings.Join(words, pick(rng, []string{" ", " ", ""}))
}

func randomHan(rng *rand.Rand, n int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = pick(rng, someHan)
	}
	return string(out)
}

func mistype(rng *rand.Rand, s string) string {
	r := []rune(s)
	i := rng.IntN(len(r))
	switch rng.IntN(3) {
	case 0:
		return string(slices.Delete(r, i, i+1))
	case 1:
		return string(slices.Insert(r, i, 'z'))
	}
	r[i] = 'z'
	return string(r)
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

func some(rng *rand.Rand, list []string) []string {
	var out []string
	for _, v := range list {
		if rng.IntN(2) == 0 {
			out = append(out, v)
		}
	}
	return out
}
