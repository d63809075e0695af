package issue_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
)

func numbers(list []contract.Issue) (all []int) {
	for _, i := range list {
		all = append(all, i.Number)
	}
	return all
}

func kinds(list []contract.IssueEvent) (all []string) {
	for _, e := range list {
		all = append(all, fmt.Sprint(e.Kind, e.AfterFloor))
	}
	return all
}

func TestAnIssueIsReadByIDAndByNumber(t *testing.T) {
	w := newWorld(t)
	first := w.open(writer, quay, "灯笼不亮", "升级后**不亮**")
	second := w.open(stranger, quay, "闪退", "见日志")
	other := w.open(keeper, dark, "秘密的反馈", "正文")
	if first.Number == nil || *first.Number != 1 || *second.Number != 2 || *other.Number != 1 {
		t.Fatalf("%+v %+v %+v", first, second, other)
	}
	for _, path := range []string{"/v3/issues/" + second.Issue, "/v3/project/quay/issues/2", "/v3/project/" + quay + "/issues/2"} {
		got := get[contract.Issue](w, writer, path)
		if got.ID != second.Issue || got.Number != 2 || got.Title != "闪退" || got.Body != "见日志" || got.BodyHTML == "" || got.State != "open" || got.Author.Username != "路人" ||
			got.Project.Slug != "quay" || got.Can == nil || !got.Can.Comment || got.Can.Edit || got.Can.Close || got.Can.Manage {
			t.Errorf("%s: %+v %+v", path, got, got.Can)
		}
	}
	if can := get[contract.Issue](w, keeper, "/v3/issues/"+first.Issue).Can; !can.Edit || !can.Close || !can.Reopen || !can.Manage || can.Moderate {
		t.Errorf("%+v", can)
	}
	if can := get[contract.Issue](w, writer, "/v3/issues/"+first.Issue).Can; !can.Edit || !can.Close || can.Reopen || can.Manage {
		t.Errorf("%+v", can)
	}
	if can := get[contract.Issue](w, nobody, "/v3/issues/"+first.Issue).Can; can.Comment || can.Why == nil || can.Edit {
		t.Errorf("%+v", can)
	}
	for _, number := range []string{"3", "0", "-1", "x", "99999999999999999999", "1.5"} {
		talktest.Ask[any](w.World, 404, writer, "GET", "/v3/project/quay/issues/"+number, "")
	}
}

func TestCommentsAreReadByPagesOfFloorsWithWhatHappenedBetweenThem(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "标题", "正文").Issue
	w.change(keeper, id, map[string]any{"labels": []string{"错误"}, "assignees": []string{keeper}})
	var list []contract.IssueComment
	for n := range 5 {
		c := w.comment(stranger, id, fmt.Sprint("评论 ", n), "")
		if c.FloorNumber == nil || *c.FloorNumber != n+1 || c.CommentType != "reply" || c.Author.Username != "路人" {
			t.Fatalf("%+v", c)
		}
		list = append(list, c)
	}
	w.change(keeper, id, map[string]any{"title": "新标题", "state": "closed", "state_reason": "not_planned"})
	answer := w.comment(writer, id, "为什么？", list[1].ID)
	if answer.ReplyToID == nil || *answer.ReplyToFloor != 2 || answer.ReplyContent.Content != "评论 1" {
		t.Errorf("%+v", answer)
	}
	w.Do(stranger, "DELETE", "/v3/issues/comments/"+list[2].ID, "")
	w.Do(keeper, "POST", "/v3/issues/comments/"+list[3].ID+"/hide", because)
	w.change(keeper, id, map[string]any{"state": "open"})
	got := get[contract.IssueComments](w, nobody, "/v3/issues/"+id+"/comments")
	if len(got.Comments) != 6 || got.Pagination.Total != 6 || !got.Comments[2].Deleted || got.Comments[2].Body != "" || !got.Comments[3].Deleted || got.Comments[3].Body != "" ||
		len(got.Comments[1].Replies) != 1 {
		t.Errorf("%+v", got)
	}
	if k := kinds(got.Events); !slices.Equal(k, []string{"labelled0", "assigned0", "retitled5", "closed5", "reopened6"}) {
		t.Errorf("%q", k)
	}
	if e := got.Events; e[0].Label.Name != "错误" || e[1].Assignee.ID != keeper || *e[2].Title != "新标题" || *e[3].StateReason != "not_planned" || e[3].Actor.ID != keeper {
		t.Errorf("%+v", e)
	}
	if got := get[contract.IssueComments](w, keeper, "/v3/issues/"+id+"/comments?page_size=3&page=2"); len(got.Comments) != 3 || *got.Comments[0].FloorNumber != 4 ||
		got.Comments[0].Body == "" || !slices.Equal(kinds(got.Events), []string{"retitled5", "closed5", "reopened6"}) {
		t.Errorf("%+v", got)
	}
	for query, floors := range map[string]string{"?page=2": "[]", "?around=4&page_size=2": "[3 4]", "?after=4": "[5 6]", "?before=3": "[1 2]", "?sort=floor_desc&page_size=2": "[6 5]",
		"?comment=" + list[4].ID + "&page_size=1": "[5]"} {
		var all []int
		for _, c := range get[contract.IssueComments](w, nobody, "/v3/issues/"+id+"/comments"+query).Comments {
			all = append(all, *c.FloorNumber)
		}
		if fmt.Sprint(all) != floors {
			t.Errorf("%s: %v, want %s", query, all, floors)
		}
	}
	talktest.Ask[any](w.World, 404, nobody, "GET", "/v3/issues/"+id+"/comments?comment=Nothing9", "")
	if i := get[contract.Issue](w, nobody, "/v3/issues/"+id); i.CommentsCount != 4 || i.LastFloor != 6 || len(i.Labels) != 1 || len(i.Assignees) != 1 || i.Assignees[0].Username != "管理者" {
		t.Errorf("%+v", i)
	}
}

