package backup

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkBackupOfOneGiB makes a backup of 128 files of 8 MiB that cannot be compressed, as region files are, and a second one after play has
// written 16 sectors of 4 KiB in each tenth of them. It reports the speed of both, and the share of the folder that the second one stored.
func BenchmarkBackupOfOneGiB(b *testing.B) {
	const files, size, sector, written = 128, 8 << 20, 4 << 10, 16
	const mib = float64(files*size) / (1 << 20)
	var first, second time.Duration
	var stored int64
	for b.Loop() {
		r, dir := opened(b)
		content := make([]byte, size)
		region := func(i int) string { return filepath.Join(dir, "world", fmt.Sprintf("r.%d.0.mca", i)) }
		for i := range files {
			if _, err := rand.Read(content); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(region(i), content, 0o600); err != nil {
				b.Fatal(err)
			}
		}
		began := time.Now()
		r.backUp(b, dir, "one")
		first += time.Since(began)
		for i := 0; i < files; i += 10 {
			f, err := os.OpenFile(region(i), os.O_WRONLY, 0)
			if err != nil {
				b.Fatal(err)
			}
			for n := range int64(written) {
				if _, err := f.WriteAt(content[n*sector:(n+1)*sector], n*size/written); err != nil {
					b.Fatal(err)
				}
			}
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
		}
		before := r.size()
		began = time.Now()
		r.backUp(b, dir, "two")
		second += time.Since(began)
		stored += r.size() - before
	}
	n := float64(b.N)
	b.ReportMetric(mib*n/first.Seconds(), "MiB/s")
	b.ReportMetric(mib*n/second.Seconds(), "second-MiB/s")
	b.ReportMetric(100*float64(stored)/n/(mib*(1<<20)), "stored-%")
}
