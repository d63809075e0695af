package forum_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/post"
)

func TestTheFirstTwoLinksOfANewcomerWait(t *testing.T) {
	w := newWorld(t)
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	made := map[string]time.Time{"NewAcc01": now.Add(-time.Hour), "OldAcc02": now.Add(-100 * time.Hour)}
	rates := w.rates.Newcomers(func(_ context.Context, account string) (time.Time, error) { return made[account], nil })
	holds := func(account, command, text string, at time.Time) bool {
		t.Helper()
		held, err := rates.Holds(t.Context(), commandforum.Writing{Account: account, Command: command, Text: text, At: at})
		if err != nil {
			t.Fatal(err)
		}
		return held
	}
	const link = "看 https://a.example/x"
	for n, c := range []struct {
		command, text string
		held          bool
	}{{"a", "没有链接", false}, {"b", link, true}, {"b", link, true}, {"c", link, true}, {"d", link, false}, {"e", "[页面](/mod/quay)", false}} {
		if got := holds("NewAcc01", c.command, c.text, now); got != c.held {
			t.Errorf("%d: %s: %v", n, c.text, got)
		}
	}
	if err := rates.Release(t.Context(), "NewAcc01", "c"); err != nil {
		t.Fatal(err)
	}
	if !holds("NewAcc01", "f", link, now) {
		t.Error("what was not written counts")
	}
	for n := range 3 {
		holds("OldAcc02", fmt.Sprint("t", n), "正文", now.Add(-50*time.Hour))
	}
	if holds("OldAcc02", "u", link, now) {
		t.Error("who has written three texts a day ago is a newcomer")
	}
	if w.rates.Forget(t.Context(), "NewAcc01") != nil || !holds("NewAcc01", "g", link, now) {
		t.Error("the rows of an account stay")
	}
}

func TestLinksToOtherPlacesAreCounted(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "正文": 0, "https://a.example": 1, "[a](//b.example) 与 http://c.example": 2, "看 www.a.example": 1, "`https://a.example`": 0, "[a](/mod/x)": 0, "mailto:a@b.c": 1,
	} {
		if got := post.Links(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// wait opens a discussion, and writes an answer in it and a discussion that wait for the staff.
func (w *world) wait() (d string, answer contract.ForumPost, waiting string) {
	d = w.open(writer, "chat", "灯笼", "正文")
	w.held = true
	defer func() { w.held = false }()
	return d, w.answer(stranger, d, "广告 https://a.example", ""), w.open(stranger, "chat", "广告", "https://a.example")
}

func TestATextThatWaitsIsReadByItsAuthorUntilTheStaffShowsIt(t *testing.T) {
	w := newWorld(t)
	d, p, waiting := w.wait()
	if got := talktest.Get[contract.ForumPosts](w.World, writer, "/v3/forum/"+d+"/posts").Posts[0]; !got.Hidden || got.Content != "" || len(w.whys(writer)) != 0 {
		t.Errorf("others read what waits: %+v", got)
	}
	if got := talktest.Get[contract.ForumPosts](w.World, stranger, "/v3/forum/"+d+"/posts").Posts[0]; got.Content == "" || got.Reason == nil || got.Reason.Code != "held" {
		t.Errorf("%+v", got)
	}
	talktest.Ask[any](w.World, 404, writer, "GET", "/v3/forum/"+waiting, "")
	w.Do(staff, "POST", "/v3/forum/posts/"+p.PostID+"/restore", because)
	w.Do(staff, "POST", "/v3/forum/"+waiting+"/restore", because)
	if got := talktest.Get[contract.ForumPosts](w.World, writer, "/v3/forum/"+d+"/posts").Posts[0]; got.Hidden || got.Content == "" {
		t.Errorf("%+v", got)
	}
	talktest.Get[contract.Forum](w.World, writer, "/v3/forum/"+waiting)
}

func TestWhatWaitsWaitsNoLongerWhenTheStaffHidesIt(t *testing.T) {
	w := newWorld(t)
	d, p, waiting := w.wait()
	for range 2 { // what was looked at is not hidden again
		w.Do(staff, "POST", "/v3/forum/posts/"+p.PostID+"/hide", because)
		w.Do(staff, "POST", "/v3/forum/"+waiting+"/hide", because)
	}
	got := talktest.Get[contract.ForumPosts](w.World, stranger, "/v3/forum/"+d+"/posts")
	if len(got.Posts) != 1 || got.Posts[0].Reason == nil || got.Posts[0].Reason.Code != "spam" {
		t.Errorf("the answer: %+v", got.Posts)
	}
	if got := talktest.Get[contract.Forum](w.World, stranger, "/v3/forum/"+waiting); got.Reason == nil || got.Reason.Code != "spam" {
		t.Errorf("the discussion: %+v", got.Reason)
	}
	for _, stream := range []string{"post-" + p.PostID, "discussion-" + waiting} {
		hidden := 0
		for e, err := range w.Log.Stream(t.Context(), stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(e.Type, ".hidden.v1") {
				hidden++
			}
		}
		if hidden != 2 {
			t.Errorf("%s was hidden %d times, want once by the rule and once by the staff", stream, hidden)
		}
	}
}
