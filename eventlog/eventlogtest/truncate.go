package eventlogtest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// RunTruncating tests the guarantees of engines that can drop the oldest events (eventlog.Truncater), in addition to Run.
func RunTruncating(t *testing.T, factory Factory) {
	for name, test := range map[string]func(*testing.T, func() eventlog.Log){
		"AWholeLogBeginsWithItsFirstEvent":                   truncateWhole,
		"EveryReadBeginsWithTheFirstKeptEvent":               truncateReads,
		"AReaderInsideTheDroppedRangeIsRefused":              truncateInside,
		"AFollowerThatIsTooSlowIsRefused":                    truncateSlow,
		"StreamsKeepTheirRevisions":                          truncateAppends,
		"AStreamWhoseEventsWereAllDroppedIsEmptyAndKnown":    truncateEmptied,
		"TruncatingTwiceOrFromManyHandlesDropsEachRangeOnce": truncateTwice,
		"ALogIsNeverTruncatedToNothing":                      truncateAll,
		"ARepeatOfADroppedAppendIsAConflict":                 truncateRepeat,
		"AppendsAndFollowersContinueWhileTheLogIsTruncated":  truncateConcurrent,
		"OnlyAPositionThatCanBeCutTruncates":                 truncateOdd,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, factory(t))
		})
	}
}

// fill appends events to thing-1, thing-2 and, only at the begin, early-1, until something can be dropped and at least
// 300 events are kept. It returns all events and the cut.
func fill(t *testing.T, log eventlog.Log) ([]eventlog.Recorded, eventlog.Position) {
	t.Helper()
	mustAppend(t, log, write("early-1", eventlog.NoStream, events(3)...))
	for {
		mustAppend(t, log, write("thing-1", eventlog.Any, events(70)...), write("thing-2", eventlog.Any, events(30)...))
		if cut, err := cutter(log).Cut(within(t)); err == nil && cut+300 < head(t, log) {
			all, _ := readAll(t, log, 0, eventlog.Filter{})
			return all, cut
		} else if err != nil && !errors.Is(err, eventlog.ErrWhole) {
			t.Fatal(err)
		}
	}
}

func cutter(log eventlog.Log) eventlog.Truncater { return log.(eventlog.Truncater) }

func truncate(t *testing.T, log eventlog.Log, first eventlog.Position) {
	t.Helper()
	if err := cutter(log).Truncate(within(t), first); err != nil {
		t.Fatalf("truncate: %v", err)
	}
}

func wantFirst(t *testing.T, log eventlog.Log, want eventlog.Position) {
	t.Helper()
	if first, err := cutter(log).First(within(t)); err != nil || first != want {
		t.Errorf("the log begins at %d, %v; want %d", first, err, want)
	}
}

func wantTruncated(t *testing.T, what string, err error, first eventlog.Position) {
	t.Helper()
	var dropped *eventlog.Truncated
	if !errors.As(err, &dropped) || dropped.First != first {
		t.Errorf("%s: %v, want that the log begins at %d", what, err, first)
	}
}

func truncateWhole(t *testing.T, open func() eventlog.Log) {
	log := open()
	wantFirst(t, log, 1)
	if cut, err := cutter(log).Cut(within(t)); !errors.Is(err, eventlog.ErrWhole) {
		t.Errorf("an empty log can be cut at %d: %v", cut, err)
	}
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(3)...))
	wantFirst(t, log, 1)
}

