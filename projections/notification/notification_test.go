package notification_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/projections/translation"
)

const (
	owner  = "UserOwn1"
	helper = "UserHel2"
	fan    = "UserFan3"
	staff  = "UserMod4"
	boss   = "UserBos5"
	one    = "ProjOne1"
	two    = "ProjTwo2"
	org    = "OrgaOne1"
)

type world struct {
	t      *testing.T
	db     *database.DB
	log    eventlog.Log
	codec  *codec.Codec
	vault  *erasure.Vault
	board  *watermark.Board
	runner *runtime.Runner

	command string // of the events that happen
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: pgtest.Database(t), log: memory.New(), codec: catalogtest.Codec(t), vault: erasure.NewMemory(), board: watermark.New()}
	var err error
	w.runner, err = runtime.New(runtime.Options{
		DB: w.db, Log: w.log, Codec: w.codec, Texts: w.vault, Board: w.board, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), LeasePoll: 20 * time.Millisecond,
	}, notificationtest.New(translation.Notifications()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.runner.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *world) happen(stream, actor string, payloads ...any) uint64 {
	w.t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		id := eventlog.NewEventID()
		sealed, err := w.vault.Seal(context.Background(), stream, id, p)
		if err != nil {
			w.t.Fatal(err)
		}
		typ, data, err := w.codec.Encode(sealed)
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: id, Type: typ, Data: data,
			Meta: eventlog.Metadata{Actor: actor, Command: w.command, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}})
	}
	receipt, err := w.log.Append(context.Background(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events})
	if err != nil {
		w.t.Fatal(err)
	}
	return uint64(receipt.Position)
}

// inbox is the text of an account's notifications, oldest first.
func (w *world) inbox(account string) []string {
	w.t.Helper()
	w.settle()
	rows, err := w.db.Pool.Query(w.t.Context(), `select type, project || organization, version, to_status, message, role, open, read
from notification.notifications where account = $1 order by position`, account)
	if err != nil {
		w.t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
		var kind, about, version, to, message, role string
		var open, read bool
		if err := row.Scan(&kind, &about, &version, &to, &message, &role, &open, &read); err != nil {
			return "", err
		}
		words := []string{kind, about, version, to, message, role}
		for name, yes := range map[string]bool{"open": open, "read": read} {
			if yes {
				words = append(words, name)
			}
		}
		slices.Sort(words[6:])
		return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " "), nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

func (w *world) settle() {
	w.t.Helper()
	head, err := w.log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	if err := w.board.Wait(ctx, notification.Name, uint64(head)); err != nil {
		w.t.Fatal(err)
	}
	parked, err := w.runner.Parked(ctx, notification.Name)
	if err != nil || len(parked) > 0 {
		w.t.Fatal(parked, err)
	}
}

func (w *world) want(account string, lines ...string) {
	w.t.Helper()
	if got := w.inbox(account); !slices.Equal(got, lines) {
		w.t.Errorf("the inbox of %s is\n  %s\nwant\n  %s", account, strings.Join(got, "\n  "), strings.Join(lines, "\n  "))
	}
}

func (w *world) project(id, by string) {
	w.t.Helper()
	w.happen("project-"+id, by, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: id, Owner: by})
}

