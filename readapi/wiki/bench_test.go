package wiki_test

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkReading reports the 95th percentile of each kind of reading, in a wiki of 2 000 pages of 6 000 characters.
func BenchmarkReading(b *testing.B) {
	w := emptyWorld(b)
	w.Settle()
	for _, sql := range []string{
		`insert into wiki.wikis select '` + quay + `', 'Chng-1', 20000, '', 'Page-1', now(), 1`,
		`insert into wiki.pages select 'Page-' || i, '` + quay + `', 'Title ' || i, 'title ' || i, 'slug-' || i, 'slug-' || i,
			case when i % 10 = 1 then '' else 'Page-' || (i - (i - 1) % 10) end, i % 1000, 'Chng-' || i, 'Chng-' || i, '', now(), now() from generate_series(1, 2000) i`,
		`insert into wiki.bodies select id, project, (select string_agg('第' || n || '盏灯笼挂在码头，', '') from generate_series(1, 500) n) || id from wiki.pages`,
		`insert into wiki.editions select p.id, p.edition, p.project, '` + writer + `', b.body, 6000, false, now(), 1 from wiki.pages p join wiki.bodies b on b.page = p.id`,
		`insert into wiki.changes select 'Chng-' || i, '` + quay + `', i, '` + writer + `', '` + keeper + `', '', '', '', '', 'why', 1, now(), i from generate_series(1, 20000) i`,
		`insert into wiki.parts select id, 'Page-' || (1 + number % 2000), project, number, 0, '{written}', 't', 's', true, 't', 's', '', 0, false, 'x', true, 't', 's', '', 0, false, id from wiki.changes`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	for name, path := range map[string]string{
		"page": "/pages/slug-1001", "tree": "?include_bodies=false", "history": "/pages/slug-7/history", "changes": "/changes?before=9000&limit=100",
		"search for a rare word": "/search?query=page-1777", "search for a common word": "/search?query=灯笼", "search for nothing": "/search?query=没有这样的词",
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for range b.N {
				began := time.Now()
				ask[any](w, 200, nobody, base+path)
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
