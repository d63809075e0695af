package forum_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"

	"github.com/modyard/modyard/cmd/modyard/talktest"
)

func floorsOf(list []contract.ForumPost) (floors []int) {
	for _, p := range list {
		floors = append(floors, *p.FloorNumber)
	}
	return floors
}

func titles(list []contract.Forum) (all []string) {
	for _, d := range list {
		all = append(all, d.Title)
	}
	return all
}

func TestADiscussionIsReadByPagesOfFloors(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "怎么**放**？")
	var ids []string
	for n := range 25 {
		p := w.answer(stranger, d, fmt.Sprint("回复 ", n), "")
		if p.FloorNumber == nil || *p.FloorNumber != n+1 || p.UserName != "路人" {
			t.Fatalf("%+v", p)
		}
		ids = append(ids, p.PostID)
	}
	w.Do(stranger, "DELETE", "/v3/forum/posts/"+ids[2], "")
	path := "/v3/forum/" + d
	got := talktest.Get[contract.Forum](w.World, nobody, path)
	if got.Title != "灯笼" || got.ContentHTML == "" || got.Category != "chat" || got.SectionTitle != "矿工茶馆" || got.LastFloor != 25 || got.Replies != 24 ||
		got.State != "open" || got.LastPostUser.ID != stranger || got.UserName != "写手" || got.Can == nil || got.Can.Answer || got.Can.Why == nil {
		t.Errorf("%+v", got)
	}
	span := func(from, to int) (list []int) {
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
		return list
	}
	back := func(list []int) []int { slices.Reverse(list); return list }
	for query, want := range map[string][]int{
		"":                            span(1, 20),
		"?page=2":                     span(21, 25),
		"?page=3":                     nil,
		"?page=2147483647":            nil,
		"?page_size=5&page=2":         span(6, 10),
		"?sort=floor_desc":            back(span(6, 25)),
		"?sort=floor_desc&page=2":     back(span(1, 5)),
		"?around=12&page_size=5":      span(10, 14),
		"?around=1&page_size=4":       span(1, 4),
		"?after=23":                   span(24, 25),
		"?after=0&page_size=2":        span(1, 2),
		"?after=25":                   nil,
		"?before=4":                   span(1, 3),
		"?before=100&page_size=2":     span(24, 25),
		"?page_size=3&post=" + ids[9]: span(9, 11),
	} {
		list := talktest.Get[contract.ForumPosts](w.World, nobody, path+"/posts"+query)
		if got := floorsOf(list.Posts); !slices.Equal(got, want) || list.Pagination.Total != 25 {
			t.Errorf("%s: %v of %d, want %v", query, got, list.Pagination.Total, want)
		}
	}
	for _, query := range []string{"?page=-1", "?page=x", "?around=-3", "?after=x", "?sort=best", "?page_size=99999999999"} {
		talktest.Ask[any](w.World, 400, nobody, "GET", path+"/posts"+query, "")
	}
	talktest.Ask[any](w.World, 404, nobody, "GET", path+"/posts?post=Nothing1", "")
	third := talktest.Get[contract.ForumPosts](w.World, nobody, path+"/posts").Posts[2]
	if !third.Deleted || third.Content != "" || third.ContentHTML != "" {
		t.Errorf("%+v", third)
	}
	talktest.Ask[any](w.World, 404, stranger, "GET", "/v3/forum/posts/"+ids[2]+"/history", "")
}

