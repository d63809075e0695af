package issue_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
)

// newcomers makes everybody a newcomer.
func (w *world) newcomers() {
	w.limits = true
	w.rates = w.rates.With(commandforum.Newcomers{
		Made:  func(context.Context, string) (time.Time, error) { return w.Now.Add(-time.Hour), nil },
		Stood: func(context.Context, string, time.Time, int) (int, error) { return 0, nil },
		Own:   func(host string) bool { return host == "modyard.example" },
	})
}

func (w *world) reason(as, id string) string {
	w.T.Helper()
	if r := get[contract.Issue](w, as, "/v3/issues/"+id).Reason; r != nil {
		return r.Code
	}
	return ""
}

func TestIssuesAndCommentsOfNewcomersWithALinkWait(t *testing.T) {
	w := newWorld(t)
	w.newcomers()
	open := func(as, text string, status int) string {
		t.Helper()
		w.Now = w.Now.Add(time.Minute)
		return talktest.Ask[contract.IssueOpened](w.World, status, as, "POST", "/v3/project/quay/issues", talktest.Quoted(map[string]any{"title": "崩溃", "body": text})).Issue
	}
	for _, text := range []string{"https://a.example https://b.example https://c.example", "![图](//a.example/a.png)"} {
		open(stranger, text, 400)
		if rec := w.Send(stranger, "POST", "/v3/project/quay/issues", talktest.Quoted(map[string]any{"title": "崩溃", "body": text})); !strings.Contains(rec.Body.String(), `"body"`) {
			t.Errorf("the fault names no field: %s", rec.Body)
		}
		open(keeper, text, 200)
	}
	if id := open(stranger, "看 https://a.example", 200); w.reason(stranger, id) != "held" {
		t.Error("an issue with a link does not wait")
	}
	first := open(writer, "正文一", 200)
	w.Do(keeper, "POST", "/v3/issues/"+first+"/pin", "")
	w.change(writer, first, map[string]any{"title": "还是崩溃"})
	if got := w.reason(writer, first); got != "" {
		t.Errorf("a new title waits: %q", got)
	}
	w.change(writer, first, map[string]any{"body": "正文一 https://a.example"})
	if got := get[contract.Issue](w, writer, "/v3/issues/"+first); got.Reason == nil || got.Reason.Code != "held" || got.Pinned {
		t.Errorf("an edit with a link does not wait, or is pinned: %+v", got)
	}
	second := open(keeper, "正文二", 200)
	w.Now = w.Now.Add(time.Minute)
	c := w.comment(writer, second, "评论", "")
	if rec := w.Send(writer, "PATCH", "/v3/issues/comments/"+c.ID, `{"body":"![图](//a.example/a.png)"}`); rec.Code != 400 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	w.Do(writer, "PATCH", "/v3/issues/comments/"+c.ID, `{"body":"评论 https://a.example"}`)
	if got := get[contract.IssueComments](w, stranger, "/v3/issues/"+second+"/comments").Comments[0]; !got.Hidden || got.Body != "" {
		t.Errorf("others read a comment that waits: %+v", got)
	}
}
