package searchbench

import (
	"os"
	"strconv"
	"testing"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/searchtest"
)

func dataDir(b *testing.B) string {
	b.Helper()
	dir, err := searchtest.DataDir()
	if err != nil {
		b.Skip(err)
	}
	return dir
}

func BenchmarkSearchQuality(b *testing.B) {
	dir := dataDir(b)
	pool := pgtest.Database(b).Pool
	for b.Loop() {
		rows, err := RunQuality(b.Context(), pool, dir, 0, os.Getenv(elastictest.EnvURL), os.Stdout)
		if err != nil {
			b.Fatal(err)
		}
		for _, q := range rows {
			if testing.Verbose() && len(q.Missed) > 0 {
				b.Logf("%s, %s: %v", q.Engine, q.Kind, q.Missed)
			}
			if !q.Held() {
				b.Errorf("%s misses the goal of %q", q.Engine, q.Kind)
			}
		}
	}
}

// MODYARD_BENCH_SQL measures the SQL engine too, which takes minutes. MODYARD_BENCH_REQUESTS is the number of
// requests of each kind, 400 by default.
func BenchmarkSearchSpeed(b *testing.B) {
	dir := dataDir(b)
	pool := pgtest.Database(b).Pool
	n := 400
	if raw := os.Getenv("MODYARD_BENCH_REQUESTS"); raw != "" {
		var err error
		if n, err = strconv.Atoi(raw); err != nil || n < 1 {
			b.Fatalf("MODYARD_BENCH_REQUESTS is %q", raw)
		}
	}
	for b.Loop() {
		if _, err := RunSpeed(b.Context(), pool, dir, 0, n, os.Getenv("MODYARD_BENCH_SQL") != "", os.Getenv(elastictest.EnvURL), os.Stdout); err != nil {
			b.Fatal(err)
		}
	}
}
