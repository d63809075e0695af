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
	models     map[string]*standing // by read model
	memory     float64              // resident, bytes
	unrecorded float64              // downloads since the start of the program
}

// standing is where a read model is in its log, and how many events are after it.
type standing struct{ position, behind float64 }

// readMetrics reads the text format of Prometheus. Lines that are not about what is watched are passed over.
func readMetrics(r io.Reader) (s samples, err error) {
	s.models = map[string]*standing{}
	model := func(labels string) *standing {
		name := between(labels, `projector="`, `"`)
		if s.models[name] == nil {
			s.models[name] = &standing{}
		}
		return s.models[name]
	}
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
		case "modyard_projection_position":
			model(labels).position = number
		case "modyard_projection_lag_events":
			model(labels).behind = number
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

	first *samples
	heads map[string][]head // of each read model's log, from the first that it has not reached
}

// head is the end of a log at a moment.
type head struct {
	at       time.Time
	position float64
}

// watch begins to read the metrics at a private address, until end.
func watch(ctx context.Context, private string) *watcher {
	ctx, cancel := context.WithCancel(ctx)
	w := &watcher{cancel: cancel, result: make(chan observed, 1)}
	go func() {
		o := observed{heads: map[string][]head{}}
		ticks := time.NewTicker(time.Second)
		defer ticks.Stop()
		for {
			if now, err := fetch(ctx, private); err == nil { // a missing sample is not a failed measurement
				o.add(time.Now(), now)
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

// add takes the metrics of one moment. A read model is as far behind as the time since the log had an event that it has
// not applied. The lag in seconds among the metrics is not used: it is the age of the last event that concerned the read model.
func (o *observed) add(at time.Time, now samples) {
	if o.first == nil {
		o.first, o.memory.Start = &now, mb(now.memory)
	}
	o.memory.End, o.memory.Most = mb(now.memory), max(o.memory.Most, mb(now.memory))
	o.unrecorded = now.unrecorded - o.first.unrecorded
	for name, model := range now.models {
		missing := append(o.heads[name], head{at, model.position + model.behind})
		for len(missing) > 0 && missing[0].position <= model.position {
			missing = missing[1:]
		}
		o.heads[name] = missing
		if len(missing) == 0 {
			continue
		}
		if lag := at.Sub(missing[0].at).Seconds(); lag > o.lag.Most {
			o.lag = Lag{Most: lag, Of: name}
		}
	}
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
