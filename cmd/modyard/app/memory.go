package app

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/modyard/modyard/platform/residency"
)

const (
	memoryFloor  = 150 << 20 // sufficient for a site with 100 000 projects
	memoryMargin = 12 << 20
	memoryGrowth = 200 // percent: the heap grows to three times what is live, or to the limit if that is less
	memoryPause  = time.Second

	// programShare is what the program's own file may take of the resident memory until it is released. What is used within a
	// second is a little less.
	programShare = 48 << 20
)

// GovernMemory keeps the memory of the process small until the context ends. The collector's soft limit is a little above
// the live heap: after a long catch-up Go would otherwise never return the garbage's memory, while a fixed limit would slow
// down a site that outgrows it. GOMEMLIMIT disables that. Pages of the program that are not used are released.
func GovernMemory(ctx context.Context, logger *slog.Logger) {
	limited := os.Getenv("GOMEMLIMIT") != ""
	if !limited && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(memoryGrowth)
	}
	releasing, others := true, int64(0)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(memoryPause)
	defer tick.Stop()
	for {
		if !limited {
			metrics.Read(sample)
			debug.SetMemoryLimit(memoryLimit(sample[0].Value.Uint64()))
		}
		if releasing {
			var err error
			if others, err = releaseProgram(others); err != nil {
				logger.WarnContext(ctx, "unused pages of the program stay resident", "error", err)
				releasing = false
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// releaseProgram releases the pages of the program when they are many. others are the resident bytes of files that are not the
// program's, such as the database of countries; a release returns them anew.
func releaseProgram(others int64) (int64, error) {
	resident, err := residency.Files()
	if err != nil || resident-others <= programShare {
		return others, err
	}
	return residency.Release()
}

// memoryLimit is the live heap plus a quarter of it and a margin.
func memoryLimit(live uint64) int64 {
	return int64(max(memoryFloor, live+live/4+memoryMargin))
}
