package reactors_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/reactors"
)

func TestAFailureIsRetriedAndAPanicIsOne(t *testing.T) {
	w := newWorld(t)
	tries := 0
	r := w.listener("parcels", func(string) error {
		switch tries++; tries {
		case 1:
			return errors.New("no answer")
		case 2:
			panic("out of order")
		}
		return nil
	})
	r.Retries = 5
	w.start(r)
	w.happen("box-a", "1")
	w.expect("1")
	if n := w.count(`SELECT count(*) FROM reactors.poisoned`); n != 0 || tries != 3 {
		t.Errorf("%d tries, %d poisoned messages", tries, n)
	}
}

func TestAPoisonedMessageHoldsBackNoOtherAndCanBeTriedAgain(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	bad := true
	fail := func(what string) error {
		mu.Lock()
		defer mu.Unlock()
		if bad && (what == "2" || what == "project.removed") {
			return errors.New("cannot send this")
		}
		return nil
	}
	w.start(w.listener("parcels", fail), w.follower("mirror", fail))
	w.happen("box-a", "1", "2", "3")
	w.expect("1", "3")
	w.feed.put("project.created", "project.removed", "project.updated")
	w.expect("project.created", "project.updated")
	list, err := reactors.ListPoisoned(t.Context(), w.db.Pool, "")
	if err != nil || len(list) != 2 || list[0].Kind != "box.packed.v1" || list[0].IsChange || list[1].Kind != "project.removed" || list[1].After != "g.0" {
		t.Fatalf("poisoned: %+v, %v", list, err)
	}
	w.again(1) // still bad
	w.until(func() bool {
		return w.count(`SELECT count(*) FROM reactors.poisoned WHERE tries = 2 AND NOT again`) == 1
	})
	mu.Lock()
	bad = false
	mu.Unlock()
	w.again(1)
	w.expect("2") // nobody has asked for the other
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.poisoned`) == 1 })
	if n, err := reactors.TryAgain(t.Context(), w.db.Pool, ""); err != nil || n != 1 {
		t.Fatalf("%d are tried again, %v", n, err)
	}
	w.expect("project.removed")
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.poisoned`) == 0 })
}

func TestEachProgramTriesTheMessagesOfItsOwnReactorsAgain(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	bad := true
	fail := func(string) error {
		mu.Lock()
		defer mu.Unlock()
		if bad {
			return errors.New("cannot send this")
		}
		return nil
	}
	// It was wanted first, and belongs to a reactor of a program that does not run.
	if _, err := w.db.Pool.Exec(t.Context(), `INSERT INTO reactors.poisoned (reactor, message, kind, error, again)
		VALUES ('elsewhere', '1', 'box.packed.v1', 'refused', true)`); err != nil {
		t.Fatal(err)
	}
	// Two programs of one site: whichever leads first knows nothing of the other's reactor.
	w.start(w.listener("parcels", fail))
	w.start(w.follower("mirror", fail))
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.consumers`) == 2 })
	w.happen("box-a", "1")
	w.feed.put("project.created")
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.poisoned`) == 3 })
	mu.Lock()
	bad = false
	mu.Unlock()
	for _, name := range []string{"parcels", "mirror"} {
		if n, err := reactors.TryAgain(t.Context(), w.db.Pool, name); err != nil || n != 1 {
			t.Fatalf("%d of %s are tried again, %v", n, name, err)
		}
	}
	w.until(func() bool {
		return w.count(`SELECT count(*) FROM reactors.poisoned WHERE reactor <> 'elsewhere'`) == 0
	})
	if n := w.count(`SELECT count(*) FROM reactors.poisoned WHERE again AND tries = 1`); n != 1 {
		t.Error("a program tried a message of a reactor that it does not have")
	}
}

