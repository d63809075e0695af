package review_test

import (
	"testing"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/review"
)

func TestTheNoteOfAHandOverIsErasedWithItsAuthorAndARebuildGivesTheSame(t *testing.T) {
	const ann, bob = "UserAnn1", "UserBob2"
	w := catalogtest.New(t)
	w.Texts = erasure.NewMemory()
	runner := w.Also(projected.New())
	hand := func(project, by, to, note string, round int) {
		w.Happen("assignment-"+project, by, review.HandedOver{Project: project, Round: round, By: by, To: to, Note: erasable.Of(by, note)})
	}
	hand("ProjOne1", ann, bob, "第一轮", 1)
	hand("ProjOne1", ann, bob, "图片已看过", 2)
	hand("ProjTwo2", bob, ann, "版本已看过", 1)
	notes := func() (one, two string) {
		t.Helper()
		w.Settle()
		if err := w.DB.Pool.QueryRow(t.Context(), `select (select note from review.handovers where project = 'ProjOne1' and round = 2),
			(select note from review.handovers where project = 'ProjTwo2')`).Scan(&one, &two); err != nil {
			t.Fatal(err)
		}
		return one, two
	}
	if one, two := notes(); one != "图片已看过" || two != "版本已看过" {
		t.Fatal(one, two)
	}
	w.Happen("account-"+ann, ann, account.Erased{Account: ann})
	if one, two := notes(); one != erasable.Erased || two != "版本已看过" {
		t.Error(one, two)
	}
	if found, err := runner.Verify(t.Context(), projected.Name); err != nil || len(found[projected.Name]) > 0 {
		t.Error(found, err)
	}
}
