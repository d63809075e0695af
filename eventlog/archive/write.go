package archive

import (
	"bytes"
	"context"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// writeFiles writes the files that a range lacks, one after the other.
func (a *Archiver) writeFiles(ctx context.Context, m *Manifest) error {
	after := m.From - 1
	if n := len(m.Files); n > 0 {
		after = m.Files[n-1].To
	}
	var lines bytes.Buffer
	var events []eventlog.Recorded
	flush := func() error {
		if len(events) == 0 {
			return nil
		}
		err := a.writeFile(ctx, m, lines.Bytes(), events)
		lines.Reset()
		events = events[:0]
		return err
	}
	for batch, err := range a.Log.Read(ctx, after, m.To, eventlog.Filter{}) {
		if err != nil {
			return err
		}
		for _, e := range batch.Events {
			if err := encodeLine(&lines, e); err != nil {
				return err
			}
			events = append(events, e)
			if lines.Len() >= a.FileBytes {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

// writeFile writes one file, reads it back, compares it with the events of the log, and stores that this was done.
func (a *Archiver) writeFile(ctx context.Context, m *Manifest, lines []byte, events []eventlog.Recorded) error {
	packed, err := pack(lines)
	if err != nil {
		return err
	}
	first, last := events[0], events[len(events)-1]
	f := File{
		Name: fmt.Sprintf("%06d.jsonl.zst", len(m.Files)+1), From: first.Position, To: last.Position, Count: uint64(len(events)),
		Bytes: int64(len(packed)), SHA256: digest(packed),
	}
	if err := a.Files.Write(ctx, m.folder()+"/"+f.Name, packed); err != nil {
		return fmt.Errorf("write %s: %w", f.Name, err)
	}
	back, err := readFile(ctx, a.Files, *m, f)
	if err != nil {
		return err
	}
	if back, err = sameLines(f, back, events); err != nil {
		return err
	}
	if len(back) > 0 {
		return fmt.Errorf("%w: %s contains more than %d events", ErrDamaged, f.Name, len(events))
	}
	m.add(f, first.RecordedAt.UTC(), last.RecordedAt.UTC())
	data, err := m.encode()
	if err != nil {
		return err
	}
	if err := a.Files.Write(ctx, m.folder()+"/"+progressName, data); err != nil {
		return fmt.Errorf("write the progress: %w", err)
	}
	return nil
}

// sameLines compares the first lines of a file with events of the log, and returns the rest.
func sameLines(f File, lines []byte, events []eventlog.Recorded) ([]byte, error) {
	for _, want := range events {
		end := bytes.IndexByte(lines, '\n') + 1
		if end == 0 {
			return nil, fmt.Errorf("%w: %s ends before event %d", ErrDamaged, f.Name, want.Position)
		}
		got, err := decodeLine(lines[:end])
		if err != nil {
			return nil, err
		}
		if !equal(got, want) {
			return nil, fmt.Errorf("%w: %s does not contain event %d as the log does", ErrDamaged, f.Name, want.Position)
		}
		lines = lines[end:]
	}
	return lines, nil
}

// compare compares a file of an earlier run with the log.
func (a *Archiver) compare(ctx context.Context, m Manifest, f File) error {
	lines, err := readFile(ctx, a.Files, m, f)
	if err != nil {
		return err
	}
	for batch, err := range a.Log.Read(ctx, f.From-1, f.To, eventlog.Filter{}) {
		if err != nil {
			return err
		}
		if lines, err = sameLines(f, lines, batch.Events); err != nil {
			return err
		}
	}
	if len(lines) > 0 {
		return fmt.Errorf("%w: %s contains more events than the log", ErrDamaged, f.Name)
	}
	return nil
}
