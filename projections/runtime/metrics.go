package runtime

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	lagSeconds  *prometheus.GaugeVec
	lagEvents   *prometheus.GaugeVec
	position    *prometheus.GaugeVec
	leader      *prometheus.GaugeVec
	parked      *prometheus.GaugeVec
	applied     *prometheus.CounterVec
	skipped     *prometheus.CounterVec
	parkedTotal *prometheus.CounterVec
	restarts    *prometheus.CounterVec
	batch       *prometheus.HistogramVec
	seconds     *prometheus.HistogramVec
}

func newMetrics(registry prometheus.Registerer) (*metrics, error) {
	m := &metrics{
		lagSeconds:  gauge("lag_seconds", "Age of the oldest event that is not applied yet, roughly; 0 when caught up."),
		lagEvents:   gauge("lag_events", "Events of the log behind the head; only for engines with dense positions."),
		position:    gauge("position", "Position of the checkpoint."),
		leader:      gauge("leader", "1 where this process runs the projector."),
		parked:      gauge("parked", "Events put aside because they could not be applied."),
		applied:     counter("applied_total", "Events applied."),
		skipped:     counter("skipped_total", "Events of an unknown type that were passed over."),
		parkedTotal: counter("parked_total", "Events that were put aside by this process."),
		restarts:    counter("restarts_total", "Times the projector began again from its checkpoint."),
		batch:       histogram("batch_events", "Events in one transaction.", prometheus.ExponentialBuckets(1, 4, 7)),
		seconds:     histogram("apply_seconds", "Time of one transaction.", prometheus.ExponentialBuckets(0.0005, 3, 10)),
	}
	if registry == nil {
		return m, nil
	}
	return m, errors.Join(
		register(registry, &m.lagSeconds), register(registry, &m.lagEvents), register(registry, &m.position), register(registry, &m.leader),
		register(registry, &m.parked), register(registry, &m.applied), register(registry, &m.skipped), register(registry, &m.parkedTotal),
		register(registry, &m.restarts), register(registry, &m.batch), register(registry, &m.seconds),
	)
}

// register registers a metric, or takes the one that another runner of the process has registered: the label tells their
// projectors apart.
func register[C prometheus.Collector](registry prometheus.Registerer, c *C) error {
	err := registry.Register(*c)
	var there prometheus.AlreadyRegisteredError
	if errors.As(err, &there) {
		if same, ok := there.ExistingCollector.(C); ok {
			*c = same
			return nil
		}
	}
	return err
}

const (
	metricNamespace = "modyard"
	metricSubsystem = "projection"
	metricLabel     = "projector"
)

func gauge(name, help string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Namespace: metricNamespace, Subsystem: metricSubsystem, Name: name, Help: help}, []string{metricLabel})
}

func counter(name, help string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: metricNamespace, Subsystem: metricSubsystem, Name: name, Help: help}, []string{metricLabel})
}

func histogram(name, help string, buckets []float64) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: metricNamespace, Subsystem: metricSubsystem, Name: name, Help: help, Buckets: buckets}, []string{metricLabel})
}
