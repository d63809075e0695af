package forum_test

import (
	"encoding/json"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/readapi/forum"
	"github.com/modyard/modyard/readapi/report"
)

func TestABoardSaysWhichDiscussionItHasOrWhoMayOpenIt(t *testing.T) {
	const helper = "UserHel6"
	w := newWorld(t)
	w.Account(helper, "帮手", "user")
	w.Project(quay, keeper, project.MemberInvited{Account: helper, Permissions: project.UploadVersion}, project.MemberJoined{Account: helper})
	path := "/v3/project/quay/forum"
	for as, want := range map[string]struct{ opens, why bool }{
		nobody: {}, stranger: {}, staff: {}, chief: {opens: true}, keeper: {opens: true}, helper: {why: true},
	} {
		if got := talktest.Get[contract.ProjectForum](w.World, as, path); got.Discussion != nil || got.Opens != want.opens || (got.Why != nil) != want.why {
			t.Errorf("%q: %+v", as, got)
		}
	}
	d := w.board(quay)
	for _, as := range []string{nobody, stranger, keeper, staff} {
		if got := talktest.Get[contract.ProjectForum](w.World, as, path); got.Discussion == nil || *got.Discussion != d || got.Opens || got.Why != nil {
			t.Errorf("%q: %+v", as, got)
		}
	}
	w.Do(staff, "POST", "/v3/forum/"+d+"/hide", because)
	for as, sees := range map[string]bool{nobody: false, stranger: false, keeper: true, staff: true} {
		if got := talktest.Get[contract.ProjectForum](w.World, as, path); (got.Discussion != nil) != sees || got.Opens {
			t.Errorf("hidden, %q: %+v", as, got)
		}
	}
	w.Do(staff, "DELETE", "/v3/forum/"+d+"?reason_code=spam", "")
	if got := talktest.Get[contract.ProjectForum](w.World, keeper, path); got.Discussion != nil || !got.Opens {
		t.Errorf("%+v", got)
	}
	talktest.Ask[any](w.World, 404, stranger, "GET", "/v3/project/dark/forum", "")
	talktest.Ask[any](w.World, 404, nobody, "GET", "/v3/project/nothing/forum", "")
}

func TestTheSitemapLeadsToTheBoardOfAProject(t *testing.T) {
	w := newWorld(t)
	chat, board := w.open(writer, "chat", "灯笼", "正文"), w.board(quay)
	for _, d := range []string{chat, board, w.board(dark)} {
		w.answer(keeper, d, "回复", "")
	}
	w.Settle()
	rows, err := w.DB.Pool.Query(t.Context(), forum.Sitemap().Things)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	got := map[string]string{}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			t.Fatal(err)
		}
		got[values[0].(string)] = values[1].(string) + "/" + values[2].(string)
	}
	if len(got) != 2 || got[chat] != "d/"+chat || got[board] != "mod/quay/forum" {
		t.Error(got)
	}
}

func TestTheDocumentsForTheFeedAreThoseThatEverybodyReads(t *testing.T) {
	w := newWorld(t)
	chat, board, hidden := w.open(writer, "chat", "灯笼", "**正文**"), w.board(dark), w.open(writer, "chat", "广告", "正文")
	stands, gone, secret := w.answer(stranger, chat, "回复", ""), w.answer(stranger, chat, "广告", ""), w.answer(keeper, board, "秘密", "")
	w.Do(staff, "POST", "/v3/forum/"+hidden+"/hide", because)
	w.Do(staff, "POST", "/v3/forum/posts/"+gone.PostID+"/hide", because)
	want := talktest.Get[contract.Forum](w.World, nobody, "/v3/forum/"+chat)
	want.Can = nil
	discussions, err := w.reads.Discussions(t.Context(), []string{chat, board, hidden, "Nothing1"})
	if err != nil || asJSON(t, discussions) != asJSON(t, []contract.Forum{want}) {
		t.Errorf("%+v, %v, want %+v", discussions, err, want)
	}
	posts, err := w.reads.Posts(t.Context(), []string{stands.PostID, gone.PostID, secret.PostID, "Nothing1"})
	if all := talktest.Get[contract.ForumPosts](w.World, nobody, "/v3/forum/"+chat+"/posts").Posts; err != nil || asJSON(t, posts) != asJSON(t, all[:1]) {
		t.Errorf("%+v, %v, want %+v", posts, err, all[:1])
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAReportedAnswerIsShownAtItsFloorToThoseWhoReadIt(t *testing.T) {
	w := newWorld(t)
	chat, board, secret := w.open(writer, "chat", "灯笼", "怎么放？"), w.board(quay), w.board(dark)
	w.answer(stranger, chat, "第一", "")
	second, onBoard, inDark := w.answer(stranger, chat, "买灯笼", ""), w.answer(stranger, board, "骂人", ""), w.answer(keeper, secret, "秘密", "")
	w.Do(staff, "POST", "/v3/forum/posts/"+onBoard.PostID+"/hide", because)
	item := func(status int, as, kind, id string) report.Item {
		return talktest.Ask[report.Item](w.World, status, as, "GET", "/_internal/reportable?type="+kind+"&id="+id, "")
	}
	for _, c := range []struct{ as, kind, id, path, detail string }{
		{writer, "discussion", chat, "/d/" + chat, "怎么放？"},
		{writer, "post", second.PostID, "/d/" + chat + "#floor-2", "买灯笼"},
		{staff, "discussion", board, "/mod/quay/forum", "这里讨论"},
		{staff, "post", onBoard.PostID, "/mod/quay/forum#floor-1", "骂人"},
	} {
		if got := item(200, c.as, c.kind, c.id); got.Path != c.path || got.Detail == nil || *got.Detail != c.detail {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	item(404, writer, "post", onBoard.PostID) // hidden
	item(404, writer, "post", inDark.PostID)
	item(404, writer, "discussion", secret)
	w.Do(stranger, "DELETE", "/v3/forum/posts/"+second.PostID, "")
	item(404, staff, "post", second.PostID)
}
