package wiki_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/wiki"
)

func TestADraftTimesOutAfterFiveHoursWithoutASave(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "一")
	id := strings.TrimPrefix(draft, base+"wiki/drafts/")
	w.idle = []string{id}
	w.now = w.now.Add(wiki.Window - wiki.Notice + time.Minute)
	w.sweep()
	if _, ok := w.last("wikidraft-" + id).(wiki.DraftTimeOutAnnounced); !ok {
		t.Errorf("%#v", w.last("wikidraft-"+id))
	}
	w.autosave(200, member, draft, page, "二", 0)
	w.now = w.now.Add(time.Hour)
	w.sweep()
	if _, ended := w.last("wikidraft-" + id).(wiki.DraftTimedOut); ended {
		t.Error("a draft that was saved timed out")
	}
	w.now = w.now.Add(wiki.Window)
	w.sweep()
	if _, ended := w.last("wikidraft-" + id).(wiki.DraftTimedOut); !ended {
		t.Errorf("%#v", w.last("wikidraft-"+id))
	}
	var again contract.WikiDraftState
	w.Want(200, member, "POST", base+"wiki/drafts", in(map[string]any{"from": id})).Decode(t, &again)
	var text contract.WikiDraftText
	w.Asks(200, member, base+"wiki/drafts/"+again.ID+"/pages/"+page).Decode(t, &text)
	if text.Body != "二" {
		t.Errorf("the last automatic save is lost: %+v", text)
	}
}

func TestAutomaticSavesOfTwoTabsDoNotOverwriteEachOther(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "一")
	w.now = w.now.Add(time.Second)
	if v := w.autosave(200, member, draft, page, "第一页签", 0); v != 1 {
		t.Error(v)
	}
	w.autosave(409, member, draft, page, "第二页签", 0)
	var text contract.WikiDraftText
	w.Asks(200, member, draft+"/pages/"+page).Decode(t, &text)
	if text.Body != "一" || text.Save == nil || text.Save.Body != "第一页签" || !text.Page.Saved {
		t.Errorf("%+v", text)
	}
	w.autosave(200, member, draft, page, "两份合并", text.Save.Version)
	w.submit(member, draft)
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": w.preview(reviewer, draft).Seen}))
	if w.body(page) != "两份合并" {
		t.Errorf("%q was published", w.body(page))
	}
	w.autosave(400, member, draft, page, "太晚", 3)
}

func TestASavedTextIsInConflictWithWhatWasPublishedSince(t *testing.T) {
	w := newWorld(t)
	page := w.publish("甲", "a", "一")
	draft := w.begin(member)
	w.now = w.now.Add(time.Second)
	w.autosave(200, member, draft, page, "一，我的", 0)
	other := w.begin(owner)
	w.write(owner, other, page, "一，别人的")
	w.submit(owner, other)
	if p := w.preview(member, draft); len(p.Conflicts) != 1 || p.Conflicts[0].Mine != "一，我的" {
		t.Errorf("%+v", p.Conflicts)
	}
	w.refused(409, wiki.CodeConflict, member, "POST", draft+"/submit", `{"msg":"提交"}`)
}

func (w *world) sweep() {
	w.Helper()
	if err := w.service.EndIdle(w.Context()); err != nil {
		w.Fatal(err)
	}
}

// last is the newest event of a stream.
func (w *world) last(stream string) any {
	w.Helper()
	events := w.Events(stream)
	return events[len(events)-1]
}

// autosave saves a text over a version and returns the next one.
func (w *world) autosave(status int, who, draft, page, body string, version int64) int64 {
	w.Helper()
	a := w.Ask(who, http.MethodPut, draft+"/pages/"+page+"/autosave", in(map[string]any{"body": body}), "If-Match", fmt.Sprint(version))
	if a.Status != status {
		w.Fatalf("%s, want %d", a, status)
	}
	var out contract.WikiSaved
	if status == 200 {
		a.Decode(w, &out)
	}
	return out.Version
}
