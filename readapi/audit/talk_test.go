package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
)

const (
	talked   = "Discuss1"
	answered = "Answer01"
)

// moderated is a discussion with an answer, about which the staff and a team decided.
func (w *world) moderated() {
	own, team, mod, chief := eventlog.Metadata{Actor: writer, Role: "self"}, eventlog.Metadata{Actor: reviewer, Role: "member"},
		eventlog.Metadata{Actor: staff, Role: "moderator"}, eventlog.Metadata{Actor: staff, Role: "admin"}
	spam := (&reason.Reason{Code: reason.Spam, Text: "广告"}).To(writer)
	of := func(hidden bool) any {
		if hidden {
			return post.Hidden{Post: answered, Kind: post.InDiscussion, Thing: talked, Author: writer, Team: true, Reason: spam}
		}
		return post.Restored{Post: answered, Kind: post.InDiscussion, Thing: talked, Author: writer}
	}
	w.as(own, "discussion-"+talked, forum.Opened{Discussion: talked, Section: forum.Chat, Author: writer, Title: erasable.Of(writer, "灯笼"), Body: erasable.Of(writer, "正文")})
	w.as(own, "post-"+answered, post.Written{Post: answered, Kind: post.InDiscussion, Thing: talked, Author: writer, Starter: writer, Body: erasable.Of(writer, "买灯笼")})
	w.as(own, "discussion-"+talked, forum.Retitled{Discussion: talked, Title: erasable.Of(writer, "卖灯笼")})
	w.as(chief, "discussion-"+talked, forum.Retitled{Discussion: talked, Title: erasable.Of(writer, "灯笼怎么放"), Reason: spam})
	w.as(mod, "discussion-"+talked, forum.Locked{Discussion: talked, Author: writer, Reason: spam}, forum.Unlocked{Discussion: talked, Author: writer, Reason: spam},
		forum.Hidden{Discussion: talked, Author: writer, Reason: spam}, forum.Restored{Discussion: talked, Author: writer, Reason: spam})
	w.as(mod, "section-chat", forum.Pinned{Section: forum.Chat, Discussion: talked}, forum.Unpinned{Section: forum.Chat, Discussion: talked})
	w.as(team, "post-"+answered, of(true), of(false))
	w.as(mod, "post-"+answered, post.Deleted{Post: answered, Kind: post.InDiscussion, Thing: talked, Author: writer, Reason: spam})
	w.as(own, "discussion-"+talked, forum.Cleared{Discussion: talked})
}

func TestTheAuditHasWhatTheStaffAndTeamsDoWithDiscussions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Account(writer, "写手", "user")
	w.moderated()
	var lines []string
	for _, e := range w.list("subject=" + talked).Entries {
		why := ""
		if e.Reason != nil {
			why = e.Reason.Code + " " + e.Reason.Text
		}
		lines = append(lines, fmt.Sprintf("%s by %s %s: %s %s about %s, %s", e.Kind, e.ActorID, e.Role, e.Subject.Type, e.Subject.Name, e.AboutID, why))
	}
	const title = "灯笼怎么放"
	want := []string{
		"talk-deleted by UserMod2 moderator: post " + title + " #1 about UserWri3, spam 广告",
		"talk-restored by UserRev4 member: post " + title + " #1 about UserWri3, ",
		"talk-hidden by UserRev4 member: post " + title + " #1 about UserWri3, spam 广告",
		"talk-unpinned by UserMod2 moderator: discussion " + title + " about , ",
		"talk-pinned by UserMod2 moderator: discussion " + title + " about , ",
		"talk-restored by UserMod2 moderator: discussion " + title + " about UserWri3, spam 广告",
		"talk-hidden by UserMod2 moderator: discussion " + title + " about UserWri3, spam 广告",
		"talk-unlocked by UserMod2 moderator: discussion " + title + " about UserWri3, spam 广告",
		"talk-locked by UserMod2 moderator: discussion " + title + " about UserWri3, spam 广告",
		"staff-edit by UserMod2 admin: discussion " + title + " about , spam 广告",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	w.Happen("account-"+writer, writer, account.Erased{Account: writer})
	if got := w.get(200, staff, "/_internal/moderation/audit?subject="+talked).Body.String(); strings.Contains(got, "灯笼") || strings.Contains(got, "广告") {
		t.Error(got)
	}
}
