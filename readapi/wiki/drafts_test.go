package wiki_test

import (
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// catalogEnd is after every event of a world and after the present.
func catalogEnd() time.Time { return catalogtest.Epoch().AddDate(100, 0, 0) }

// drafting gives each of two accounts a draft: the first in review, the second open.
func (w *world) drafting() {
	w.t.Helper()
	w.Happen("wikidraft-"+draft, writer, domain.DraftOpened{Draft: draft, Project: quay, Account: writer, Timed: true},
		domain.DraftPageRetitled{Draft: draft, Page: guide, Title: erasable.Of(writer, "指引"), Was: "指南"},
		domain.DraftPageMoved{Draft: draft, Page: guide, Parent: start},
		domain.DraftSubmitted{Draft: draft, Project: quay, Account: writer, Submission: "SubmAAA1", Msg: erasable.Of(writer, "请看")})
	w.Happen("wikidraft-DrftBBB2", stranger, domain.DraftOpened{Draft: "DrftBBB2", Project: quay, Account: stranger, Timed: true},
		domain.DraftPageAdded{Draft: "DrftBBB2", Page: "PageNew1", Title: erasable.Of(stranger, "新"), Slug: erasable.Of(stranger, "new")})
}

func ids(list contract.WikiDraftList) (out []string) {
	for _, d := range list.Drafts {
		out = append(out, d.ID)
	}
	return out
}

func TestDraftsAreListedForTheirAuthorsAndForReviewers(t *testing.T) {
	w := newWorld(t)
	w.drafting()
	for as, want := range map[string]int{keeper: 2, staff: 2, writer: 1, stranger: 1} {
		got := ask[contract.WikiDraftList](w, 200, as, base+"/drafts")
		if len(got.Drafts) != want || got.Total != int64(want) {
			t.Errorf("%s: %v of %d", as, ids(got), got.Total)
		}
	}
	ask[any](w, 401, nobody, base+"/drafts")
	waiting := ask[contract.WikiDraftList](w, 200, keeper, base+"/drafts?status=review").Drafts
	if len(waiting) != 1 || waiting[0].ID != draft || waiting[0].Msg != "请看" || waiting[0].Pages != 1 || waiting[0].Own || waiting[0].Author.ID != writer ||
		waiting[0].Project.Title != "Lanternquay" || waiting[0].Ends != nil || waiting[0].Submitted == nil {
		t.Errorf("%+v", waiting)
	}
	own := ask[contract.WikiDraftList](w, 200, stranger, base+"/drafts?status=open").Drafts[0]
	if !own.Own || own.Ends == nil || own.Ends.Sub(own.Changed) != domain.Window {
		t.Errorf("%+v", own)
	}
	w.Happen("wikidraft-DrftBBB2", "", domain.DraftTimedOut{Draft: "DrftBBB2", Project: quay, Account: stranger})
	w.Happen("wikidraft-"+draft, keeper, domain.DraftAccepted{Draft: draft, Project: quay, Account: writer, Submission: "SubmAAA1", Change: third})
	ended := ask[contract.WikiDraftList](w, 200, keeper, base+"/drafts?status=ended&limit=1")
	if len(ended.Drafts) != 1 || ended.Total != 2 || ended.Drafts[0].Status != "timeout" {
		t.Errorf("%+v", ended)
	}
	if got := ask[contract.WikiDraftList](w, 200, writer, base+"/drafts?status=ended").Drafts[0]; got.Change != third || got.Status != "success" {
		t.Errorf("%+v", got)
	}
	ask[any](w, 400, keeper, base+"/drafts?status=lost")
}

func TestTheQueuesOfDraftsFollowRightsAndAge(t *testing.T) {
	w := newWorld(t)
	w.drafting()
	w.Happen("wikidraft-DrftCCC3", staff, domain.DraftOpened{Draft: "DrftCCC3", Project: dark, Account: staff},
		domain.DraftSubmitted{Draft: "DrftCCC3", Project: dark, Account: staff, Submission: "SubmCCC3", Msg: erasable.Of(staff, "看")})
	const queue = "/_internal/wiki/drafts?scope="
	for as, want := range map[string]int{keeper: 2, writer: 0, stranger: 0, staff: 0} {
		if got := ask[contract.WikiDraftList](w, 200, as, queue+"review"); len(got.Drafts) != want || got.Total != int64(want) {
			t.Errorf("%s reviews %v of %d", as, ids(got), got.Total)
		}
	}
	for as, want := range map[string]int{keeper: 0, writer: 1, stranger: 1, staff: 1} {
		if got := ask[contract.WikiDraftList](w, 200, as, queue+"mine"); len(got.Drafts) != want {
			t.Errorf("%s has %v", as, ids(got))
		}
	}
	// The events of a world are long ago: what waits is overdue. A draft of one's own is nobody's queue.
	if got := ask[contract.WikiDraftList](w, 200, staff, queue+"staff"); len(got.Drafts) != 1 || got.Drafts[0].ID != draft {
		t.Errorf("%v", ids(got))
	}
	if _, err := w.DB.Pool.Exec(t.Context(), `update wiki.drafts set submitted = now()`); err != nil {
		t.Fatal(err)
	}
	if got := ask[contract.WikiDraftList](w, 200, staff, queue+"staff"); len(got.Drafts) != 0 || got.Total != 0 {
		t.Errorf("%v", ids(got))
	}
	ask[any](w, 401, keeper, queue+"staff")
	ask[any](w, 401, nobody, queue+"mine")
	ask[any](w, 400, keeper, queue+"all")
}

func TestADraftThatNobodyCanReviewIsTheStaffs(t *testing.T) {
	w := newWorld(t)
	const orphan = "ProjThr3"
	w.Project(orphan, keeper, project.Created{Project: orphan, Slug: "orphan", Type: project.TypeMod, Title: "Orphan", Organization: "OrgaNon1"},
		project.ListedByImport{Status: project.Listed})
	w.Happen("wikidraft-DrftCCC3", writer, domain.DraftOpened{Draft: "DrftCCC3", Project: orphan, Account: writer},
		domain.DraftSubmitted{Draft: "DrftCCC3", Project: orphan, Account: writer, Submission: "SubmCCC3", Msg: erasable.Of(writer, "看")})
	w.Settle()
	if _, err := w.DB.Pool.Exec(t.Context(), `update wiki.drafts set submitted = now()`); err != nil {
		t.Fatal(err)
	}
	if got := ask[contract.WikiDraftList](w, 200, staff, "/_internal/wiki/drafts?scope=staff"); len(got.Drafts) != 1 || got.Drafts[0].Project.ID != orphan {
		t.Errorf("%v", ids(got))
	}
}

func TestSettingsAreForWhoeverHoldsTheRight(t *testing.T) {
	w := newWorld(t)
	if got := ask[contract.WikiSettings](w, 200, keeper, base+"/settings"); got.Editing != "members" || got.Locked || got.Editors == nil || got.Bans == nil {
		t.Errorf("%+v", got)
	}
	msg := erasable.Of(stranger, "广告")
	w.Happen("wiki-"+quay, keeper, domain.EditingSet{Project: quay, Editing: domain.Named}, domain.EditorNamed{Project: quay, Account: writer})
	w.Happen("wiki-"+quay, staff, domain.Locked{Project: quay})
	w.Happen("wikieditor-"+quay+"-"+writer, "", domain.Banned{Project: quay, Account: writer, Until: catalogtest.Epoch(), Cause: domain.CauseGivenUp})
	w.Happen("wikieditor-"+quay+"-"+stranger, keeper, domain.Banned{
		Project: quay, Account: stranger, Until: catalogEnd(), Cause: domain.CauseReviewer, Msg: &msg,
	})
	got := ask[contract.WikiSettings](w, 200, staff, base+"/settings")
	if got.Editing != "named" || !got.Locked || len(got.Editors) != 1 || got.Editors[0].User.ID != writer {
		t.Errorf("%+v", got)
	}
	if len(got.Bans) != 1 || got.Bans[0].User.ID != stranger || got.Bans[0].By.ID != keeper || got.Bans[0].Msg != "广告" {
		t.Errorf("%+v", got.Bans)
	}
	w.Happen("wikieditor-"+quay+"-"+stranger, keeper, domain.BanLifted{Project: quay, Account: stranger})
	w.Happen("wiki-"+quay, staff, domain.Unlocked{Project: quay})
	if got := ask[contract.WikiSettings](w, 200, keeper, base+"/settings"); got.Locked || got.Editing != "named" || len(got.Bans) != 0 {
		t.Errorf("%+v", got)
	}
	ask[any](w, 401, writer, base+"/settings")
	ask[any](w, 401, nobody, base+"/settings")
	ask[any](w, 404, stranger, "/v3/project/dark/wiki/settings")
}
