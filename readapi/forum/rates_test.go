package forum_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
)

func TestAccountsWriteNoFasterThanTheRatesAllow(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	w.limits = true
	answer := func(as, text string) *struct {
		code  int
		after string
	} {
		rec := w.Send(as, "POST", "/v3/forum/"+d+"/post", talktest.Quoted(map[string]any{"content": text}))
		return &struct {
			code  int
			after string
		}{rec.Code, rec.Header().Get("Retry-After")}
	}
	if got := answer(stranger, "一"); got.code != 200 {
		t.Error(got)
	}
	if got := answer(stranger, "二"); got.code != http.StatusTooManyRequests || got.after == "" || got.after == "0" {
		t.Error(got)
	}
	w.Now = w.Now.Add(10e9)
	if got := answer(stranger, " 一 "); got.code != http.StatusTooManyRequests {
		t.Error("the same text:", got)
	}
	if got := answer(stranger, ""); got.code != 400 {
		t.Error(got)
	}
	if got := answer(stranger, "二"); got.code != 200 {
		t.Error(got)
	}
	if answer(writer, "一").code != 200 || answer(staff, "一").code != 200 || answer(staff, "一").code != 200 {
		t.Error("others, and the staff, are free")
	}
	for n := range 10 {
		w.open(stranger, "chat", fmt.Sprint("讨论 ", n), "正文")
	}
	talktest.Ask[any](w.World, 429, stranger, "POST", "/v3/forum", `{"title":"又一个","content":"正文","forum_type":"chat"}`)
	written := 0
	for n := range 100 {
		w.Now = w.Now.Add(11e9)
		if answer(writer, fmt.Sprint("多 ", n)).code == 200 {
			written++
		}
	}
	if written != 59 { // beside the one before
		t.Error(written)
	}
	for range 2 {
		if err := w.rates.Forget(t.Context(), writer); err != nil {
			t.Fatal(err)
		}
	}
	if got := answer(writer, "多 0"); got.code != 200 {
		t.Error(got)
	}
}

func TestARequestThatBearsTheNameOfAnotherFreesNoRate(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	w.limits = true
	answer := func(key, text string) int {
		return w.Keyed(stranger, key, "POST", "/v3/forum/"+d+"/post", talktest.Quoted(map[string]any{"content": text})).Code
	}
	if got := answer("one", "一"); got != http.StatusOK {
		t.Fatal(got)
	}
	if got := answer("one", "二"); got == http.StatusOK || got == http.StatusTooManyRequests {
		t.Errorf("another text under the same name: %d", got)
	}
	if got := answer("two", "三"); got != http.StatusTooManyRequests {
		t.Errorf("the rate was freed: %d", got)
	}
}

func TestOneTextFromOneNetworkIsWrittenOnceWhoeverSendsIt(t *testing.T) {
	w := newWorld(t)
	d := w.open(staff, "chat", "灯笼", "正文")
	w.limits = true
	from := func(address, as, text string) int {
		t.Helper()
		w.Address = address
		return w.Send(as, "POST", "/v3/forum/"+d+"/post", talktest.Quoted(map[string]any{"content": text})).Code
	}
	if got := from("[2001:db8::1]:1", stranger, "买灯笼"); got != http.StatusOK {
		t.Fatal(got)
	}
	if got := from("[2001:db8::2]:9", writer, " 买灯笼 "); got != http.StatusTooManyRequests {
		t.Errorf("from the same network: %d", got)
	}
	if got := from("[2001:db8::2]:9", keeper, "别的"); got != http.StatusOK {
		t.Errorf("another text: %d", got)
	}
	if got := from("[2001:db8:0:1::2]:9", writer, "买灯笼"); got != http.StatusOK {
		t.Errorf("from another network: %d", got)
	}
	if got := from("[2001:db8::3]:9", staff, "买灯笼"); got != http.StatusOK {
		t.Errorf("the staff: %d", got)
	}
	w.Now = w.Now.Add(10 * time.Minute)
	if got := from("[2001:db8::2]:9", keeper, "买灯笼"); got != http.StatusOK {
		t.Errorf("ten minutes later: %d", got)
	}
	var kept int
	if err := w.DB.Pool.QueryRow(t.Context(), `select count(*) from talk.said`).Scan(&kept); err != nil || kept != 1 {
		t.Errorf("%d rows are kept, %v", kept, err)
	}
}
