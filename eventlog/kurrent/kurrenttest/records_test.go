package kurrenttest_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func recordFor(stream string) kurrentdb.AppendRecord {
	return kurrentdb.AppendRecord{Stream: stream, Record: event()}
}

// states are the histories of streams before the check.
func states(t *testing.T, client *kurrentdb.Client) map[string]func() string {
	made := func(n int, end func(stream string)) func() string {
		return func() string {
			stream := newStream()
			if n > 0 {
				fill(t, client, stream, n)
			}
			if end != nil {
				end(stream)
			}
			return stream
		}
	}
	return map[string]func() string{
		"missing": made(0, nil),
		"at 10":   made(11, nil),
		"at 4":    made(5, nil),
		"deleted": made(11, func(s string) {
			_, err := client.DeleteStream(within(t), s, kurrentdb.DeleteStreamOptions{StreamState: kurrentdb.StreamExists{}})
			must(t, err)
		}),
		"ended": made(1, func(s string) {
			_, err := client.TombstoneStream(within(t), s, kurrentdb.TombstoneStreamOptions{StreamState: kurrentdb.StreamExists{}})
			must(t, err)
		}),
	}
}

func TestRecordsAreAppendedWhenTheirStreamsAreAsExpected(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	lives := states(t, client)
	for name, c := range map[string]struct {
		state kurrentdb.StreamState // nil: no check
		takes []string              // accepted with a write to the checked stream
		holds []string              // accepted with a write to another stream
	}{
		"any":       {nil, []string{"missing", "at 10", "at 4", "deleted"}, nil},
		"no stream": {kurrentdb.NoStream{}, []string{"missing", "deleted"}, []string{"missing", "deleted", "ended"}},
		"revision":  {kurrentdb.Revision(10), []string{"at 10", "deleted"}, []string{"at 10", "deleted"}},
		"exists":    {kurrentdb.StreamExists{}, []string{"at 10", "at 4"}, []string{"at 10", "at 4"}},
	} {
		for life, make := range lives {
			t.Run(name+" "+life, func(t *testing.T) {
				stream := make()
				var checks []kurrentdb.ConsistencyCheck
				if c.state != nil {
					checks = append(checks, kurrentdb.StreamStateCheck{Stream: stream, ExpectedState: c.state})
				}
				result, err := client.AppendRecords(within(t), []kurrentdb.AppendRecord{recordFor(stream)}, checks...)
				judge(t, result, err, slices.Contains(c.takes, life), stream)
				if c.state == nil {
					return
				}
				checked, written := make(), newStream()
				result, err = client.AppendRecords(within(t), []kurrentdb.AppendRecord{recordFor(written)},
					kurrentdb.StreamStateCheck{Stream: checked, ExpectedState: c.state})
				judge(t, result, err, slices.Contains(c.holds, life), written)
			})
		}
	}
}

func judge(t *testing.T, result *kurrentdb.AppendRecordsResponse, err error, ok bool, stream string) {
	t.Helper()
	if !ok {
		wantCode(t, err, kurrentdb.ErrorCodeAppendConsistencyViolation)
		return
	}
	must(t, err)
	if result.Position <= 0 || len(result.Responses) != 1 || result.Responses[0].Stream != stream {
		t.Errorf("result %+v", result)
	}
}

func TestEveryFailedCheckIsReported(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	lives := states(t, client)
	fine, deleted, ended, missing := lives["at 4"](), lives["deleted"](), lives["ended"](), newStream()
	written := newStream()
	_, err := client.AppendRecords(within(t), []kurrentdb.AppendRecord{recordFor(written)},
		kurrentdb.StreamStateCheck{Stream: fine, ExpectedState: kurrentdb.Revision(4)},
		kurrentdb.StreamStateCheck{Stream: deleted, ExpectedState: kurrentdb.StreamExists{}},
		kurrentdb.StreamStateCheck{Stream: ended, ExpectedState: kurrentdb.StreamExists{}},
		kurrentdb.StreamStateCheck{Stream: missing, ExpectedState: kurrentdb.Revision(10)})
	var violations *kurrentdb.AppendConsistencyViolationError
	if !errors.As(err, &violations) {
		t.Fatalf("error %v", err)
	}
	checkpoint := map[int32]string{}
	for _, v := range violations.Violations {
		checkpoint[v.CheckIndex] = v.Stream
	}
	if len(checkpoint) != 3 || checkpoint[1] != deleted || checkpoint[2] != ended || checkpoint[3] != missing {
		t.Errorf("violations %v", checkpoint)
	}
	if _, err := readStream(t, client, written, kurrentdb.ReadStreamOptions{}, 1); code(err) != kurrentdb.ErrorCodeResourceNotFound {
		t.Errorf("an event was written: %v", err)
	}
}

