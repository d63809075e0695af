//go:build race

package markdown_test

import "time"

// limit extends the time limit for the race detector.
func limit(d time.Duration) time.Duration { return 15 * d }
