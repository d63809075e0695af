package forum_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
)

const (
	ann        = "AnnAnn01"
	bob        = "BobBob02"
	unverified = "Unveri03"
	owner      = "Owner004"
	moderator  = commandstest.Moderator
	admin      = commandstest.Admin
	open       = "Open0001" // projects
	secret     = "Secret02"
	because    = `{"reason":{"code":"spam"}}`
)

type world struct{ *commandstest.World }

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{commandstest.New(t, project.EventTypes(), organization.EventTypes(), forum.EventTypes(), post.EventTypes(), bar.EventTypes())}
	service, err := commands.New(commands.Options{
		Handler: w.Handler(), Verified: func(_ context.Context, id string) (bool, error) { return id != unverified, nil },
		Named: func(_ context.Context, names []string) (found []string, _ error) {
			for _, n := range names {
				if strings.HasPrefix(n, "known") {
					found = append(found, n)
				}
			}
			return found, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	for id, status := range map[string]project.Status{open: project.Listed, secret: project.Private} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: "资源 " + id, Owner: owner},
			project.ListedByImport{Status: status})
	}
	return w
}

func (w *world) open(who, section string) string {
	w.Helper()
	var out contract.ForumOpened
	w.Want(200, who, "POST", "/v3/forum", map[string]string{"title": "标题", "content": "正文", "forum_type": section}).Decode(w, &out)
	return out.Discussion
}

func (w *world) board(id string) string {
	w.Helper()
	var out contract.ForumOpened
	w.Want(200, owner, "POST", "/v3/project/"+id+"/forum", "{}").Decode(w, &out)
	return out.Discussion
}

func (w *world) answer(who, discussion, text string) string {
	w.Helper()
	return w.answerTo(who, discussion, text, "")
}

func (w *world) answerTo(who, discussion, text, to string) string {
	w.Helper()
	var out contract.ForumPost
	w.Want(200, who, "POST", "/v3/forum/"+discussion+"/post", map[string]string{"content": text, "replied_to": to}).Decode(w, &out)
	return out.PostID
}

func last[E any](w *world, stream string) E {
	w.Helper()
	events := w.Events(stream)
	e, is := events[len(events)-1].(E)
	if !is {
		w.Fatalf("%s ends with %T", stream, events[len(events)-1])
	}
	return e
}

func TestWhoWritesInWhichSection(t *testing.T) {
	w := newWorld(t)
	places := map[string]string{
		"chat": w.open(ann, "chat"), "article": w.open(ann, "article"), "notice": w.open(admin, "notice"), "project": w.board(open), "secret": w.board(secret),
		"rule": w.open(admin, "notice"), "locked": w.open(ann, "chat"), "hidden": w.open(ann, "chat"), "gone": w.open(ann, "chat"),
	}
	w.Want(204, moderator, "POST", "/v3/forum/"+places["locked"]+"/lock", because)
	w.Want(204, moderator, "POST", "/v3/forum/"+places["hidden"]+"/hide", because)
	w.Want(204, ann, "DELETE", "/v3/forum/"+places["gone"], "")
	people := []string{"", unverified, bob, ann, owner, moderator, admin}
	for what, statuses := range map[string][7]int{ // in the order of people
		"open chat":      {401, 400, 200, 200, 200, 200, 200},
		"open article":   {401, 400, 200, 200, 200, 200, 200},
		"open notice":    {401, 400, 401, 401, 401, 401, 200},
		"open project":   {401, 400, 400, 400, 400, 400, 400},
		"open other":     {401, 400, 400, 400, 400, 400, 400},
		"answer chat":    {401, 400, 200, 200, 200, 200, 200},
		"answer article": {401, 400, 200, 200, 200, 200, 200},
		"answer notice":  {401, 400, 401, 401, 401, 401, 200},
		"answer project": {401, 400, 200, 200, 200, 200, 200},
		"answer secret":  {401, 404, 404, 404, 200, 200, 200},
		"answer locked":  {401, 400, 401, 401, 401, 200, 200},
		"answer hidden":  {401, 404, 404, 401, 404, 200, 200},
		"answer gone":    {401, 404, 404, 404, 404, 404, 404},
		"edit chat":      {401, 401, 401, 204, 401, 401, 400}, // an administrator needs a reason
		"edit locked":    {401, 401, 401, 401, 401, 401, 400},
		"edit secret":    {401, 404, 404, 404, 204, 401, 400},
		"delete rule":    {401, 401, 401, 401, 401, 400, 204},
		"lock article":   {401, 401, 401, 401, 401, 400, 400}, // so does the staff
		"hide article":   {401, 401, 401, 401, 401, 400, 400},
		"hide secret":    {401, 404, 404, 404, 401, 400, 400},
		"pin article":    {401, 401, 401, 401, 401, 204, 204},
		"pin hidden":     {401, 404, 404, 401, 404, 400, 400},
	} {
		do, place, _ := strings.Cut(what, " ")
		for i, who := range people {
			text := map[string]string{"content": "回复 " + what + who, "title": "标题 " + who, "forum_type": place}
			method, path, body := "POST", "/v3/forum", any(text)
			switch do {
			case "answer":
				path, body = path+"/"+places[place]+"/post", map[string]string{"content": text["content"]}
			case "edit":
				method, path, body = "PATCH", path+"/"+places[place], map[string]string{"content": what + who}
			case "delete":
				method, path, body = "DELETE", path+"/"+places[place], nil
			case "lock", "hide", "pin":
				path, body = path+"/"+places[place]+"/"+do, nil
			}
			if got := w.Ask(who, method, path, body).Status; got != statuses[i] {
				t.Errorf("%s as %q: %d, want %d", what, who, got, statuses[i])
			}
		}
	}
}

