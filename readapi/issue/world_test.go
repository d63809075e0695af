package issue_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandforum "github.com/modyard/modyard/commands/forum"
	commandissue "github.com/modyard/modyard/commands/issue"
	commandwatch "github.com/modyard/modyard/commands/watch"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/issue"
	domainwatch "github.com/modyard/modyard/domain/watch"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedforum "github.com/modyard/modyard/projections/forum"
	projected "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/readapi/answer"
	readissue "github.com/modyard/modyard/readapi/issue"
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
	nobody   = talktest.Nobody
	quay     = talktest.Quay
	dark     = talktest.Dark
	because  = talktest.Because
)

// world is the site with issues, which both projects take here.
type world struct {
	*talktest.World
	service *commandissue.Service
	rates   *commandforum.Counted
	limits  bool // the rates of accounts hold
}

// Take implements commandforum.Rates.
func (w *world) Take(ctx context.Context, written commandforum.Writing) error {
	if !w.limits {
		return nil
	}
	return w.rates.Take(ctx, written)
}

// Holds implements commandforum.Holder.
func (w *world) Holds(ctx context.Context, written commandforum.Writing) (bool, error) {
	if !w.limits {
		return false, nil
	}
	return w.rates.Holds(ctx, written)
}

// Release implements commandforum.Rates.
func (w *world) Release(ctx context.Context, account, command string) error {
	return w.rates.Release(ctx, account, command)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: talktest.New(t, projected.New(), notificationtest.New(projectedforum.Notifications(), projected.Notifications()), projectedreport.New(catalogtest.Markdown))}
	w.rates = commandforum.NewCounted(w.DB.Pool)
	var common []contract.IssueLabel
	for _, l := range issue.CommonLabels() {
		common = append(common, contract.IssueLabel{ID: l.ID, Name: l.Name, Color: l.Color, Common: true})
	}
	var err error
	reads := readissue.New(w.Source, readissue.Options{
		Common: common, Rendering: answer.Rendering{Render: catalogtest.Markdown, Names: w.Accounts.NamesByName},
		Person: func(ctx context.Context, name string) (string, error) {
			p, err := w.Accounts.ByUsername(ctx, name)
			return p.ID, err
		},
		Rights: func(ctx context.Context, id string) (contract.IssueRights, error) {
			return w.service.Rights(ctx, identity.FromContext(ctx).Actor(), id)
		},
		BoardRights: func(ctx context.Context, project string, out *contract.IssueBoard) error {
			return w.service.BoardRights(ctx, identity.FromContext(ctx).Actor(), project, out)
		},
	})
	if w.service, err = commandissue.New(commandissue.Options{
		Handler: w.Handler, Verified: func(context.Context, string) (bool, error) { return true, nil }, Named: w.Accounts.IDsByName, Rates: w,
		Fixed: reads.Fixed, Numbered: reads.Numbered, Posted: reads.Posted,
	}); err != nil {
		t.Fatal(err)
	}
	inbox := notification.New(w.Source, w.Accounts, nil, readissue.Kinds()...)
	reports := report.New(w.Source, w.Accounts, append(readissue.Reported(), readproject.Reported()...)...)
	watches, err := commandwatch.New(w.Handler, map[domainwatch.Kind]commandwatch.Find{
		domainwatch.Issue: commandissue.Watched()[domainwatch.Issue], domainwatch.Board: commandforum.Watched()[domainwatch.Board],
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes, reads.Register, watches.Routes, func(api *httpkit.API) { watch.Register(api, w.Source) }, func(api *httpkit.API) {
		reports.Register(api)
		inbox.Register(api)
		api.Use(readissue.FamilyPath)
	})
	for _, id := range []string{quay, dark} {
		w.Do(keeper, http.MethodPatch, "/v3/project/"+id+"/issues/board", `{"issues_type":2}`)
	}
	return w
}

// open opens an issue.
func (w *world) open(as, project, title, text string) contract.IssueOpened {
	w.T.Helper()
	return talktest.Ask[contract.IssueOpened](w.World, 200, as, "POST", "/v3/project/"+project+"/issues", talktest.Quoted(map[string]any{"title": title, "body": text}))
}

// comment writes a comment, in answer to another one if its id is given.
func (w *world) comment(as, id, text, to string) contract.IssueComment {
	w.T.Helper()
	fields := map[string]any{"body": text}
	if to != "" {
		fields["reply_to_id"] = to
	}
	return talktest.Ask[contract.IssueCommented](w.World, 200, as, "POST", "/v3/issues/"+id+"/comments", talktest.Quoted(fields)).Comment
}

// change changes an issue.
func (w *world) change(as, id string, fields map[string]any) {
	w.T.Helper()
	w.Do(as, http.MethodPatch, "/v3/issues/"+id, talktest.Quoted(fields))
}

func get[T any](w *world, as, path string) T {
	w.T.Helper()
	return talktest.Get[T](w.World, as, path)
}
