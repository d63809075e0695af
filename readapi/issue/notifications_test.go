package issue_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	readissue "github.com/modyard/modyard/readapi/issue"
)

func TestAVersionThatIsPublishedClosesWhatItFixes(t *testing.T) {
	w := newWorld(t)
	const version = "VersFix1"
	id := w.open(writer, quay, "闪退", "正文").Issue
	w.comment(stranger, id, "我也是", "")
	w.Happen("version-"+version, keeper, project.VersionCreated{Version: version, Project: quay, Name: "修复版", Number: "1.2", Channel: project.Release, Status: project.VersionDraft})
	w.Do(keeper, "POST", "/v3/issues/"+id+"/fixed", `{"version_id":"`+version+`"}`)
	if got := get[contract.Issue](w, stranger, "/v3/issues/"+id); got.FixedIn == nil || got.FixedIn.Number != nil || got.FixedIn.Published || got.State != "open" {
		t.Errorf("%+v", got.FixedIn)
	}
	if got := get[contract.Issue](w, keeper, "/v3/issues/"+id).FixedIn; got.Number == nil || *got.Number != "1.2" || *got.Name != "修复版" {
		t.Errorf("%+v", got)
	}
	w.Happen("version-"+version, keeper, project.VersionStatusChanged{Version: version, Project: quay, Status: project.VersionListed})
	head, err := w.Log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w.Settle()
	for range 2 {
		if err := w.service.Published(t.Context(), "event", version, uint64(head)); err != nil {
			t.Fatal(err)
		}
	}
	got := get[contract.Issue](w, stranger, "/v3/issues/"+id)
	if got.State != "closed" || *got.StateReason != "done" || !got.FixedIn.Published || *got.FixedIn.Number != "1.2" {
		t.Errorf("%+v", got)
	}
	if list := get[contract.Issues](w, nobody, "/v3/project/quay/issues?state=closed&version="+version); len(list.Issues) != 1 {
		t.Errorf("%+v", list)
	}
	events := get[contract.IssueComments](w, nobody, "/v3/issues/"+id+"/comments").Events
	if last := events[len(events)-1]; last.Kind != "closed" || last.FixedIn == nil || last.Actor != nil {
		t.Errorf("%+v", last)
	}
	for _, as := range []string{writer, stranger} {
		n := get[contract.NotificationPage](w, as, "/_internal/notifications").Notifications
		if len(n) == 0 || n[0].Issue == nil || n[0].Issue.Why != "fixed" || n[0].Text != "反馈「闪退」已在新版本中修复" {
			t.Errorf("%s: %+v", as, n)
		}
	}
}

func TestPeopleAreNotifiedOnceOfWhatConcernsThem(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "闪退", "正文 @路人 @管理者").Issue
	first := w.comment(stranger, id, "我也是 @写手", "")
	w.comment(keeper, id, "请上传日志", first.ID)
	w.change(keeper, id, map[string]any{"assignees": []string{keeper}, "state": "closed"})
	whys := func(as string) (list []string) {
		for _, n := range get[contract.NotificationPage](w, as, "/_internal/notifications").Notifications {
			if n.Issue == nil || n.ThreadID != nil || n.Issue.Number != 1 || n.Issue.Title != "闪退" || !strings.HasPrefix(n.Link, "/mod/quay/issues/1") {
				t.Errorf("%+v %+v", n, n.Issue)
				continue
			}
			list = append(list, n.Issue.Why)
		}
		return list
	}
	for as, want := range map[string][]string{
		writer: {"closed", "comment", "mention"}, stranger: {"closed", "reply", "mention"}, keeper: {"comment", "mention"}, staff: nil,
	} {
		if got := whys(as); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", as, got, want)
		}
	}
	w.Do(staff, "POST", "/v3/issues/comments/"+first.ID+"/hide", because)
	if got := whys(writer); !slices.Equal(got, []string{"closed", "comment"}) {
		t.Errorf("%q", got)
	}
	w.Do(staff, "POST", "/v3/issues/"+id+"/hide", because)
	w.Settle() // titles are those of the read model of issues
	for _, n := range get[contract.NotificationPage](w, stranger, "/_internal/notifications").Notifications {
		if n.Issue.Title != "" || n.Issue.Number != 0 {
			t.Errorf("the title of a hidden issue: %+v", n.Issue)
		}
	}
}

func TestAnAccountOpensTwentyIssuesADay(t *testing.T) {
	w := newWorld(t)
	w.limits = true
	for n := range 20 {
		w.open(stranger, quay, fmt.Sprint("反馈 ", n), "正文")
	}
	body := `{"title":"又一个","body":"正文"}`
	if rec := w.Send(stranger, "POST", "/v3/project/quay/issues", body); rec.Code != http.StatusTooManyRequests || rec.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	talktest.Ask[any](w.World, 200, keeper, "POST", "/v3/project/quay/issues", body)
	id := w.open(writer, quay, "标题", "正文").Issue
	w.comment(stranger, id, "一", "")
	talktest.Ask[any](w.World, 429, stranger, "POST", "/v3/issues/"+id+"/comments", `{"body":"二"}`)
	w.comment(keeper, id, "一", "")
	w.comment(keeper, id, "一", "")
}

