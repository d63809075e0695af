package audit_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	projected "github.com/modyard/modyard/projections/audit"
)

const (
	writer   = "UserWri3"
	reviewer = "UserRev4" // of the team
)

// wikiJudged is a project whose wiki's drafts were accepted, rejected and reverted, by its team and by the staff.
func (w *world) wikiJudged() {
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker})
	own, team, mod := eventlog.Metadata{Actor: writer, Role: "self"}, eventlog.Metadata{Actor: reviewer, Role: "member"}, eventlog.Metadata{Actor: staff, Role: "moderator"}
	change := func(id, by string) wiki.ChangePublished {
		return wiki.ChangePublished{Project: quay, Change: id, Draft: "Draft001", Account: by, Msg: erasable.Of(by, "补充"+id)}
	}
	reverts := func(id, by, what string, why *reason.Reason) wiki.ChangePublished {
		c := change(id, by)
		c.Draft, c.Reverts, c.Reason = "", what, why
		return c
	}
	spam := &reason.Reason{Code: reason.Spam, Text: "广告"}
	accepted := change("Change03", writer)
	accepted.Reason = &reason.Reason{Code: reason.Complies}
	msg, lifted := erasable.Of(writer, "反复破坏"), erasable.Of(writer, "已经说明")
	w.as(own, "wiki-"+quay, change("Change01", writer)) // without a review
	w.as(team, "wiki-"+quay, wiki.EditingSet{Project: quay, Editing: wiki.Open}, change("Change02", writer))
	w.as(mod, "wiki-"+quay, accepted)
	w.as(team, "wikidraft-Draft004", wiki.DraftRejected{Draft: "Draft004", Project: quay, Account: writer, Msg: erasable.Of(writer, "没有出处")})
	w.as(mod, "wikidraft-Draft005", wiki.DraftRejected{Draft: "Draft005", Project: quay, Account: writer, Msg: erasable.Of(writer, "全是链接"), Reason: spam.To(writer)})
	w.as(team, "wiki-"+quay, reverts("Change04", reviewer, "Change03", nil))
	w.as(mod, "wiki-"+quay, reverts("Change05", staff, "Change04", spam), wiki.Locked{Project: quay, Reason: spam}, wiki.Unlocked{Project: quay, Reason: accepted.Reason})
	place := "wikieditor-" + quay + "-" + writer
	until := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	w.as(own, place, wiki.Banned{Project: quay, Account: writer, Until: until, Cause: wiki.CauseGivenUp})
	w.as(mod, place, wiki.Banned{Project: quay, Account: writer, Until: until, Cause: wiki.CauseReviewer, Msg: &msg, Reason: spam.To(writer)})
	w.as(team, place, wiki.BanLifted{Project: quay, Account: writer, Msg: &lifted})
}

func TestTheAuditHasEveryDecisionAboutAWiki(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.wikiJudged()
	var lines []string
	for _, e := range w.list("subject=" + quay).Entries {
		why := ""
		if e.Reason != nil {
			why = e.Reason.Code + " " + e.Reason.Text
		}
		lines = append(lines, fmt.Sprintf("%s by %s as %s of %s about %s, %s %s %s: %s / %s",
			e.Kind, e.ActorID, e.Role, e.Subject.Name, e.AboutID, e.ItemType, e.Item, e.Value, e.Message, why))
	}
	want := []string{
		"wiki-ban-lifted by UserRev4 as member of 蒸汽码头 about UserWri3,   : 已经说明 / ",
		"wiki-banned by UserMod2 as moderator of 蒸汽码头 about UserWri3,   2026-03-04T05:06:07Z: 反复破坏 / spam 广告",
		"wiki-unlocked by UserMod2 as moderator of 蒸汽码头 about ,   :  / complies ",
		"wiki-locked by UserMod2 as moderator of 蒸汽码头 about ,   :  / spam 广告",
		"wiki-reverted by UserMod2 as moderator of 蒸汽码头 about UserMod2, wiki-change Change05 Change04: 补充Change05 / spam 广告",
		"wiki-reverted by UserRev4 as member of 蒸汽码头 about UserRev4, wiki-change Change04 Change03: 补充Change04 / ",
		"wiki-rejected by UserMod2 as moderator of 蒸汽码头 about UserWri3, wiki-draft Draft005 : 全是链接 / spam 广告",
		"wiki-rejected by UserRev4 as member of 蒸汽码头 about UserWri3, wiki-draft Draft004 : 没有出处 / ",
		"wiki-accepted by UserMod2 as moderator of 蒸汽码头 about UserWri3, wiki-change Change03 :  / complies ",
		"wiki-accepted by UserRev4 as member of 蒸汽码头 about UserWri3, wiki-change Change02 :  / ",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if s := w.list("kind=wiki-rejected").Entries[0].Subject; s.Type != "project" || s.ID != quay || s.Project == nil {
		t.Errorf("%+v", s)
	}
	for query, want := range map[string]string{
		"subject=Draft005": "wiki-rejected", "subject=Change03": "wiki-accepted", "kind=wiki-locked,wiki-unlocked": "wiki-unlocked wiki-locked",
		"text=" + url.QueryEscape("没有出处"): "wiki-rejected", "reason=complies&kind=wiki-accepted": "wiki-accepted",
	} {
		if got := w.kinds(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestAnEditOfAWikisSettingsByTheStaffIsAnEntry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker})
	w.as(eventlog.Metadata{Actor: staff, Role: "moderator"}, "wiki-"+quay, wiki.EditingSet{Project: quay, Editing: wiki.Closed})
	w.as(eventlog.Metadata{Actor: maker, Role: "owner"}, "wiki-"+quay, wiki.EditingSet{Project: quay, Editing: wiki.Open})
	if got := w.list("subject=" + quay).Entries; len(got) != 1 || got[0].Kind != "staff-edit" || got[0].Event.Type != "wiki.editing-set.v1" {
		t.Errorf("%+v", got)
	}
}

func TestAnErasureRemovesTheMessagesOfAnAccountAndKeepsTheReasonsOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.wikiJudged()
	verify := func() {
		t.Helper()
		found, err := w.runner.Verify(t.Context(), projected.Name)
		if err != nil || len(found[projected.Name]) > 0 {
			t.Errorf("verify: %v %v", found, err)
		}
	}
	words := func(e contract.AuditEntry) string {
		why := ""
		if e.Reason != nil {
			why = e.Reason.Text
		}
		return e.Message + "/" + why
	}
	w.list("")
	verify()
	w.Happen("account-"+writer, writer, account.Erased{Account: writer})
	var got []string
	for _, e := range w.list("kind=wiki-rejected,wiki-banned,wiki-ban-lifted").Entries {
		got = append(got, words(e))
	}
	const gone = erasable.Erased
	if want := gone + "/ " + gone + "/" + gone + " " + gone + "/" + gone + " " + gone + "/"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := w.kinds("text=" + url.QueryEscape("没有出处")); got != "" {
		t.Errorf("found %q", got)
	}
	verify()
	w.Happen("account-"+staff, staff, account.Erased{Account: staff})
	if got := words(w.list("kind=wiki-reverted").Entries[0]); got != gone+"/广告" {
		t.Error(got)
	}
	verify()
}
