package forum_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
)

// newcomers makes the rules of newcomers hold: who is listed is one hour old, the others are old accounts with so many standing texts.
func (w *world) newcomers(young []string, stood map[string]int) {
	w.limits = true
	w.rates = w.rates.With(commandforum.Newcomers{
		Made: func(_ context.Context, account string) (time.Time, error) {
			for _, a := range young {
				if a == account {
					return w.Now.Add(-time.Hour), nil
				}
			}
			return w.Now.Add(-1000 * time.Hour), nil
		},
		Stood: func(_ context.Context, account string, before time.Time, most int) (int, error) {
			if age := w.Now.Sub(before); age < 23*time.Hour {
				w.T.Errorf("texts count after %v", age)
			}
			return min(stood[account], most), nil
		},
		Own: func(host string) bool { return host == "modyard.example" },
	})
}

// later lets the next text be written.
func (w *world) later(by time.Duration) { w.Now = w.Now.Add(by) }

func (w *world) says(as, discussion, text string) (status int, waits bool, answer string) {
	w.T.Helper()
	rec := w.Send(as, "POST", "/v3/forum/"+discussion+"/post", talktest.Quoted(map[string]any{"content": text}))
	if rec.Code != http.StatusOK {
		return rec.Code, false, rec.Body.String()
	}
	posts := talktest.Get[contract.ForumPosts](w.World, as, "/v3/forum/"+discussion+"/posts?page_size=100").Posts
	newest := posts[len(posts)-1]
	return rec.Code, newest.Reason != nil && newest.Reason.Code == "held", newest.PostID
}

func TestWhatANewcomerMayWrite(t *testing.T) {
	const out = "https://a.example/"
	for name, c := range map[string]struct {
		text   string
		status int
		waits  bool
	}{
		"a text":                              {"正文", 200, false},
		"a page of the site":                  {"[页面](/mod/quay) https://modyard.example/d/1", 200, false},
		"a picture of the site":               {"![图](/data/cached_images/a.png)", 200, false},
		"a link":                              {"看 " + out, 200, true},
		"two links":                           {out + "1 " + out + "2", 200, true},
		"three links":                         {out + "1 " + out + "2 " + out + "3", 400, false},
		"one link thrice":                     {strings.Repeat(out+" ", 3), 400, false},
		"three links by one definition":       {"[a] [a] [a]\n\n[a]: //b.example", 400, false},
		"a link by a definition":              {"[a]\n\n[a]: //b.example", 200, true},
		"a link between angles":               {"<https://b.example>", 200, true},
		"a link in HTML":                      {"<a href='//b.example'>a</a>", 200, true},
		"a link in punycode":                  {"xn--fiq.example 与 http://xn--fiq.example", 200, true},
		"a link behind a fence in HTML":       {"<div>\n```\n</div>\n\n" + out, 200, true},
		"a link in code":                      {"`" + out + "`", 200, false},
		"a picture of another site":           {"![图](https://b.example/a.png)", 400, false},
		"a picture of another site, indirect": {"![图][a]\n\n[a]: //b.example/a.png", 400, false},
		"a picture of another site in HTML":   {"<img src='//b.example/a.png'>", 400, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			d := w.open(staff, "chat", "灯笼", "正文")
			w.newcomers([]string{stranger}, map[string]int{writer: 3})
			if status, waits, answer := w.says(stranger, d, c.text); status != c.status || waits != c.waits {
				t.Errorf("%d %v %s", status, waits, answer)
			}
			if status, waits, answer := w.says(writer, d, c.text); status != 200 || waits {
				t.Errorf("who is no newcomer: %d %v %s", status, waits, answer)
			}
			w.later(time.Minute)
			if rec := w.Send(stranger, "POST", "/v3/forum", talktest.Quoted(map[string]any{"title": "题", "content": c.text + "。", "forum_type": "chat"})); rec.Code != c.status {
				t.Errorf("a discussion: %d %s", rec.Code, rec.Body)
			}
		})
	}
}

