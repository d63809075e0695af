package forum_test

import (
	"slices"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

func (w *world) whys(as string) (list []string) {
	w.T.Helper()
	for _, n := range talktest.Get[contract.NotificationPage](w.World, as, "/_internal/notifications").Notifications {
		list = append(list, n.Forum.Why)
	}
	return list
}

func (w *world) watch(as, place string, watching bool) {
	w.T.Helper()
	level := "addressed"
	if watching {
		level = "all"
	}
	w.hear(as, place, level)
}

func (w *world) hear(as, place, level string) {
	w.T.Helper()
	w.Do(as, "PUT", "/v3/watch/"+place, talktest.Quoted(map[string]any{"level": level}))
}

func TestWhoWritesOrIsNamedWatchesUntilTheyChooseOtherwise(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文 @管理者")
	standing := func(as string) contract.Watch {
		return talktest.Get[contract.Watch](w.World, as, "/v3/watch/discussion/"+d)
	}
	w.answer(stranger, d, "一", "")
	for _, as := range []string{writer, keeper, stranger} {
		if got := standing(as); got.Level != "all" || !got.Known {
			t.Errorf("%s: %+v", as, got)
		}
	}
	if got := standing(staff); got.Level != "addressed" || got.Known {
		t.Errorf("%+v", got)
	}
	w.watch(writer, "discussion/"+d, false)
	w.watch(stranger, "discussion/"+d, false)
	w.watch(staff, "discussion/"+d, true)
	second := w.answer(keeper, d, "二", "")
	w.answer(stranger, d, "三", "") // writing does not undo a choice
	w.answer(staff, d, "四", second.PostID)
	for as, want := range map[string][]string{
		writer: {"answer"}, stranger: nil, keeper: {"reply", "watched", "watched", "mention"}, staff: {"watched", "watched"},
	} {
		if got := w.whys(as); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", as, got, want)
		}
	}
}

func TestPeopleHearOfNewDiscussionsWhereTheyWatch(t *testing.T) {
	w := newWorld(t)
	w.watch(stranger, "section/chat", true)
	w.watch(stranger, "section/project", true)
	w.watch(writer, "board/quay", true)
	w.open(writer, "chat", "灯笼", "正文")
	w.open(writer, "article", "专栏", "正文")
	w.board(quay)
	w.board(dark)
	if got := w.whys(stranger); !slices.Equal(got, []string{"opened", "opened"}) {
		t.Errorf("%q", got)
	}
	if got := w.whys(writer); !slices.Equal(got, []string{"opened"}) {
		t.Errorf("%q", got)
	}
}

func TestAWatcherHearsNothingOfABoardThatIsHiddenFromThem(t *testing.T) {
	w := newWorld(t)
	d := w.board(quay)
	w.watch(stranger, "discussion/"+d, true)
	w.Happen("project-"+quay, keeper, project.StatusChanged{From: project.Listed, To: project.Private})
	w.answer(keeper, d, "秘密", "")
	if got := w.whys(stranger); len(got) != 0 {
		t.Errorf("%q", got)
	}
	for path, status := range map[string]int{"discussion/" + d: 404, "board/quay": 404, "board/dark": 404, "section/nothing": 404, "discussion/Nothing9": 404} {
		if rec := w.Send(stranger, "PUT", "/v3/watch/"+path, `{"level":"addressed"}`); rec.Code != status {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Body)
		}
	}
	w.Do(keeper, "PUT", "/v3/watch/board/dark", `{"level":"all"}`)
}

func TestWhoChoseToHearNeverIsToldNothingOfThePlace(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	first := w.answer(stranger, d, "一", "")
	for _, as := range []string{writer, stranger} {
		w.hear(as, "discussion/"+d, "never")
	}
	w.answer(keeper, d, "@写手 @路人 二", first.PostID)
	w.Do(staff, "PATCH", "/v3/forum/posts/"+w.answer(staff, d, "三", "").PostID, `{"content":"三 @路人"}`)
	if got := append(w.whys(writer), w.whys(stranger)...); !slices.Equal(got, []string{"answer"}) { // from before the choice
		t.Errorf("%q", got)
	}
	if got := talktest.Get[contract.Watch](w.World, stranger, "/v3/watch/discussion/"+d); got.Level != "never" || !got.Known {
		t.Errorf("%+v", got)
	}
	w.hear(stranger, "discussion/"+d, "addressed")
	w.answer(keeper, d, "四", "")
	w.answer(keeper, d, "五", first.PostID)
	if got := w.whys(stranger); !slices.Equal(got, []string{"reply"}) {
		t.Errorf("%q", got)
	}
	w.hear(stranger, "discussion/"+d, "all")
	w.answer(keeper, d, "六", "")
	if got := w.whys(stranger); !slices.Equal(got, []string{"watched", "reply"}) {
		t.Errorf("%q", got)
	}
	if rec := w.Send(stranger, "PUT", "/v3/watch/discussion/"+d, `{"level":"sometimes"}`); rec.Code != 400 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
}

func TestWhoHearsNeverOfABoardOrSectionHearsOfNoneOfItsDiscussions(t *testing.T) {
	w := newWorld(t)
	d := w.board(quay)
	first := w.answer(stranger, d, "一", "")
	w.hear(stranger, "board/quay", "never")
	w.hear(writer, "section/chat", "never")
	w.answer(keeper, d, "@路人 二", first.PostID)
	w.open(keeper, "chat", "灯笼", "正文 @写手")
	w.open(keeper, "article", "灯笼", "正文 @写手")
	if got := w.whys(stranger); len(got) != 0 {
		t.Errorf("%q", got)
	}
	if got := w.whys(writer); !slices.Equal(got, []string{"mention"}) {
		t.Errorf("%q", got)
	}
}

func TestChoicesAreTheSameAfterARebuild(t *testing.T) {
	w := newWorld(t)
	d := w.open(writer, "chat", "灯笼", "正文")
	for n, level := range []string{"never", "all", "addressed", "never", "all", "never"} {
		w.hear([]string{stranger, keeper, writer}[n%3], "discussion/"+d, level)
		w.answer(staff, d, "@路人 @写手 "+level, "")
	}
	before := w.Rows("notification", "members", "notifications", "inboxes")
	if err := w.Runner.Rebuild(t.Context(), "notification"); err != nil {
		t.Fatal(err)
	}
	if after := w.Rows("notification", "members", "notifications", "inboxes"); after != before {
		t.Errorf("a rebuild differs:\n%s\n%s", before, after)
	}
}
