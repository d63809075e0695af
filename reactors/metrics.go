package reactors

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/eventlog/watermill"
)

// meters measure the reactors of this process, in addition to Watermill's own metrics.
type meters struct {
	poisoned *prometheus.CounterVec
	lag      *prometheus.Desc

	mu     sync.Mutex
	states map[string]watermill.State
}

func newMeters(registry prometheus.Registerer) (*meters, error) {
	m := &meters{
		poisoned: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "modyard_reactor_poisoned_total", Help: "Messages that a reactor could not handle.",
		}, []string{"reactor"}),
		lag: prometheus.NewDesc("modyard_reactor_lag_seconds",
			"Age of the message that a reactor handles; zero if it waits for one. Only in the process that runs the reactor.", []string{"reactor"}, nil),
		states: map[string]watermill.State{},
	}
	if registry == nil {
		return m, nil
	}
	if err := registry.Register(m.poisoned); err != nil {
		return nil, err
	}
	return m, registry.Register(m)
}

// watch is told the state of a reactor.
func (m *meters) watch(reactor string, s watermill.State) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.states[reactor] = s
}

// Describe implements prometheus.Collector.
func (m *meters) Describe(ch chan<- *prometheus.Desc) { ch <- m.lag }

// Collect implements prometheus.Collector.
func (m *meters) Collect(ch chan<- prometheus.Metric) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, s := range m.states {
		if !s.Leading {
			continue
		}
		age := 0.0
		if !s.Behind.IsZero() {
			age = time.Since(s.Behind).Seconds()
		}
		ch <- prometheus.MustNewConstMetric(m.lag, prometheus.GaugeValue, age, name)
	}
}
