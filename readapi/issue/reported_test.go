package issue_test

import (
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/readapi/report"
)

func TestAReportedCommentIsShownAtItsFloorToThoseWhoReadIt(t *testing.T) {
	w := newWorld(t)
	id, secret := w.open(writer, quay, "崩溃", "打不开").Issue, w.open(keeper, dark, "秘密", "正文").Issue
	first, second := w.comment(stranger, id, "骂人", ""), w.comment(stranger, id, "广告", "")
	inDark := w.comment(keeper, secret, "秘密", "")
	w.Do(staff, "POST", "/v3/issues/comments/"+first.ID+"/hide", because)
	item := func(status int, as, kind, id string) report.Item {
		return talktest.Ask[report.Item](w.World, status, as, "GET", "/_internal/reportable?type="+kind+"&id="+id, "")
	}
	for _, c := range []struct{ as, kind, id, path, detail string }{
		{writer, "issue", id, "/mod/quay/issues/1", "打不开"},
		{writer, "comment", second.ID, "/mod/quay/issues/1#floor-2", "广告"},
		{staff, "comment", first.ID, "/mod/quay/issues/1#floor-1", "骂人"},
		{keeper, "issue", secret, "/mod/dark/issues/1", "正文"},
	} {
		if got := item(200, c.as, c.kind, c.id); got.Path != c.path || got.Detail == nil || *got.Detail != c.detail {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	item(404, writer, "comment", first.ID) // hidden
	item(404, writer, "comment", inDark.ID)
	item(404, writer, "issue", secret)
	w.Do(stranger, "DELETE", "/v3/issues/comments/"+second.ID, "")
	item(404, staff, "comment", second.ID)
}
