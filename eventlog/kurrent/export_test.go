package kurrent

// WithTail keeps only so many events of the live end, so that a test need not append thousands.
func WithTail(events int) Option {
	return func(l *Log) { l.tail.most = events }
}
