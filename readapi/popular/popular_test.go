package popular

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

const staff = "UserMod4"

// engine finds everything but the texts of barren, and fails while broken.
type engine struct {
	search.Engine
	barren   map[string]bool
	broken   bool
	searches int
}

func (e *engine) Search(_ context.Context, q search.Query) (search.Page, error) {
	e.searches++
	if e.broken {
		return search.Page{}, errors.New("broken")
	}
	if e.barren[q.Text] {
		return search.Page{}, nil
	}
	return search.Page{Total: 1}, nil
}

type world struct {
	*catalogtest.World
	t      *testing.T
	api    http.Handler
	routes *Routes
	engine *engine
	now    time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t, engine: &engine{barren: map[string]bool{}}, now: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)}
	w.Also(projected.New())
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	w.routes = New(&view.Source{Pool: w.DB.Pool, Board: w.Board}, w.engine)
	w.routes.now = func() time.Time { return w.now }
	w.routes.Register(api)
	w.api = api.Handler()
	w.Account(staff, "mod", "moderator")
	w.Settle()
	return w
}

// counted stores the visitors of a term, some days ago.
func (w *world) counted(term string, ago, visitors int) {
	w.t.Helper()
	day := w.now.Truncate(24*time.Hour).AddDate(0, 0, -ago)
	if _, err := w.DB.Pool.Exec(w.t.Context(), "insert into popular.days (term, day, visitors) values ($1, $2, $3)", term, day, visitors); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) get(as, path string, headers ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("As", as)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

// shown are the terms that the site shows after the cached list is too old.
func (w *world) shown() string {
	w.t.Helper()
	w.routes.until = time.Time{}
	rec := w.get("", "/_internal/search/popular")
	var list List
	if err := json.Unmarshal(rec.Body.Bytes(), &list); err != nil || rec.Code != 200 {
		w.t.Fatal(rec.Code, rec.Body, err)
	}
	return strings.Join(list.Terms, " ")
}

func TestTermsOfTwentyVisitorsInSevenDaysAreShownMostVisitorsFirst(t *testing.T) {
	w := newWorld(t)
	if got := w.get("", "/_internal/search/popular").Body.String(); got != `{"terms":[]}` {
		t.Errorf("without a search the list is %s", got)
	}
	w.counted("nineteen", 0, 19)
	w.counted("twenty", 0, 20)
	for ago, visitors := range []int{4, 3, 3, 3, 3, 3, 2} {
		w.counted("spread", ago, visitors)
	}
	w.counted("week", 6, 25)
	w.counted("old", 7, 500)
	w.counted("older", 8, 500)
	w.counted("mixed", 8, 500)
	w.counted("mixed", 0, 19)
	w.counted("tomorrow", -1, 500)
	w.counted("barren", 0, 50)
	w.engine.barren["barren"] = true
	if got, want := w.shown(), "week spread twenty"; got != want {
		t.Errorf("shown are %q, want %q", got, want)
	}
	w.counted("nineteen", 1, 1)
	if got, want := w.shown(), "week spread nineteen twenty"; got != want {
		t.Errorf("shown are %q, want %q", got, want)
	}
	for n := range 9 {
		w.counted(fmt.Sprintf("top-%d", n), 0, 900-n)
	}
	if got, want := w.shown(), "top-0 top-1 top-2 top-3 top-4 top-5 top-6 top-7"; got != want {
		t.Errorf("shown are %q, want %q", got, want)
	}
}

func TestTheListIsRepeatedForAWhileAndHasATag(t *testing.T) {
	w := newWorld(t)
	w.counted("sodium", 0, 30)
	first := w.get("", "/_internal/search/popular")
	tag := first.Header().Get("ETag")
	if tag == "" || first.Header().Get("Cache-Control") != "public, max-age=30" {
		t.Errorf("%v", first.Header())
	}
	if again := w.get("", "/_internal/search/popular", "If-None-Match", tag); again.Code != http.StatusNotModified {
		t.Errorf("answered %d to the same tag", again.Code)
	}
	w.counted("lithium", 0, 30)
	w.engine.broken = true
	w.now = w.now.Add(29 * time.Second)
	if again := w.get("", "/_internal/search/popular"); again.Body.String() != first.Body.String() || w.engine.searches != 1 {
		t.Errorf("%s after %d searches", again.Body, w.engine.searches)
	}
	w.now = w.now.Add(time.Second)
	if failed := w.get("", "/_internal/search/popular"); failed.Code != http.StatusInternalServerError {
		t.Errorf("answered %d while the search is broken", failed.Code)
	}
	w.engine.broken = false
	if fresh := w.get("", "/_internal/search/popular"); fresh.Body.String() != `{"terms":["lithium","sodium"]}` {
		t.Errorf("%s", fresh.Body)
	}
}

func TestAStruckTermIsNotShownAndTheStaffSeesIt(t *testing.T) {
	w := newWorld(t)
	w.counted("sodium", 0, 30)
	w.counted("rude", 0, 40)
	w.counted("nineteen", 0, 19)
	w.Happen("curation-searches", staff, curation.TermStruck{Term: "rude", Reason: &reason.Reason{Code: reason.Inappropriate, Text: "骂人"}})
	w.Happen("curation-searches", staff, curation.TermStruck{Term: "never", Reason: &reason.Reason{Code: reason.Spam}})
	w.Settle()
	if got := w.shown(); got != "sodium" {
		t.Errorf("shown are %q", got)
	}
	for as, want := range map[string]int{"": 401, "UserOwn1": 401, staff: 200} {
		if rec := w.get(as, "/_internal/moderation/searches"); rec.Code != want {
			t.Errorf("%q is answered %d, want %d", as, rec.Code, want)
		}
	}
	var standing Standing
	if err := json.Unmarshal(w.get(staff, "/_internal/moderation/searches").Body.Bytes(), &standing); err != nil {
		t.Fatal(err)
	}
	if len(standing.Terms) != 1 || standing.Terms[0] != (Counted{"sodium", 30}) {
		t.Errorf("%+v", standing.Terms)
	}
	struck := map[string]string{}
	for _, s := range standing.Struck {
		struck[s.Term] = s.ReasonCode + " " + s.ReasonText
	}
	if len(struck) != 2 || struck["rude"] != "inappropriate 骂人" || struck["never"] != "spam " {
		t.Errorf("%v", struck)
	}
	w.Happen("curation-searches", staff, curation.TermAllowed{Term: "rude", Reason: &reason.Reason{Code: reason.Correction}})
	w.Settle()
	if got := w.shown(); got != "rude sodium" {
		t.Errorf("shown are %q", got)
	}
}

// Most terms are searched for by few; they must not be read for the list.
func TestPopularTermsAreReadByIndex(t *testing.T) {
	w := newWorld(t)
	today := w.now.Truncate(24 * time.Hour)
	for _, sql := range []string{
		`insert into popular.days (term, day, visitors) select 'rare ' || md5(n::text), '2026-11-18'::date + n % 7, 1 + n % 2 from generate_series(1, 60000) n`,
		`insert into popular.days (term, day, visitors) select 'often ' || n % 40, '2026-11-18'::date + n / 40, 30 from generate_series(0, 279) n`,
		`analyze popular.days`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := w.DB.Pool.Query(t.Context(), "explain "+often, today.AddDate(0, 0, -7), today, least, candidates)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(lines, "\n")
	if strings.Contains(plan, "Seq Scan on days") || !strings.Contains(plan, "days_often") || !strings.Contains(plan, "days_pkey") {
		t.Errorf("every count is read:\n%s", plan)
	}
}
