package catalog_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// life appends the typical history of an imported project: ten events.
func life(w *catalogtest.World, n int) {
	id := fmt.Sprintf("P%07d", n)
	c := created(id, fmt.Sprintf("slug-%d", n))
	c.Title = fmt.Sprintf("Lantern %d 号码头", n)
	w.Slug(c.Slug, id)
	w.Project(id, owner, c, project.DownloadsOpened{Count: int64(n)})
	for i := range 2 {
		v := versionCreated(fmt.Sprintf("V%d%06d", i, n), fmt.Sprintf("1.%d.0", i), byte(i), []string{"fabric", "forge"}, []string{"1.20.1", "1.21"})
		v.Project = id
		v.Files[0].SHA512 = fmt.Sprintf("%0128d", 2*n+i)
		w.Happen("version-"+v.Version, owner, v)
		w.Happen("projectversions-"+id, owner, project.VersionAdded{Version: v.Version})
	}
	w.Project(id, owner, project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: project.Listed})
	w.Project(id, owner, project.IconChanged{URL: "https://cdn.example/icon.png"})
}

// BenchmarkCatchUp builds the read model from a log of 20 000 events, with and without search rows.
func BenchmarkCatchUp(b *testing.B) {
	for name, options := range map[string][]func(*catalog.Options){
		"documents and search": nil,
		"documents":            {func(o *catalog.Options) { o.Search, o.SearchDDL, o.SearchViews = nil, "", nil }},
	} {
		b.Run(name, func(b *testing.B) {
			w := catalogtest.New(b, options...)
			w.Account(owner, "o", "user")
			for n := range 2000 {
				life(w, n)
			}
			w.Settle()
			head, err := w.Log.Head(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for range b.N {
				if err := w.Runner.Rebuild(context.Background(), catalog.Name); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(head)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
