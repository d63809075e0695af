package sink

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/contract"
)

// columns are those of a CSV file; the first one is the cursor.
func columns() []string {
	return []string{
		"cursor", "at", "project", "version", "via", "signed_in", "client", "family", "reason", "loader", "game_version", "country", "referrer",
		"visitor", "key",
	}
}

func record(h contract.DownloadHit) []string {
	return []string{
		h.Cursor, h.At.UTC().Format("2006-01-02T15:04:05.000Z"), h.Project, h.Version, h.Via, strconv.FormatBool(h.SignedIn), h.Client, h.Family, h.Reason,
		h.Loader, h.Game, h.Country, h.Referrer, h.Visitor, strconv.FormatUint(uint64(h.Key), 10),
	}
}

// table writes hits as CSV (RFC 4180) with a header, encoded as UTF-8.
type table struct {
	file    *os.File
	out     *csv.Writer
	written string
	kept    string
}

func openCSV(name string, resume bool) (Sink, string, error) {
	f, err := openFile(name, resume)
	if err != nil {
		return nil, "", err
	}
	after, err := continued(f, lastRecord)
	if err != nil {
		return nil, "", errors.Join(err, f.Close())
	}
	s := &table{file: f, out: csv.NewWriter(f), written: after, kept: after}
	if at, err := f.Seek(0, io.SeekCurrent); err != nil || at == 0 {
		if err != nil {
			return nil, "", errors.Join(fmt.Errorf("begin %s: %w", name, err), f.Close())
		}
		if err := s.out.Write(columns()); err != nil {
			return nil, "", errors.Join(fmt.Errorf("write the header of %s: %w", name, err), f.Close())
		}
	}
	return s, after, nil
}

// lastRecord is the cursor of the last whole record of a file, and where it ends: at zero without a header. A text may
// contain a line break, so that the file is read from its begin.
func lastRecord(file io.ReaderAt, size int64) (cursor string, end int64, err error) {
	in := csv.NewReader(io.NewSectionReader(file, 0, size))
	in.FieldsPerRecord, in.ReuseRecord = -1, true
	for {
		fields, err := in.Read()
		var broken *csv.ParseError
		if errors.Is(err, io.EOF) || errors.As(err, &broken) {
			break // a quoted text that has no end
		}
		if err != nil {
			return "", 0, err
		}
		last := make([]byte, 1)
		if _, err := file.ReadAt(last, in.InputOffset()-1); err != nil {
			return "", 0, err
		}
		if last[0] != '\n' {
			break // the last record was cut
		}
		if end == 0 && !slices.Equal(fields, columns()) || end > 0 && len(fields) != len(columns()) {
			return "", 0, errForeign
		}
		if end > 0 {
			cursor = fields[0]
		}
		end = in.InputOffset()
	}
	rest, err := io.ReadAll(io.NewSectionReader(file, end, min(size-end, lineBytes+1)))
	if err != nil {
		return "", 0, err
	}
	if header := strings.Join(columns(), ",") + "\n"; len(rest) > lineBytes || end == 0 && !strings.HasPrefix(header, string(rest)) {
		return "", 0, errForeign
	}
	return cursor, end, nil
}

func (s *table) Write(_ context.Context, hit contract.DownloadHit) error {
	if err := s.out.Write(record(hit)); err != nil {
		return fmt.Errorf("write hit %s: %w", hit.Cursor, err)
	}
	s.written = hit.Cursor
	return nil
}

func (s *table) Flush(context.Context) error {
	s.out.Flush()
	if err := s.out.Error(); err != nil {
		return fmt.Errorf("write hits: %w", err)
	}
	s.kept = s.written
	return nil
}

func (s *table) Close(ctx context.Context) error { return closeFile(s.file, s.Flush(ctx)) }

func (s *table) Abort() {
	_ = s.Flush(context.Background()) // the error that ended the replay is told
	_ = s.file.Close()
}

func (s *table) Kept() string { return s.kept }
