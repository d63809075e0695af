package fleet_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fleet"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/until"
)

// BenchmarkAdoption starts stand-ins one after the other, and adopts all of them. BENCH_SERVERS is their number, 10 without it.
func BenchmarkAdoption(b *testing.B) {
	n := 10
	if v, err := strconv.Atoi(os.Getenv("BENCH_SERVERS")); err == nil {
		n = v
	}
	dir := b.TempDir()
	s, err := store.Open(filepath.Join(dir, "node.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }() // a benchmark
	open := func() *fleet.Fleet {
		f, err := fleet.New(options(dir, nil, s))
		if err == nil {
			err = f.Adopt(b.Context())
		}
		if err != nil {
			b.Fatal(err)
		}
		return f
	}
	f := open()
	state := func(server, want string) func() error {
		return func() error {
			for _, o := range f.Observed() {
				if o.Server == server && o.State == want {
					return nil
				}
			}
			return errors.New("not yet")
		}
	}
	var starts []time.Duration
	var memory int64
	for i := range n {
		server := fmt.Sprintf("server%04d", i)
		begin := time.Now()
		if err := f.Apply(b.Context(), []node.Desired{desire(server, 1, true, node.ActionStart)}, false); err != nil {
			b.Fatal(err)
		}
		until.Until(b, "it runs", state(server, node.StateRunning))
		starts = append(starts, time.Since(begin))
		memory += private(b, filepath.Join(dir, "servers", server))
	}
	slices.Sort(starts)
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		if err := f.Close(false); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		f = open()
	}
	b.StopTimer()
	b.ReportMetric(float64(starts[len(starts)*95/100].Milliseconds()), "ms/start-p95")
	b.ReportMetric(float64(memory)/float64(n)/(1<<20), "MiB/keeper")
	if err := f.Close(true); err != nil {
		b.Fatal(err)
	}
}

// private is the memory of a server's keeper that no other process shares.
func private(b *testing.B, folder string) (bytes int64) {
	client, err := keeper.Dial(b.Context(), folder)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = client.Close() }() // a benchmark
	status, err := client.Status()
	if err != nil {
		b.Fatal(err)
	}
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", status.Keeper))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(rollup)) {
		if f := strings.Fields(line); len(f) == 3 && strings.HasPrefix(f[0], "Private_") {
			n, _ := strconv.ParseInt(f[1], 10, 64) // the kernel writes numbers
			bytes += n << 10
		}
	}
	return bytes
}
