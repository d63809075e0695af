package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
)

// Run are the figures of one script.
type Run struct {
	Script     string   `json:"script"`
	Seconds    float64  `json:"seconds"` // as planned: what the rates are relative to
	Kinds      []Kind   `json:"kinds"`
	Dropped    int      `json:"dropped"` // iterations that could not begin in time
	Lag        Lag      `json:"lag"`
	Memory     Memory   `json:"memory"`
	Unrecorded float64  `json:"unrecorded"` // downloads that the site sent without recording them
	Missed     []string `json:"missed,omitempty"`
	Whole      bool     `json:"whole"` // it ended with figures
}

// Kind are the requests of one kind. The times are in milliseconds.
type Kind struct {
	Kind     string  `json:"kind"`
	Requests int     `json:"requests"`
	Rate     float64 `json:"rate"` // a second
	P50      float64 `json:"p50"`
	P95      float64 `json:"p95"`
	P99      float64 `json:"p99"`
	Errors   int     `json:"errors"`
}

// Lag is how far the read model Of was behind at most, in seconds. Metrics are read once a second: below 1 it is 0.
type Lag struct {
	Most float64 `json:"most"`
	Of   string  `json:"of"`
}

// Memory is the resident memory of the program, without Postgres, in MB of a million bytes.
type Memory struct {
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	Most  float64 `json:"most"`
}

func (r Run) verdict() string {
	switch {
	case !r.Whole:
		return "FAILED"
	case len(r.Missed) > 0:
		return "MISSED: " + strings.Join(r.Missed, "; ")
	}
	return "held"
}

// summary is what a script writes at its end (lib/run.js).
type summary struct {
	Seconds float64 `json:"seconds"`
	Metrics map[string]struct {
		Values     map[string]float64           `json:"values"`
		Thresholds map[string]struct{ OK bool } `json:"thresholds"`
	} `json:"metrics"`
}

// readRun reads the figures of a script.
func readRun(name, file string) (Run, error) {
	r := Run{Script: name}
	data, err := os.ReadFile(file)
	if err != nil {
		return r, fmt.Errorf("read the figures: %w", err)
	}
	var s summary
	if err := json.Unmarshal(data, &s); err != nil {
		return r, fmt.Errorf("read the figures: %w", err)
	}
	if s.Seconds <= 0 || len(s.Metrics) == 0 {
		return r, fmt.Errorf("read the figures: there are none in %s", file)
	}
	r.Seconds, r.Whole, r.Dropped = s.Seconds, true, int(s.Metrics["dropped_iterations"].Values["count"])
	for metric, m := range s.Metrics {
		for threshold, t := range m.Thresholds {
			if !t.OK {
				r.Missed = append(r.Missed, strings.TrimPrefix(metric, "http_req_")+" "+threshold)
			}
		}
		kind, ok := strings.CutPrefix(metric, "http_req_failed{kind:")
		if !ok || strings.Contains(kind, ",") {
			continue
		}
		kind = strings.TrimSuffix(kind, "}")
		times := s.Metrics["http_req_duration{kind:"+kind+"}"].Values
		n := int(math.Round(m.Values["passes"] + m.Values["fails"]))
		r.Kinds = append(r.Kinds, Kind{
			Kind: kind, Requests: n, Rate: float64(n) / s.Seconds, P50: times["med"], P95: times["p(95)"], P99: times["p(99)"],
			Errors: int(m.Values["passes"]), // of the statement that a request has failed
		})
	}
	slices.Sort(r.Missed)
	slices.SortFunc(r.Kinds, func(a, b Kind) int { return strings.Compare(a.Kind, b.Kind) })
	return r, nil
}