func TestADiscussionOfAProjectIsOpenedByItsManagersOnce(t *testing.T) {
	w := newWorld(t)
	path := "/v3/project/" + open + "/forum"
	w.Want(401, ann, "POST", path, "{}")
	w.Want(404, ann, "POST", "/v3/project/"+secret+"/forum", "{}")
	id := w.board(open)
	if e := last[forum.Opened](w, "discussion-"+id); e.Section != forum.Project || e.Project != open || e.Title.Text != "资源 "+open {
		t.Errorf("%+v", e)
	}
	w.Want(400, owner, "POST", path, "{}")
	w.Want(204, owner, "DELETE", "/v3/forum/"+id, "")
	id = w.board(open)
	w.Happen("project-"+open, project.StatusChanged{From: project.Listed, To: project.Archived})
	w.Want(401, owner, "POST", "/v3/forum/"+id+"/post", map[string]string{"content": "已归档"})
	w.answer(moderator, id, "已归档")
}

func TestAnUnchangedEditIsRejectedAndALateOneMeetsTheOtherText(t *testing.T) {
	w := newWorld(t)
	d := w.open(ann, "chat")
	p := w.answer(bob, d, "回复")
	for path, who := range map[string]string{"/v3/forum/" + d: ann, "/v3/forum/posts/" + p: bob} {
		if a := w.Want(400, who, "PATCH", path, map[string]string{"content": map[string]string{ann: "正文", bob: "回复"}[who]}); !strings.Contains(string(a.Body), "未做任何修改") {
			t.Error(a)
		}
		w.Want(204, who, "PATCH", path, map[string]any{"content": "新的", "revision": 0})
		a := w.Want(409, who, "PATCH", path, map[string]any{"content": "另一个", "revision": 0})
		if present, _ := a.JSON(t)["present"].(map[string]any); present["content"] != "新的" || present["revision"] != "1" {
			t.Error(a)
		}
		w.Want(204, who, "PATCH", path, map[string]any{"content": "另一个", "revision": 1})
		for n := 2; n < post.MaxEdits; n++ {
			w.Want(204, who, "PATCH", path, map[string]any{"content": fmt.Sprint("第 ", n)})
		}
		w.Want(400, who, "PATCH", path, map[string]any{"content": "再一次"})
	}
}

func TestADiscussionWithAnswersKeepsThemWhenItsAuthorDeletesIt(t *testing.T) {
	w := newWorld(t)
	alone, answered := w.open(ann, "chat"), w.open(ann, "chat")
	p := w.answer(bob, answered, "回复")
	w.Want(204, ann, "DELETE", "/v3/forum/"+alone, "")
	w.Want(204, ann, "DELETE", "/v3/forum/"+answered, "")
	last[forum.Deleted](w, "discussion-"+alone)
	last[forum.Cleared](w, "discussion-"+answered)
	w.Want(400, ann, "PATCH", "/v3/forum/"+answered, map[string]string{"content": "又来"})
	w.Want(204, bob, "PATCH", "/v3/forum/posts/"+p, map[string]string{"content": "仍可修改"})
	w.Want(204, moderator, "POST", "/v3/forum/"+answered+"/pin", "")
	w.Want(400, moderator, "DELETE", "/v3/forum/"+answered, "")
	w.Want(204, moderator, "DELETE", "/v3/forum/"+answered+"?reason_code=spam", "")
	last[forum.Unpinned](w, "section-chat")
	w.Want(404, bob, "PATCH", "/v3/forum/posts/"+p, map[string]string{"content": "不再可以"})
}

