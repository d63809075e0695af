package kurrenttest_test

import (
	"errors"
	"io"
	"math"
	"testing"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestAStreamIsReadInBothDirections(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 10)
	for name, c := range map[string]struct {
		from      kurrentdb.StreamPosition
		direction kurrentdb.Direction
		count     uint64
		want      []uint64
	}{
		"forwards from the start":    {kurrentdb.Start{}, kurrentdb.Forwards, 3, []uint64{0, 1, 2}},
		"forwards from a revision":   {kurrentdb.Revision(8), kurrentdb.Forwards, 10, []uint64{8, 9}},
		"forwards behind the end":    {kurrentdb.Revision(10), kurrentdb.Forwards, 10, nil},
		"backwards from the end":     {kurrentdb.End{}, kurrentdb.Backwards, 2, []uint64{9, 8}},
		"backwards from a revision":  {kurrentdb.Revision(1), kurrentdb.Backwards, math.MaxUint64, []uint64{1, 0}},
		"backwards from behind it":   {kurrentdb.Revision(99), kurrentdb.Backwards, 1, []uint64{9}},
		"backwards from the start":   {kurrentdb.Start{}, kurrentdb.Backwards, 5, []uint64{0}},
		"none, when none are wanted": {kurrentdb.Start{}, kurrentdb.Forwards, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{From: c.from, Direction: c.direction, ResolveLinkTos: true}, c.count)
			must(t, err)
			if len(got) != len(c.want) {
				t.Fatalf("%d events, want %d", len(got), len(c.want))
			}
			for i, e := range got {
				if e.OriginalEvent().EventNumber != c.want[i] {
					t.Errorf("event %d has number %d, want %d", i, e.OriginalEvent().EventNumber, c.want[i])
				}
			}
		})
	}
}

func TestAReadThatHasEndedReturnsTheEndAgain(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 2)
	s, err := client.ReadStream(within(t), stream, kurrentdb.ReadStreamOptions{}, 1024)
	must(t, err)
	defer s.Close()
	for range 2 {
		_, err := s.Recv()
		must(t, err)
	}
	for range 2 {
		if _, err := s.Recv(); !errors.Is(err, io.EOF) {
			t.Errorf("after the end: %v", err)
		}
	}
}

func TestAStreamThatNeverExistedIsNotFound(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	_, err := readStream(t, client, newStream(), kurrentdb.ReadStreamOptions{}, 1)
	wantCode(t, err, kurrentdb.ErrorCodeResourceNotFound)
}

func TestTheWholeLogIsReadInBothDirections(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	first, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, event())
	must(t, err)
	stream := newStream()
	list := fill(t, client, stream, 1000)
	here := kurrentdb.Position{Commit: first.CommitPosition, Prepare: first.PreparePosition}

	forwards, err := readAll(t, client, kurrentdb.ReadAllOptions{From: here}, 1000)
	must(t, err)
	if len(forwards) != 1000 || forwards[0].OriginalEvent().Position != here || forwards[1].OriginalEvent().EventID != list[0].EventID {
		t.Errorf("forwards: %d events, the first at %v", len(forwards), forwards[0].OriginalEvent().Position)
	}
	backwards, err := readAll(t, client, kurrentdb.ReadAllOptions{From: kurrentdb.End{}, Direction: kurrentdb.Backwards}, 1000)
	must(t, err)
	if len(backwards) != 1000 || backwards[0].OriginalEvent().EventID != list[999].EventID {
		t.Errorf("backwards: %d events", len(backwards))
	}
	for i := range forwards[1:] {
		if forwards[i].OriginalEvent().Position.Commit >= forwards[i+1].OriginalEvent().Position.Commit {
			t.Fatalf("position %d does not grow", i+1)
		}
	}
	// Reading backwards from an event's position returns the event before it.
	before, err := readAll(t, client, kurrentdb.ReadAllOptions{From: here, Direction: kurrentdb.Backwards}, math.MaxUint64)
	must(t, err)
	for _, e := range before {
		if e.OriginalEvent().Position.Commit >= here.Commit {
			t.Errorf("an event at %v", e.OriginalEvent().Position)
		}
	}
	none, err := readAll(t, client, kurrentdb.ReadAllOptions{From: kurrentdb.Start{}, Direction: kurrentdb.Backwards}, 1)
	must(t, err)
	if len(none) != 0 {
		t.Errorf("%d events before the start", len(none))
	}
}

func TestAReadFromTheMiddleOfARecordIsRejected(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	result, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, event())
	must(t, err)
	inside := kurrentdb.Position{Commit: result.CommitPosition + 1, Prepare: result.CommitPosition + 1}
	if _, err := readAll(t, client, kurrentdb.ReadAllOptions{From: inside}, 1); err == nil {
		t.Error("a read from the middle of a record was answered")
	}
	fill(t, client, newStream(), 1)
	sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: inside})
	must(t, err)
	defer sub.Close()
	if e := receive(t, sub); e.SubscriptionDropped == nil {
		t.Errorf("a subscription from the middle of a record says %+v", e)
	}
}

func TestALinkIsResolvedOnRequest(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	target, links := newStream(), newStream()
	list := fill(t, client, target, 2)
	link := kurrentdb.EventData{EventType: "$>", ContentType: kurrentdb.ContentTypeBinary, Data: []byte("1@" + target)}
	lost := kurrentdb.EventData{EventType: "$>", ContentType: kurrentdb.ContentTypeBinary, Data: []byte("7@" + target)}
	_, err := client.AppendToStream(within(t), links, kurrentdb.AppendToStreamOptions{}, link, lost)
	must(t, err)
	got, err := readStream(t, client, links, kurrentdb.ReadStreamOptions{ResolveLinkTos: true}, 10)
	must(t, err)
	if got[0].Event == nil || got[0].Event.EventID != list[1].EventID || got[0].Link == nil || got[0].OriginalEvent().StreamID != links {
		t.Errorf("resolved %+v", got[0])
	}
	if got[1].Event != nil || got[1].Link == nil {
		t.Errorf("a link to nothing gives %+v", got[1])
	}
	plain, err := readStream(t, client, links, kurrentdb.ReadStreamOptions{}, 1)
	must(t, err)
	if plain[0].Link != nil || plain[0].Event.EventType != "$>" {
		t.Errorf("unresolved %+v", plain[0])
	}
}