func TestInterleavedRecordsHaveTheirOrderInTheLog(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	one, two := newStream(), newStream()
	list := []kurrentdb.AppendRecord{recordFor(one), recordFor(two), recordFor(one), recordFor(two), recordFor(one)}
	result, err := client.AppendRecords(within(t), list)
	must(t, err)
	revisions := map[string]int64{}
	for _, r := range result.Responses {
		revisions[r.Stream] = r.StreamRevision
	}
	if revisions[one] != 2 || revisions[two] != 1 {
		t.Errorf("revisions %v", revisions)
	}
	got, err := readAll(t, client, kurrentdb.ReadAllOptions{From: kurrentdb.End{}, Direction: kurrentdb.Backwards}, 5)
	must(t, err)
	slices.Reverse(got)
	for i, e := range got {
		if e.OriginalEvent().EventID != list[i].Record.EventID {
			t.Errorf("event %d is another one", i)
		}
	}
	if int64(got[4].OriginalEvent().Position.Commit) != result.Position {
		t.Errorf("appended at %d, the last event is at %d", result.Position, got[4].OriginalEvent().Position.Commit)
	}
}

func TestTheMetadataOfARecordContainsItsSchema(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	for i, content := range []kurrentdb.ContentType{kurrentdb.ContentTypeBinary, kurrentdb.ContentTypeJson} {
		e := event()
		e.ContentType, e.Data, e.EventType = content, []byte(`{}`), "OrderCreated"
		e.Metadata = []byte(`{"stringValue":"string"}`)
		_, err := client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
			{StreamName: stream, Events: slices.Values([]kurrentdb.EventData{e}), ExpectedStreamState: kurrentdb.Any{}},
		}))
		must(t, err)
		got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{From: kurrentdb.Revision(uint64(i))}, 1)
		must(t, err)
		var meta map[string]string
		must(t, json.Unmarshal(got[0].OriginalEvent().UserMetadata, &meta))
		wantFormat, wantType := "Bytes", "application/octet-stream"
		if content == kurrentdb.ContentTypeJson {
			wantFormat, wantType = "Json", "application/json"
		}
		if meta["$schema.format"] != wantFormat || meta["$schema.name"] != "OrderCreated" || meta["stringValue"] != "string" ||
			got[0].OriginalEvent().ContentType != wantType {
			t.Errorf("metadata %v, content %s", meta, got[0].OriginalEvent().ContentType)
		}
	}
}

func TestMetadataOfTheSecondProtocolConsistsOfStrings(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	for _, meta := range []string{`{"a":"b","c":true}`, "\x01\x02", "invalid"} {
		e := event()
		e.Metadata = []byte(meta)
		_, err := client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
			{StreamName: newStream(), Events: slices.Values([]kurrentdb.EventData{e}), ExpectedStreamState: kurrentdb.NoStream{}},
		}))
		if err == nil {
			t.Errorf("metadata %q was accepted", meta)
		}
		if _, err := client.AppendRecords(within(t), []kurrentdb.AppendRecord{{Stream: newStream(), Record: e}}); err == nil {
			t.Errorf("metadata %q was accepted in a record", meta)
		}
	}
}

func TestTheErrorForTooMuchDataContainsItsSize(t *testing.T) {
	_, client := node(t, kurrenttest.Options{MaxEventBytes: 1000, MaxAppendBytes: 2000})
	send := func(sizes ...int) error {
		var records []kurrentdb.AppendRecord
		for _, n := range sizes {
			r := recordFor("thing-1")
			r.Record.Data = make([]byte, n)
			records = append(records, r)
		}
		_, err := client.AppendRecords(within(t), records)
		return err
	}
	var event *kurrentdb.AppendRecordSizeExceededError
	if err := send(1001); !errors.As(err, &event) || event.MaxSize != 1000 || event.Stream != "thing-1" {
		t.Errorf("a large event: %v", err)
	}
	var transaction *kurrentdb.AppendTransactionSizeExceededError
	if err := send(900, 900, 900); !errors.As(err, &transaction) || transaction.MaxSize != 2000 {
		t.Errorf("a large append: %v", err)
	}
	must(t, send(900, 900))
}

func TestOldNodesDoNotAppendRecords(t *testing.T) {
	_, client := node(t, kurrenttest.Options{Version: kurrenttest.V25_1})
	_, err := client.AppendRecords(within(t), []kurrentdb.AppendRecord{recordFor(newStream())})
	wantCode(t, err, kurrentdb.ErrorCodeUnsupportedFeature)
}

func TestAnAppendWithoutRecordsIsRejected(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	if _, err := client.AppendRecords(within(t), nil); err == nil {
		t.Error("nothing was appended, with success")
	}
}
