package wiki_test

import (
	"context"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	domain "github.com/modyard/modyard/domain/wiki"
	projected "github.com/modyard/modyard/projections/wiki"
)

func TestAnErasedAuthorLeavesThePagesAndNoReasons(t *testing.T) {
	w := newWorld(t)
	w.Happen("wikidraft-"+draft, writer, domain.DraftOpened{Draft: draft, Project: quay, Account: writer, Timed: true},
		domain.DraftSubmitted{Draft: draft, Project: quay, Account: writer, Submission: "SubmAAA1", Msg: erasable.Of(writer, "请看")})
	w.Happen("wikidraft-"+draft, keeper, domain.DraftRejected{Draft: draft, Project: quay, Account: writer, Submission: "SubmAAA1", Msg: erasable.Of(writer, "不行")})
	if err := w.Texts.(interface {
		Erase(ctx context.Context, subjects ...string) error
	}).Erase(t.Context(), writer); err != nil {
		t.Fatal(err)
	}
	w.Happen("account-"+writer, writer, account.Erased{Account: writer})
	if _, err := w.DB.Pool.Exec(t.Context(), `delete from identity.accounts where id = $1`, writer); err != nil {
		t.Fatal(err)
	}
	got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/guide")
	if !strings.Contains(got.Body, "放下灯笼") || got.Change.Author != nil || got.Change.Msg != erasable.Erased || len(got.Authors) != 0 {
		t.Errorf("%+v", got)
	}
	drafts := ask[contract.WikiDraftList](w, 200, keeper, base+"/drafts").Drafts
	if len(drafts) != 1 || drafts[0].Msg != erasable.Erased || drafts[0].Rejection != erasable.Erased || drafts[0].Author != nil {
		t.Errorf("%+v", drafts)
	}
	if found, err := w.runner.Verify(t.Context(), projected.Name); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
}

func TestARebuildGivesTheSameRows(t *testing.T) {
	w := newWorld(t)
	// Changes of texts alone are read without the tree, one before and one after it changes.
	w.publish(quay, "ChangeT1", writer, "改字", "", map[string]string{start: "# 你好", lamps: "四种颜色。"},
		domain.Done{Page: start, Op: domain.OpWritten}, domain.Done{Page: lamps, Op: domain.OpWritten})
	w.publish(quay, third, writer, "删", "", nil, domain.Done{Page: guide, Op: domain.OpRemoved})
	w.publish(quay, fourth, writer, "恢复", third, map[string]string{lamps: "新"}, domain.Done{Page: guide, Op: domain.OpRestored}, domain.Done{Page: lamps, Op: domain.OpWritten})
	w.publish(quay, "ChangeT2", writer, "改字", "", map[string]string{start: "# 再见"}, domain.Done{Page: start, Op: domain.OpWritten})
	w.Happen("wiki-"+quay, keeper, domain.EditingSet{Project: quay, Editing: domain.Named}, domain.EditorNamed{Project: quay, Account: writer},
		domain.EditorNamed{Project: quay, Account: stranger}, domain.EditorUnnamed{Project: quay, Account: stranger})
	w.Happen("wikidraft-"+draft, writer, domain.DraftOpened{Draft: draft, Project: quay, Account: writer, Timed: true},
		domain.DraftPageAdded{Draft: draft, Page: "PageNew1", Title: erasable.Of(writer, "新页"), Slug: erasable.Of(writer, "new")},
		domain.DraftPageRetitled{Draft: draft, Page: guide, Title: erasable.Of(writer, "指引"), Was: "指南"},
		domain.DraftSubmitted{Draft: draft, Project: quay, Account: writer, Submission: "SubmAAA1", Msg: erasable.Of(writer, "请看")},
		domain.DraftTakenBack{Draft: draft}, domain.DraftPageRemoved{Draft: draft, Page: "PageNew1"}, domain.DraftGivenUp{Draft: draft})
	w.Happen("wikieditor-"+quay+"-"+writer, "", domain.Banned{Project: quay, Account: writer, Until: catalogEnd(), Cause: domain.CauseGivenUp})
	w.Settle()
	if found, err := w.runner.Verify(t.Context(), projected.Name); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	if err := w.runner.Rebuild(t.Context(), projected.Name); err != nil {
		t.Fatal(err)
	}
	if found, err := w.runner.Verify(t.Context(), projected.Name); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	if got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/lamps"); got.Body != "新" || got.Editions != 3 {
		t.Errorf("%+v", got)
	}
	if got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/home"); got.Body != "# 再见" || got.Editions != 3 {
		t.Errorf("%+v", got)
	}
}
