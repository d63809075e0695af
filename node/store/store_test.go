package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/store"
)

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // a test that needs it closes it itself
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func sequences(t *testing.T, s *store.Store, after uint64, limit int) (got []uint64) {
	t.Helper()
	reports, err := s.Pending(after, limit)
	must(t, err)
	for _, r := range reports {
		if r.Incarnation != s.Incarnation() || r.Server == "" {
			t.Errorf("%+v", r)
		}
		got = append(got, r.Sequence)
	}
	return got
}

func TestStatesAndReportsSurvive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	s := open(t, path)
	incarnation := s.Incarnation()
	must(t, s.SaveDesired(node.Desired{Server: "a", Generation: 1}, node.Desired{Server: "b", Generation: 2}))
	must(t, s.SaveDesired(node.Desired{Server: "a", Generation: 3}))
	must(t, s.Save("a", map[string]int{"x": 1}, node.Report{Kind: node.ReportStarted, At: time.Unix(1, 0).UTC()}))
	must(t, s.Close())

	s = open(t, path)
	if s.Incarnation() != incarnation || incarnation == "" {
		t.Errorf("incarnation %q after %q", s.Incarnation(), incarnation)
	}
	desired, err := s.Desired()
	if err != nil || len(desired) != 2 || desired["a"].Generation != 3 {
		t.Errorf("%v %v", desired, err)
	}
	var state map[string]int
	if found, err := s.Power("a", &state); !found || err != nil || state["x"] != 1 {
		t.Errorf("%v %v %v", found, state, err)
	}
	if found, err := s.Power("b", &state); found || err != nil {
		t.Errorf("%v %v", found, err)
	}
	reports, err := s.Pending(0, 10)
	if err != nil || len(reports) != 1 || reports[0].Server != "a" || reports[0].Sequence != 1 || reports[0].Kind != node.ReportStarted {
		t.Errorf("%v %v", reports, err)
	}
	must(t, s.Forget("a"))
	if found, err := s.Power("a", &state); found || err != nil {
		t.Errorf("%v %v", found, err)
	}
	if got := sequences(t, s, 0, 10); len(got) != 1 {
		t.Errorf("a forgotten server's reports are lost: %v", got)
	}
}

func TestReportsAreSentUntilTheyAreAcknowledged(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "node.db"))
	var many []node.Report
	for range 12_000 {
		many = append(many, node.Report{Kind: node.ReportReady})
	}
	must(t, s.Save("a", 1, many...))
	select {
	case <-s.Reported():
	default:
		t.Error("no signal")
	}
	seen := uint64(0)
	for batch := sequences(t, s, 0, 200); len(batch) > 0; batch = sequences(t, s, seen, 200) {
		for _, n := range batch {
			if seen++; n != seen {
				t.Fatalf("%d, want %d", n, seen)
			}
		}
	}
	must(t, s.Acknowledge(0))
	must(t, s.Acknowledge(11_000))
	must(t, s.Acknowledge(5))
	if got := sequences(t, s, 0, 2); len(got) != 2 || got[0] != 11_001 {
		t.Errorf("%v", got)
	}
	must(t, s.Acknowledge(99_000))
	if got := sequences(t, s, 0, 2); len(got) != 0 {
		t.Errorf("%v", got)
	}
	must(t, s.Save("a", 2, node.Report{Kind: node.ReportStopped}))
	sent, err := s.Sent()
	acknowledged, err2 := s.Acknowledged()
	if err != nil || err2 != nil || sent != 12_001 || acknowledged != 12_000 {
		t.Errorf("sent %d, acknowledged %d, %v %v", sent, acknowledged, err, err2)
	}
}

func TestOnlyOneProcessHasAStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	open(t, path)
	if _, err := store.Open(path); !errors.Is(err, store.ErrInUse) {
		t.Error(err)
	}
}

func TestADamagedOrForeignFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.db")
	s := open(t, whole)
	for range 50 {
		must(t, s.Save("a", make([]byte, 3000), node.Report{Kind: node.ReportReady}))
	}
	must(t, s.Close())
	good, err := os.ReadFile(whole)
	must(t, err)
	foreign := filepath.Join(dir, "foreign.db")
	db, err := bolt.Open(foreign, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("mine")); return err }))
	must(t, db.Close())
	other, err := os.ReadFile(foreign)
	must(t, err)

	cases := map[string][]byte{"text": []byte("hello"), "foreign": other, "zeros": make([]byte, 64<<10), "half": good[:len(good)/2], "short": good[:4096]}
	flipped := append([]byte(nil), good...)
	for i := 2 * 4096; i < len(flipped); i++ {
		flipped[i] ^= 0x5a
	}
	cases["flipped"] = flipped
	for name, content := range cases {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, content, 0o600))
		if s, err := store.Open(path); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
			if err == nil {
				must(t, s.Close())
			}
		}
	}
	for at := 0; at < len(good); at += 509 { // one page is damaged: an error or an answer, never the end of the process
		content := append([]byte(nil), good...)
		content[at] ^= 0xff
		path := filepath.Join(dir, "flip")
		must(t, os.WriteFile(path, content, 0o600))
		if s, err := store.Open(path); err == nil {
			must(t, s.Close())
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(filepath.Join(dir, "folder")); err == nil {
		t.Error("a folder is opened")
	}
}