func TestListsObeyTheirFilters(t *testing.T) {
	w := newWorld(t)
	label := talktest.Ask[contract.IssueLabel](w.World, 200, keeper, "POST", "/v3/project/quay/issues/labels", `{"name":"渲染","color":"#112233"}`)
	var ids []string
	for n := range 7 {
		ids = append(ids, w.open([]string{writer, stranger}[n%2], quay, fmt.Sprintf("反馈 %d%%", n), "正文").Issue)
	}
	w.change(keeper, ids[0], map[string]any{"labels": []string{"错误", "渲染"}, "assignees": []string{keeper}})
	w.change(keeper, ids[1], map[string]any{"labels": []string{label.ID}})
	w.change(keeper, ids[2], map[string]any{"state": "closed"})
	w.comment(writer, ids[3], "一", "")
	w.comment(writer, ids[3], "二", "")
	w.comment(writer, ids[4], "一", "")
	w.Do(keeper, "POST", "/v3/issues/"+ids[5]+"/hide", because)
	w.Do(keeper, "POST", "/v3/issues/"+ids[1]+"/pin", "{}")
	list := func(as, query string) contract.Issues {
		return get[contract.Issues](w, as, "/v3/project/quay/issues"+query)
	}
	for query, want := range map[string]string{
		"":                             "[2 7 5 4 1] 5",
		"?state=closed":                "[3] 1",
		"?state=all":                   "[2 7 5 4 3 1] 6",
		"?labels=渲染":                   "[2 1] 2",
		"?labels=" + label.ID + ",1":   "[1] 1",
		"?labels=没有":                   "[] 0",
		"?assignee=管理者":                "[1] 1",
		"?assignee=" + keeper:          "[1] 1",
		"?assignee=谁":                  "[] 0",
		"?author=路人":                   "[2 4] 2",
		"?author=写手&state=all":         "[7 5 3 1] 4",
		"?query=反馈 3":                  "[4] 1",
		"?query=%25":                   "[2 7 5 4 1] 5",
		"?query=%5C":                   "[] 0",
		"?query=%237":                  "[7] 1",
		"?sort=comments":               "[4 5 7 2 1] 5",
		"?sort=comments&direction=asc": "[1 2 7 5 4] 5",
		"?sort=updated":                "[2 5 4 1 7] 5",
		"?direction=asc":               "[1 2 4 5 7] 5",
		"?page_size=2":                 "[2 7 5] 5",
		"?page_size=2&page=2":          "[4 1] 5",
		"?page_size=2&page=9":          "[] 5",
		"?version=Versio01":            "[] 0",
	} {
		path := strings.ReplaceAll(query, " ", "%20")
		got := list(nobody, path)
		if shown := fmt.Sprint(numbers(got.Issues), " ", got.Pagination.Total); shown != want {
			if strings.HasPrefix(query, "?sort=updated") {
				t.Logf("updated: %s", shown)
			}
			t.Errorf("%s: %s, want %s", query, shown, want)
		}
		if got.Open != 5 || got.Closed != 1 {
			t.Errorf("%s: %d open, %d closed", query, got.Open, got.Closed)
		}
	}
	if got := list(keeper, ""); !slices.Equal(numbers(got.Issues), []int{2, 7, 6, 5, 4, 1}) || !got.Issues[2].Hidden || got.Issues[2].Reason == nil || got.Issues[0].Body != "" {
		t.Errorf("%+v", got)
	}
	if got := list(stranger, ""); len(got.Issues) != 6 {
		t.Errorf("the author sees what is hidden: %v", numbers(got.Issues))
	}
	if got := get[contract.Issues](w, nobody, "/v3/issues/project/quay?state=closed"); !slices.Equal(numbers(got.Issues), []int{3}) {
		t.Errorf("the family's path: %+v", got)
	}
	talktest.Ask[contract.IssueOpened](w.World, 200, writer, "POST", "/v3/issues/project/"+quay, `{"title":"这样也行","body":"正文"}`)
	for _, sort := range []string{"created", "updated", "comments"} {
		for _, direction := range []string{"asc", "desc"} {
			query := "?state=all&page_size=2&sort=" + sort + "&direction=" + direction
			whole, parts, next := numbers(list(nobody, strings.Replace(query, "page_size=2", "page_size=100", 1)).Issues), []int{}, ""
			for range 10 {
				got := list(nobody, query+next)
				parts = append(parts, numbers(got.Issues)...)
				if got.Pagination.Next == nil {
					break
				}
				next = "&cursor=" + *got.Pagination.Next
			}
			if !slices.Equal(whole, parts) || len(whole) != 7 {
				t.Errorf("%s: %v in parts %v", query, whole, parts)
			}
		}
	}
	for _, query := range []string{"?cursor=x", "?cursor=" + strings.Repeat("A", 500), "?page=9999999", "?sort=votes", "?state=merged", "?direction=up", "?labels=" + strings.Repeat("a,", 11),
		"?query=" + strings.Repeat("x", 201)} {
		talktest.Ask[any](w.World, 400, nobody, "GET", "/v3/project/quay/issues"+query, "")
	}
	for _, hostile := range []string{"' or 1=1 --", "\\", "%", "${jndi}", "<script>"} {
		list(nobody, "?query="+url.QueryEscape(hostile)+"&author="+url.QueryEscape(hostile)+"&labels="+url.QueryEscape(hostile)+"&version="+url.QueryEscape(hostile))
	}
}

