package wiki_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	"github.com/modyard/modyard/projections/runtime"
	projected "github.com/modyard/modyard/projections/wiki"
	"github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/readapi/wiki"
)

const (
	keeper   = "UserKep1" // owns the projects
	writer   = "UserWri2"
	stranger = "UserStr3"
	staff    = "UserMod4"
	nobody   = ""

	quay = "ProjOne1" // listed
	dark = "ProjTwo2" // private

	start  = "PageAAA1" // root
	guide  = "PageBBB2" // root
	lamps  = "PageCCC3" // below guide
	colour = "PageDDD4" // below lamps

	first  = "ChngAAA1"
	second = "ChngBBB2"
	third  = "ChngCCC3"
	fourth = "ChngDDD4"

	draft = "DrftAAA1"
)

type world struct {
	*catalogtest.World
	t      testing.TB
	runner *runtime.Runner
	api    http.Handler
	drafts wiki.Drafts
}

// newWorld is a site with two projects. The first has a wiki of four pages.
func newWorld(t testing.TB) *world {
	t.Helper()
	w := emptyWorld(t)
	w.publish(quay, first, writer, "开始", "",
		map[string]string{start: "# 欢迎\n\n看 [灯笼](/wiki/lamps)。", guide: "## 第一步\n\n### 细节\n\n放下灯笼。"},
		domain.Done{Page: start, Op: domain.OpAdded, Title: "首页", Slug: "Home", Weight: 10}, domain.Done{Page: start, Op: domain.OpWritten},
		domain.Done{Page: guide, Op: domain.OpAdded, Title: "指南", Slug: "guide", Weight: 5}, domain.Done{Page: guide, Op: domain.OpWritten},
		domain.Done{Page: start, Op: domain.OpFeatured})
	w.publish(quay, second, keeper, "加页面", "", map[string]string{lamps: "灯笼有三种颜色。"},
		domain.Done{Page: lamps, Op: domain.OpAdded, Title: "Ｌamps", Slug: "lamps", Parent: guide}, domain.Done{Page: lamps, Op: domain.OpWritten},
		domain.Done{Page: colour, Op: domain.OpAdded, Title: "颜色", Slug: "colour", Parent: lamps})
	return w
}

func emptyWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.runner = w.Also(projected.New(), notificationtest.New(projected.Notifications()))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	w.drafts = wiki.Drafts{
		Standing: func(ctx context.Context, _ string) (contract.WikiStanding, error) {
			keeps := identity.FromContext(ctx).Account == keeper
			return contract.WikiStanding{Editing: "members", MayReview: keeps, MayDraft: keeps}, nil
		},
		Own: func(context.Context, string, bool) (*contract.WikiCache, *contract.Author, bool, error) {
			return nil, nil, false, nil
		},
	}
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	wiki.New(source, w.drafts, markdown.Render).Register(api)
	notification.New(source, accounts, nil, wiki.Kinds()...).Register(api)
	w.api = api.Handler()
	w.Account(keeper, "管理者", "user")
	w.Account(writer, "写手", "user")
	w.Account(stranger, "路人", "user")
	w.Account(staff, "石榴", "moderator")
	w.Project(quay, keeper, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Lanternquay", Owner: keeper},
		project.ListedByImport{Status: project.Listed})
	w.Project(dark, keeper, project.Created{Project: dark, Slug: "dark", Type: project.TypeMod, Title: "Dark", Owner: keeper},
		project.ListedByImport{Status: project.Private})
	w.Slug("quay", quay)
	w.Slug("dark", dark)
	return w
}

// publish publishes a change with its texts.
func (w *world) publish(of, change, account, msg, reverts string, texts map[string]string, done ...domain.Done) {
	w.t.Helper()
	for page, text := range texts {
		w.Happen("wikipage-"+page, keeper, domain.Written(of, change, account, page, text))
	}
	w.Happen("wiki-"+of, keeper, domain.ChangePublished{
		Project: of, Change: change, Account: account, Reverts: reverts, Done: done, Msg: erasable.Of(account, msg),
	})
}

// ask reads after all events are projected.
func ask[T any](w *world, status int, as, path string) (v T) {
	w.t.Helper()
	rec := w.get(as, path)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

func (w *world) get(as, path string) *httptest.ResponseRecorder {
	w.t.Helper()
	w.Settle()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

const base = "/v3/project/" + quay + "/wiki"
