package accountactivity

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/accountactivity"
	projectedapplication "github.com/modyard/modyard/projections/application"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maker = "UserMak1"
	other = "UserOth2"
	quay  = "ProjOne1"
)

// keys knows one session and one token.
type keys struct{}

func (keys) Keys(_ context.Context, of string, _ []string) (map[string]identity.Key, error) {
	if of != maker {
		return nil, nil
	}
	return map[string]identity.Key{"Session1": {Kind: identity.KindSession, Name: "Firefox · Linux"}, "Token001": {Kind: identity.KindPAT, Name: "CI"}}, nil
}

type world struct {
	*catalogtest.World
	t   *testing.T
	api http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Also(projected.New())
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		if r.Header.Get("As") == "" {
			return identity.Caller{}
		}
		return identitytest.Session(r.Header.Get("As"), identity.RoleUser)
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	New(source, readproject.New(source), keys{}).Register(api)
	w.api = api.Handler()
	w.Account(maker, "舟大工", "user")
	w.Account(other, "石榴", "user")
	return w
}

// does appends events of an account by a key at a time.
func (w *world) does(who, key, stream string, at time.Time, payloads ...any) {
	w.t.Helper()
	for _, p := range payloads {
		typ, data, err := w.Codec.Encode(p)
		if err != nil {
			w.t.Fatal(err)
		}
		e := eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Actor: who, Role: "owner", Credential: key, At: at}}
		if _, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{e}}); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) get(as, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

func (w *world) activity(as, query string) contract.AccountActivity {
	w.t.Helper()
	rec := w.get(as, "/v3/account/activity"+query)
	var page contract.AccountActivity
	if err := json.Unmarshal(rec.Body.Bytes(), &page); err != nil || rec.Code != http.StatusOK {
		w.t.Fatalf("%s: %d %s", query, rec.Code, rec.Body)
	}
	return page
}

// busy is a history: a project is made by a session and renamed twice by a token within an hour, and once an hour later.
func (w *world) busy() {
	at := catalogtest.Epoch()
	stream := "project-" + quay
	w.does(maker, "Session1", stream, at, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker})
	w.does(maker, "Token001", stream, at.Add(time.Minute), project.Renamed{Title: "蒸汽灯塔"}, project.Renamed{Title: "灯塔"})
	w.does(maker, "Token001", stream, at.Add(2*time.Hour), project.Renamed{Title: "蒸汽码头"})
	w.does(other, "Session9", "account-"+other, at, account.ProfileChanged{Account: other})
	w.does("", "", stream, at.Add(3*time.Hour), project.Renamed{Title: "由程序"})
	w.does(maker, "Gone0001", "slug-quay", at.Add(3*time.Hour), project.SlugReserved{Slug: "quay", Project: quay})
	w.Settle()
}

func TestAnAccountReadsWhatItDidByWhichKey(t *testing.T) {
	w := newWorld(t)
	w.busy()
	page := w.activity(maker, "?kind=project")
	var lines []string
	for _, d := range page.Entries {
		key := "-"
		if d.Key != nil {
			key = d.Key.Kind + " " + d.Key.Name
		}
		lines = append(lines, strings.Join([]string{d.Type, strconv.Itoa(d.Times), key, d.Thing.Title, d.Thing.URL}, "|"))
	}
	want := []string{
		"project.renamed.v1|1|token CI|由程序|/project/" + quay, "project.renamed.v1|2|token CI|由程序|/project/" + quay,
		"project.created.v1|1|session Firefox · Linux|由程序|/project/" + quay,
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") || page.Next != nil {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
	if mine := w.activity(other, "?key=Session9"); len(mine.Entries) != 1 || mine.Entries[0].Key.Kind != "gone" || mine.Entries[0].Thing.URL != "/user/"+other {
		t.Errorf("%+v", mine)
	}
	if rec := w.get("", "/v3/account/activity"); rec.Code != http.StatusUnauthorized {
		t.Errorf("a stranger gets %d", rec.Code)
	}
}

func TestTheActivityIsNarrowedAndPaged(t *testing.T) {
	w := newWorld(t)
	w.busy()
	after := catalogtest.Epoch().Add(time.Hour).Format(time.RFC3339)
	for query, n := range map[string]int{
		"?key=Session1": 1, "?key=Token001": 2, "?key=Session9": 0, "?thing=project-" + quay: 3, "?thing=project-ProjTwo2": 0, "?kind=project": 3, "?kind=account": 1, "?kind=collection": 0,
		"?kind=slug": 0, "?from=" + after: 1, "?to=" + after + "&kind=project": 2, "?limit=0": 0,
	} {
		if got := w.activity(maker, query); len(got.Entries) != n {
			t.Errorf("%s: %d entries, want %d", query, len(got.Entries), n)
		}
	}
	first := w.activity(maker, "?kind=project&limit=2")
	if len(first.Entries) != 2 || first.Next == nil {
		t.Fatalf("%+v", first)
	}
	if rest := w.activity(maker, "?kind=project&limit=2&before="+strconv.FormatInt(*first.Next, 10)); len(rest.Entries) != 1 || rest.Next != nil {
		t.Errorf("%+v", rest)
	}
	for _, wrong := range []string{"?kind=%27", "?from=yesterday", "?before=0", "?thing=" + strings.Repeat("a", 300)} {
		if rec := w.get(maker, "/v3/account/activity"+wrong); rec.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", wrong, rec.Code)
		}
	}
	export := w.get(maker, "/v3/account/activity/export?format=csv&key=Token001")
	if export.Code != http.StatusOK || strings.Count(export.Body.String(), "\n") != 3 || !strings.Contains(export.Body.String(), "Token001,token,CI,project,"+quay) {
		t.Errorf("%d %s", export.Code, export.Body)
	}
}