func TestAnAnswerNamesTheWordingThatItAnswers(t *testing.T) {
	w := newWorld(t)
	d, other := w.open(ann, "chat"), w.open(ann, "chat")
	first := w.answer(bob, d, "回复 @known1 和 `@known2`，@unknown、me@known3.example")
	if e := last[post.Written](w, "post-"+first); !slices.Equal(e.Mentions, []string{"known1"}) || e.Starter != ann {
		t.Errorf("%+v", e)
	}
	w.Want(204, bob, "PATCH", "/v3/forum/posts/"+first, map[string]string{"content": "改过 @known1 @known4"})
	if e := last[post.Edited](w, "post-"+first); !slices.Equal(e.Named, []string{"known4"}) {
		t.Errorf("%+v", e)
	}
	second := w.answerTo(ann, d, "我也是", first)
	if e := last[post.Written](w, "post-"+second); e.ReplyTo != first || e.ReplyRevision != 1 || e.Answered != bob {
		t.Errorf("%+v", e)
	}
	reply := func(in, to string) map[string]string { return map[string]string{"content": "在吗", "replied_to": to} }
	w.Want(400, ann, "POST", "/v3/forum/"+other+"/post", reply(other, first))
	w.Want(400, ann, "POST", "/v3/forum/"+d+"/post", reply(d, "../../x"))
	w.Want(204, bob, "DELETE", "/v3/forum/posts/"+first, "")
	w.Want(404, bob, "DELETE", "/v3/forum/posts/"+first, "")
	w.Want(400, ann, "POST", "/v3/forum/"+d+"/post", reply(d, first))
	w.Want(401, bob, "DELETE", "/v3/forum/posts/"+second, "")
	w.Want(204, moderator, "POST", "/v3/forum/posts/"+second+"/hide", because)
	w.Want(400, ann, "PATCH", "/v3/forum/posts/"+second, map[string]string{"content": "改"})
	w.Want(204, moderator, "POST", "/v3/forum/posts/"+second+"/restore", because)
	w.Want(204, ann, "PATCH", "/v3/forum/posts/"+second, map[string]string{"content": "改"})
	w.Want(204, moderator, "POST", "/v3/forum/"+d+"/lock", because)
	w.Want(401, ann, "PATCH", "/v3/forum/posts/"+second, map[string]string{"content": "再改"})
	w.Want(401, ann, "DELETE", "/v3/forum/posts/"+second, "")
}

func TestNobodyLearnsOfThePrivateBoardByBeingNamed(t *testing.T) {
	w := newWorld(t)
	p := w.answer(owner, w.board(secret), "@known1 看看")
	if e := last[post.Written](w, "post-"+p); len(e.Mentions) > 0 {
		t.Errorf("%+v", e)
	}
}

func TestHostileTextsAreRejected(t *testing.T) {
	w := newWorld(t)
	d := w.open(ann, "chat")
	long := strings.Repeat("长", post.MaxBody+1)
	var many strings.Builder
	for n := range post.MaxMentions + 1 {
		fmt.Fprintf(&many, "@known%d ", n)
	}
	for what, text := range map[string]string{"empty": "", "invisible": "\u200b", "long": long, "control": "a\x00b", "many": many.String()} {
		w.Want(400, ann, "POST", "/v3/forum/"+d+"/post", map[string]string{"content": text})
		w.Want(400, ann, "POST", "/v3/forum", map[string]string{"title": "标题", "content": text, "forum_type": "chat"})
		if a := w.Ask(ann, "PATCH", "/v3/forum/"+d, map[string]string{"content": text}); a.Status != 400 {
			t.Error(what, a.Status)
		}
	}
	for _, title := range []string{"", " ", strings.Repeat("长", post.MaxTitle+1), "a\nb", "a\u202eb"} {
		w.Want(400, ann, "POST", "/v3/forum", map[string]string{"title": title, "content": "正文", "forum_type": "chat"})
	}
	w.Want(200, ann, "POST", "/v3/forum/"+d+"/post", map[string]string{"content": "<script>alert(1)</script>" + strings.Repeat("@x ", 20_000)})
	for _, id := range []string{"Nothing1", "..%2Fx", "%00", strings.Repeat("a", 3000)} {
		if a := w.Ask(ann, "PATCH", "/v3/forum/"+id, map[string]string{"content": "x"}); a.Status != 404 && a.Status != 400 {
			t.Error(a)
		}
	}
}

