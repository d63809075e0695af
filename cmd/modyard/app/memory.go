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
	memoryFloor  = 150 << 20 // sufficient for a site with 100 000 projects at rest
	memoryMargin = 8 << 20
	memoryHoles  = 32 << 20
	memoryGrowth = 200 // percent: the heap grows to three times what is live, or to the limit if that is less
	memoryPause  = time.Second

	// programShare is what the program's own file may take of the resident memory until it is released. What is used within a
	// second is a little less.
	programShare = 48 << 20
)

// GovernMemory keeps the memory of the process small until the context ends. The collector's soft limit leaves room for garbage
// above the live heap: after a long catch-up Go would otherwise never return the garbage's memory, while a fixed limit would slow
// down a site that outgrows it. GOMEMLIMIT disables that. Pages of the program that are not used are released.
func GovernMemory(ctx context.Context, logger *slog.Logger) {
	limited := os.Getenv("GOMEMLIMIT") != ""
	if !limited && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(memoryGrowth)
	}
	releasing, others := true, int64(0)
	sample := heapSample()
	tick := time.NewTicker(memoryPause)
	defer tick.Stop()
	for {
		if !limited {
			metrics.Read(sample)
			debug.SetMemoryLimit(heapOf(sample).limit())
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

// heap is what the limit depends on, in bytes.
type heap struct {
	live uint64 // what the last collection found in use
	held uint64 // what the limit counts beside objects: holes between them, stacks, and what the runtime needs itself
}

func heapSample() []metrics.Sample {
	return []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
	}
}

func heapOf(s []metrics.Sample) heap {
	live, total, rest := s[0].Value.Uint64(), s[1].Value.Uint64(), uint64(0)
	for _, part := range s[2:] {
		rest += part.Value.Uint64()
	}
	return heap{live: live, held: total - min(rest, total)} // the numbers are of slightly different moments
}

// limit leaves a quarter of the live heap and a margin for garbage. What is held beside objects is added, or it would take that room: the
// collector would then run without a pause. Holes that many objects left are not added without a bound, or they would never be given back.
func (h heap) limit() int64 {
	held := min(h.held, h.live/2+memoryHoles)
	return int64(max(memoryFloor, h.live+held+h.live/4+memoryMargin))
}
