package archive

import (
	"bytes"
	"errors"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/modyard/modyard/eventlog"
)

func FuzzAnEventIsReadAsItWasWritten(f *testing.F) {
	f.Add(uint64(1), "thing-1", "thing.made.v1", []byte(`{"a":"<é>"}`), `{"at":"2026-01-01T00:00:00Z"}`)
	f.Add(uint64(1<<62), "thing-\u2028", "a.b.v1", []byte{0, 0xff, '\n'}, `{}`)
	f.Fuzz(func(t *testing.T, position uint64, stream, typ string, data []byte, meta string) {
		want := eventlog.Recorded{
			Event: eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data}, Stream: stream, Revision: 7,
			Position: eventlog.Position(position), RecordedAt: time.Unix(1, 2000).UTC(), RawMeta: meta,
		}
		if want.Meta.Parse(meta) != nil || !eventlog.ValidStream(stream) || !eventlog.ValidType(typ) || !utf8.ValidString(meta) {
			return // the log has no such event; one with metadata that is no UTF-8 is rejected when its file is compared
		}
		var line bytes.Buffer
		if err := encodeLine(&line, want); err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(line.Bytes(), []byte("\n")); n != 1 {
			t.Fatalf("it has %d lines", n)
		}
		got, err := decodeLine(line.Bytes())
		if err != nil || !equal(got, want) {
			t.Fatalf("%+v became %+v, %v", want, got, err)
		}
	})
}

func FuzzADamagedFileIsRejected(f *testing.F) {
	f.Add([]byte(`{"position":1}`))
	f.Add([]byte(`{"format":1,"files":[{"from":1,"to":0}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := decodeLine(data); err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("as a line: %v", err)
		}
		m, err := decodeManifest(data)
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("as a manifest: %v", err)
		}
		if err == nil && m.check("g", Range{From: 1, To: 9}) == nil && m.Count != 9 {
			t.Errorf("a manifest with %d events was accepted", m.Count)
		}
		if _, err := unpack("x", data); err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("as a packed file: %v", err)
		}
	})
}
