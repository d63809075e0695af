package popular_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/popular"
)

// site is a database with a clock that a test moves.
type site struct {
	t   *testing.T
	db  *database.DB
	now time.Time
}

func newSite(t *testing.T) *site {
	t.Helper()
	return &site{t: t, db: pgtest.Database(t), now: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)}
}

// process is one of the processes of the site.
func (s *site) process() *popular.Counter {
	return popular.New(popular.Options{Pool: s.db.Pool, Now: func() time.Time { return s.now }, Logger: slog.New(slog.DiscardHandler)})
}

func (s *site) flush(counters ...*popular.Counter) {
	s.t.Helper()
	for _, c := range counters {
		if err := c.Flush(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
}

// counts are the rows as "day term visitors".
func (s *site) counts() string {
	s.t.Helper()
	return s.rows("select extract(day from day) || ' ' || term || ' ' || visitors from popular.days order by day, term")
}

func (s *site) rows(sql string) string {
	s.t.Helper()
	rows, err := s.db.Pool.Query(s.t.Context(), sql)
	if err != nil {
		s.t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Join(lines, ", ")
}

func (s *site) want(want string) {
	s.t.Helper()
	if got := s.counts(); got != want {
		s.t.Errorf("counted %q, want %q", got, want)
	}
}

func visitor(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
}

func TestAVisitorCountsOnceATermAndDayInAllProcesses(t *testing.T) {
	s := newSite(t)
	first, second := s.process(), s.process()
	first.Searched(visitor(1), "Sodium")
	first.Searched(visitor(1), " sodium ")
	first.Searched(visitor(2), "sodium")
	first.Searched(visitor(1), "光影")
	first.Searched(visitor(1), "me@example.org")
	first.Searched(netip.Addr{}, "sodium")
	second.Searched(visitor(1), "SODIUM")
	second.Searched(visitor(3), "sodium")
	s.flush(first, second, first)
	s.want("24 sodium 3, 24 光影 1")

	restarted := s.process()
	restarted.Searched(visitor(1), "sodium")
	s.flush(restarted)
	s.want("24 sodium 3, 24 光影 1")

	s.now = s.now.Add(12 * time.Hour)
	first.Searched(visitor(1), "sodium")
	s.flush(first)
	s.want("24 sodium 3, 24 光影 1, 25 sodium 1")
}

func TestManyProcessesCountTheSameVisitorsTogether(t *testing.T) {
	s := newSite(t)
	const visitors, terms = 40, 5
	var all sync.WaitGroup
	for range 4 {
		c := s.process()
		for v := range visitors {
			for n := range terms {
				c.Searched(visitor(v), fmt.Sprintf("term %d", n))
			}
		}
		all.Go(func() {
			if err := c.Flush(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.want("24 term 0 40, 24 term 1 40, 24 term 2 40, 24 term 3 40, 24 term 4 40")
}

func TestAFloodOfOneVisitorRaisesNoTermAndAFloodOfTermsIsCut(t *testing.T) {
	s := newSite(t)
	c := s.process()
	for n := range 5000 {
		c.Searched(visitor(1), "sodium")
		c.Searched(visitor(1), fmt.Sprintf("flood %c%c", 'a'+n%26, 'a'+n/26%26))
	}
	s.flush(c)
	if got := s.rows("select count(*) || ' terms, at most ' || max(visitors) from popular.days"); got != "20 terms, at most 1" {
		t.Error(got)
	}
	for n := range 9000 {
		c.Searched(visitor(100+n), "lithium")
	}
	s.flush(c)
	if got := s.rows("select visitors::text from popular.days where term = 'lithium'"); got != "4096" {
		t.Errorf("%s visitors were held at once", got)
	}
}

func TestSearchesWaitWhileTheDatabaseFails(t *testing.T) {
	s := newSite(t)
	c := s.process()
	c.Searched(visitor(1), "sodium")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Flush(gone); err == nil {
		t.Fatal("it was written without a database")
	}
	c.Searched(visitor(1), "sodium")
	c.Searched(visitor(2), "sodium")
	s.flush(c)
	s.want("24 sodium 2")
}

func TestAProcessThatEndsWritesWhatWaits(t *testing.T) {
	s := newSite(t)
	c := s.process()
	c.Searched(visitor(1), "sodium")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Run(ctx); err != nil {
		t.Fatal(err)
	}
	s.want("24 sodium 1")
}

func TestWhoWasCountedIsForgottenAfterTheDayAndCountsAfterSeven(t *testing.T) {
	s := newSite(t)
	c := s.process()
	sweep := func() {
		t.Helper()
		if err := c.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() string {
		return s.rows("select (select count(*) from popular.seen) || ' seen, ' || (select count(*) from popular.keys) || ' keys'")
	}
	c.Searched(visitor(1), "sodium")
	c.Searched(visitor(1), "光影")
	s.flush(c)
	sweep()
	if got := kept(); got != "2 seen, 1 keys" {
		t.Errorf("on the same day: %s", got)
	}
	// No two terms of a visitor can be connected, and no mark is the address.
	if got := s.rows("select count(distinct mark)::text from popular.seen where position('\\x0a000001'::bytea in mark) = 0"); got != "2" {
		t.Errorf("%s marks", got)
	}
	s.now = s.now.Add(12 * time.Hour)
	sweep()
	if got := kept(); got != "0 seen, 0 keys" {
		t.Errorf("on the next day: %s", got)
	}
	s.want("24 sodium 1, 24 光影 1")
	s.now = s.now.Add(6 * 24 * time.Hour)
	sweep()
	s.want("")
}

func TestThePageReportsASearchWithItsNetworkAsTheVisitor(t *testing.T) {
	s := newSite(t)
	c := s.process()
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	c.Register(api, []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")})
	handler := api.Handler()
	post := func(from, body string) int {
		r := httptest.NewRequest("POST", "/_internal/search/seen", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", from)
		r.RemoteAddr = "192.0.2.1:4000"
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, r)
		return rec.Code
	}
	for _, from := range []string{"198.51.100.1", "198.51.100.1", "198.51.100.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"} {
		if code := post(from, `{"query":"sodium"}`); code != http.StatusNoContent {
			t.Errorf("answered %d", code)
		}
	}
	if code := post("198.51.100.9", `{"query":"me@example.org"}`); code != http.StatusNoContent {
		t.Errorf("what is not counted is answered %d", code)
	}
	for _, body := range []string{`{`, `{"query":1}`, `{"query":"` + strings.Repeat("x", 2000) + `"}`} {
		if code := post("198.51.100.9", body); code < 400 || code >= 500 {
			t.Errorf("%.20s is answered %d", body, code)
		}
	}
	s.flush(c)
	s.want("24 sodium 4")
}
