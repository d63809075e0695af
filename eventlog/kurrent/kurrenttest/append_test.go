package kurrenttest_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestAnAppendedEventIsReadUnchanged(t *testing.T) {
	noLeaks(t)
	_, client := node(t, kurrenttest.Options{})
	stream, sent := newStream(), event()
	sent.Metadata = []byte{0, 1, 2, 0xff}
	_, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.NoStream{}}, sent)
	must(t, err)
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 10)
	must(t, err)
	if len(got) != 1 {
		t.Fatalf("%d events", len(got))
	}
	e := got[0].OriginalEvent()
	if e.EventID != sent.EventID || e.EventType != sent.EventType || e.StreamID != stream || e.EventNumber != 0 ||
		!bytes.Equal(e.Data, sent.Data) || !bytes.Equal(e.UserMetadata, sent.Metadata) || e.ContentType != "application/octet-stream" {
		t.Errorf("read back %+v", e)
	}
}

func TestAnAppendToAMissingStreamThatShouldExistIsRejected(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.StreamExists{}}, event())
	wantCode(t, err, kurrentdb.ErrorCodeWrongExpectedVersion)
}

func TestExpectationsAreCheckedAgainstTheStream(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 3)
	for name, c := range map[string]struct {
		state kurrentdb.StreamState
		ok    bool
	}{
		"no stream":  {kurrentdb.NoStream{}, false},
		"behind":     {kurrentdb.Revision(1), false},
		"ahead":      {kurrentdb.Revision(3), false},
		"exact":      {kurrentdb.Revision(2), true},
		"any":        {kurrentdb.Any{}, true},
		"any exists": {kurrentdb.StreamExists{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			own := newStream()
			fill(t, client, own, 3)
			result, err := client.AppendToStream(within(t), own, kurrentdb.AppendToStreamOptions{StreamState: c.state}, event())
			if !c.ok {
				wantCode(t, err, kurrentdb.ErrorCodeWrongExpectedVersion)
				return
			}
			must(t, err)
			if result.NextExpectedVersion != 3 || result.CommitPosition == 0 {
				t.Errorf("result %+v", result)
			}
		})
	}
}

func TestADefiniteExpectationMakesARepeatIdempotentAtAnyAge(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	stream, sent := newStream(), events(3)
	expect := kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.NoStream{}}
	first, err := client.AppendToStream(within(t), stream, expect, sent...)
	must(t, err)
	fill(t, client, stream, 2)
	for _, c := range []*kurrentdb.Client{client, connect(t, kurrenttest.StartOn(t, server.Log(), kurrenttest.Options{}).URL())} {
		again, err := c.AppendToStream(within(t), stream, expect, sent...)
		must(t, err)
		if *again != *first {
			t.Errorf("the repeat answers %+v, the first %+v", again, first)
		}
	}
	// The first event is stored and a later one is not: neither a repeat nor a new append.
	_, err = client.AppendToStream(within(t), stream, expect, sent[0], event())
	wantCode(t, err, kurrentdb.ErrorCodeWrongExpectedVersion)
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 100)
	must(t, err)
	if len(got) != 5 {
		t.Errorf("%d events after repeats, want 5", len(got))
	}
}

func TestARepeatWithoutADefiniteExpectationIsRecognizedOnlyUntilTheNodeRestarts(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	stream, sent := newStream(), events(2)
	first, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, sent...)
	must(t, err)
	again, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, sent...)
	must(t, err)
	if *again != *first {
		t.Errorf("the repeat answers %+v, the first %+v", again, first)
	}
	_, err = client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, sent[0], event())
	wantCode(t, err, kurrentdb.ErrorCodeWrongExpectedVersion) // a part of it is stored
	restarted := connect(t, kurrenttest.StartOn(t, server.Log(), kurrenttest.Options{}).URL())
	late, err := restarted.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, sent...)
	must(t, err)
	if late.NextExpectedVersion != 3 {
		t.Errorf("after the restart there are events up to %d, want 3", late.NextExpectedVersion)
	}
}

func TestPositionsAreOffsets(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 5)
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 100)
	must(t, err)
	for i, e := range got[1:] {
		if step := e.OriginalEvent().Position.Commit - got[i].OriginalEvent().Position.Commit; step < 50 {
			t.Errorf("event %d is %d bytes behind the one before", i+1, step)
		}
	}
}

