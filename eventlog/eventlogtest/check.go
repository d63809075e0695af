package eventlogtest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var checkTests = map[string]func(*testing.T, func() eventlog.Log){
	"AWriteWithoutEventsOnlyChecks":                   checkOnly,
	"ADecisionThatReadOtherStreamsChecksThemAll":      checkMany,
	"ADecisionOnAStreamThatHasChangedIsRejected":      checkRace,
	"ARepeatSucceedsAlthoughACheckedStreamHasChanged": checkRepeat,
}

func checkOnly(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(2)...))
	receipt := mustAppend(t, log, write("thing-1", eventlog.At(1)), write("thing-2", eventlog.NoStream, events(1)...))
	if receipt.Position != 3 || receipt.Revisions[0] != 1 || receipt.Revisions[1] != 0 {
		t.Errorf("receipt is %+v", receipt)
	}
	wantConflict(t, log, "thing-1", 1, write("thing-1", eventlog.At(0)), write("thing-3", eventlog.NoStream, events(1)...))
	receipt = mustAppend(t, log, write("thing-1", eventlog.Exists), write("thing-9", eventlog.NoStream))
	if receipt.Position != 3 || receipt.Revisions[0] != 1 || receipt.Revisions[1] != eventlog.NoRevision {
		t.Errorf("receipt of checks is %+v, want the head", receipt)
	}
	if got := readStream(t, log, "thing-9", 0); len(got) != 0 || head(t, log) != 3 {
		t.Errorf("a check wrote something")
	}
}

// checkMany writes one stream, at every place among three that are only checked.
func checkMany(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("read-1", eventlog.NoStream, events(3)...), write("read-2", eventlog.NoStream, events(1)...))
	checks := []eventlog.Write{write("read-1", eventlog.At(2)), write("read-2", eventlog.Exists), write("read-3", eventlog.NoStream), write("read-4", eventlog.Any)}
	at := []eventlog.Revision{2, 0, eventlog.NoRevision, eventlog.NoRevision}
	for place := range len(checks) + 1 {
		own := name("thing", place)
		writes := append(append(append([]eventlog.Write{}, checks[:place]...), write(own, eventlog.NoStream, events(2)...)), checks[place:]...)
		want := append(append(append([]eventlog.Revision{}, at[:place]...), 1), at[place:]...)
		receipt := mustAppend(t, log, writes...)
		if receipt.Position != eventlog.Position(4+2*(place+1)) || fmt.Sprint(receipt.Revisions) != fmt.Sprint(want) {
			t.Errorf("place %d: receipt %+v, want revisions %v", place, receipt, want)
		}
		for i, refused := range []eventlog.Write{write("read-1", eventlog.At(1)), write("read-2", eventlog.NoStream), write("read-3", eventlog.Exists), write("read-3", eventlog.At(0))} {
			late := append([]eventlog.Write{}, writes...)
			for k := range late {
				switch {
				case len(late[k].Events) > 0:
					late[k] = write(own, eventlog.At(1), events(1)...)
				case late[k].Stream == refused.Stream:
					late[k] = refused
				}
			}
			wantConflict(t, log, refused.Stream, at[min(i, 2)], late...)
		}
	}
	Verify(t, log, 0)
}

// checkRace runs two kinds of deciders concurrently: one writes a stream, the other writes another stream because of
// what it read from the first.
func checkRace(t *testing.T, open func() eventlog.Log) {
	logs := []eventlog.Log{open(), open()}
	mustAppend(t, logs[0], write("rule-1", eventlog.NoStream, events(1)...))
	for round := range eventlog.Revision(12) {
		var mu sync.Mutex
		var moved eventlog.Position
		var because []eventlog.Position
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				writes := []eventlog.Write{write("rule-1", eventlog.At(round)), write(fmt.Sprintf("thing-%d-%d", round, i), eventlog.NoStream, events(1)...)}
				if i == 6 {
					writes = []eventlog.Write{write("rule-1", eventlog.At(round), events(1)...)}
				}
				receipt, err := logs[i%2].Append(within(t), writes...)
				var conflict *eventlog.Conflict
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil && (i == 6 || !errors.As(err, &conflict)):
					t.Errorf("append: %v", err)
				case err == nil && i == 6:
					moved = receipt.Position
				case err == nil:
					because = append(because, receipt.Position)
				}
			})
		}
		all.Wait()
		for _, at := range because {
			if at > moved {
				t.Errorf("round %d: a decision at %d is behind the event at %d that it had not read", round, at, moved)
			}
		}
	}
	Verify(t, logs[0], 13)
}

func checkRepeat(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("rule-1", eventlog.NoStream, events(1)...))
	writes := []eventlog.Write{write("rule-1", eventlog.At(0)), write("thing-1", eventlog.NoStream, events(2)...)}
	first := mustAppend(t, log, writes...)
	mustAppend(t, log, write("rule-1", eventlog.At(0), events(1)...), write("thing-1", eventlog.At(1), events(1)...))
	if again := mustAppend(t, log, writes...); again.Position != first.Position || again.Revisions[1] != 1 {
		t.Errorf("the repeated append is at %+v, want %+v", again, first)
	}
	wantConflict(t, log, "rule-1", 1, write("rule-1", eventlog.At(0)), write("thing-2", eventlog.NoStream, events(1)...))
}
