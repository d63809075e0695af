package bar_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandbar "github.com/modyard/modyard/commands/bar"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/identity"
	projected "github.com/modyard/modyard/projections/bar"
	"github.com/modyard/modyard/readapi/bar"
)

type world struct {
	*talktest.World
	moved time.Duration // of the clock of the queries
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: talktest.New(t, projected.New())}
	bars, err := commandbar.New(commandbar.Options{Handler: w.Handler, Person: func(ctx context.Context, name string) (string, bool, error) {
		p, err := w.Accounts.ByUsername(ctx, name)
		return p.ID, p.Role != identity.RoleUser, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(bars.Routes, bar.New(w.Source, []string{"chat", "notice"}, func() time.Time { return w.Now.Add(w.moved) }).Register)
	return w
}

func (w *world) list(as, path string) contract.TalkBars {
	w.T.Helper()
	return talktest.Ask[contract.TalkBars](w.World, http.StatusOK, as, "GET", path, "")
}

func barred(days, code string) string {
	return `{"days":` + days + `,"reason":{"code":"` + code + `","text":"刷屏"}}`
}

const (
	board   = "/v3/project/quay/bars"
	section = "/v3/forum/sections/chat/bars"
)

func TestThoseWhoMayNotWriteAreListedUntilTheirBarEnds(t *testing.T) {
	w := newWorld(t)
	w.Do(talktest.Keeper, "PUT", board+"/"+talktest.Writer, barred("7", "spam"))
	w.Do(talktest.Keeper, "PUT", board+"/"+talktest.Stranger, barred("3", "inappropriate"))
	w.Do(talktest.Staff, "PUT", section+"/"+talktest.Stranger, barred("1", "rules"))

	got := w.list(talktest.Keeper, board)
	if len(got.Bars) != 2 || got.Pagination.Total != 2 || got.Bars[0].Person.Username != "写手" || got.Bars[1].Person.Username != "路人" {
		t.Fatalf("the board lists %+v", got)
	}
	first := got.Bars[0]
	if first.By == nil || first.By.Username != "管理者" || first.Reason != (contract.ForumReason{Code: "spam", Text: "刷屏"}) || first.Until.Sub(first.Since) != 7*24*time.Hour {
		t.Errorf("the first is %+v", first)
	}
	if page := w.list(talktest.Staff, board+"?page=2&page_size=1"); len(page.Bars) != 1 || page.Bars[0].Person.Username != "路人" || page.Pagination.Total != 2 {
		t.Errorf("the second page has %+v", page)
	}
	if got := w.list(talktest.Staff, section); len(got.Bars) != 1 || got.Bars[0].Person.Username != "路人" {
		t.Errorf("the section lists %+v", got)
	}

	w.Do(talktest.Keeper, "DELETE", board+"/"+talktest.Writer, "")
	if got := w.list(talktest.Keeper, board); len(got.Bars) != 1 || got.Bars[0].Person.Username != "路人" {
		t.Errorf("after one was lifted the board lists %+v", got)
	}
	w.moved = 4 * 24 * time.Hour
	if got := w.list(talktest.Keeper, board); len(got.Bars) != 0 || got.Bars == nil {
		t.Errorf("after the end of the bars the board lists %+v", got)
	}
}

func TestAnotherBarReplacesTheFirst(t *testing.T) {
	w := newWorld(t)
	w.Do(talktest.Keeper, "PUT", board+"/"+talktest.Writer, barred("7", "spam"))
	w.Do(talktest.Staff, "PUT", board+"/"+talktest.Writer, barred("1", "rules"))
	if got := w.list(talktest.Keeper, board); len(got.Bars) != 1 || got.Bars[0].Reason.Code != "rules" || got.Bars[0].By.Username != "石榴" {
		t.Errorf("the board lists %+v", got)
	}
}

func TestOnlyThoseWhoBarSeeTheList(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		as, path string
		status   int
	}{
		{talktest.Nobody, board, http.StatusUnauthorized},
		{talktest.Writer, board, http.StatusUnauthorized},
		{talktest.Writer, "/v3/project/dark/bars", http.StatusNotFound},
		{talktest.Keeper, "/v3/project/dark/bars", http.StatusOK},
		{talktest.Keeper, "/v3/project/nothing/bars", http.StatusNotFound},
		{talktest.Staff, board, http.StatusOK},
		{talktest.Keeper, section, http.StatusUnauthorized},
		{talktest.Staff, "/v3/forum/sections/elsewhere/bars", http.StatusNotFound},
		{talktest.Staff, "/v3/forum/sections/" + strings.Repeat("x", 500) + "/bars", http.StatusNotFound},
	} {
		if rec := w.Send(c.as, "GET", c.path, ""); rec.Code != c.status {
			t.Errorf("%s as %q is answered with %d %s, not with %d", c.path, c.as, rec.Code, rec.Body, c.status)
		}
	}
}

func TestAnErasedAccountIsNotListed(t *testing.T) {
	w := newWorld(t)
	w.Do(talktest.Keeper, "PUT", board+"/"+talktest.Writer, barred("7", "spam"))
	w.Happen("account-"+talktest.Writer, "", account.Erased{Account: talktest.Writer})
	if got := w.list(talktest.Keeper, board); len(got.Bars) != 0 {
		t.Errorf("the board lists %+v", got)
	}
}
