package kurrenttest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/until"
)

func TestADeletedStreamIsEmptyUntilTheNextAppend(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 3)
	result, err := client.DeleteStream(within(t), stream, kurrentdb.DeleteStreamOptions{StreamState: kurrentdb.Revision(2)})
	must(t, err)
	if result.Position.Commit == 0 || result.Position.Prepare == 0 {
		t.Errorf("deleted at %v", result.Position)
	}
	_, err = readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 10)
	wantCode(t, err, kurrentdb.ErrorCodeResourceNotFound)

	appended, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.NoStream{}}, event())
	must(t, err)
	if appended.NextExpectedVersion != 3 {
		t.Errorf("the stream continues at %d, want 3", appended.NextExpectedVersion)
	}
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 10)
	must(t, err)
	if len(got) != 1 || got[0].OriginalEvent().EventNumber != 3 {
		t.Errorf("%d events", len(got))
	}
	meta, err := client.GetStreamMetadata(within(t), stream, kurrentdb.ReadStreamOptions{})
	must(t, err)
	if tb := meta.TruncateBefore(); tb == nil || *tb != 3 {
		t.Errorf("truncated before %v", tb)
	}
}

func TestADeleteChecksItsExpectation(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 2)
	if _, err := client.DeleteStream(within(t), stream, kurrentdb.DeleteStreamOptions{StreamState: kurrentdb.Revision(0)}); err == nil {
		t.Error("deleted at another revision")
	}
	if _, err := client.DeleteStream(within(t), newStream(), kurrentdb.DeleteStreamOptions{StreamState: kurrentdb.Any{}}); err == nil {
		t.Error("deleted a stream that never existed")
	}
	if _, err := client.TombstoneStream(within(t), stream, kurrentdb.TombstoneStreamOptions{StreamState: kurrentdb.NoStream{}}); err == nil {
		t.Error("ended at another revision")
	}
}

func TestATombstoneIsPermanent(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 1)
	result, err := client.TombstoneStream(within(t), stream, kurrentdb.TombstoneStreamOptions{StreamState: kurrentdb.Revision(0)})
	must(t, err)
	if result.Position.Commit == 0 {
		t.Errorf("ended at %v", result.Position)
	}
	_, err = readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 1)
	wantCode(t, err, kurrentdb.ErrorCodeStreamDeleted)
	for _, state := range []kurrentdb.StreamState{kurrentdb.Any{}, kurrentdb.NoStream{}, kurrentdb.Revision(0)} {
		_, err = client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: state}, event())
		wantCode(t, err, kurrentdb.ErrorCodeStreamDeleted)
	}
	_, err = client.TombstoneStream(within(t), stream, kurrentdb.TombstoneStreamOptions{StreamState: kurrentdb.Any{}})
	wantCode(t, err, kurrentdb.ErrorCodeStreamDeleted)
	_, err = client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, kurrentdb.StreamMetadata{})
	wantCode(t, err, kurrentdb.ErrorCodeStreamDeleted)
	_, err = client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
		{StreamName: stream, Events: slices.Values(events(1)), ExpectedStreamState: kurrentdb.NoStream{}},
	}))
	wantCode(t, err, kurrentdb.ErrorCodeStreamTombstoned)
}

func TestASubscriptionEndsWithItsStream(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 1)
	sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
	must(t, err)
	defer sub.Close()
	untilCaughtUp(t, sub)
	_, err = client.TombstoneStream(within(t), stream, kurrentdb.TombstoneStreamOptions{StreamState: kurrentdb.Any{}})
	must(t, err)
	if e := receive(t, sub); e.EventAppeared == nil || e.EventAppeared.OriginalEvent().EventType != "$streamDeleted" {
		t.Errorf("first %+v", e)
	}
	if e := receive(t, sub); e.SubscriptionDropped == nil {
		t.Errorf("then %+v", e)
	}
}

func TestMetadataIsReadBackAndAppliesToTheStream(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	for name, c := range map[string]struct {
		set  func(*kurrentdb.StreamMetadata)
		want []uint64
	}{
		"max count":       {func(m *kurrentdb.StreamMetadata) { m.SetMaxCount(2) }, []uint64{3, 4}},
		"truncate before": {func(m *kurrentdb.StreamMetadata) { m.SetTruncateBefore(3) }, []uint64{3, 4}},
		"both":            {func(m *kurrentdb.StreamMetadata) { m.SetMaxCount(3); m.SetTruncateBefore(4) }, []uint64{4}},
		"nothing hidden":  {func(m *kurrentdb.StreamMetadata) { m.SetMaxCount(99); m.SetMaxAge(time.Hour) }, []uint64{0, 1, 2, 3, 4}},
		"everything":      {func(m *kurrentdb.StreamMetadata) { m.SetTruncateBefore(99) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			stream := newStream()
			fill(t, client, stream, 5)
			var meta kurrentdb.StreamMetadata
			c.set(&meta)
			_, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta)
			must(t, err)
			got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 100)
			must(t, err)
			var numbers []uint64
			for _, e := range got {
				numbers = append(numbers, e.OriginalEvent().EventNumber)
			}
			if !slices.Equal(numbers, c.want) {
				t.Errorf("events %v, want %v", numbers, c.want)
			}
			next, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.Revision(4)}, event())
			must(t, err)
			if next.NextExpectedVersion != 5 {
				t.Errorf("the stream continues at %d", next.NextExpectedVersion)
			}
		})
	}
}

func TestMetadataWithAnACLIsReadBackUnchanged(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 1)
	var acl kurrentdb.Acl
	acl.AddReadRoles("admin")
	var meta kurrentdb.StreamMetadata
	meta.SetMaxAge(2 * time.Second)
	meta.SetAcl(acl)
	_, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.Any{}}, meta)
	must(t, err)
	got, err := client.GetStreamMetadata(within(t), stream, kurrentdb.ReadStreamOptions{})
	must(t, err)
	if age := got.MaxAge(); age == nil || *age != 2*time.Second {
		t.Errorf("age %v", age)
	}
	// Only the last metadata is used.
	meta.SetMaxAge(3 * time.Second)
	_, err = client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.Revision(0)}, meta)
	must(t, err)
	if got, err = client.GetStreamMetadata(within(t), stream, kurrentdb.ReadStreamOptions{}); err != nil || *got.MaxAge() != 3*time.Second {
		t.Errorf("age %v, %v", got, err)
	}
}

func TestEventsOlderThanTheMaximumAgeAreHidden(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 3)
	var meta kurrentdb.StreamMetadata
	meta.SetMaxAge(time.Second)
	_, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta)
	must(t, err)
	until.Until(t, "the events grow old", func() error {
		got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 10)
		must(t, err) // hidden, not missing
		if len(got) > 0 {
			return fmt.Errorf("%d events are there", len(got))
		}
		return nil
	})
}

func TestNewMetadataRestoresADeletedStreamWithoutEvents(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 2)
	_, err := client.DeleteStream(within(t), stream, kurrentdb.DeleteStreamOptions{StreamState: kurrentdb.Any{}})
	must(t, err)
	var meta kurrentdb.StreamMetadata
	meta.SetMaxCount(7)
	_, err = client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta)
	must(t, err)
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 10)
	must(t, err)
	if len(got) != 0 {
		t.Errorf("%d events were restored", len(got))
	}
	back, err := client.GetStreamMetadata(within(t), stream, kurrentdb.ReadStreamOptions{})
	must(t, err)
	if back.MaxCount() == nil || *back.MaxCount() != 7 || back.TruncateBefore() == nil || *back.TruncateBefore() != 2 {
		t.Errorf("metadata %+v", back)
	}
}
