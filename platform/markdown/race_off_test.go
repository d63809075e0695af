//go:build !race

package markdown_test

import "time"

// limit is the time limit of a render in this build.
func limit(d time.Duration) time.Duration { return d }