func truncateReads(t *testing.T, open func() eventlog.Log) {
	log := open()
	all, cut := fill(t, log)
	truncate(t, log, cut)
	for _, log := range []eventlog.Log{log, open()} {
		wantFirst(t, log, cut)
		kept := all[cut-1:]
		got, upTo := readAll(t, log, 0, eventlog.Filter{})
		sameEvents(t, "follow from the begin", got, kept)
		if upTo != eventlog.Position(len(all)) {
			t.Errorf("it ended at %d of %d", upTo, len(all))
		}
		got, _ = readAll(t, log, cut-1, eventlog.Filter{})
		sameEvents(t, "follow from the last dropped event", got, kept)
		for _, filter := range []eventlog.Filter{{}, {Categories: []string{"thing"}}, {Types: []string{"thing.happened.v1"}, Categories: []string{"thing"}}} {
			sameEvents(t, filter, readRange(t, log, 0, cut+9, filter), kept[:10])
			sameEvents(t, filter, readRange(t, log, cut-1, cut+9, filter), kept[:10])
			sameEvents(t, filter, readRange(t, log, 0, cut-1, filter), nil)
		}
		var inOne, inTwo []eventlog.Recorded
		for _, e := range kept {
			if e.Stream == "thing-1" {
				inOne = append(inOne, e)
			} else {
				inTwo = append(inTwo, e)
			}
		}
		sameEvents(t, "a stream", readStream(t, log, "thing-1", 0), inOne)
		sameEvents(t, "a stream from a dropped revision", readStream(t, log, "thing-1", inOne[0].Revision-1), inOne)
		sameEvents(t, "a stream from a kept revision", readStream(t, log, "thing-1", inOne[1].Revision), inOne[1:])
		for _, r := range []eventlog.Range{
			{To: eventlog.Last}, {To: eventlog.Last, Limit: 7}, {From: inOne[0].Revision - 3, To: inOne[0].Revision + 4},
			{To: eventlog.Last, Backward: true}, {To: inOne[0].Revision + 4, Backward: true, Limit: 9}, {To: eventlog.Last, Backward: true, Limit: 4},
			{To: inOne[0].Revision - 1}, {To: inOne[0].Revision - 1, Backward: true}, {To: inOne[0].Revision - 1, Backward: true, Limit: 2},
		} {
			sameEvents(t, r, collect(t, log.StreamRange(within(t), "thing-1", r)), part(inOne, r))
		}
		sameEvents(t, "streams", collect(t, log.Streams(within(t), []string{"thing-1", "thing-2", "early-1"}, upTo)), kept)
		sameEvents(t, "one of the streams", collect(t, log.Streams(within(t), []string{"thing-2"}, upTo)), inTwo)
		sameEvents(t, "streams up to a dropped position", collect(t, log.Streams(within(t), []string{"thing-1", "thing-2"}, cut-1)), nil)
		if e, err := log.Event(within(t), cut); err != nil || e.Position != cut {
			t.Errorf("the first kept event is %+v, %v", e, err)
		}
		_, err := log.Event(within(t), cut-1)
		wantTruncated(t, "a dropped event", err, cut)
	}
}

// readRange reads to a position completely.
func readRange(t *testing.T, log eventlog.Log, after, upTo eventlog.Position, filter eventlog.Filter) (read []eventlog.Recorded) {
	t.Helper()
	for batch, err := range log.Read(within(t), after, upTo, filter) {
		if err != nil {
			t.Fatalf("read after %d: %v", after, err)
		}
		read = append(read, batch.Events...)
	}
	return read
}

func truncateInside(t *testing.T, open func() eventlog.Log) {
	log := open()
	_, cut := fill(t, log)
	truncate(t, log, cut)
	for _, after := range []eventlog.Position{1, cut / 2, cut - 2} {
		for what, filter := range map[string]eventlog.Filter{"all": {}, "some": {Categories: []string{"thing"}}, "none": {Categories: []string{"none"}}} {
			for batch, err := range log.Follow(within(t), after, filter) {
				wantTruncated(t, fmt.Sprintf("follow %s after %d gave %d events", what, after, len(batch.Events)), err, cut)
				break
			}
			n := 0
			for batch, err := range log.Read(within(t), after, cut+5, filter) {
				wantTruncated(t, fmt.Sprintf("read %s after %d gave %d events", what, after, len(batch.Events)), err, cut)
				n++
			}
			if n != 1 {
				t.Errorf("read %s after %d ended without an error", what, after)
			}
		}
	}
}

func truncateSlow(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1)...))
	var refused error
	var cut eventlog.Position
	for batch, err := range log.Follow(within(t), 0, eventlog.Filter{}) {
		if err != nil {
			refused = err
			break
		}
		if cut > 0 {
			t.Fatalf("after the log was cut at %d, it received %d events up to %d", cut, len(batch.Events), batch.UpTo)
		}
		_, cut = fill(t, open())
		truncate(t, log, cut)
	}
	wantTruncated(t, "the follower", refused, cut)
}

func truncateAppends(t *testing.T, open func() eventlog.Log) {
	log := open()
	all, cut := fill(t, log)
	truncate(t, log, cut)
	last := all[len(all)-1].Revision // of thing-2
	wantConflict(t, log, "thing-2", last, write("thing-2", eventlog.NoStream, events(1)...))
	wantConflict(t, log, "early-1", 2, write("early-1", eventlog.NoStream, events(1)...))
	receipt := mustAppend(t, log, write("thing-2", eventlog.At(last), events(2)...), write("early-1", eventlog.At(2), events(1)...), write("new-1", eventlog.NoStream, events(1)...))
	if want := eventlog.Position(len(all) + 4); receipt.Position != want || receipt.Revisions[0] != last+2 || receipt.Revisions[1] != 3 {
		t.Errorf("the append is at %+v, want position %d", receipt, want)
	}
	early := readStream(t, log, "early-1", 0)
	if len(early) != 1 || early[0].Revision != 3 {
		t.Errorf("a stream that went on after its events were dropped has %+v", early)
	}
}

func truncateEmptied(t *testing.T, open func() eventlog.Log) {
	log := open()
	_, cut := fill(t, log)
	truncate(t, log, cut)
	for _, backward := range []bool{false, true} {
		if got := collect(t, log.StreamRange(within(t), "early-1", eventlog.Range{To: eventlog.Last, Backward: backward})); len(got) != 0 {
			t.Errorf("it has %d events", len(got))
		}
	}
	if got := collect(t, log.Newest(within(t), []string{"early-1", "thing-1"})); len(got) != 1 || got[0].Stream != "thing-1" {
		t.Errorf("the last events are %+v", got)
	}
	mustAppend(t, log, write("early-1", eventlog.Exists), write("other-1", eventlog.NoStream, events(1)...))
}

