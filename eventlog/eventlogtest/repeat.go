package eventlogtest

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var repeatTests = map[string]func(*testing.T, func() eventlog.Log){
	"ARepeatReturnsTheStoredReceipt":                 repeatStored,
	"ARepeatFromAnotherHandleReturnsTheSameReceipt":  repeatElsewhere,
	"ARepeatOfSeveralStreamsReturnsTheStoredReceipt": repeatSeveral,
	"OtherEventsAtTheSamePlaceAreAConflict":          repeatOther,
	"ARepeatWithAdditionalEventsIsAConflict":         repeatLonger,
	"ARepeatWithANewWriteIsAConflict":                repeatMixed,
	"AnAppendThatExpectsAnyIsNewEveryTime":           repeatAny,
	"TheSameAppendSentConcurrentlyIsStoredOnce":      repeatAtOnce,
	"ARepeatWithoutAnExpectedPlaceFollowsTheRest":    repeatWithAny,
}

func repeatStored(t *testing.T, open func() eventlog.Log) {
	log := open()
	first, second := write("thing-1", eventlog.NoStream, events(2)...), write("thing-1", eventlog.At(1), events(1)...)
	a, b := mustAppend(t, log, first), mustAppend(t, log, second)
	mustAppend(t, log, write("thing-1", eventlog.At(2), events(5)...))
	mustAppend(t, log, write("thing-2", eventlog.NoStream, events(1)...))
	for range 2 {
		sameReceipt(t, mustAppend(t, log, first), a)
		sameReceipt(t, mustAppend(t, log, second), b)
	}
	if at := head(t, log); at != 9 {
		t.Errorf("repeats moved the head to %d", at)
	}
	// The first part of an append is also a repeat.
	begin := write("thing-1", eventlog.NoStream, first.Events[0])
	sameReceipt(t, mustAppend(t, log, begin), eventlog.Receipt{Position: 1, Revisions: []eventlog.Revision{0}})
}

func repeatElsewhere(t *testing.T, open func() eventlog.Log) {
	w := write("thing-1", eventlog.NoStream, events(3)...)
	sameReceipt(t, mustAppend(t, open(), w), mustAppend(t, open(), w))
}

func repeatSeveral(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-0", eventlog.NoStream, events(4)...))
	writes := []eventlog.Write{
		write("thing-0", eventlog.At(3)),
		write("slug-a", eventlog.NoStream, events(1)...),
		write("thing-0x", eventlog.NoStream, events(2)...),
	}
	want := mustAppend(t, log, writes...)
	mustAppend(t, log, write("thing-0", eventlog.At(3), events(1)...)) // the check would fail now
	mustAppend(t, log, write("slug-a", eventlog.At(0), events(1)...))
	got := mustAppend(t, log, writes...)
	if got.Position != want.Position || got.Revisions[1] != 0 || got.Revisions[2] != 1 {
		t.Errorf("repeated: %+v, first: %+v", got, want)
	}
}

func repeatOther(t *testing.T, open func() eventlog.Log) {
	log := open()
	stored := events(3)
	mustAppend(t, log, write("thing-1", eventlog.NoStream, stored...))
	other := append([]eventlog.Event{}, stored...)
	other[1] = events(1)[0]
	wantConflict(t, log, "thing-1", 2, write("thing-1", eventlog.NoStream, other...))
	wantConflict(t, log, "thing-1", 2, write("thing-1", eventlog.At(0), stored[0]))
	wantConflict(t, log, "thing-1", 2, write("thing-1", eventlog.At(1), stored[1]))
	wantConflict(t, log, "thing-1", 2, write("thing-1", eventlog.At(7), stored[1]))
	wantConflict(t, log, "thing-2", eventlog.NoRevision, write("thing-2", eventlog.At(0), stored[1]))
}

func repeatLonger(t *testing.T, open func() eventlog.Log) {
	log := open()
	stored := events(2)
	mustAppend(t, log, write("thing-1", eventlog.NoStream, stored...))
	longer := append(append([]eventlog.Event{}, stored...), events(1)...)
	wantConflict(t, log, "thing-1", 1, write("thing-1", eventlog.NoStream, longer...))
	mustAppend(t, log, write("thing-2", eventlog.NoStream, events(1)...))
	wantConflict(t, log, "thing-1", 1, write("thing-1", eventlog.NoStream, longer...))
}

func repeatMixed(t *testing.T, open func() eventlog.Log) {
	log := open()
	stored := write("thing-1", eventlog.NoStream, events(1)...)
	mustAppend(t, log, stored)
	mustAppend(t, log, write("thing-9", eventlog.NoStream, events(1)...))
	wantConflict(t, log, "thing-1", 0, stored, write("thing-2", eventlog.NoStream, events(1)...))
	wantConflict(t, log, "thing-1", 0, write("thing-2", eventlog.NoStream, events(1)...), stored)
	if got := readStream(t, log, "thing-2", 0); len(got) != 0 {
		t.Errorf("a part of an append is stored: %v", got)
	}
}

func repeatAny(t *testing.T, open func() eventlog.Log) {
	log := open()
	w := write("thing-1", eventlog.Any, events(1)...)
	if a, b := mustAppend(t, log, w), mustAppend(t, log, w); b.Position != a.Position+1 {
		t.Errorf("positions %d and %d", a.Position, b.Position)
	}
}

func repeatAtOnce(t *testing.T, open func() eventlog.Log) {
	logs := []eventlog.Log{open(), open()}
	writes := []eventlog.Write{write("slug-a", eventlog.NoStream, events(1)...), write("thing-1", eventlog.NoStream, events(2)...)}
	const n = 20
	receipts := make(chan eventlog.Receipt, n)
	for i := range n {
		go func() {
			receipt, err := logs[i%2].Append(within(t), writes...)
			if err != nil {
				t.Errorf("append: %v", err)
			}
			receipts <- receipt
		}()
	}
	for range n {
		sameReceipt(t, <-receipts, eventlog.Receipt{Position: 3, Revisions: []eventlog.Revision{0, 1}})
	}
	if at := head(t, logs[0]); at != 3 {
		t.Errorf("it is stored more than once: head is %d", at)
	}
}

func repeatWithAny(t *testing.T, open func() eventlog.Log) {
	log := open()
	writes := []eventlog.Write{write("feed-1", eventlog.Any, events(2)...), write("thing-1", eventlog.NoStream, events(1)...)}
	want := mustAppend(t, log, writes...)
	mustAppend(t, log, write("feed-1", eventlog.Any, events(1)...))
	sameReceipt(t, mustAppend(t, log, writes...), want)
}

func sameReceipt(t failer, got, want eventlog.Receipt) {
	t.Helper()
	ok := got.Position == want.Position && len(got.Revisions) == len(want.Revisions)
	for i := range want.Revisions {
		ok = ok && got.Revisions[i] == want.Revisions[i]
	}
	if !ok {
		t.Errorf("receipt is %+v, want %+v", got, want)
	}
}