func TestATitleIsShownOnlyToWhomTheProjectIs(t *testing.T) {
	w := newWorld(t)
	w.busy()
	w.does(other, "Session9", "project-"+quay, catalogtest.Epoch().Add(4*time.Hour), project.Summarised{Summary: "由他人"})
	w.Settle()
	for _, d := range w.activity(other, "?kind=project").Entries {
		if d.Thing.Title != "" || d.Thing.URL != "" {
			t.Errorf("the draft of another account is named: %+v", d.Thing)
		}
	}
}

func TestAnAuthorizationIsCalledByTheNameOfItsApplication(t *testing.T) {
	w := newWorld(t)
	w.Texts = erasure.NewMemory()
	w.Also(projectedapplication.New())
	const app = "AppAAA01"
	at := catalogtest.Epoch()
	w.Happen("application-"+app, other, application.Registered{
		Application: app, Account: other, Name: erasable.Of(other, "Pack Sync"), Type: application.Public, Redirects: []string{}, Scopes: 1,
	})
	w.does(maker, "Session1", "authorization-"+maker+"-"+app, at, application.Granted{Account: maker, Application: app, Scopes: 1})
	w.Settle()
	page := w.activity(maker, "?kind=authorization")
	if len(page.Entries) != 1 || page.Entries[0].Thing.Title != "Pack Sync" || page.Entries[0].Thing.URL != "/settings/authorizations" {
		t.Errorf("%+v", page.Entries)
	}
}

func TestAnErasedAccountHasNoActivity(t *testing.T) {
	w := newWorld(t)
	w.busy()
	w.Happen("account-"+maker, "", account.Erased{Account: maker})
	w.Settle()
	if page := w.activity(maker, ""); len(page.Entries) != 0 {
		t.Errorf("%+v", page)
	}
}

func TestEachFilterOfTheActivityIsReadByIndex(t *testing.T) {
	w := newWorld(t)
	w.Settle()
	for _, sql := range []string{
		`insert into account_activity.deeds (actor, hour, credential, stream, type, role, times, first_at, last_at, position)
		 select 'A' || n % 20, now() - n * interval '1 hour', 'C' || n % 400, 'project-P' || n % 1000, 't', 'owner', 1, now(), now() - n * interval '1 hour', n
		 from generate_series(1, 40000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for name, f := range map[string]Filter{"newest": {}, "key": {Key: "C7"}, "thing": {Thing: "project-P7"}, "kind": {Kind: "project"},
		"month": {Between: view.Between{From: time.Now().AddDate(-1, 0, 0).Format(time.RFC3339), To: time.Now().AddDate(-1, 1, 0).Format(time.RFC3339)}}} {
		sql, args, err := page(f, "A7", 20000, 51)
		if err != nil {
			t.Fatal(name, err)
		}
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+sql, args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "Index") || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}
