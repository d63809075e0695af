package live

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	streams  prometheus.GaugeFunc
	messages prometheus.Counter
	lag      prometheus.Histogram
}

func newMetrics(registry prometheus.Registerer, count func() int) *metrics {
	m := &metrics{
		streams: prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "modyard", Subsystem: "live", Name: "streams", Help: "Streams that are open.",
		}, func() float64 { return float64(count()) }),
		messages: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "modyard", Subsystem: "live", Name: "messages_total", Help: "Messages written to streams.",
		}),
		lag: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "modyard", Subsystem: "live", Name: "lag_seconds",
			Help:    "Time from a durable event to the moment at which streams are told what it moved.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}),
	}
	if registry != nil {
		registry.MustRegister(m.streams, m.messages, m.lag)
	}
	return m
}
