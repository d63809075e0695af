package review_test

import (
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/review"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
)

const (
	lockPath = "/_internal/moderation/lock/" + mod
	first    = commandstest.Moderator
	second   = commandstest.Second
)

func (w *world) lock(status int, who, method, path string, body any) commands.Lock {
	w.t.Helper()
	var l commands.Lock
	if a := w.ask(status, who, method, path, body); status == 200 {
		a.Decode(w.t, &l)
	}
	return l
}

// people gives the accounts the names that answers show.
func (w *world) people() {
	w.t.Helper()
	for _, id := range []string{first, second, commandstest.Admin} {
		if _, err := w.pool.Exec(w.t.Context(), `insert into identity.accounts (id, username, username_key, avatar_url, role, created) values ($1, $1, $1, '', 'moderator', now())`, id); err != nil {
			w.t.Fatal(err)
		}
	}
}

func TestALockLastsAQuarterOfAnHourAndItsHolderRenewsIt(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.now = time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	if free := w.lock(200, first, "GET", lockPath, nil); free.Locked || free.Expired || free.LockedBy != nil || free.Looking == nil {
		t.Errorf("%+v", free)
	}
	mine := w.lock(200, first, "POST", lockPath, nil)
	if !mine.Success || !mine.Own || mine.LockedBy.ID != first || !mine.Expires.Equal(w.now.Add(15*time.Minute)) || len(mine.Looking) != 1 {
		t.Errorf("%+v", mine)
	}
	w.now = w.now.Add(10 * time.Minute)
	if renewed := w.lock(200, first, "POST", lockPath, nil); *renewed.Lock != *mine.Lock || !renewed.LockedAt.Equal(*mine.LockedAt) || !renewed.Expires.Equal(w.now.Add(15*time.Minute)) {
		t.Errorf("renewing made another lock: %+v", renewed)
	}
	w.now = w.now.Add(15*time.Minute - time.Second)
	if taken := w.lock(200, second, "POST", lockPath, nil); taken.Success || taken.Own || !taken.Locked || taken.LockedBy.ID != first || len(taken.Looking) != 1 || taken.Looking[0].ID != second {
		t.Errorf("%+v", taken)
	}
	w.ask(204, second, "DELETE", lockPath, nil)
	if still := w.lock(200, second, "GET", lockPath, nil); !still.Locked || still.LockedBy.ID != first || len(still.Looking) != 0 {
		t.Errorf("somebody else's lock was released: %+v", still)
	}
	w.now = w.now.Add(time.Second)
	if old := w.lock(200, second, "GET", lockPath, nil); old.Locked || !old.Expired {
		t.Errorf("%+v", old)
	}
	next := w.lock(200, second, "POST", lockPath, nil)
	if !next.Own || *next.Lock == *mine.Lock {
		t.Errorf("%+v", next)
	}
	w.ask(204, second, "POST", lockPath+"/release", nil)
	if free := w.lock(200, first, "POST", lockPath, nil); !free.Own {
		t.Errorf("%+v", free)
	}
	if list := w.Events("assignment-" + mod); len(list) != 0 {
		t.Errorf("locks are no events: %+v", list)
	}
	if err := w.service.Forget(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if free := w.lock(200, second, "GET", lockPath, nil); free.Locked || len(free.Looking) != 0 {
		t.Errorf("%+v", free)
	}
}

func TestALockIsTakenOverOnceAndTheOtherIsTold(t *testing.T) {
	w := newWorld(t)
	w.people()
	held := w.lock(200, first, "POST", lockPath, nil)
	body := map[string]any{"lock": *held.Lock}
	var won, lost int
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, who := range []string{second, commandstest.Admin} {
		all.Go(func() {
			a := w.Ask(who, "POST", lockPath+"/override", body)
			mu.Lock()
			defer mu.Unlock()
			switch a.Status {
			case 200:
				won++
			case 409:
				lost++
			default:
				t.Error(a)
			}
		})
	}
	all.Wait()
	list := w.Events("assignment-" + mod)
	if won != 1 || lost != 1 || len(list) != 1 {
		t.Fatalf("%d won, %d lost, events %+v", won, lost, list)
	}
	over, _ := list[0].(review.TakenOver)
	now := w.lock(200, first, "POST", lockPath, nil)
	if over.From != first || now.Success || now.LockedBy.ID != over.By || *now.Lock == *held.Lock {
		t.Errorf("%+v after %+v", now, over)
	}
	// The one who was displaced may take it back, under the new lock's name only.
	w.ask(409, first, "POST", lockPath+"/override", body)
	if back := w.lock(200, first, "POST", lockPath+"/override", map[string]any{"lock": *now.Lock}); !back.Own || len(w.Events("assignment-"+mod)) != 2 {
		t.Errorf("%+v", back)
	}
	// Nothing to take over: it is only taken.
	w.ask(204, first, "DELETE", lockPath, nil)
	if free := w.lock(200, second, "POST", lockPath+"/override", body); !free.Own || len(w.Events("assignment-"+mod)) != 2 {
		t.Errorf("%+v", free)
	}
}

func TestOnlyStaffLocksAndNobodyTheirOwnProject(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ method, path string }{{"GET", lockPath}, {"POST", lockPath}, {"DELETE", lockPath}, {"POST", lockPath + "/release"}} {
		for _, who := range []string{stranger, "owner001"} {
			if a := w.Ask(who, c.method, c.path, nil); a.Status != 401 && a.Status != 403 {
				t.Error(a)
			}
		}
	}
	w.ask(404, first, "POST", "/_internal/moderation/lock/Nobody00", nil)
	w.Happen("project-"+mod, project.MemberInvited{Account: first})
	w.lock(200, first, "POST", lockPath, nil) // an invitation keeps nobody away
	w.Want(204, first, "POST", lockPath+"/release", nil)
	w.Happen("project-"+mod, project.MemberJoined{Account: first})
	if own := w.lock(200, first, "POST", lockPath, nil); own.Success || own.Locked || len(own.Looking) != 0 {
		t.Errorf("a lock of one's own project: %+v", own)
	}
	for path, body := range map[string]any{
		lockPath + "/override": map[string]any{"lock": "x"}, at + "/hand-over": map[string]any{"to": second, "note": "看"},
	} {
		if a := w.Ask(first, "POST", path, body); a.Status != 401 && a.Status != 403 {
			t.Error(a)
		}
	}
}