func TestTheBoardShowsWhoMayDoWhat(t *testing.T) {
	w := newWorld(t)
	w.Do(keeper, "PATCH", "/v3/project/quay/issues/board", `{"template":"版本：\n现象：","issues_type":1}`)
	w.open(writer, quay, "标题", "正文")
	got := get[contract.IssueBoard](w, keeper, "/v3/project/quay/issues/board")
	if got.IssuesType != 1 || got.Template != "版本：\n现象：" || got.Open != 1 || len(got.Labels) != 11 || !got.Labels[0].Common || len(got.Assignables) != 1 || !got.CanOpen || !got.Member || !got.Settings {
		t.Errorf("%+v", got)
	}
	if got := get[contract.IssueBoard](w, nobody, "/v3/project/quay/issues/board"); got.CanOpen || got.Why == nil || got.Member || got.Settings || len(got.Assignables) != 0 {
		t.Errorf("%+v", got)
	}
	w.Do(keeper, "PATCH", "/v3/project/quay/issues/board", `{"issues_type":3}`)
	if got := get[contract.IssueBoard](w, writer, "/v3/project/quay/issues/board"); got.CanOpen || !strings.Contains(*got.Why, "关闭") {
		t.Errorf("%+v", got)
	}
	if got := get[contract.IssueLabels](w, nobody, "/v3/issues/labels"); len(got.Labels) != 11 || got.Labels[10].Color != "#6610f2" {
		t.Errorf("%+v", got)
	}
}

func TestEveryWordingOfAnIssueIsKept(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "一", "甲").Issue
	w.change(writer, id, map[string]any{"title": "二", "body": "乙", "revision": 0})
	w.change(keeper, id, map[string]any{"body": "丙"})
	var shown []string
	for _, r := range get[contract.ForumHistory](w, nobody, "/v3/issues/"+id+"/history").Revisions {
		shown = append(shown, fmt.Sprint(r.Revision, *r.Title, r.Content, r.By.Username))
	}
	if !slices.Equal(shown, []string{"0一甲写手", "1二甲写手", "2二乙写手", "3二丙管理者"}) {
		t.Errorf("%q", shown)
	}
	c := w.comment(stranger, id, "子", "").ID
	w.Do(stranger, "PATCH", "/v3/issues/comments/"+c, `{"body":"丑"}`)
	if got := get[contract.ForumHistory](w, nobody, "/v3/issues/comments/"+c+"/history"); len(got.Revisions) != 2 || got.Revisions[1].Content != "丑" {
		t.Errorf("%+v", got)
	}
	w.Do(keeper, "POST", "/v3/issues/comments/"+c+"/hide", because)
	for as, status := range map[string]int{nobody: 404, writer: 404, stranger: 200, keeper: 200, staff: 200} {
		talktest.Ask[any](w.World, status, as, "GET", "/v3/issues/comments/"+c+"/history", "")
	}
}