func TestAnAnswerShowsWhatItAnswersAndWhetherThatHasChanged(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	first := w.answer(stranger, d, "第一版", "")
	second := w.answer(writer, d, "同意", first.PostID)
	if q := second.ReplyContent; q == nil || q.Content != "第一版" || q.FloorNumber != 1 || q.UserName != "路人" || second.ReplyEdited {
		t.Errorf("%+v", second)
	}
	w.Do(stranger, "PATCH", "/v3/forum/posts/"+first.PostID, `{"content":"第二版"}`)
	list := talktest.Get[contract.ForumPosts](w.World, nobody, "/v3/forum/"+d+"/posts").Posts
	if !list[1].ReplyEdited || len(list[0].Replies) != 1 || list[0].Replies[0].FloorNumber != 2 || list[0].Revision != 1 {
		t.Errorf("%+v", list)
	}
	history := talktest.Get[contract.ForumHistory](w.World, nobody, "/v3/forum/posts/"+first.PostID+"/history").Revisions
	if len(history) != 2 || history[0].Content != "第一版" || history[1].Content != "第二版" || history[1].By.ID != stranger {
		t.Errorf("%+v", history)
	}
	w.Do(writer, "PATCH", "/v3/forum/"+d, `{"title":"新的标题","content":"新的正文"}`)
	history = talktest.Get[contract.ForumHistory](w.World, nobody, "/v3/forum/"+d+"/history").Revisions
	if len(history) != 3 || *history[0].Title != "灯笼" || *history[1].Title != "新的标题" || history[1].Content != "正文" || history[2].Content != "新的正文" {
		t.Errorf("%+v", history)
	}
	w.Do(stranger, "DELETE", "/v3/forum/posts/"+first.PostID, "")
	list = talktest.Get[contract.ForumPosts](w.World, nobody, "/v3/forum/"+d+"/posts").Posts
	if list[1].ReplyContent != nil || !list[1].ReplyDeleted {
		t.Errorf("%+v", list[1])
	}
}

func TestADiscussionThatWasDeletedWholeIsGoneForThoseWhoCouldReadIt(t *testing.T) {
	w := newWorld(t)
	open, hidden := w.open(writer, "chat", "灯笼", "正文"), w.open(writer, "chat", "广告", "正文")
	w.Do(staff, "POST", "/v3/forum/"+hidden+"/hide", because)
	w.Do(staff, "DELETE", "/v3/forum/"+hidden+"?reason_code=spam", "")
	w.Do(writer, "DELETE", "/v3/forum/"+open, "")
	for _, rest := range []string{"", "/posts"} {
		talktest.Ask[any](w.World, 410, nobody, "GET", "/v3/forum/"+open+rest, "")
		talktest.Ask[any](w.World, 404, nobody, "GET", "/v3/forum/"+hidden+rest, "")
		talktest.Ask[any](w.World, 410, staff, "GET", "/v3/forum/"+hidden+rest, "")
	}
}

func TestWhatIsHiddenIsShownToItsAuthorTheMembersAndTheStaff(t *testing.T) {
	w := newWorld(t)
	d := w.board(quay)
	p := w.answer(writer, d, "买便宜的灯笼", "")
	w.Do(staff, "POST", "/v3/forum/posts/"+p.PostID+"/hide", because)
	for as, sees := range map[string]bool{nobody: false, stranger: false, writer: true, keeper: true, staff: true} {
		list := talktest.Get[contract.ForumPosts](w.World, as, "/v3/forum/"+d+"/posts").Posts
		if got := list[0]; got.Deleted == sees || (got.Content != "") != sees || (got.Reason != nil) != sees || sees && got.Reason.Text != "广告" || !got.Hidden {
			t.Errorf("%q: %+v", as, got)
		}
		status := map[bool]int{true: 200, false: 404}[sees]
		talktest.Ask[any](w.World, status, as, "GET", "/v3/forum/posts/"+p.PostID+"/history", "")
	}
	w.Do(staff, "POST", "/v3/forum/"+d+"/hide", because)
	for as, status := range map[string]int{nobody: 404, stranger: 404, writer: 404, keeper: 200, staff: 200} {
		for _, rest := range []string{"", "/posts", "/history"} {
			talktest.Ask[any](w.World, status, as, "GET", "/v3/forum/"+d+rest, "")
		}
	}
	if got := talktest.Get[contract.Forums](w.World, staff, "/v3/forum/project/lists"); len(got.Forums) != 0 || got.Pagination.Total != 0 {
		t.Errorf("%+v", got)
	}
	w.Do(staff, "POST", "/v3/forum/"+d+"/restore", because)
	w.Do(staff, "POST", "/v3/forum/posts/"+p.PostID+"/restore", because)
	if got := talktest.Get[contract.ForumPosts](w.World, nobody, "/v3/forum/"+d+"/posts").Posts[0]; got.Content != "买便宜的灯笼" || got.Hidden || got.Reason != nil {
		t.Errorf("%+v", got)
	}
}

