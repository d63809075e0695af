// Package eventlogbench compares the Postgres event log with the best and the worst case of the database, in one
// interleaved run, because ratios within a run are comparable across machines.
package eventlogbench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/postgres"
)

const (
	// payloadBytes and the metadata give rows of the same size as those of commands.
	payloadBytes = 400

	// BudgetOfCopy and BudgetOfSingle are the minimum rates of the log with the largest number of callers, as multiples
	// of one bulk COPY and of one transaction for each append.
	BudgetOfCopy   = 0.35
	BudgetOfSingle = 8.0
	// BudgetLoneP50 and BudgetLoneP99 limit the duration of an append without concurrent ones.
	BudgetLoneP50 = 5 * time.Millisecond
	BudgetLoneP99 = 20 * time.Millisecond
)

// Options configures the measurement. The zero value takes about half a minute.
type Options struct {
	Callers  []int         // numbers of concurrent callers; the budgets apply to the last
	Rounds   int           // every measurement is made this many times, interleaved; the median is reported
	Span     time.Duration // of one measurement
	CopyRows int           // rows of one COPY
}

// Report contains the results. Rates are events per second; each append is one event of a new stream.
type Report struct {
	Appends []AtCallers   // the log
	Single  float64       // one transaction for each append, with the largest number of callers
	Copy    float64       // one bulk COPY into the same tables
	LoneP50 time.Duration // one append at a time, with pauses
	LoneP99 time.Duration
	Bulk    float64 // one caller, appends to thousands of streams, like an import
	Follow  float64 // reading the whole log
	Streams float64 // reading 200 streams of 10 events together
	Newest  float64 // reads a second of the newest event of a stream
}

// AtCallers is the log's rate and the duration of an append with a number of callers.
type AtCallers struct {
	Callers  int
	Rate     float64
	P50, P99 time.Duration
}

// OfCopy is the rate with the largest number of callers as a multiple of the COPY's rate.
func (r Report) OfCopy() float64 { return r.Appends[len(r.Appends)-1].Rate / r.Copy }

// OfSingle is the rate with the largest number of callers as a multiple of the rate with one transaction for each
// append.
func (r Report) OfSingle() float64 { return r.Appends[len(r.Appends)-1].Rate / r.Single }

// Run measures on the migrated database of a pool with the program's login; owner is a connection of the database's
// owner, who may COPY into the log. It fills the log with events of type bench.happened.v1, so the database must be
// disposable, on a server with fsync.
func Run(ctx context.Context, pool *pgxpool.Pool, owner *pgx.Conn, options Options) (Report, error) {
	o := options.withDefaults()
	log, err := postgres.Open(ctx, pool)
	if err != nil {
		return Report{}, err
	}
	defer log.Close()
	m := measurement{log: log, pool: pool, owner: owner, options: o, rates: map[string][]float64{}, at: map[int]*AtCallers{}}
	for range o.Rounds {
		if err := m.round(ctx); err != nil {
			return Report{}, err
		}
	}
	report := m.report()
	report.Single, report.Copy = median(m.rates["single"]), median(m.rates["copy"])
	return report, nil
}

// Compare measures what any engine supports (all but Single and Copy), interleaved over all logs, and returns their
// reports in the same order. It appends to the logs.
func Compare(ctx context.Context, options Options, logs ...eventlog.Log) ([]Report, error) {
	o := options.withDefaults()
	measured := make([]measurement, len(logs))
	for i, log := range logs {
		measured[i] = measurement{log: log, options: o, rates: map[string][]float64{}, at: map[int]*AtCallers{}}
	}
	for range o.Rounds {
		for i := range measured {
			m := &measured[i]
			for _, step := range []func(context.Context) error{m.appends, m.alone, m.bulk, m.follow, m.parts} {
				if err := step(ctx); err != nil {
					return nil, fmt.Errorf("%s: %w", m.log.Engine(), err)
				}
			}
		}
	}
	reports := make([]Report, len(logs))
	for i := range measured {
		reports[i] = measured[i].report()
	}
	return reports, nil
}

// report returns the medians that exist for every engine.
func (m *measurement) report() Report {
	r := Report{
		Bulk: median(m.rates["bulk"]), Follow: median(m.rates["follow"]),
		Streams: median(m.rates["streams"]), Newest: median(m.rates["newest"]),
		LoneP50: percentile(m.lone, 0.50), LoneP99: percentile(m.lone, 0.99),
	}
	for _, n := range m.options.Callers {
		at := m.at[n]
		at.Rate = median(m.rates[fmt.Sprint(n)])
		r.Appends = append(r.Appends, *at)
	}
	return r
}

func (o Options) withDefaults() Options {
	if len(o.Callers) == 0 {
		o.Callers = []int{1, 64, 256}
	}
	if o.Rounds == 0 {
		o.Rounds = 3
	}
	if o.Span == 0 {
		o.Span = 2 * time.Second
	}
	if o.CopyRows == 0 {
		o.CopyRows = 60_000
	}
	return o
}

// sample creates an append of one event to a new stream.
func sample() eventlog.Write {
	id := eventlog.NewEventID()
	data := []byte(`{"text":"` + strings.Repeat(id.String(), payloadBytes/36) + `"}`)
	return eventlog.Write{Stream: "bench-" + id.String(), Expected: eventlog.NoStream, Events: []eventlog.Event{{
		ID: id, Type: "bench.happened.v1", Data: data,
		Meta: eventlog.Metadata{
			Actor: "AABBCCDD", Role: "member", Credential: "EEFFGGHH", Command: id.String(), RequestHash: requestHash,
			Request: id.String()[:13], At: time.Now(), Salt: eventlog.NewSalt(),
		},
	}}}
}

func median(rates []float64) float64 {
	sorted := slices.Sorted(slices.Values(rates))
	return sorted[len(sorted)/2]
}

func percentile(times []time.Duration, p float64) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(float64(len(sorted)-1)*p)]
}

// requestHash has the length of a real one.
const requestHash = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