func TestWhoIsANewcomer(t *testing.T) {
	for name, c := range map[string]struct {
		young bool
		stood int
		waits bool
	}{
		"a new account": {true, 0, true}, "a new account with texts": {true, 3, true}, "an old account without texts": {false, 0, true},
		"an old account with two": {false, 2, true}, "an old account with three": {false, 3, false}, "an old account with many": {false, 300, false},
	} {
		w := newWorld(t)
		d := w.open(staff, "chat", "灯笼", "正文")
		var young []string
		if c.young {
			young = []string{stranger}
		}
		w.newcomers(young, map[string]int{stranger: c.stood})
		if status, waits, answer := w.says(stranger, d, "看 https://a.example"); status != 200 || waits != c.waits {
			t.Errorf("%s: %d %v %s", name, status, waits, answer)
		}
	}
}

func TestOnlyTheFirstTwoTextsWithALinkWait(t *testing.T) {
	w := newWorld(t)
	d := w.open(staff, "chat", "灯笼", "正文")
	w.newcomers([]string{stranger}, nil)
	for n, want := range []bool{true, true, false, false} {
		if status, waits, answer := w.says(stranger, d, fmt.Sprint("看 https://a.example/", n)); status != 200 || waits != want {
			t.Errorf("%d: %d %v %s", n, status, waits, answer)
		}
		w.later(time.Minute)
	}
	if err := w.rates.Forget(t.Context(), stranger); err != nil {
		t.Fatal(err)
	}
	if _, waits, _ := w.says(stranger, d, "看 https://a.example/z"); !waits {
		t.Error("the rows of an account stay")
	}
}

func TestANewcomerWritesOneTextAMinuteAndTenADay(t *testing.T) {
	w := newWorld(t)
	d := w.open(staff, "chat", "灯笼", "正文")
	w.newcomers([]string{stranger}, nil)
	wait := func(text string) (status, seconds int) {
		rec := w.Send(stranger, "POST", "/v3/forum/"+d+"/post", talktest.Quoted(map[string]any{"content": text}))
		seconds, _ = strconv.Atoi(rec.Header().Get("Retry-After"))
		if rec.Code == 429 && !strings.Contains(rec.Body.String(), "新账号") {
			t.Error(rec.Body)
		}
		return rec.Code, seconds
	}
	if status, _ := wait("一"); status != 200 {
		t.Error(status)
	}
	w.later(20 * time.Second)
	if status, seconds := wait("二"); status != 429 || seconds < 30 || seconds > 40 {
		t.Error(status, seconds)
	}
	if rec := w.Send(stranger, "POST", "/v3/forum", `{"title":"题","content":"正文","forum_type":"chat"}`); rec.Code != 429 {
		t.Errorf("a discussion within the minute: %d", rec.Code)
	}
	for n := range 9 {
		w.later(time.Minute)
		if status, _ := wait(fmt.Sprint("第 ", n)); status != 200 {
			t.Error(n, status)
		}
	}
	w.later(time.Hour)
	if status, seconds := wait("第十一"); status != 429 || seconds < 22*3600 || seconds > 23*3600 {
		t.Error(status, seconds)
	}
	w.later(23 * time.Hour)
	if status, _ := wait("第二天"); status != 200 {
		t.Error(status)
	}
}

func TestMembersAndTheStaffAreFreeOfTheRulesForNewcomers(t *testing.T) {
	w := newWorld(t)
	d, chat := w.board(quay), w.open(staff, "chat", "灯笼", "正文")
	w.newcomers([]string{keeper, staff}, nil)
	const text = "https://a.example https://b.example https://c.example ![图](https://d.example/a.png) "
	for n := range 3 {
		for as, in := range map[string]string{keeper: d, staff: chat} {
			if status, waits, answer := w.says(as, in, fmt.Sprint(text, n)); status != 200 || waits {
				t.Errorf("%s: %d %v %s", as, status, waits, answer)
			}
		}
	}
	if status, _, _ := w.says(keeper, chat, text); status != 400 {
		t.Errorf("a member elsewhere: %d", status)
	}
}