func TestListsShowPinnedDiscussionsFirstAndContinueByCursors(t *testing.T) {
	w := newWorld(t)
	var ids []string
	for n := range 7 {
		ids = append(ids, w.open(writer, "chat", fmt.Sprint("讨论 ", n), "正文"))
	}
	w.open(chief, "notice", "公告", "正文")
	w.answer(stranger, ids[1], "顶", "")
	w.Do(staff, "POST", "/v3/forum/"+ids[3]+"/pin", "")
	for sort, want := range map[string][]string{
		"last": {"讨论 3", "讨论 1", "讨论 6", "讨论 5", "讨论 4", "讨论 2", "讨论 0"}, "newest": {"讨论 3", "讨论 6", "讨论 5", "讨论 4", "讨论 2", "讨论 1", "讨论 0"},
	} {
		base := "/v3/forum/chat/lists?page_size=3&sort=" + sort
		var all, numbered []string
		for next, page := "", 1; ; page++ {
			got := talktest.Get[contract.Forums](w.World, nobody, base+next)
			all = append(all, titles(got.Forums)...)
			numbered = append(numbered, titles(talktest.Get[contract.Forums](w.World, nobody, fmt.Sprint(base, "&page=", page)).Forums)...)
			if got.Pagination.Total != 7 {
				t.Errorf("%+v", got.Pagination)
			}
			if got.Pagination.Next == nil {
				break
			}
			next = "&cursor=" + *got.Pagination.Next
		}
		if !slices.Equal(all, want) || !slices.Equal(numbered, want) {
			t.Errorf("%s: %v and %v, want %v", sort, all, numbered, want)
		}
	}
	if got := talktest.Get[contract.Forums](w.World, nobody, "/v3/forum"); len(got.Forums) != 8 || got.Forums[0].Title != "讨论 1" || got.Pagination.Total != 8 || got.Sections[0].Answers != 1 {
		t.Errorf("%+v", got)
	}
	if got := talktest.Get[contract.Forums](w.World, nobody, "/v3/forum/all/lists?page_size=5"); got.Pagination.Next == nil || len(talktest.Get[contract.Forums](w.World, nobody, "/v3/forum/all/lists?page_size=5&cursor="+*got.Pagination.Next).Forums) != 3 {
		t.Errorf("%+v", got)
	}
	for _, query := range []string{"cursor=x", "cursor=" + strings.Repeat("A", 5000), "page=100000", "sort=best", "cursor=MS50cnVlLi4v"} {
		talktest.Ask[any](w.World, 400, nobody, "GET", "/v3/forum/chat/lists?"+query, "")
	}
	talktest.Ask[any](w.World, 404, nobody, "GET", "/v3/forum/lost/lists", "")
}