func TestAReviewIsHandedOverWithANoteAndItsLock(t *testing.T) {
	w := newWorld(t)
	w.people()
	held := w.lock(200, first, "POST", lockPath, nil)
	give := func(to, note string) map[string]any { return map[string]any{"to": to, "note": note} }
	w.ask(400, first, "POST", at+"/hand-over", give(second, " "))
	w.ask(400, first, "POST", at+"/hand-over", give(stranger, "看"))
	w.ask(400, first, "POST", at+"/hand-over", give("Nobody00", "看"))
	for range 2 {
		w.ask(204, first, "POST", at+"/hand-over", give(second, "图片已看过，还差版本。"))
	}
	list := w.Events("assignment-" + mod)
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	if e, _ := list[0].(review.HandedOver); e.By != first || e.To != second || e.Round != 1 || e.Note.Text != "图片已看过，还差版本。" {
		t.Errorf("%+v", e)
	}
	// The giver's page may renew its lock and then release it before it is closed.
	if renewed := w.lock(200, first, "POST", lockPath, nil); renewed.Own || renewed.LockedBy.ID != second {
		t.Errorf("a renewal took the lock back: %+v", renewed)
	}
	w.ask(204, first, "DELETE", lockPath, nil)
	if got := w.lock(200, second, "POST", lockPath, nil); !got.Own || *got.Lock == *held.Lock || len(got.Looking) != 1 {
		t.Errorf("%+v", got)
	}
	w.Happen("project-"+mod, project.Rejected{Submission: "Submis01", From: project.Processing, Message: "x"})
	w.ask(409, second, "POST", at+"/hand-over", give(first, "看"))
}

func TestAHandOverWithoutALockGivesOneAndLeavesThatOfTheReceiver(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.ask(204, first, "POST", at+"/hand-over", map[string]any{"to": second, "note": "请你看。"})
	given := w.lock(200, second, "POST", lockPath, nil)
	if !given.Own {
		t.Fatalf("%+v", given)
	}
	w.ask(204, first, "POST", at+"/hand-over", map[string]any{"to": second, "note": "还有一点。"})
	if kept := w.lock(200, second, "POST", lockPath, nil); *kept.Lock != *given.Lock {
		t.Errorf("a lock that the receiver held became another: %+v", kept)
	}
}

func TestAProjectThatNobodyHasToDecideOnIsNotLocked(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.Happen("project-"+mod, project.Approved{Submission: "Submis01", From: project.Processing, Status: project.Listed})
	if l := w.lock(200, first, "POST", lockPath, nil); l.Locked || l.Own || l.Success {
		t.Errorf("%+v", l)
	}
}