func TestAtMostThreeDiscussionsOfASectionArePinned(t *testing.T) {
	w := newWorld(t)
	var ids []string
	for range forum.MaxPins + 1 {
		ids = append(ids, w.open(ann, "chat"))
	}
	statuses := make([]int, len(ids))
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() { statuses[i] = w.Ask(moderator, "POST", "/v3/forum/"+id+"/pin", "").Status })
	}
	all.Wait()
	slices.Sort(statuses)
	if !slices.Equal(statuses, []int{204, 204, 204, 400}) {
		t.Error(statuses)
	}
	w.Want(204, moderator, "POST", "/v3/forum/"+w.open(ann, "article")+"/pin", "")
}

func TestNoAnswerSlipsPastALock(t *testing.T) {
	w := newWorld(t)
	d := w.open(ann, "chat")
	statuses := make([]int, 50)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i] = w.Ask(bob, "POST", "/v3/forum/"+d+"/post", map[string]string{"content": fmt.Sprint("回复 ", i)}).Status
		})
		if i == 20 {
			all.Go(func() { w.Want(204, moderator, "POST", "/v3/forum/"+d+"/lock", because) })
		}
	}
	all.Wait()
	written := 0
	for _, s := range statuses {
		switch s {
		case 200:
			written++
		case 401:
		default:
			t.Error("an answer was neither written nor rejected:", s)
		}
	}
	locked, after, found := false, 0, 0
	for at := eventlog.Position(1); at <= w.Head(); at++ {
		r, err := w.EventLog.Event(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Type == "discussion.locked.v1":
			locked = true
		case r.Type == "post.written.v1":
			found++
			if locked {
				after++
			}
		}
	}
	if after > 0 || found != written || !locked {
		t.Errorf("%d answers are in the log, %d of them behind the lock; %d were accepted", found, after, written)
	}
}

func TestOfTwoEditsOfOneWordingOneSucceeds(t *testing.T) {
	w := newWorld(t)
	p := w.answer(ann, w.open(ann, "chat"), "原文")
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i] = w.Ask(ann, "PATCH", "/v3/forum/posts/"+p, map[string]any{"content": fmt.Sprint("改 ", i), "revision": 0}).Status
		})
	}
	all.Wait()
	slices.Sort(statuses)
	if statuses[0] != 204 || statuses[1] != 409 || statuses[7] != 409 {
		t.Error(statuses)
	}
}

func TestADiscussionIsDeletedOrAnsweredFirst(t *testing.T) {
	for range 10 {
		w := newWorld(t)
		d := w.open(ann, "chat")
		var all sync.WaitGroup
		var answered, deleted int
		all.Go(func() { deleted = w.Ask(ann, "DELETE", "/v3/forum/"+d, "").Status })
		all.Go(func() {
			answered = w.Ask(bob, "POST", "/v3/forum/"+d+"/post", map[string]string{"content": "回复"}).Status
		})
		all.Wait()
		events := w.Events("discussion-" + d)
		_, whole := events[len(events)-1].(forum.Deleted)
		if deleted != 204 || whole != (answered == 404) || !whole && answered != 200 {
			t.Errorf("deleted %d, answered %d, %T", deleted, answered, events[len(events)-1])
		}
	}
}

func TestARepeatedAnswerIsTheSameAnswer(t *testing.T) {
	w := newWorld(t)
	d := w.open(ann, "chat")
	path, body := "/v3/forum/"+d+"/post", map[string]string{"content": "回复"}
	one := w.Want(200, bob, "POST", path, body, "Idempotency-Key", "once")
	again := w.Want(200, bob, "POST", path, body, "Idempotency-Key", "once")
	if string(one.Body) != string(again.Body) {
		t.Errorf("%s, then %s", one, again)
	}
}
