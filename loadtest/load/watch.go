package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// samples are the metrics of one moment.
type samples struct {
	lag        float64 // seconds, of the read model that is furthest behind
	slowest    string  // that read model
	memory     float64 // resident, bytes
	unrecorded float64 // downloads since the start of the program
}

// readMetrics reads the text format of Prometheus. Lines that are not about what is watched are passed over.
func readMetrics(r io.Reader) (s samples, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		series, rest, ok := strings.Cut(lines.Text(), " ")
		if !ok || strings.HasPrefix(series, "#") {
			continue
		}
		name, labels, _ := strings.Cut(series, "{")
		value, _, _ := strings.Cut(rest, " ")
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue // a label with a space
		}
		switch name {
		case "modyard_projection_lag_seconds":
			if number > s.lag {
				s.lag, s.slowest = number, between(labels, `projector="`, `"`)
			}
		case "process_resident_memory_bytes":
			s.memory = number
		case "modyard_downloads_unrecorded_total":
			s.unrecorded += number
		}
	}
	if err := lines.Err(); err != nil {
		return s, fmt.Errorf("read the metrics: %w", err)
	}
	return s, nil
}

func between(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}

// watcher reads the metrics once a second.
type watcher struct {
	cancel context.CancelFunc
	result chan observed
}

// observed is what the metrics were during a script.
type observed struct {
	lag        Lag
	memory     Memory
	unrecorded float64
}

// watch begins to read the metrics at a private address, until end.
func watch(ctx context.Context, private string) *watcher {
	ctx, cancel := context.WithCancel(ctx)
	w := &watcher{cancel: cancel, result: make(chan observed, 1)}
	go func() {
		var o observed
		first := samples{memory: -1}
		ticks := time.NewTicker(time.Second)
		defer ticks.Stop()
		for {
			if now, err := fetch(ctx, private); err == nil { // a missing sample is not a failed measurement
				if first.memory < 0 {
					first = now
					o.memory.Start = mb(now.memory)
				}
				o.add(now)
				o.unrecorded = now.unrecorded - first.unrecorded
			}
			select {
			case <-ctx.Done():
				w.result <- o
				return
			case <-ticks.C:
			}
		}
	}()
	return w
}

func (o *observed) add(now samples) {
	if now.lag > o.lag.Most {
		o.lag = Lag{Most: now.lag, Of: now.slowest}
	}
	o.memory.End, o.memory.Most = mb(now.memory), max(o.memory.Most, mb(now.memory))
}

func mb(bytes float64) float64 { return bytes / 1e6 }

func (w *watcher) end() observed {
	w.cancel()
	return <-w.result
}

func fetch(ctx context.Context, private string) (samples, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, private+"/metrics", nil)
	if err != nil {
		return samples{}, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return samples{}, err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	if res.StatusCode != http.StatusOK {
		return samples{}, fmt.Errorf("the metrics answer %d", res.StatusCode)
	}
	return readMetrics(res.Body)
}
