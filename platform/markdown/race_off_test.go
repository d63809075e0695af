//go:build !race

package markdown_test

import "time"

// limit is the time that a render may take on this build.
func limit(d time.Duration) time.Duration { return d }
