package app

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	memoryFloor  = 130 << 20 // sufficient for a site with 100 000 projects
	memoryMargin = 12 << 20
	memoryPause  = 5 * time.Second
)

// GovernMemory keeps the collector's soft limit a little above the live heap, until the context ends: after a long
// catch-up Go would otherwise never return the garbage's memory, while a fixed limit would slow down a site that
// outgrows it. GOMEMLIMIT disables it.
func GovernMemory(ctx context.Context) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(memoryPause)
	defer tick.Stop()
	for {
		metrics.Read(sample)
		debug.SetMemoryLimit(memoryLimit(sample[0].Value.Uint64()))
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// memoryLimit is the live heap plus a quarter of it and a margin.
func memoryLimit(live uint64) int64 {
	return int64(max(memoryFloor, live+live/4+memoryMargin))
}
