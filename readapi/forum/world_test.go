package forum_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandforum "github.com/modyard/modyard/commands/forum"
	commandwatch "github.com/modyard/modyard/commands/watch"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	projectedreport "github.com/modyard/modyard/projections/report"
	projectedtalksearch "github.com/modyard/modyard/projections/talksearch"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/forum"
	"github.com/modyard/modyard/readapi/notification"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/report"
	"github.com/modyard/modyard/readapi/watch"
)

const (
	keeper   = talktest.Keeper
	writer   = talktest.Writer
	stranger = talktest.Stranger
	staff    = talktest.Staff
	chief    = talktest.Chief
	nobody   = talktest.Nobody
	quay     = talktest.Quay
	dark     = talktest.Dark
	because  = talktest.Because
)

// world is the site with the forum.
type world struct {
	*talktest.World
	rates  *commandforum.Counted
	reads  *forum.Routes
	limits bool // the rates of accounts hold
	held   bool // what is written waits for the staff
}

// Holds implements commandforum.Holder.
func (w *world) Holds(ctx context.Context, written commandforum.Writing) (bool, error) {
	if w.held || !w.limits {
		return w.held, nil
	}
	return w.rates.Holds(ctx, written)
}

// Check implements commandforum.Checker.
func (w *world) Check(ctx context.Context, written commandforum.Writing) error {
	return w.rates.Check(ctx, written)
}

// Take implements commandforum.Rates.
func (w *world) Take(ctx context.Context, written commandforum.Writing) error {
	if !w.limits {
		return nil
	}
	return w.rates.Take(ctx, written)
}

// Release implements commandforum.Rates.
func (w *world) Release(ctx context.Context, account, command string) error {
	return w.rates.Release(ctx, account, command)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: talktest.New(t, projected.New(), projectedtalksearch.New(), notificationtest.New(projected.Notifications()), projectedreport.New(catalogtest.Markdown))}
	w.rates = commandforum.NewCounted(w.DB.Pool)
	var service *commandforum.Service
	reads := forum.New(w.Source, forum.Options{
		Sections:  []contract.ForumSection{{ID: "chat", Title: "矿工茶馆"}, {ID: "project", Title: "资源讨论"}, {ID: "article", Title: "专栏"}, {ID: "notice", Title: "公告"}},
		Rendering: answer.Rendering{Render: catalogtest.Markdown, Names: w.Accounts.NamesByName},
		Person: func(ctx context.Context, name string) (string, error) {
			p, err := w.Accounts.ByUsername(ctx, name)
			return p.ID, err
		},
		Rights: func(ctx context.Context, id string) (contract.ForumRights, error) {
			return service.Rights(ctx, identity.FromContext(ctx).Actor(), id)
		},
		Opens: func(ctx context.Context, project string) (contract.ProjectForum, error) {
			return service.Opens(ctx, identity.FromContext(ctx).Actor(), project)
		},
	})
	service, err := commandforum.New(commandforum.Options{
		Handler: w.Handler, Verified: func(context.Context, string) (bool, error) { return true, nil },
		Named: w.Accounts.IDsByName, Rates: w, Posted: reads.Posted,
	})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := commandforum.NewSeen(commandforum.SeenOptions{
		Forum: service, Pool: w.DB.Pool,
		Requests: idempotency.NewGuard(idempotency.NewStore(w.DB.Pool, nil), []byte("a key"), func(*http.Request) string { return "" }),
	})
	if err != nil {
		t.Fatal(err)
	}
	inbox := notification.New(w.Source, w.Accounts, nil, forum.Kinds()...)
	w.reads = reads
	reports := report.New(w.Source, w.Accounts, append(forum.Reported(), readproject.Reported()...)...)
	watches, err := commandwatch.New(w.Handler, commandforum.Watched())
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(func(api *httpkit.API) { api.Use(commandforum.FromNetwork(nil)) }, service.Routes, seen.Routes, reads.Register, watches.Routes, func(api *httpkit.API) { watch.Register(api, w.Source) }, func(api *httpkit.API) { inbox.Register(api) }, func(api *httpkit.API) { reports.Register(api) })
	return w
}

func (w *world) open(as, section, title, text string) string {
	w.T.Helper()
	return talktest.Ask[contract.ForumOpened](w.World, 200, as, "POST", "/v3/forum", talktest.Quoted(map[string]any{"title": title, "content": text, "forum_type": section})).Discussion
}

func (w *world) board(project string) string {
	w.T.Helper()
	return talktest.Ask[contract.ForumOpened](w.World, 200, keeper, "POST", "/v3/project/"+project+"/forum", talktest.Quoted(map[string]any{"content": "这里讨论"})).Discussion
}

func (w *world) answer(as, discussion, text, to string) contract.ForumPost {
	w.T.Helper()
	fields := map[string]any{"content": text}
	if to != "" {
		fields["replied_to"] = to
	}
	return talktest.Ask[contract.ForumPost](w.World, 200, as, "POST", "/v3/forum/"+discussion+"/post", talktest.Quoted(fields))
}
