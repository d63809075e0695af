package archive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/modyard/modyard/eventlog"
)

// maxUnpacked limits what a file unpacks to: fileBytes, one event above it, and the growth of JSON and base64.
const maxUnpacked = 4*fileBytes + 8*eventlog.MaxEventBytes

// line is an event in a file.
type line struct {
	Position eventlog.Position `json:"position"`
	Stream   string            `json:"stream"`
	Revision eventlog.Revision `json:"revision"`
	ID       string            `json:"id"`
	Type     string            `json:"type"`
	Recorded time.Time         `json:"recorded"`
	Meta     string            `json:"meta"` // as it was stored
	Data     []byte            `json:"data"` // base64
}

func encodeLine(into *bytes.Buffer, e eventlog.Recorded) error {
	data, err := json.Marshal(line{
		Position: e.Position, Stream: e.Stream, Revision: e.Revision, ID: e.ID.String(), Type: e.Type,
		Recorded: e.RecordedAt.UTC(), Meta: e.RawMeta, Data: e.Data,
	})
	if err != nil {
		return fmt.Errorf("encode event %d: %w", e.Position, err)
	}
	into.Write(data)
	into.WriteByte('\n')
	return nil
}

func decodeLine(data []byte) (eventlog.Recorded, error) {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return eventlog.Recorded{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	id, err := eventlog.ParseEventID(l.ID)
	if err != nil {
		return eventlog.Recorded{}, fmt.Errorf("%w: event %d: %w", ErrDamaged, l.Position, err)
	}
	e := eventlog.Recorded{
		Event:  eventlog.Event{ID: id, Type: l.Type, Data: l.Data},
		Stream: l.Stream, Revision: l.Revision, Position: l.Position, RecordedAt: l.Recorded, RawMeta: l.Meta,
	}
	if err := e.Meta.Parse(l.Meta); err != nil {
		return e, fmt.Errorf("%w: metadata of event %d: %w", ErrDamaged, l.Position, err)
	}
	return e, nil
}

// equal is true if an event that was read back is the one of the log.
func equal(a, b eventlog.Recorded) bool {
	return a.Position == b.Position && a.Stream == b.Stream && a.Revision == b.Revision && a.ID == b.ID && a.Type == b.Type &&
		bytes.Equal(a.Data, b.Data) && a.RawMeta == b.RawMeta && a.RecordedAt.Equal(b.RecordedAt)
}

func pack(data []byte) ([]byte, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	defer packer.Close() //nolint:errcheck // it has no destination
	return packer.EncodeAll(data, nil), nil
}

func unpack(name string, data []byte) ([]byte, error) {
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	defer unpacker.Close()
	out, err := unpacker.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: unpack %s: %w", ErrDamaged, name, err)
	}
	return out, nil
}
