package forum_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
)

// phrase is what texts may not contain.
const phrase = "代练"

type onePhrase struct{}

func (onePhrase) Hit(_ context.Context, text string) (string, bool, error) {
	return phrase, strings.Contains(text, phrase), nil
}

// checked makes texts pass a check from now on, and returns how a text into a discussion is answered.
func checked(w *world, discussion string) func(as, text string) (status int, answer string) {
	w.rates = w.rates.Checked(onePhrase{})
	return func(as, text string) (int, string) {
		rec := w.Send(as, "POST", "/v3/forum/"+discussion+"/post", talktest.Quoted(map[string]any{"content": text}))
		return rec.Code, rec.Body.String()
	}
}

func TestATextWithAPhraseOfTheListIsRefusedWherePeopleWrite(t *testing.T) {
	w := newWorld(t)
	board, chat := w.board(quay), w.open(staff, "chat", "灯笼", "正文")
	own := w.open(writer, "chat", "题", "正文")
	written := w.answer(writer, chat, "原文", "").PostID
	says := checked(w, chat)
	for what, c := range map[string]struct{ as, method, path, field, body string }{
		"a title":                 {writer, "POST", "/v3/forum", "title", `{"title":"找代练","content":"正文","forum_type":"chat"}`},
		"an opening":              {writer, "POST", "/v3/forum", "content", `{"title":"题","content":"找代练","forum_type":"chat"}`},
		"an edited title":         {writer, "PATCH", "/v3/forum/" + own, "title", `{"title":"找代练"}`},
		"an edited answer":        {writer, "PATCH", "/v3/forum/posts/" + written, "content", `{"content":"找代练"}`},
		"an answer":               {stranger, "POST", "/v3/forum/" + chat + "/post", "content", `{"content":"找代练"}`},
		"of a member, at the own": {keeper, "POST", "/v3/forum/" + board + "/post", "content", `{"content":"找代练"}`},
	} {
		rec := w.Send(c.as, c.method, c.path, c.body)
		if got := rec.Body.String(); rec.Code != 400 || !strings.Contains(got, phrase) || !strings.Contains(got, `"field":"`+c.field+`"`) {
			t.Errorf("%s: %d %s", what, rec.Code, got)
		}
	}
	if status, answer := says(staff, "举报代练"); status != 200 {
		t.Errorf("the staff: %d %s", status, answer)
	}
	if status, answer := says(stranger, "找人一起玩"); status != 200 {
		t.Errorf("the mended text: %d %s", status, answer)
	}
}

func TestFiveRefusedTextsWithinAMinuteCloseWritingForTenMinutes(t *testing.T) {
	w := newWorld(t)
	chat := w.open(staff, "chat", "灯笼", "正文")
	says := checked(w, chat)
	refused := func(n int) (answer string) {
		status, answer := says(stranger, fmt.Sprint("找代练 ", n))
		if status != 400 {
			t.Errorf("%d: %d %s", n, status, answer)
		}
		return answer
	}
	for n := range 4 {
		refused(n)
	}
	w.later(time.Minute)
	for n := range 4 {
		refused(n)
	}
	if status, answer := says(stranger, "您好"); status != 200 {
		t.Fatalf("four within a minute: %d %s", status, answer)
	}
	refused(5)
	for _, text := range []string{"找代练", "再来"} {
		if status, answer := says(stranger, text); status != 400 || !strings.Contains(answer, `"risk_limit"`) {
			t.Errorf("%s: %d %s", text, status, answer)
		}
	}
	waits := func() int {
		t.Helper()
		rec := w.Send(stranger, "POST", "/v3/forum/"+chat+"/post", `{"content":"再来"}`)
		seconds, err := strconv.Atoi(rec.Header().Get("Retry-After"))
		if err != nil || rec.Code != http.StatusBadRequest {
			t.Errorf("%d, Retry-After %q: %s", rec.Code, rec.Header().Get("Retry-After"), rec.Body)
		}
		says := fmt.Sprintf("请在 %d 秒后再试", seconds)
		if seconds > 60 {
			says = fmt.Sprintf("请在 %d 分 %d 秒后再试", seconds/60, seconds%60)
		}
		if !strings.Contains(rec.Body.String(), says) {
			t.Errorf("%d seconds: %s", seconds, rec.Body)
		}
		return seconds
	}
	if left := waits(); left < 590 || left > 600 {
		t.Errorf("%d seconds are left of ten minutes", left)
	}
	if status, answer := says(writer, "别人"); status != 200 {
		t.Errorf("somebody else: %d %s", status, answer)
	}
	w.later(9 * time.Minute)
	if left := waits(); left < 50 || left > 60 {
		t.Errorf("%d seconds are left of a minute", left)
	}
	w.later(time.Minute)
	if status, answer := says(stranger, "再来"); status != 200 {
		t.Errorf("after ten minutes: %d %s", status, answer)
	}
}

func TestARepeatedRequestCountsOnceAndManyAtOnceCountEach(t *testing.T) {
	w := newWorld(t)
	chat := w.open(staff, "chat", "灯笼", "正文")
	says := checked(w, chat)
	for range 10 {
		rec := w.Keyed(writer, "one", "POST", "/v3/forum/"+chat+"/post", `{"content":"找代练"}`)
		if rec.Code != 400 || strings.Contains(rec.Body.String(), "risk_limit") {
			t.Errorf("%d %s", rec.Code, rec.Body)
		}
	}
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			if status, answer := says(stranger, fmt.Sprint("找代练 ", n)); status != http.StatusBadRequest {
				t.Errorf("%d %s", status, answer)
			}
		})
	}
	all.Wait()
	if status, answer := says(stranger, "再来"); status != 400 || !strings.Contains(answer, "risk_limit") {
		t.Errorf("%d %s", status, answer)
	}
	if err := w.rates.Forget(t.Context(), stranger); err != nil {
		t.Fatal(err)
	}
	if status, answer := says(stranger, "再来"); status != 200 {
		t.Errorf("after the account is forgotten: %d %s", status, answer)
	}
}
