package searchbench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/searchtest"
)

// Latency is the result of one kind of request.
type Latency struct {
	Engine, Kind  string
	Requests      int
	P50, P95, P99 time.Duration
	PerSecond     float64
	Budget        time.Duration // of P95; 0 for none
}

// Held says whether the latency is within the budget.
func (l Latency) Held() bool { return l.Budget == 0 || l.P95 < l.Budget }

// Request is a search, or with Counts the counts of all options.
type Request struct {
	search.Query
	Counts bool
}

// Load is a kind of requests and their budget.
type Load struct {
	Kind     string
	Requests []Request
	Budget   time.Duration
}

// The design's budgets, with eight callers and about 100,000 documents.
const (
	SearchBudget  = 50 * time.Millisecond
	ElasticBudget = 30 * time.Millisecond // of a search in Elasticsearch
	CountsBudget  = 150 * time.Millisecond
	Callers       = 8
)

// Loads makes n requests of each kind, and "mixed", which alternates between them.
func Loads(judged []searchtest.Judged, n int) ([]Load, error) {
	rng := rand.New(rand.NewPCG(8, 50))
	filters := []string{
		`[["categories:fabric"],["versions:1.20.1"],["project_type:mod"]]`, `[["project_type:mod"]]`, `[["project_type:plugin"],["categories:paper","categories:spigot"]]`,
		`[["categories:technology"],["project_type:mod"]]`, `[["categories:forge","categories:neoforge"],["versions:1.20.1","versions:1.21.1","versions:1.19.2"]]`,
		`[["open_source:true"],["client_side:required"],["server_side:required"]]`, `[["categories!=fabric"],["versions:1.12.2"]]`, `[["downloads>1000"],["project_type:modpack"]]`,
	}
	parsed := make([]search.Filter, len(filters))
	for i, f := range filters {
		var err error
		if parsed[i], err = search.ParseFacets(f); err != nil {
			return nil, err
		}
	}
	sorts := []search.Sort{search.Relevance, search.Downloads, search.Follows, search.Newest, search.Updated}
	common := []string{"mod", "craft", "more", "better", "the", "api", "world", "plugin", "simple", "chat", "create", "dungeon"}
	han := []string{"世界", "魔法", "工业", "附属", "机械", "更多", "农夫", "暮色", "矿石", "生物"}
	text := func(list []string) search.Query {
		return search.Query{Text: list[rng.IntN(len(list))], Sort: search.Relevance, Limit: 20}
	}
	kinds := []struct {
		name string
		make func() search.Query
	}{
		{"judged, all kinds", func() search.Query {
			return search.Query{Text: judged[rng.IntN(len(judged))].Text, Sort: search.Relevance, Limit: 20}
		}},
		{"two Chinese characters", func() search.Query { return text(han) }},
		{"one common word", func() search.Query { return text(common) }},
		{"common word with filters", func() search.Query { q := text(common); q.Filter = parsed[rng.IntN(len(parsed))]; return q }},
		{"one or two letters", func() search.Query {
			s := "abcdefghijklmnoprstw"
			i := rng.IntN(len(s) - 1)
			return search.Query{Text: s[i : i+1+rng.IntN(2)], Sort: search.Relevance, Limit: 20}
		}},
		{"filters alone, five orders", func() search.Query {
			return search.Query{Filter: parsed[rng.IntN(len(parsed))], Sort: sorts[rng.IntN(len(sorts))], Limit: 20, Offset: 20 * rng.IntN(5)}
		}},
		{"filters alone, far pages", func() search.Query {
			return search.Query{Filter: parsed[rng.IntN(len(parsed))], Sort: sorts[rng.IntN(len(sorts))], Limit: 20, Offset: 5000}
		}},
	}
	var out []Load
	mixed := Load{Kind: "mixed", Budget: SearchBudget}
	for _, k := range kinds {
		l := Load{Kind: k.name, Budget: SearchBudget}
		for range n {
			l.Requests = append(l.Requests, Request{Query: k.make()})
			mixed.Requests = append(mixed.Requests, Request{Query: k.make()})
		}
		out = append(out, l)
	}
	rng.Shuffle(len(mixed.Requests), func(i, j int) { mixed.Requests[i], mixed.Requests[j] = mixed.Requests[j], mixed.Requests[i] })
	counts := Load{Kind: "counts of all options", Budget: CountsBudget}
	for i := range n {
		q := search.Query{Filter: parsed[rng.IntN(len(parsed))]}
		if i%2 == 0 {
			q.Text = common[rng.IntN(len(common))]
		}
		counts.Requests = append(counts.Requests, Request{Query: q, Counts: true})
	}
	return append(out, mixed, counts), nil
}

// Measure runs a load with callers that each wait for their answer.
func Measure(ctx context.Context, name string, e search.Engine, l Load, callers int) (Latency, error) {
	took := make([]time.Duration, len(l.Requests))
	next := make(chan int)
	failed := make(chan error, callers)
	var wg sync.WaitGroup
	started := time.Now()
	for range callers {
		wg.Go(func() {
			for i := range next {
				begun := time.Now()
				var err error
				if r := l.Requests[i]; r.Counts {
					_, err = e.Counts(ctx, r.Query)
				} else {
					_, err = e.Search(ctx, r.Query)
				}
				if took[i] = time.Since(begun); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			}
		})
	}
	for i := range l.Requests {
		next <- i
	}
	close(next)
	wg.Wait()
	elapsed := time.Since(started)
	select {
	case err := <-failed:
		return Latency{}, fmt.Errorf("measure %s: %w", l.Kind, err)
	default:
	}
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[min(len(took)-1, int(share*float64(len(took))))] }
	return Latency{
		Engine: name, Kind: l.Kind, Requests: len(took), P50: at(0.5), P95: at(0.95), P99: at(0.99),
		PerSecond: float64(len(took)) / elapsed.Seconds(), Budget: l.Budget,
	}, nil
}

// PrintLatency writes a table.
func PrintLatency(w io.Writer, rows []Latency) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "engine\tload\trequests\tp50 ms\tp95 ms\tp99 ms\trequests/s\tbudget p95\theld")
	for _, l := range rows {
		budget := ""
		if l.Budget > 0 {
			budget = "< " + ms(l.Budget)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%.0f\t%s\t%v\n", l.Engine, l.Kind, l.Requests, ms(l.P50), ms(l.P95), ms(l.P99), l.PerSecond, budget, l.Held())
	}
	t.Flush()
}
