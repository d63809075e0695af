package kurrent

// WithTail limits the number of events in the tail, so that a test need not append thousands.
func WithTail(events int) Option {
	return func(l *Log) { l.tail.most = events }
}
