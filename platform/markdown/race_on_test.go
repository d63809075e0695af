//go:build race

package markdown_test

import "time"

// limit allows for the race detector's slowness.
func limit(d time.Duration) time.Duration { return 15 * d }