// TestAPrivateProjectsBoardLeaksByNoRoute asks every route about the issue of a private project.
func TestAPrivateProjectsBoardLeaksByNoRoute(t *testing.T) {
	w := newWorld(t)
	id := w.open(keeper, dark, "机密标题", "机密正文 @路人").Issue
	c := w.comment(keeper, id, "机密评论", "").ID
	public := w.open(writer, quay, "公开", "正文").Issue
	for _, as := range []string{nobody, stranger} {
		for _, path := range []string{
			"/v3/issues/" + id, "/v3/issues/" + id + "/comments", "/v3/issues/" + id + "/history", "/v3/issues/comments/" + c + "/history",
			"/v3/project/dark/issues", "/v3/project/dark/issues/1", "/v3/project/dark/issues/board", "/v3/project/" + dark + "/issues", "/v3/issues/project/" + dark,
		} {
			talktest.Ask[any](w.World, 404, as, "GET", path, "")
		}
	}
	for _, path := range []string{"/v3/project/quay/issues?state=all", "/v3/issues/" + public, "/_internal/notifications"} {
		if rec := w.Send(stranger, "GET", path, ""); strings.Contains(rec.Body.String(), "机密") || strings.Contains(rec.Body.String(), id) {
			t.Errorf("%s: %s", path, rec.Body)
		}
	}
	talktest.Ask[any](w.World, 404, stranger, "POST", "/v3/issues/"+id+"/comments", `{"body":"你好"}`)
	talktest.Ask[any](w.World, 404, stranger, "PATCH", "/v3/issues/comments/"+c, `{"body":"你好"}`)
	w.Project(quay, keeper, project.StatusChanged{To: project.Private})
	for _, path := range []string{"/v3/issues/" + public, "/v3/project/quay/issues", "/v3/issues/" + public + "/comments"} {
		talktest.Ask[any](w.World, 404, stranger, "GET", path, "")
		talktest.Ask[any](w.World, 200, keeper, "GET", path, "")
	}
}

func TestAnErasedAccountLeavesNoText(t *testing.T) {
	w := newWorld(t)
	id := w.open(stranger, quay, "旧标题", "旧正文").Issue
	w.change(stranger, id, map[string]any{"title": "旧标题二"})
	other := w.open(writer, quay, "别人的", "正文").Issue
	c := w.comment(stranger, other, "旧评论", "").ID
	w.Happen("account-"+stranger, stranger, account.Erased{Account: stranger})
	got := get[contract.Issue](w, nobody, "/v3/issues/"+id)
	if got.Title != erasable.Erased || got.Body != erasable.Erased {
		t.Errorf("%+v", got)
	}
	if rows := w.Rows("issue", "issues", "openings", "posts", "revisions", "events"); strings.Contains(rows, "旧") {
		t.Error(rows)
	}
	if got := get[contract.IssueComments](w, nobody, "/v3/issues/"+other+"/comments"); got.Comments[0].ID != c || got.Comments[0].Body != erasable.Erased {
		t.Errorf("%+v", got)
	}
}

// standing is where the topic of an issue stands, and whether everybody may follow it.

func TestNamesOfAccountsInTextsAreLinks(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "标题", "请 @路人 看，@无此人 不看").Issue
	w.comment(writer, id, "@管理者 也看", "")
	w.Settle()
	if got := get[contract.Issue](w, nobody, "/v3/issues/"+id).BodyHTML; !strings.Contains(got, `<a href="/user/%E8%B7%AF%E4%BA%BA" rel="noopener nofollow ugc">@路人</a>`) || strings.Count(got, "<a") != 1 {
		t.Error(got)
	}
	if got := get[contract.IssueComments](w, nobody, "/v3/issues/"+id+"/comments").Comments[0].BodyHTML; !strings.Contains(got, ">@管理者</a>") {
		t.Error(got)
	}
}

func TestOnlyTheStaffLearnsWhoOfTheStaffActed(t *testing.T) {
	w := newWorld(t)
	id := w.open(writer, quay, "标题", "正文").Issue
	w.Do(staff, "POST", "/v3/issues/"+id+"/lock", because)
	w.Do(staff, "POST", "/v3/issues/"+id+"/hide", because)
	w.Do(keeper, "POST", "/v3/issues/"+id+"/unlock", "{}")
	w.Settle()
	for who, named := range map[string]bool{writer: false, keeper: false, staff: true} {
		events := get[contract.IssueComments](w, who, "/v3/issues/"+id+"/comments").Events
		if len(events) != 3 {
			t.Fatalf("%s: %+v", who, events)
		}
		for i, e := range events {
			if byStaff := i < 2; e.Staff != byStaff || (e.Actor != nil) != (named || !byStaff) {
				t.Errorf("%s: %s by staff %v, actor %+v", who, e.Kind, e.Staff, e.Actor)
			}
		}
	}
}