func TestTheVersionLimitsTheSizeOfAnAppend(t *testing.T) {
	for version, fits := range map[string]bool{kurrenttest.V24_10: false, kurrenttest.V25_0: false, kurrenttest.V25_1: true, kurrenttest.V26_1: true} {
		t.Run(version, func(t *testing.T) {
			_, client := node(t, kurrenttest.Options{Version: version})
			big := event()
			big.Data = make([]byte, 1<<20)
			_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, big)
			if fits != (err == nil) {
				t.Errorf("1 MiB and a type: %v", err)
			}
		})
	}
}

func TestAnEventLargerThanARecordIsRejected(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	big := event()
	big.Data = make([]byte, 16<<20)
	if _, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, big); err == nil {
		t.Error("16 MiB were accepted")
	}
}

func TestAnAppendToManyStreamsIsAllOrNothing(t *testing.T) {
	noLeaks(t)
	_, client := node(t, kurrenttest.Options{})
	one, two := newStream(), newStream()
	fill(t, client, two, 2)
	request := func(state kurrentdb.StreamState) []kurrentdb.AppendStreamRequest {
		return []kurrentdb.AppendStreamRequest{
			{StreamName: one, Events: slices.Values(events(2)), ExpectedStreamState: kurrentdb.NoStream{}},
			{StreamName: two, Events: slices.Values(events(1)), ExpectedStreamState: state},
		}
	}
	_, err := client.MultiStreamAppend(within(t), slices.Values(request(kurrentdb.Revision(7))))
	var conflict *kurrentdb.StreamRevisionConflictError
	if !errors.As(err, &conflict) || conflict.Stream != two || conflict.ActualRevision != kurrentdb.Revision(1) {
		t.Fatalf("error %v", err)
	}
	if _, err := readStream(t, client, one, kurrentdb.ReadStreamOptions{}, 1); code(err) != kurrentdb.ErrorCodeResourceNotFound {
		t.Errorf("the other stream: %v", err)
	}
	result, err := client.MultiStreamAppend(within(t), slices.Values(request(kurrentdb.Revision(1))))
	must(t, err)
	if result.Position <= 0 || len(result.Responses) != 2 || result.Responses[0].StreamRevision != 1 || result.Responses[1].StreamRevision != 2 {
		t.Errorf("result %+v", result)
	}
	last, err := readAll(t, client, kurrentdb.ReadAllOptions{From: kurrentdb.End{}, Direction: kurrentdb.Backwards}, 1)
	must(t, err)
	if int64(last[0].OriginalEvent().Position.Commit) != result.Position {
		t.Errorf("the append is at %d, its last event at %d", result.Position, last[0].OriginalEvent().Position.Commit)
	}
}

func TestARepeatedAppendToManyStreamsIsIdempotent(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	one, two := events(2), events(1)
	a, b := newStream(), newStream()
	send := func(first, second []kurrentdb.EventData) (*kurrentdb.MultiStreamAppendResponse, error) {
		return client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
			{StreamName: a, Events: slices.Values(first), ExpectedStreamState: kurrentdb.NoStream{}},
			{StreamName: b, Events: slices.Values(second), ExpectedStreamState: kurrentdb.NoStream{}},
		}))
	}
	first, err := send(one, two)
	must(t, err)
	again, err := send(one, two)
	must(t, err)
	if again.Position != first.Position {
		t.Errorf("the repeat is at %d, the first at %d", again.Position, first.Position)
	}
	_, err = send(one, events(1))
	wantCode(t, err, kurrentdb.ErrorCodeStreamRevisionConflict)
}

func TestADuplicateStreamInASessionIsRejectedInAnyCase(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	id := uuid.NewString()
	_, err := client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
		{StreamName: "thing-" + id, Events: slices.Values(events(1)), ExpectedStreamState: kurrentdb.Any{}},
		{StreamName: "Thing-" + id, Events: slices.Values(events(1)), ExpectedStreamState: kurrentdb.Any{}},
	}))
	if code(err) != kurrentdb.ErrorAborted {
		t.Errorf("error %v", err)
	}
}

func TestOldNodesDoNotAppendToManyStreams(t *testing.T) {
	for _, version := range []string{kurrenttest.V24_10, kurrenttest.V25_0} {
		_, client := node(t, kurrenttest.Options{Version: version})
		_, err := client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
			{StreamName: newStream(), Events: slices.Values(events(1)), ExpectedStreamState: kurrentdb.Any{}},
		}))
		wantCode(t, err, kurrentdb.ErrorCodeUnsupportedFeature)
	}
}