func TestThePrivateProjectsBoardLeaksByNoRoute(t *testing.T) {
	w := newWorld(t)
	d := w.board(dark)
	p := w.answer(keeper, d, "秘密的话", "")
	reads := []string{
		"/v3/forum", "/v3/forum/all/lists", "/v3/forum/project/lists", "/v3/forum/" + d, "/v3/forum/" + d + "/posts", "/v3/forum/" + d + "/history",
		"/v3/forum/posts/" + p.PostID + "/history", "/v3/user/" + keeper + "/forum", "/v3/project/" + dark + "/forum", "/v3/project/dark/forum",
	}
	for _, as := range []string{nobody, stranger} {
		for _, path := range reads {
			rec := w.Send(as, "GET", path, "")
			if strings.Contains(rec.Body.String(), "秘密") || strings.Contains(rec.Body.String(), d) || strings.Contains(rec.Body.String(), `"total":1`) {
				t.Errorf("%s as %q: %s", path, as, rec.Body)
			}
		}
	}
	for _, c := range [][3]string{
		{"POST", "/v3/forum/" + d + "/post", `{"content":"x"}`}, {"PATCH", "/v3/forum/" + d, `{"content":"x"}`}, {"DELETE", "/v3/forum/" + d, ""},
		{"PATCH", "/v3/forum/posts/" + p.PostID, `{"content":"x"}`}, {"DELETE", "/v3/forum/posts/" + p.PostID, ""}, {"PUT", "/v3/forum/" + d + "/read", `{"floor":1}`},
		{"POST", "/v3/forum/" + d + "/lock", because}, {"POST", "/v3/forum/posts/" + p.PostID + "/hide", because}, {"POST", "/v3/project/" + dark + "/forum", "{}"},
	} {
		talktest.Ask[any](w.World, 404, stranger, c[0], c[1], c[2])
	}
	if got := talktest.Get[contract.Forum](w.World, keeper, "/v3/forum/"+d); got.Project == nil || got.Project.Slug != "dark" || !got.Can.Answer {
		t.Errorf("%+v", got)
	}
	w.Project(dark, keeper, project.StatusChanged{From: project.Private, To: project.Listed})
	if got := talktest.Get[contract.Forums](w.World, nobody, "/v3/forum/project/lists"); got.Pagination.Total != 1 || got.Forums[0].Project.Title != "秘密的资源" || got.Sections[1].Answers != 1 {
		t.Errorf("%+v", got)
	}
	w.Project(dark, keeper, project.StatusChanged{From: project.Listed, To: project.Private})
	if got := talktest.Get[contract.Forums](w.World, nobody, "/v3/forum/project/lists"); got.Pagination.Total != 0 || len(got.Forums) != 0 || got.Sections[1].Answers != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAnAccountSeesHowFarItHasRead(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	w.answer(writer, d, "一", "")
	w.answer(writer, d, "二", "")
	w.Settle()
	path := "/v3/forum/" + d + "/read"
	w.Do(stranger, "PUT", path, `{"floor":2}`)
	w.Do(stranger, "PUT", path, `{"floor":1}`) // what was read stays read
	for _, floor := range []string{"3", "-1", "99999999999"} {
		talktest.Ask[any](w.World, 400, stranger, "PUT", path, `{"floor":`+floor+`}`)
	}
	talktest.Ask[any](w.World, 401, nobody, "PUT", path, `{"floor":1}`)
	for as, want := range map[string]bool{stranger: true, writer: false, nobody: false} {
		if got := talktest.Get[contract.Forum](w.World, as, "/v3/forum/"+d).ReadFloor; (got != nil) != want || want && *got != 2 {
			t.Errorf("%q: %v", as, got)
		}
	}
}

func TestTheTextsOfAnErasedAccountAreBlank(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "秘密")
	w.answer(stranger, d, "回复", "")
	w.answer(writer, d, "秘密", "")
	w.Do(writer, "PATCH", "/v3/forum/"+d, `{"content":"秘密的正文"}`)
	w.Happen("account-"+writer, writer, account.Erased{Account: writer})
	for _, path := range []string{"/v3/forum/" + d, "/v3/forum/" + d + "/posts", "/v3/forum/" + d + "/history", "/v3/forum"} {
		if rec := w.Send(nobody, "GET", path, ""); rec.Code != 200 || strings.Contains(rec.Body.String(), "秘密") || strings.Contains(rec.Body.String(), "灯笼") {
			t.Errorf("%s: %s", path, rec.Body)
		}
	}
	if got := talktest.Get[contract.Forum](w.World, nobody, "/v3/forum/"+d); got.Title != erasable.Erased || got.Content != erasable.Erased {
		t.Errorf("%+v", got)
	}
}

