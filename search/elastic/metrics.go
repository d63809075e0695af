package elastic

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	metricNamespace = "modyard"
	metricSubsystem = "search"
)

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Namespace: metricNamespace, Subsystem: metricSubsystem, Name: name, Help: help})
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Namespace: metricNamespace, Subsystem: metricSubsystem, Name: name, Help: help})
}

func register(to prometheus.Registerer, all ...prometheus.Collector) error {
	if to == nil {
		return nil
	}
	var errs []error
	for _, c := range all {
		errs = append(errs, to.Register(c))
	}
	return errors.Join(errs...)
}

type feedMetrics struct {
	leader, position, parked prometheus.Gauge
	fed, failures            prometheus.Counter
}

func newFeedMetrics(to prometheus.Registerer) (*feedMetrics, error) {
	m := &feedMetrics{
		leader:   gauge("feed_leader", "1 where this process feeds Elasticsearch."),
		position: gauge("feed_position", "Log position up to which Elasticsearch was fed by this process."),
		parked:   gauge("feed_parked", "Documents that Elasticsearch refuses; only where this process feeds."),
		fed:      counter("feed_documents_total", "Documents and deletions that Elasticsearch took from this process."),
		failures: counter("feed_failures_total", "Times that feeding was interrupted and began again from its state."),
	}
	return m, register(to, m.leader, m.position, m.parked, m.fed, m.failures)
}

type engineMetrics struct {
	answers                *prometheus.CounterVec
	serving, position, lag prometheus.Gauge
}

func newEngineMetrics(to prometheus.Registerer) (*engineMetrics, error) {
	m := &engineMetrics{
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: metricNamespace, Subsystem: metricSubsystem, Name: "answers_total",
			Help: "Searches and counts by the engine that answered and, for the fall-back, the reason."}, []string{"engine", "reason"}),
		serving:  gauge("elasticsearch_serving", "1 while searches are answered by Elasticsearch, 0 while by the fall-back."),
		position: gauge("elasticsearch_position", "Log position up to which every change can be found in Elasticsearch."),
		lag:      gauge("elasticsearch_lag_seconds", "For how long Elasticsearch has been behind the read model; 0 when it is not."),
	}
	return m, register(to, m.answers, m.serving, m.position, m.lag)
}