func TestAnEditThatAddsALinkIsJudgedAsATextIs(t *testing.T) {
	const link = "看 https://a.example/x"
	for name, c := range map[string]struct {
		before, after string
		status        int
		waits         bool
	}{
		"no link":                     {"正文", "正文二", 204, false},
		"a link is added":             {"正文", link, 204, true},
		"a picture is added":          {"正文", "![图](//b.example/a.png)", 400, false},
		"three links are added":       {"正文", "https://a.example https://b.example https://c.example", 400, false},
		"a page of the site is added": {"正文", "正文三 [页面](/mod/quay)", 204, false},
		"a definition leads away":     {"[a]\n\n[a]: /mod/quay", "[a]\n\n[a]: //b.example", 204, true},
	} {
		w := newWorld(t)
		chat := w.open(staff, "chat", "灯笼", "正文")
		w.newcomers([]string{stranger}, nil)
		d := w.open(stranger, "chat", "题", c.before)
		w.later(time.Minute)
		p := w.answer(stranger, chat, c.before+"。", "").PostID
		for path, read := range map[string]func() *contract.ForumReason{
			"/v3/forum/" + d: func() *contract.ForumReason {
				return talktest.Get[contract.Forum](w.World, stranger, "/v3/forum/"+d).Reason
			},
			"/v3/forum/posts/" + p: func() *contract.ForumReason {
				return talktest.Get[contract.ForumPosts](w.World, stranger, "/v3/forum/"+chat+"/posts").Posts[0].Reason
			},
		} {
			if rec := w.Send(stranger, "PATCH", path, talktest.Quoted(map[string]any{"content": c.after})); rec.Code != c.status {
				t.Errorf("%s: %s: %d %s", name, path, rec.Code, rec.Body)
			}
			if why := read(); (why != nil && why.Code == "held") != c.waits {
				t.Errorf("%s: %s: %+v", name, path, why)
			}
		}
	}
}

func TestAnEditThatKeepsItsLinkWaitsNoSecondTime(t *testing.T) {
	w := newWorld(t)
	chat := w.open(staff, "chat", "灯笼", "正文")
	w.newcomers([]string{stranger}, nil)
	_, waits, p := w.says(stranger, chat, "看 https://a.example/x")
	if !waits {
		t.Fatal("the first link does not wait")
	}
	w.Do(staff, "POST", "/v3/forum/posts/"+p+"/restore", because)
	w.Do(stranger, "PATCH", "/v3/forum/posts/"+p, `{"content":"再看 https://a.example/x"}`)
	got := talktest.Get[contract.ForumPosts](w.World, writer, "/v3/forum/"+chat+"/posts").Posts[0]
	if got.Hidden || !strings.HasPrefix(got.Content, "再看") {
		t.Errorf("%+v", got)
	}
	w.Do(stranger, "PATCH", "/v3/forum/posts/"+p, `{"content":"再看 https://b.example/y"}`)
	if got := talktest.Get[contract.ForumPosts](w.World, writer, "/v3/forum/"+chat+"/posts").Posts[0]; !got.Hidden || got.Content != "" {
		t.Errorf("another link does not wait: %+v", got)
	}
}

func TestARefusedEditChangesNothingAndCountsNothing(t *testing.T) {
	w := newWorld(t)
	chat := w.open(staff, "chat", "灯笼", "正文")
	w.newcomers([]string{stranger}, nil)
	_, _, p := w.says(stranger, chat, "正文")
	for range 3 {
		if rec := w.Send(stranger, "PATCH", "/v3/forum/posts/"+p, `{"content":"看 https://a.example","revision":7}`); rec.Code != 409 {
			t.Fatal(rec.Code, rec.Body)
		}
	}
	for n, want := range []bool{true, true, false} {
		w.later(time.Minute)
		if _, waits, _ := w.says(stranger, chat, fmt.Sprint("看 https://a.example/", n)); waits != want {
			t.Errorf("%d: %v", n, waits)
		}
	}
	if got := talktest.Get[contract.ForumPosts](w.World, stranger, "/v3/forum/"+chat+"/posts").Posts[0]; got.Content != "正文" {
		t.Errorf("%+v", got)
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
