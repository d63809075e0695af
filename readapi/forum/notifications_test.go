package forum_test

import (
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"

	"github.com/modyard/modyard/cmd/modyard/talktest"
)

func TestPeopleAreNotifiedOnceOfAnAnswerThatConcernsThem(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文 @路人")
	first := w.answer(stranger, d, "@写手 @管理者 看这里", "")
	second := w.answer(writer, d, "好的", first.PostID)
	b := w.board(dark)
	w.answer(keeper, b, "@路人 秘密", "")
	titles := func(as string) (list []string) {
		for _, n := range talktest.Get[contract.NotificationPage](w.World, as, "/_internal/notifications").Notifications {
			list = append(list, n.Title+" "+n.Text+" "+n.Link)
			if n.Forum == nil || n.ThreadID != nil {
				t.Errorf("%+v", n)
			}
		}
		return list
	}
	for as, want := range map[string][]string{
		writer:   {"你的讨论有了新的回复 路人 回复了「灯笼」 /d/" + d + "#floor-1"},
		stranger: {"你的回复有了新的回复 写手 在「灯笼」中回复了你 /d/" + d + "#floor-2", "有人提到了你 写手 在「灯笼」中提到了你 /d/" + d},
		keeper:   {"你关注的讨论有了新的回复 写手 回复了「灯笼」 /d/" + d + "#floor-2", "有人提到了你 路人 在「灯笼」中提到了你 /d/" + d + "#floor-1"},
		staff:    nil,
	} {
		if got := titles(as); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", as, got, want)
		}
	}
	family := talktest.Get[[]contract.NotificationV2](w.World, writer, "/v2/user/"+writer+"/notifications")
	if body := family[0].Body; body.Type != "forum" || *body.ForumID != d || *body.ForumTitle != "灯笼" || *body.ForumType != "chat" || *body.NumberOfPosts != 1 || *body.Sender != "路人" {
		t.Errorf("%+v", body)
	}
	w.Do(stranger, "PATCH", "/v3/forum/posts/"+first.PostID, `{"content":"@写手 @石榴 看这里"}`) // only who is new is told
	if got := titles(staff); len(got) != 1 || len(titles(keeper)) != 2 {
		t.Error(got)
	}
	w.Do(stranger, "PUT", "/v3/forum/"+d+"/read", `{"floor":2}`)
	for _, n := range talktest.Get[contract.NotificationPage](w.World, stranger, "/_internal/notifications").Notifications {
		if !n.Read {
			t.Errorf("what was read in the discussion stays unread: %+v", n)
		}
	}
	w.Do(staff, "POST", "/v3/forum/posts/"+first.PostID+"/hide", because)
	w.Do(writer, "DELETE", "/v3/forum/posts/"+second.PostID, "")
	if got := titles(writer); len(got) != 0 || len(titles(keeper)) != 0 || len(titles(stranger)) != 2 { // of what was hidden, its author is told

		t.Error(got)
	}
	w.Do(staff, "POST", "/v3/forum/"+d+"/hide", because)
	if got := titles(stranger); len(got) != 1 {
		t.Error(got)
	}
}

func TestAnAuthorIsToldWhatBecameOfTheirTextAndWhyButNotByWhom(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	p := w.answer(stranger, d, "广告", "")
	w.hear(stranger, "discussion/"+d, "never") // what the staff does with a text is told nevertheless
	newest := func(as string) contract.Notification {
		t.Helper()
		list := talktest.Get[contract.NotificationPage](w.World, as, "/_internal/notifications").Notifications
		if len(list) == 0 {
			t.Fatalf("%s is told nothing", as)
		}
		return list[0]
	}
	for _, c := range []struct{ as, path, link string }{{stranger, "posts/" + p.PostID, "/d/" + d + "#floor-1"}, {writer, d, "/d/" + d}} {
		w.Do(staff, "POST", "/v3/forum/"+c.path+"/hide", because)
		if n := newest(c.as); n.Forum.Why != "hidden" || n.Actor != nil || n.Reason == nil || n.Reason.Code != "spam" || *n.Reason.Text != "广告" || n.Link != c.link || n.Title != "你的内容已被隐藏" {
			t.Errorf("%s: %+v %+v", c.path, n, n.Reason)
		}
		w.Do(staff, "POST", "/v3/forum/"+c.path+"/restore", because)
		if n := newest(c.as); n.Forum.Why != "shown" || n.Actor != nil || n.Title != "你的内容已公开显示" {
			t.Errorf("%s: %+v", c.path, n)
		}
	}
	for _, as := range []string{keeper, staff, chief} {
		if got := w.whys(as); len(got) != 0 {
			t.Errorf("%s is told: %q", as, got)
		}
	}
	w.Do(stranger, "DELETE", "/v3/forum/posts/"+p.PostID, "")
	if got := w.whys(stranger); len(got) != 0 {
		t.Errorf("of a deleted text: %q", got)
	}
}