func (w *world) publish(id string) {
	w.t.Helper()
	w.happen("project-"+id, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	w.happen("project-"+id, staff, project.Approved{From: project.Processing, Status: project.Listed})
}

func version(id, of string, status project.VersionStatus) project.VersionCreated {
	return project.VersionCreated{Version: id, Project: of, Author: owner, Name: id, Number: "1.0", Channel: project.Release, Status: status}
}

func TestATeamIsNotifiedOfDecisionsByOthers(t *testing.T) {
	w := newWorld(t)
	w.project(one, owner)
	w.happen("project-"+one, owner, project.MemberInvited{Account: helper, Role: "美术"}, project.MemberInvited{Account: fan, Role: "翻译"})
	w.happen("project-"+one, helper, project.MemberJoined{Account: helper})
	w.happen("project-"+one, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	w.happen("project-"+one, staff, project.Rejected{From: project.Processing, Message: "请补充说明\x00。"})
	w.want(owner, "status_change ProjOne1 rejected 请补充说明。")
	w.want(helper, "team_invite ProjOne1 美术 read", "status_change ProjOne1 rejected 请补充说明。")
	w.want(fan, "team_invite ProjOne1 翻译 open")
	w.want(staff)
	// Changes by a member of the team do not notify the team.
	w.happen("project-"+one, owner, project.Submitted{From: project.Refused, Requested: project.Listed})
	w.happen("project-"+one, helper, project.Approved{From: project.Processing, Status: project.Listed})
	w.happen("project-"+one, owner, project.StatusChanged{From: project.Listed, To: project.Archived})
	w.want(owner, "status_change ProjOne1 rejected 请补充说明。")
}

func TestAnUndoneDecisionNotifiesTheTeamTheModeratorWhoDecidedAndTheProposer(t *testing.T) {
	w := newWorld(t)
	w.project(one, owner)
	w.happen("project-"+one, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	w.happen("project-"+one, staff, project.Approved{From: project.Processing, Status: project.Listed})
	w.happen("project-"+one, boss, project.DecisionUndone{Moderator: staff, Proposer: fan, From: project.Listed, To: project.Processing, Reason: &reason.Reason{Text: "看错了"}})
	w.want(owner, "status_change ProjOne1 approved", "decision_undone ProjOne1 processing 看错了")
	w.want(staff, "own_decision_undone ProjOne1 processing 看错了")
	w.want(fan, "own_decision_undone ProjOne1 processing 看错了")
	w.want(boss)
	// The project is hidden again, so that a version is not announced.
	w.happen("follows-"+helper, helper, collection.FollowAdded{Account: helper, Project: one})
	w.happen("version-"+two, owner, version(two, one, project.VersionListed))
	w.want(helper)
	// Who undoes their own decision is not notified of it.
	w.happen("project-"+one, staff, project.Approved{From: project.Processing, Status: project.Listed})
	w.happen("project-"+one, staff, project.DecisionUndone{Moderator: staff, From: project.Listed, To: project.Processing})
	w.want(staff, "own_decision_undone ProjOne1 processing 看错了")
}

func TestAnInvitationIsOpenUntilItIsAnswered(t *testing.T) {
	w := newWorld(t)
	w.project(one, owner)
	w.happen("organization-"+org, boss, organization.Created{Organization: org, Slug: "o", Name: "O", Owner: boss})
	w.happen("project-"+one, owner, project.MemberInvited{Account: fan, Role: "a"})
	w.happen("organization-"+org, boss, organization.MemberInvited{Account: fan, Role: "b"})
	w.want(fan, "team_invite ProjOne1 a open", "organization_invite OrgaOne1 b open")
	w.happen("organization-"+org, fan, organization.MemberJoined{Account: fan})
	w.want(fan, "team_invite ProjOne1 a open", "organization_invite OrgaOne1 b read")
	w.happen("project-"+one, fan, project.InvitationDeclined{Account: fan})
	w.want(fan, "team_invite ProjOne1 a read", "organization_invite OrgaOne1 b read")
	w.happen("project-"+one, owner, project.MemberInvited{Account: fan, Role: "again"})
	w.want(fan, "team_invite ProjOne1 a read", "organization_invite OrgaOne1 b read", "team_invite ProjOne1 again open")
}

func TestFormerMembersOfAnOrganizationAreNotNotified(t *testing.T) {
	w := newWorld(t)
	w.happen("organization-"+org, boss, organization.Created{Organization: org, Slug: "o", Name: "O", Owner: boss})
	for account, end := range map[string]any{
		fan: organization.InvitationDeclined{Account: fan}, owner: organization.InvitationWithdrawn{Account: owner},
		helper: organization.MemberLeft{Account: helper}, staff: organization.MemberRemoved{Account: staff},
	} {
		w.happen("organization-"+org, boss, organization.MemberInvited{Account: account, Role: "b"})
		w.want(account, "organization_invite OrgaOne1 b open")
		if account == helper || account == staff {
			w.happen("organization-"+org, account, organization.MemberJoined{Account: account})
		}
		w.happen("organization-"+org, boss, end)
		w.want(account, "organization_invite OrgaOne1 b read")
	}
	w.happen("project-"+two, boss, project.Created{Project: two, Slug: "two", Type: project.TypeMod, Title: "Two", Organization: org})
	w.happen("project-"+two, staff, project.Withheld{From: project.Draft, Message: "x"})
	w.want(boss, "status_change ProjTwo2 withheld x")
	for _, account := range []string{fan, owner, helper, staff} {
		w.want(account, "organization_invite OrgaOne1 b read")
	}
}

func TestMembersOfAnOrganizationAreNotifiedOfItsProjects(t *testing.T) {
	w := newWorld(t)
	w.happen("organization-"+org, boss, organization.Created{Organization: org, Slug: "o", Name: "O", Owner: boss})
	w.happen("project-"+two, boss, project.Created{Project: two, Slug: "two", Type: project.TypeMod, Title: "Two", Organization: org})
	w.happen("project-"+two, staff, project.Withheld{From: project.Draft, Message: "x"})
	w.want(boss, "status_change ProjTwo2 withheld x")
	w.happen("project-"+two, boss, project.LeftOrganization{Organization: org, Owner: helper})
	w.happen("project-"+two, staff, project.Approved{From: project.Held, Status: project.Listed})
	w.want(boss, "status_change ProjTwo2 withheld x")
	w.want(helper, "status_change ProjTwo2 approved")
}

func TestFollowersAreNotifiedOfVisibleVersions(t *testing.T) {
	w := newWorld(t)
	w.project(one, owner)
	follow := func(account string) {
		w.happen("follows-"+account, account, collection.FollowAdded{Account: account, Project: one})
	}
	follow(fan)
	w.happen("version-V1", owner, version("VersOne1", one, project.VersionListed)) // before the project is visible
	w.publish(one)
	follow(owner)
	w.happen("version-V2", owner, version("VersTwo2", one, project.VersionListed))
	w.want(fan, "project_update ProjOne1 VersTwo2")
	w.want(owner, "status_change ProjOne1 approved") // not of the owner's own version
	w.happen("version-V3", owner, version("VersThr3", one, project.VersionDraft))
	w.want(fan, "project_update ProjOne1 VersTwo2")
	for _, status := range []project.VersionStatus{project.VersionListed, project.VersionUnlisted, project.VersionListed} {
		w.happen("version-V3", owner, project.VersionStatusChanged{Version: "VersThr3", Project: one, Status: status})
	}
	w.want(fan, "project_update ProjOne1 VersTwo2", "project_update ProjOne1 VersThr3")
	w.happen("version-V2", owner, project.VersionDeleted{Version: "VersTwo2", Project: one})
	w.want(fan, "project_update ProjOne1 VersThr3")
	w.happen("follows-"+fan, fan, collection.FollowRemoved{Account: fan, Project: one})
	w.happen("version-V4", owner, version("VersFou4", one, project.VersionListed))
	w.happen("project-"+one, owner, project.Deleted{Slug: one})
	w.want(fan)
	w.want(owner)
}

func TestANotificationHasTheTimeAtWhichTheLogRecordedItsEvent(t *testing.T) {
	w := newWorld(t)
	w.project(one, owner)
	w.publish(one)
	w.happen("follows-"+fan, fan, collection.FollowAdded{Account: fan, Project: one})
	for i := range 4 {
		w.happen(fmt.Sprint("version-V", i), owner, version(fmt.Sprint("Version", i), one, project.VersionListed))
	}
	w.settle()
	rows, err := w.db.Pool.Query(t.Context(), `select position, recorded from notification.notifications where account = $1 order by position`, fan)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var position int64
	var recorded time.Time
	if _, err := pgx.ForEachRow(rows, []any{&position, &recorded}, func() error {
		n++
		e, err := w.log.Event(t.Context(), eventlog.Position(position))
		if err == nil && !recorded.Equal(e.RecordedAt.Truncate(time.Microsecond)) {
			t.Errorf("event %d was recorded at %s, the notification says %s", position, e.RecordedAt, recorded)
		}
		return err
	}); err != nil || n != 4 {
		t.Fatal(n, err)
	}
	if found, err := w.runner.Verify(t.Context(), notification.Name); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
}

func TestStaffMessagesNotifyTheirRecipient(t *testing.T) {
	w := newWorld(t)
	post := func(id, by, body string, staff, private bool) {
		w.happen("thread-T1", by, thread.MessagePosted{Thread: "T1", Message: id, Author: by, Staff: staff, Body: erasable.Of(by, body), Private: private})
	}
	w.happen("thread-T1", fan, thread.Opened{Thread: "T1", Kind: thread.AboutReport, Subject: "Report01", Owner: fan})
	post("M1", fan, "请处理。", false, false)
	post("M2", staff, "收到。", true, false)
	post("M3", staff, "只给同事看。", true, true)
	post("M4", staff, strings.Repeat("长", 600), true, false)
	w.want(fan, "moderator_message 收到。", "moderator_message "+strings.Repeat("长", 500)+"…")
	w.want(staff)
	w.happen("thread-T1", staff, thread.MessageDeleted{Thread: "T1", Message: "M2"})
	w.want(fan, "moderator_message "+strings.Repeat("长", 500)+"…")
	var report string
	if err := w.db.Pool.QueryRow(t.Context(), `select report from notification.notifications where account = $1`, fan).Scan(&report); err != nil || report != "Report01" {
		t.Fatal(report, err)
	}
}

func TestAThousandFollowersAreNotifiedByOneStatement(t *testing.T) {
	w := newWorld(t)
	w.project(one, owner)
	w.publish(one)
	for i := range 1000 {
		account := fmt.Sprintf("Fan%05d", i)
		w.happen("follows-"+account, account, collection.FollowAdded{Account: account, Project: one})
	}
	w.happen("version-V", owner, version("VersOne1", one, project.VersionListed))
	w.settle()
	var n, ids int
	if err := w.db.Pool.QueryRow(t.Context(), `select count(*), count(distinct id) from notification.notifications where type = 'project_update'`).Scan(&n, &ids); err != nil || n != 1000 || ids != 1000 {
		t.Fatal(n, ids, err)
	}
}

func TestTextsOfAnErasedAccountAreRemovedFromInboxes(t *testing.T) {
	w := newWorld(t)
	w.happen("thread-T1", fan, thread.Opened{Thread: "T1", Kind: thread.AboutReport, Subject: "R1", Owner: fan})
	post := func(id, body string) {
		w.happen("thread-T1", staff, thread.MessagePosted{Thread: "T1", Message: id, Author: staff, Staff: true, Body: erasable.Of(staff, body)})
	}
	post("M1", "请补充证据")
	w.want(fan, "moderator_message 请补充证据")
	if err := w.vault.Erase(t.Context(), staff); err != nil {
		t.Fatal(err)
	}
	post("M2", "来自打开的页面") // sealed without a key: the projector shows it as erased and does not stop
	w.happen("account-"+staff, staff, account.Erased{Account: staff})
	w.want(fan, "moderator_message 已删除", "moderator_message 已删除")
	w.happen("account-"+fan, fan, account.Erased{Account: fan})
	w.want(fan)
}

func TestMessagesAboutAProjectNotifyTheOtherSideOnce(t *testing.T) {
	w := newWorld(t)
	w.happen("account-"+staff, staff, account.RoleGranted{Account: staff, Role: "moderator"})
	w.happen("account-"+boss, boss, account.RoleGranted{Account: boss, Role: "admin"})
	w.happen("organization-"+org, fan, organization.Created{Organization: org, Slug: "o", Name: "O", Owner: fan})
	w.project(one, owner)
	w.happen("thread-T1", owner, thread.Opened{Thread: "T1", Kind: thread.AboutProject, Subject: one, Owner: owner})
	w.happen("project-"+one, owner, project.EnteredOrganization{Organization: org}, project.MemberInvited{Account: helper, Role: "美术"})
	post := func(p thread.MessagePosted, by, body string) {
		p.Thread, p.Author, p.Body = "T1", by, erasable.Of(by, body)
		w.happen("thread-T1", by, p)
	}
	post(thread.MessagePosted{Message: "M1"}, owner, "在吗？") // nobody of the staff has reviewed it: the queue marks it
	w.want(staff)
	w.want(boss)
	post(thread.MessagePosted{Message: "M2", Staff: true, Private: true}, staff, "只给同事看。")
	post(thread.MessagePosted{Message: "M3", Staff: true, Decision: true}, staff, "决定的留言。") // the decision has its own notification
	w.want(owner)
	post(thread.MessagePosted{Message: "M4", Staff: true}, staff, "缺说明。")
	post(thread.MessagePosted{Message: "M5", Staff: true}, staff, "还缺图片。")
	w.want(owner, "moderator_message ProjOne1 还缺图片。")
	w.want(fan, "moderator_message ProjOne1 还缺图片。")
	w.want(helper, "team_invite ProjOne1 美术 open")
	w.want(staff)
	post(thread.MessagePosted{Message: "M6"}, owner, "加了说明。")
	post(thread.MessagePosted{Message: "M7"}, fan, "加了图片。")
	w.want(staff, "author_message ProjOne1 加了图片。")
	w.want(owner, "moderator_message ProjOne1 还缺图片。")
	w.want(boss)
	w.happen("thread-T1", fan, thread.MessageDeleted{Thread: "T1", Message: "M7"})
	w.want(staff)
	w.happen("account-"+staff, staff, account.RoleRevoked{Account: staff})
	post(thread.MessagePosted{Message: "M8"}, owner, "还在吗？") // who reviewed it has left the staff
	w.want(staff)
	w.happen("project-"+one, owner, project.Deleted{Slug: one})
	w.want(owner)
	if found, err := w.runner.Verify(t.Context(), notification.Name); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
}
