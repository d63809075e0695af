package app

import (
	"runtime/metrics"
	"testing"
)

func TestTheMemoryLimitLeavesRoomAboveTheLiveHeapAndWhatIsHeldBesideIt(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		of   heap
		want int64
	}{
		{heap{}, memoryFloor}, {heap{60 * mib, 30 * mib}, memoryFloor}, {heap{112 * mib, 42 * mib}, 190 * mib}, {heap{600 * mib, 100 * mib}, 858 * mib},
		{heap{80 * mib, 500 * mib}, 180 * mib}, // after a burst
	} {
		if got := c.of.limit(); got != c.want {
			t.Errorf("%+v: limit %d, want %d", c.of, got, c.want)
		}
	}
}

func TestTheRuntimeTellsWhatTheLimitDependsOn(t *testing.T) {
	s := heapSample()
	metrics.Read(s)
	for _, m := range s {
		if m.Value.Kind() != metrics.KindUint64 {
			t.Errorf("%s is not known", m.Name)
		}
	}
	if h := heapOf(s); h.held == 0 || h.held > s[1].Value.Uint64() {
		t.Errorf("%+v", h)
	}
}