func TestADeletedDiscussionIsGoneAndOneOfAPrivateBoardIsNotFound(t *testing.T) {
	w := newWorld(t)
	d, b, h := w.open(writer, "chat", "灯笼", "正文"), w.board(dark), w.open(writer, "chat", "灯笼", "正文")
	w.Do(writer, "DELETE", "/v3/forum/"+d, "")
	w.Do(keeper, "DELETE", "/v3/forum/"+b, "")
	w.Do(staff, "POST", "/v3/forum/"+h+"/hide", because)
	w.Do(staff, "DELETE", "/v3/forum/"+h+"?reason_code=spam", "")
	for _, c := range []struct {
		as, id string
		status int
	}{{nobody, d, 410}, {writer, d, 410}, {nobody, b, 404}, {stranger, b, 404}, {keeper, b, 410}, {nobody, h, 404}, {nobody, "Nothing1", 404}} {
		talktest.Ask[any](w.World, c.status, c.as, "GET", "/v3/forum/"+c.id, "")
		talktest.Ask[any](w.World, c.status, c.as, "GET", "/v3/forum/"+c.id+"/posts", "")
	}
}

func TestAPersonsPageListsWhatEverybodyFinds(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	for n := range 5 {
		w.answer(writer, d, fmt.Sprint("回复 ", n), "")
	}
	hidden := w.answer(writer, d, "广告", "")
	w.Do(staff, "POST", "/v3/forum/posts/"+hidden.PostID+"/hide", because)
	var all []string
	next := ""
	for {
		got := talktest.Get[contract.UserForum](w.World, writer, "/v3/user/写手/forum?page_size=2"+next)
		for _, p := range got.Posts {
			all = append(all, p.Post.Content)
			if p.Discussion.Title != "灯笼" {
				t.Errorf("%+v", p)
			}
		}
		if (len(got.Discussions) == 1) != (next == "") {
			t.Errorf("%+v", got.Discussions)
		}
		if got.Next == nil {
			break
		}
		next = "&cursor=" + *got.Next
	}
	if !slices.Equal(all, []string{"回复 4", "回复 3", "回复 2", "回复 1", "回复 0"}) {
		t.Error(all)
	}
	talktest.Ask[any](w.World, 404, nobody, "GET", "/v3/user/Nothing1/forum", "")
}

func TestAFilteredListHasTheUnansweredOrTheOwnAndContinuesByCursors(t *testing.T) {
	w := newWorld(t)
	var ids []string
	for n := range 6 {
		ids = append(ids, w.open([]string{writer, stranger}[n%2], "chat", fmt.Sprint("讨论 ", n), "正文"))
	}
	w.open(writer, "article", "专栏 6", "正文")
	w.Do(staff, "POST", "/v3/forum/"+ids[0]+"/pin", "")
	hidden := w.answer(keeper, ids[1], "广告", "")
	w.Do(staff, "POST", "/v3/forum/posts/"+hidden.PostID+"/hide", because)
	w.answer(stranger, ids[2], "顶", "")
	w.Do(staff, "POST", "/v3/forum/"+ids[3]+"/hide", because)
	for query, want := range map[string][]string{
		"chat/lists?filter=unanswered":             {"讨论 5", "讨论 4", "讨论 1", "讨论 0"},
		"chat/lists?filter=unanswered&sort=newest": {"讨论 5", "讨论 4", "讨论 1", "讨论 0"},
		"all/lists?filter=unanswered":              {"专栏 6", "讨论 5", "讨论 4", "讨论 1", "讨论 0"},
		"chat/lists?filter=mine":                   {"讨论 2", "讨论 4", "讨论 0"},
		"chat/lists?filter=mine&sort=newest":       {"讨论 4", "讨论 2", "讨论 0"},
		"all/lists?filter=mine":                    {"讨论 2", "专栏 6", "讨论 4", "讨论 0"}, // the answer came last
	} {
		base := "/v3/forum/" + query + "&page_size=2"
		var all, numbered []string
		for next, page := "", 1; ; page++ {
			got := talktest.Get[contract.Forums](w.World, writer, base+next)
			all = append(all, titles(got.Forums)...)
			numbered = append(numbered, titles(talktest.Get[contract.Forums](w.World, writer, fmt.Sprint(base, "&page=", page)).Forums)...)
			if got.Pagination.Total != len(want) {
				t.Errorf("%s: %+v", query, got.Pagination)
			}
			if got.Pagination.Next == nil {
				break
			}
			next = "&cursor=" + *got.Pagination.Next
		}
		if !slices.Equal(all, want) || !slices.Equal(numbered, want) {
			t.Errorf("%s: %v and %v, want %v", query, all, numbered, want)
		}
	}
	talktest.Ask[any](w.World, 401, nobody, "GET", "/v3/forum/chat/lists?filter=mine", "")
	talktest.Ask[any](w.World, 400, writer, "GET", "/v3/forum/chat/lists?filter=watched", "")
}

