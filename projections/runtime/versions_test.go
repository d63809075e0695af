package runtime_test

import "testing"

func TestAfterARollbackTheOldVersionCatchesUpAndServesAgain(t *testing.T) {
	w, b := newWorld(t), newBoard()
	db, asked := w.counting(asksWhoServes)
	stopOld := w.start(w.runnerOn(db, b, counterProjector(1, nil)))
	b.wait(t, "counts", w.count("x", 10))
	next := w.runner(b, counterProjector(2, nil))
	stopNext := w.start(next)
	eventually(t, "version 2 serves", func() bool { return w.served() == 2 })
	w.count("x", 5)
	asked.more(w, 2) // the old process still runs and tries to serve
	if v := w.served(); v != 2 {
		t.Fatalf("version %d serves while version 2 runs", v)
	}
	stopOld()
	b.wait(t, "counts", w.count("x", 5))
	stopNext()
	old := w.runner(b, counterProjector(1, nil))
	stopOld = w.start(old)
	eventually(t, "version 1 serves again", func() bool { return w.served() == 1 })
	w.expect("x", 20)
	last := w.count("x", 1)
	b.wait(t, "counts", last)
	eventually(t, "it says so", func() bool {
		p := old.Progress()
		return old.Ready() == nil && len(p) == 1 && p[0].Served == 1
	})
	stopOld()
	w.start(w.runner(b, counterProjector(2, nil)))
	eventually(t, "and forward once more", func() bool { return w.served() == 2 })
	w.expect("x", 21)
}

func TestPrebuildBringsANewVersionToTheHeadWhileTheOldOneServes(t *testing.T) {
	w, b := newWorld(t), newBoard()
	stop := w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", w.count("x", 3000))
	r := w.runner(nil, counterProjector(2, nil))
	for range 2 { // the second call has little to do
		built, err := r.Prebuild(t.Context())
		if err != nil || len(built) != 1 || built[0] != "counts/v2" {
			t.Fatalf("Prebuild = %v, %v", built, err)
		}
	}
	var at int
	if w.scan(&at, `SELECT position FROM runtime.checkpoints WHERE version = 2`); at != 3000 {
		t.Errorf("version 2 is at %d", at)
	}
	if v := w.served(); v != 1 {
		t.Errorf("version %d serves", v)
	}
	b.wait(t, "counts", w.count("x", 7))
	stop()
	w.start(w.runner(b, counterProjector(2, nil)))
	eventually(t, "version 2 serves", func() bool { return w.served() == 2 })
	w.expect("x", 3007)
	if built, err := r.Prebuild(t.Context()); err != nil || len(built) != 0 {
		t.Errorf("Prebuild of what serves = %v, %v", built, err)
	}
}

func TestPrebuildFailsAtAnUnknownEvent(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", w.count("x", 3))
	w.write(w.log, "thing-1", unknownEvent(9))
	if _, err := w.runner(nil, counterProjector(2, nil)).Prebuild(t.Context()); err == nil {
		t.Error("it was built over an unknown event")
	}
}
