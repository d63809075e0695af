package app

import "testing"

func TestTheMemoryLimitGrowsWithTheLiveHeap(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int64
	}{{0, memoryFloor}, {80 << 20, memoryFloor}, {600 << 20, 762 << 20}, {4 << 30, 5<<30 + memoryMargin}} {
		if got := memoryLimit(c.live); got != c.want {
			t.Errorf("%d bytes in use: limit %d, want %d", c.live, got, c.want)
		}
	}
}
