package app

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	memoryFloor  = 165 << 20 // what a site of 100 000 projects gets by with
	memoryMargin = 32 << 20
	memoryPause  = 5 * time.Second
)

// GovernMemory keeps the collector's soft limit a little above what is really in use, until the context ends: a
// long catch-up leaves garbage that Go would else keep as heap for good, while a fixed limit would choke a site that
// outgrows it. GOMEMLIMIT switches it off.
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

// memoryLimit leaves half of the live heap and a margin above it.
func memoryLimit(live uint64) int64 {
	return int64(max(memoryFloor, live+live/2+memoryMargin))
}