func TestTheTeamHidesAnswersOnItsBoardAndShowsThemAgainUnlessTheStaffHidThem(t *testing.T) {
	w := newWorld(t)
	d := w.board(quay)
	first, second := w.answer(writer, d, "买便宜的灯笼", ""), w.answer(writer, d, "骂人", "")
	hide, restore := "/v3/forum/posts/"+first.PostID+"/hide", "/v3/forum/posts/"+first.PostID+"/restore"
	for as, can := range map[string]bool{nobody: false, stranger: false, writer: false, keeper: true, staff: true} {
		if got := talktest.Get[contract.Forum](w.World, as, "/v3/forum/"+d).Can; got.HidePosts != can || got.Moderate != (as == staff) {
			t.Errorf("%q: %+v", as, got)
		}
	}
	talktest.Ask[any](w.World, 401, stranger, "POST", hide, because)
	talktest.Ask[any](w.World, 400, keeper, "POST", hide, "{}") // without a reason
	w.Do(keeper, "POST", hide, because)
	w.Do(staff, "POST", "/v3/forum/posts/"+second.PostID+"/hide", because)
	list := talktest.Get[contract.ForumPosts](w.World, keeper, "/v3/forum/"+d+"/posts").Posts
	if list[0].HiddenBy == nil || *list[0].HiddenBy != "team" || list[1].HiddenBy == nil || *list[1].HiddenBy != "staff" || list[0].Reason == nil || list[0].Reason.Text != "广告" {
		t.Errorf("%+v", list)
	}
	if got := talktest.Get[contract.ForumPosts](w.World, stranger, "/v3/forum/"+d+"/posts").Posts[0]; !got.Deleted || got.Content != "" || got.Reason != nil {
		t.Errorf("%+v", got)
	}
	talktest.Ask[any](w.World, 401, keeper, "POST", "/v3/forum/posts/"+second.PostID+"/restore", because)
	talktest.Ask[any](w.World, 401, writer, "POST", restore, because)
	w.Do(keeper, "POST", restore, "")
	if got := talktest.Get[contract.ForumPosts](w.World, stranger, "/v3/forum/"+d+"/posts").Posts[0]; got.Hidden || got.HiddenBy != nil || got.Content == "" {
		t.Errorf("%+v", got)
	}
	w.Do(keeper, "POST", hide, because)
	w.Do(staff, "POST", restore, because)
	elsewhere := w.answer(writer, w.open(stranger, "chat", "灯笼", "正文"), "回复", "")
	talktest.Ask[any](w.World, 401, keeper, "POST", "/v3/forum/posts/"+elsewhere.PostID+"/hide", because)
}
