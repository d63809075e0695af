package main

import (
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
)

func TestARecountPrintsWhatAnotherRuleWouldChangeAndChangesNothing(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	day := time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)
	var hits []download.Hit
	for i := range 4 {
		hits = append(hits, download.Hit{At: day.Add(time.Duration(i) * time.Minute), Visitor: download.Visitor{1}, Project: "PPPPPPPP", Version: "VVVVVVVV", Client: download.Site})
	}
	hits = append(hits, download.Hit{At: day.AddDate(0, 0, 1), Visitor: download.Visitor{2}, Project: "PPPPPPPP", Version: "VVVVVVVV", Country: "CN"})
	s.happened(hits)
	s.judged(len(hits))
	daily, _ := download.RuleNamed("daily")
	for name, c := range map[string]struct {
		from, to   time.Time
		one, other int64
	}{
		"all":            {one: 5, other: 2},
		"the first day":  {to: day.Truncate(24 * time.Hour), one: 4, other: 1},
		"the second day": {from: day.AddDate(0, 0, 1).Truncate(24 * time.Hour), one: 1, other: 1},
	} {
		found, err := recount(t.Context(), s.Core, download.Default(), daily, c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		if found.Sum != [2]int64{c.one, c.other} {
			t.Errorf("%s: %v, want %d and %d", name, found.Sum, c.one, c.other)
		}
	}
	found, err := recount(t.Context(), s.Core, download.Default(), daily, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := printComparison(&out, download.Default(), daily, found, 20); err != nil {
		t.Fatal(err)
	}
	printed := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"default/1 daily/1 difference", "of 5 hits 5 2 -3", "1 of 1 by project", "PPPPPPPP 5 2 -3", "1 of 2 by client 1 4 1 -3", "1 of 2 by country (unknown) 4 1 -3"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is not printed:\n%s", want, out.String())
		}
	}
	if n := s.count(`select coalesce(sum(downloads), 0)::int from download.projects`); n != 5 {
		t.Errorf("%d downloads are counted after the comparison", n)
	}
}

func TestARecountNamesTheRulesAndIsDryOnly(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--rule strange --dry-run": "the rules are default, daily, every",
		"--rule daily":             "only with --dry-run",
		"--rule daily --dry-run --from 2026-03-02 --to 2026-03-01": "--to is before --from",
		"--rule daily --dry-run --from yesterday":                  "--from",
	} {
		out, code := tool(t, "", append([]string{"recount", "--data-dir", t.TempDir()}, strings.Fields(args)...)...)
		if code == 0 || !strings.Contains(out, want) {
			t.Errorf("recount %s: %d %s", args, code, out)
		}
	}
}
