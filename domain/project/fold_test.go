package project

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

func versionEvents(n int) []any {
	events := make([]any, 0, 2*n)
	for i := range n {
		events = append(events, VersionAdded{Version: fmt.Sprintf("V%07d", i)})
	}
	for i := range n / 2 {
		events = append(events, VersionRemoved{Version: fmt.Sprintf("V%07d", i*2)})
	}
	return events
}

func foldVersions(events []any) Versions {
	var v Versions
	for _, e := range events {
		v = EvolveVersions(v, e)
	}
	return v
}

func TestTheListOfVersionsPreservesTheirOrder(t *testing.T) {
	v := foldVersions(append(versionEvents(6), VersionAdded{Version: "V0000001"}, VersionAdded{Version: "V0000000"}, VersionRemoved{Version: "nothing"}, Renamed{}))
	if got := fmt.Sprint(v.IDs()); got != "[V0000001 V0000003 V0000005 V0000000]" || v.Len() != 4 || v.Has("V0000002") || !v.Has("V0000003") {
		t.Error(got)
	}
}

// allocated is the number of bytes that a fold allocates. Unlike its time, it is the same on every machine.
func allocated(fold func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fold()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestTheMemoryOfAFoldGrowsWithTheNumberOfEventsOnly(t *testing.T) {
	const n, factor = 2_000, 16
	edits := func(n int) []any {
		events := []any{born()}
		for i := range n {
			events = append(events, Renamed{Title: fmt.Sprint(i)}, Described{Body: "x"})
		}
		return events
	}
	files := func(n int) []any {
		events := []any{VersionCreated{Version: "V"}}
		for i := range n {
			events = append(events, FilesAdded{Version: "V", Files: []File{jar(fmt.Sprint(i))}})
		}
		return events
	}
	for name, c := range map[string]struct {
		events func(int) []any
		fold   func([]any)
	}{
		"versions": {versionEvents, func(events []any) { foldVersions(events) }},
		"edits": {edits, func(events []any) {
			var s State
			for _, e := range events {
				s = EvolveAt(s, e, time.Time{})
			}
		}},
		"files": {files, func(events []any) {
			var v Version
			for _, e := range events {
				v = EvolveVersion(v, e)
			}
		}},
	} {
		few, many := c.events(n), c.events(factor*n)
		short, long := allocated(func() { c.fold(few) }), allocated(func() { c.fold(many) })
		if long > 3*factor*short+64<<10 { // a fold that copies its lists for each event needs factor² as much
			t.Errorf("%s: %d times as many events allocate %d bytes instead of %d", name, factor, long, short)
		}
	}
}

func BenchmarkFoldingTenThousandVersions(b *testing.B) {
	events := versionEvents(MaxVersions)[:MaxVersions]
	for b.Loop() {
		foldVersions(events)
	}
}

func BenchmarkFoldingTenThousandEdits(b *testing.B) {
	for b.Loop() {
		s := created(born())
		for range 10_000 {
			s = EvolveAt(s, Renamed{Title: "x"}, time.Time{})
		}
	}
}
