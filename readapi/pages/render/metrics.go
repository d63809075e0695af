package render

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics count how pages were answered: drawn, from the cache, or as a shell that the browser draws.
type metrics struct {
	drawn  prometheus.Histogram
	cached prometheus.Counter
	shells *prometheus.CounterVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	m := &metrics{
		drawn: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "modyard_pages_drawn_seconds", Help: "Time to draw a page on the server, with the wait for an engine.",
			Buckets: []float64{.005, .01, .02, .03, .05, .075, .1, .2, .5, 1},
		}),
		cached: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "modyard_pages_cached_total", Help: "Pages whose drawing was cached.",
		}),
		shells: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "modyard_pages_shell_total", Help: "Pages that were sent without a drawing, by reason.",
		}, []string{"reason"}),
	}
	for _, reason := range []string{"busy", "failed", "late", "starting"} {
		m.shells.WithLabelValues(reason)
	}
	if registry != nil {
		registry.MustRegister(m.drawn, m.cached, m.shells)
	}
	return m
}

// label is the reason of a page without a drawing.
func label(err error) string {
	switch {
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrStarting):
		return "starting"
	case errors.Is(err, ErrLate):
		return "late"
	default:
		return "failed"
	}
}