func TestTheLogNamesTheCauseOfAPoisonedMessageWithoutItsContent(t *testing.T) {
	w := newWorld(t)
	logs := &buffer{}
	o := w.options()
	o.Logger = slog.New(slog.NewTextHandler(logs, nil))
	w.startWith(o, w.listener("parcels", func(data string) error {
		switch data {
		case "private-1":
			return fmt.Errorf("refused %s: %w", data, &net.AddrError{Err: data})
		case "private-2":
			return reactors.Permanent(errors.New("never: " + data))
		case "private-3":
			panic(data)
		case "private-4":
			return fmt.Errorf("%s: %w", data, context.DeadlineExceeded)
		}
		return nil
	}))
	w.happen("box-a", "private-1", "private-2", "private-3", "private-4", "5")
	w.expect("5")
	list, err := reactors.ListPoisoned(t.Context(), w.db.Pool, "parcels")
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	w.again(4)
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.poisoned WHERE tries = 2`) == 4 })
	classes := []string{"class=failed type=*net.AddrError", "class=permanent type=*errors.errorString", "class=panic", "class=timeout"}
	for _, text := range []string{"a message is poisoned", "a poisoned message has failed again"} {
		lines := logs.with(text)
		if len(lines) != len(list) {
			t.Fatalf("%d lines of %q", len(lines), text)
		}
		for i, line := range lines {
			if !strings.Contains(line, "reactor=parcels message="+list[i].Message+" kind=box.packed.v1 "+classes[i]) || strings.Contains(line, "private") {
				t.Errorf("message %d: %s", i+1, line)
			}
		}
	}
}

// buffer is a log that is read while it is written.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// with returns the lines with a text.
func (b *buffer) with(text string) (lines []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range strings.Lines(b.b.String()) {
		if strings.Contains(line, text) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (w *world) again(n int64) {
	w.Helper()
	if asked, err := reactors.TryAgain(w.Context(), w.db.Pool, "parcels"); err != nil || asked != n {
		w.Fatalf("%d are tried again, %v", asked, err)
	}
}

func TestAPermanentFailureIsPoisonedAtOnce(t *testing.T) {
	w := newWorld(t)
	tries := 0
	r := w.listener("parcels", func(data string) error {
		if data == "1" {
			tries++
			return reactors.Permanent(errors.New("never"))
		}
		return nil
	})
	r.Retries, r.Insists = 100, true
	w.start(r)
	w.happen("box-a", "1", "2")
	w.expect("2")
	if n := w.count(`SELECT count(*) FROM reactors.poisoned WHERE error = 'never'`); n != 1 || tries != 1 {
		t.Errorf("%d tries, %d poisoned messages", tries, n)
	}
}

func TestAReactorThatInsistsPoisonsNothingDuringAnOutage(t *testing.T) {
	w := newWorld(t)
	tries := 0
	r := w.listener("parcels", func(string) error {
		if tries++; tries < 5 {
			return errors.New("away")
		}
		return nil
	})
	r.Insists = true
	w.start(r)
	w.happen("box-a", "1", "2")
	w.expect("1", "2")
	if n := w.count(`SELECT count(*) FROM reactors.poisoned`); n != 0 {
		t.Errorf("%d poisoned messages", n)
	}
}

func TestAStopPoisonsNothingAndTheMessageComesAgain(t *testing.T) {
	w := newWorld(t)
	begun := make(chan struct{})
	r := w.listener("parcels", nil)
	r.Event = func(ctx context.Context, _ eventlog.Recorded) error {
		close(begun)
		<-ctx.Done() // longer than the grace
		return errors.New("interrupted")
	}
	r.Timeout = time.Minute
	stop := w.start(r)
	w.happen("box-a", "1")
	<-begun
	stop()
	if n := w.count(`SELECT count(*) FROM reactors.poisoned`); n != 0 {
		t.Errorf("%d poisoned messages", n)
	}
	w.start(w.listener("parcels", nil))
	w.expect("1")
}

func TestATryHasATimeLimitAndTheNextATimeLimitOfItsOwn(t *testing.T) {
	w := newWorld(t)
	tries := 0
	r := w.listener("parcels", nil)
	r.Timeout = 50 * time.Millisecond
	r.Event = func(ctx context.Context, e eventlog.Recorded) error {
		if tries++; tries == 1 {
			<-ctx.Done()
			return ctx.Err()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		w.got <- string(e.Data)
		return nil
	}
	w.start(r)
	w.happen("box-a", "1")
	w.expect("1")
}