func truncateTwice(t *testing.T, open func() eventlog.Log) {
	log := open()
	_, cut := fill(t, log)
	done := make(chan error, 4)
	for range cap(done) {
		other := open()
		go func() { done <- cutter(other).Truncate(context.Background(), cut) }()
	}
	for range cap(done) {
		<-done // the outcome of a race is an error or nil; the log is cut once
	}
	truncate(t, log, cut)
	truncate(t, log, cut)
	wantFirst(t, log, cut)
	all, next := fillMore(t, log)
	if next <= cut {
		t.Fatalf("the next cut is at %d, the last one at %d", next, cut)
	}
	truncate(t, log, next)
	wantFirst(t, log, next)
	got, _ := readAll(t, log, 0, eventlog.Filter{})
	sameEvents(t, "after the second cut", got, all[next-cut:])
	sameEvents(t, "a stream after the second cut", readStream(t, log, "thing-1", 0), part(only(got, "thing-1"), eventlog.Range{To: eventlog.Last}))
}

func only(all []eventlog.Recorded, stream string) (events []eventlog.Recorded) {
	for _, e := range all {
		if e.Stream == stream {
			events = append(events, e)
		}
	}
	return events
}

// fillMore appends until the log can be cut again.
func fillMore(t *testing.T, log eventlog.Log) ([]eventlog.Recorded, eventlog.Position) {
	t.Helper()
	for {
		mustAppend(t, log, write("thing-1", eventlog.Any, events(90)...), write("thing-2", eventlog.Any, events(10)...))
		if cut, err := cutter(log).Cut(within(t)); err == nil {
			all, _ := readAll(t, log, 0, eventlog.Filter{})
			return all, cut
		}
	}
}

func truncateAll(t *testing.T, open func() eventlog.Log) {
	log := open()
	_, cut := fill(t, log)
	truncate(t, log, cut)
	for {
		next, err := cutter(log).Cut(within(t))
		if errors.Is(err, eventlog.ErrWhole) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		truncate(t, log, next)
	}
	if got, _ := readAll(t, log, 0, eventlog.Filter{}); len(got) == 0 {
		t.Error("no event is kept")
	}
}

func truncateOdd(t *testing.T, open func() eventlog.Log) {
	log := open()
	all, cut := fill(t, log)
	for _, first := range []eventlog.Position{cut - 1, eventlog.Position(len(all)) + 1, 1 << 40} {
		_ = cutter(log).Truncate(within(t), first) // it may drop whole parts before the position, or refuse
		kept, err := cutter(log).First(within(t))
		if err != nil || kept > first || kept > eventlog.Position(len(all)) {
			t.Errorf("truncated before %d, it begins at %d: %v", first, kept, err)
		}
		got, _ := readAll(t, log, 0, eventlog.Filter{})
		sameEvents(t, first, got, all[kept-1:])
	}
}

func truncateRepeat(t *testing.T, open func() eventlog.Log) {
	log := open()
	first := write("repeated-1", eventlog.NoStream, events(1)...)
	mustAppend(t, log, first)
	all, cut := fill(t, log)
	truncate(t, log, cut)
	wantConflict(t, log, "repeated-1", 0, first)
	last := all[len(all)-1]
	again := write(last.Stream, eventlog.At(last.Revision-1), last.Event)
	if receipt, err := log.Append(within(t), again); err == nil && receipt.Position != last.Position {
		t.Errorf("the repeat of a kept event is at %d, want %d", receipt.Position, last.Position)
	}
}

func truncateConcurrent(t *testing.T, open func() eventlog.Log) {
	log := open()
	_, cut := fill(t, log)
	ctx, cancel := context.WithCancel(within(t))
	defer cancel()
	begin := head(t, log)
	const more = 200
	appended := make(chan error, 1)
	go func() {
		other := open()
		for range more {
			if _, err := other.Append(ctx, write("late-1", eventlog.Any, events(1)...)); err != nil {
				appended <- err
				return
			}
		}
		appended <- nil
	}()
	followed := make(chan error, 1)
	go func() {
		next := begin
		for batch, err := range open().Follow(ctx, begin, eventlog.Filter{}) {
			if err != nil {
				followed <- err
				return
			}
			for _, e := range batch.Events {
				if next++; e.Position != next {
					followed <- fmt.Errorf("event %d is number %d", e.Position, next)
					return
				}
			}
			if next == begin+more {
				followed <- nil
				return
			}
		}
		followed <- errors.New("the follower ended early")
	}()
	truncate(t, log, cut)
	for what, done := range map[string]chan error{"append": appended, "follow": followed} {
		if err := <-done; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantFirst(t, log, cut)
}
