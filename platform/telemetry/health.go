package telemetry

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// DefaultCheckTimeout is the time limit of a check without its own.
const DefaultCheckTimeout = 2 * time.Second

// Check says whether one part of the program works.
type Check struct {
	Name    string
	Timeout time.Duration // 0: DefaultCheckTimeout
	Run     func(ctx context.Context) error
	Detail  func() any // further data for operators; nil for none
}

// CheckResult is the outcome of a check in the answer of Ready.
type CheckResult struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
	Took  string `json:"took"`

	Detail any `json:"detail,omitempty"`
}

// Alive answers 200 as long as the program answers at all.
func Alive() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeHealth(w, http.StatusOK, map[string]any{"status": "ok"})
	})
}

// Ready runs all checks at once and answers 200 when each of them passes, 503 otherwise, with the outcome of each in
// the given order. It does not wait for a check that ignores its timeout.
func Ready(checks ...Check) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		results := make([]CheckResult, len(checks))
		var all sync.WaitGroup
		for i, check := range checks {
			all.Go(func() { results[i] = check.result(r.Context()) })
		}
		all.Wait()
		status, word := http.StatusOK, "ok"
		for _, result := range results {
			if !result.OK {
				status, word = http.StatusServiceUnavailable, "unavailable"
			}
		}
		writeHealth(w, status, map[string]any{"status": word, "checks": results})
	})
}

func (c Check) result(ctx context.Context) CheckResult {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = DefaultCheckTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	start := time.Now()
	outcome := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				outcome <- fmt.Errorf("panic: %v", v)
			}
		}()
		outcome <- c.Run(ctx)
	}()
	var err error
	select {
	case err = <-outcome:
	case <-ctx.Done():
		err = ctx.Err()
	}
	result := CheckResult{Name: c.Name, OK: err == nil, Took: time.Since(start).Round(time.Microsecond).String()}
	if err != nil {
		result.Error = err.Error()
	}
	if c.Detail != nil {
		result.Detail = c.Detail()
	}
	return result
}

func writeHealth(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the reader may have closed the connection
}
