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
	if got := titles(writer); len(got) != 0 || len(titles(keeper)) != 0 || len(titles(stranger)) != 1 {
		t.Error(got)
	}
	w.Do(staff, "POST", "/v3/forum/"+d+"/hide", because)
	if got := titles(stranger); len(got) != 0 {
		t.Error(got)
	}
}