func TestTheTopicOfAnIssueMovesForThoseWhoMayReadIt(t *testing.T) {
	w := newWorld(t)
	public, hidden, private := w.open(writer, quay, "公开", "正文").Issue, w.open(writer, quay, "隐藏", "正文").Issue, w.open(keeper, dark, "秘密", "正文").Issue
	w.Do(keeper, "POST", "/v3/issues/"+hidden+"/hide", because)
	w.Settle()
	before := w.positions(readissue.Topic().Moved, int64(0), 100)
	if !before[public].everybody || before[hidden].everybody || before[private].everybody || len(before) != 3 {
		t.Errorf("%v", before)
	}
	all := []string{public, hidden, private, "Nothing9"}
	for as, want := range map[string][]string{nobody: {public}, stranger: {public}, writer: {public, hidden}, keeper: {public, hidden, private}} {
		got := w.positions(readissue.Topic().Visible, false, as, all)
		for _, id := range want {
			if got[id].position != before[id].position || len(got) != len(want) {
				t.Errorf("%s: %v, want %v", as, got, want)
			}
		}
	}
	w.comment(stranger, public, "评论", "")
	w.Settle()
	if after := w.positions(readissue.Topic().Moved, before[public].position, 100); after[public].position <= before[public].position {
		t.Errorf("%v, then %v", before, after)
	}
}

type standing struct {
	position  int64
	everybody bool
}

func (w *world) positions(query string, args ...any) map[string]standing {
	w.T.Helper()
	rows, err := w.DB.Pool.Query(w.T.Context(), query, args...)
	if err != nil {
		w.T.Fatal(err)
	}
	out := map[string]standing{}
	var id string
	var s standing
	if _, err := pgx.ForEachRow(rows, []any{&id, &s.position, &s.everybody}, func() error {
		out[id] = s
		return nil
	}); err != nil {
		w.T.Fatal(err)
	}
	return out
}

func TestPeopleHearOfTheBoardsAndIssuesThatTheyWatch(t *testing.T) {
	w := newWorld(t)
	whys := func(as string) (list []string) {
		for _, n := range get[contract.NotificationPage](w, as, "/_internal/notifications").Notifications {
			list = append(list, n.Issue.Why)
		}
		return list
	}
	w.Do(stranger, "PUT", "/v3/watch/board/quay", `{"level":"all"}`)
	w.Do(keeper, "PUT", "/v3/watch/board/quay", `{"level":"addressed"}`)
	id := w.open(writer, quay, "闪退", "正文").Issue
	if got := whys(stranger); !slices.Equal(got, []string{"opened"}) || len(whys(keeper)) != 0 {
		t.Errorf("a new issue: %q, %q", got, whys(keeper))
	}
	w.Do(stranger, "PUT", "/v3/watch/issue/"+id, `{"level":"all"}`)
	w.Do(writer, "PUT", "/v3/watch/issue/"+id, `{"level":"addressed"}`)
	first := w.comment(keeper, id, "请上传日志", "")
	w.comment(writer, id, "好", "") // writing does not undo a choice
	w.comment(keeper, id, "谢谢", first.ID)
	if got := whys(writer); len(got) != 0 {
		t.Errorf("the author has chosen not to hear: %q", got)
	}
	if got := whys(stranger); !slices.Equal(got, []string{"comment", "comment", "comment", "opened"}) {
		t.Errorf("%q", got)
	}
	if got := get[contract.Watch](w, stranger, "/v3/watch/issue/"+id); got.Level != "all" {
		t.Errorf("%+v", got)
	}
	for path, status := range map[string]int{"issue/Nothing9": 404, "board/dark": 404, "board/nothing": 404, "else/x": 400} {
		if rec := w.Send(stranger, "PUT", "/v3/watch/"+path, `{"level":"all"}`); rec.Code != status && rec.Code != 404 {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Body)
		}
	}
}

func TestAnAuthorOfAnIssueOrACommentIsToldThatItWasHidden(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "闪退", "正文").Issue
	c := w.comment(stranger, id, "广告", "")
	why := func(as string) string {
		t.Helper()
		n := get[contract.NotificationPage](w, as, "/_internal/notifications").Notifications
		if len(n) == 0 || n[0].Issue == nil {
			t.Fatalf("%s: %+v", as, n)
		}
		return n[0].Issue.Why + " " + n[0].Title
	}
	for as, path := range map[string]string{stranger: "comments/" + c.ID, writer: id} {
		w.Do(keeper, "POST", "/v3/issues/"+path+"/hide", because)
		if got := why(as); got != "hidden 你的内容已被隐藏" {
			t.Errorf("%s: %q", path, got)
		}
		w.Do(keeper, "POST", "/v3/issues/"+path+"/restore", because)
		if got := why(as); got != "shown 你的内容已公开显示" {
			t.Errorf("%s: %q", path, got)
		}
	}
}

func TestWhoHearsNeverOfAnIssueIsToldNothingOfIt(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "闪退", "正文").Issue
	w.Do(writer, "PUT", "/v3/watch/issue/"+id, `{"level":"never"}`)
	w.Do(keeper, "PUT", "/v3/watch/board/quay", `{"level":"never"}`)
	w.comment(stranger, id, "@写手 @管理者 我也是", "")
	w.change(keeper, id, map[string]any{"state": "closed"})
	w.open(stranger, quay, "又闪退", "正文 @管理者")
	for _, as := range []string{writer, keeper} {
		if n := get[contract.NotificationPage](w, as, "/_internal/notifications").Notifications; len(n) > 1 || len(n) == 1 && as == writer {
			t.Errorf("%s is told: %+v", as, n)
		}
	}
}
