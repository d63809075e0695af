package wiki_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/wiki"
	projectednotification "github.com/modyard/modyard/projections/notification"
)

// inbox is the types of an account's notifications about wikis, newest first.
func (w *world) inbox(as string) (types []string, list []contract.Notification) {
	w.t.Helper()
	for _, n := range ask[contract.NotificationPage](w, 200, as, "/_internal/notifications").Notifications {
		if n.WikiDraftID != nil {
			types, list = append(types, n.Type), append(list, n)
		}
	}
	return types, list
}

func (w *world) submits(of, id, author string) {
	w.t.Helper()
	w.Happen("wikidraft-"+id, author, domain.DraftOpened{Draft: id, Project: of, Account: author, Timed: true},
		domain.DraftSubmitted{Draft: id, Project: of, Account: author, Submission: "S" + id[1:], Msg: erasable.Of(author, "改了**错字**")})
}

func TestASubmissionIsToldToEveryHolderOfTheRight(t *testing.T) {
	w := newWorld(t)
	const orga, theirs = "OrgaOne1", "ProjThr3"
	w.Account("UserPar5", "伙伴", "user")
	w.Account("UserOwn6", "团队所有者", "user")
	w.Project(quay, keeper, project.MemberInvited{Account: stranger, Role: "帮手", Permissions: project.EditBody}, project.MemberJoined{Account: stranger})
	w.Happen("organization-"+orga, "UserOwn6", organization.Created{Organization: orga, Slug: "orga", Name: "团队", Owner: "UserOwn6"},
		organization.MemberInvited{Account: "UserPar5", ProjectPermissions: project.WikiEdit}, organization.MemberJoined{Account: "UserPar5"},
		organization.MemberInvited{Account: stranger, ProjectPermissions: project.WikiEdit}, organization.MemberJoined{Account: stranger})
	w.submits(quay, draft, writer)
	types, list := w.inbox(keeper)
	if !slices.Equal(types, []string{"wiki_review"}) || list[0].Link != "/project/"+quay+"/wikis/review/"+draft || *list[0].Message != "改了错字" {
		t.Errorf("%v %+v", types, list)
	}
	for _, as := range []string{writer, stranger, "UserPar5"} {
		if types, _ := w.inbox(as); len(types) > 0 {
			t.Errorf("%s: %v", as, types)
		}
	}
	w.Project(quay, keeper, project.EnteredOrganization{Organization: orga}, project.RightsGranted{Account: keeper, Permissions: project.EditBody})
	w.submits(quay, "DrftBBB2", writer)
	// The rights in the project's own team go before those in the organization.
	for as, want := range map[string]int{keeper: 1, "UserPar5": 1, "UserOwn6": 1, stranger: 0, writer: 0} {
		if types, _ := w.inbox(as); len(types) != want {
			t.Errorf("%s: %v", as, types)
		}
	}
	w.Happen("wikidraft-DrftCCC3", "UserPar5", domain.DraftOpened{Draft: "DrftCCC3", Project: quay, Account: "UserPar5"},
		domain.DraftSubmitted{Draft: "DrftCCC3", Project: quay, Account: "UserPar5", Submission: "SubmCCC3", Msg: erasable.Of("UserPar5", "改"), Publishes: third})
	if types, _ := w.inbox("UserOwn6"); len(types) != 1 {
		t.Error(types)
	}
	got := ask[contract.WikiDraftList](w, 200, "UserPar5", base+"/drafts")
	if got.Total != 3 {
		t.Errorf("%+v", got)
	}
	if got := ask[contract.WikiDraftList](w, 200, stranger, base+"/drafts"); got.Total != 0 {
		t.Errorf("%+v", got)
	}
	if found, err := w.runner.Verify(t.Context(), projectednotification.Name); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
}

func TestAnAuthorIsToldWhatBecameOfADraft(t *testing.T) {
	w := newWorld(t)
	w.submits(quay, draft, writer)
	w.Happen("wikidraft-"+draft, keeper, domain.DraftRejected{Draft: draft, Project: quay, Account: writer, Submission: "Srft", Msg: erasable.Of(writer, "太短")})
	w.Happen("wikidraft-"+draft, keeper, domain.DraftAccepted{Draft: draft, Project: quay, Account: writer, Submission: "Srft", Change: third})
	w.Happen("wikidraft-"+draft, "", domain.DraftTimeOutAnnounced{Draft: draft, Project: quay, Account: writer, Until: catalogEnd()},
		domain.DraftTimedOut{Draft: draft, Project: quay, Account: writer})
	types, list := w.inbox(writer)
	if !slices.Equal(types, []string{"wiki_time_out", "wiki_expiring", "wiki_accept", "wiki_reject"}) {
		t.Fatal(types)
	}
	for _, n := range list {
		if n.Link != "/project/"+quay+"/wikis" || n.Title == "" || n.Text == "" {
			t.Errorf("%+v", n)
		}
	}
	var family []string
	for _, n := range ask[[]contract.NotificationV2](w, 200, writer, "/v2/user/"+writer+"/notifications") {
		if b := n.Body; n.Type == "wiki_cache" && b.Type == n.Type && *b.WikiCacheID == draft && *b.ProjectTitle == "Lanternquay" && *b.ProjectID == quay {
			family = append(family, fmt.Sprint(b.Kind, b.Msg != nil))
		}
	}
	if !slices.Equal(family, []string{"time_outfalse", "time_outtrue", "acceptfalse", "rejecttrue"}) {
		t.Error(family)
	}
	w.Happen("account-"+writer, writer, account.Erased{Account: writer})
	if _, list := w.inbox(keeper); len(list) != 1 || *list[0].Message != erasable.Erased {
		t.Errorf("%+v", list)
	}
}
