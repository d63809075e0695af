package sink

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/modyard/modyard/contract"
)

const (
	// fileBuffer is collected before a write.
	fileBuffer = 256 << 10
	// lineBytes bounds a line: a hit has eight texts of 255 bytes at most, and JSON makes six bytes of one.
	lineBytes = 32 << 10
)

// lines writes hits as lines of JSON.
type lines struct {
	out     *bufio.Writer
	file    *os.File // nil: standard output
	written string   // cursor of the last hit
	kept    string
}

func newLines(w io.Writer) *lines { return &lines{out: bufio.NewWriterSize(w, fileBuffer)} }

func openJSONLines(name string, resume bool) (Sink, string, error) {
	f, err := openFile(name, resume)
	if err != nil {
		return nil, "", err
	}
	after, err := continued(f, lastLine)
	if err != nil {
		return nil, "", errors.Join(err, f.Close())
	}
	s := newLines(f)
	s.file, s.written, s.kept = f, after, after
	return s, after, nil
}

// lastLine is the cursor of the last whole line of a file, and where it ends.
func lastLine(file io.ReaderAt, size int64) (cursor string, end int64, err error) {
	tail := make([]byte, min(size, 3*lineBytes))
	begin := size - int64(len(tail))
	if _, err := file.ReadAt(tail, begin); err != nil && !errors.Is(err, io.EOF) {
		return "", 0, err
	}
	last := bytes.LastIndexByte(tail, '\n')
	if last < 0 {
		if begin > 0 || len(tail) > 0 && tail[0] != '{' {
			return "", 0, errForeign
		}
		return "", 0, nil
	}
	var hit contract.DownloadHit
	line := tail[bytes.LastIndexByte(tail[:last], '\n')+1 : last]
	if err := json.Unmarshal(line, &hit); err != nil || hit.Cursor == "" {
		return "", 0, errForeign
	}
	return hit.Cursor, begin + int64(last) + 1, nil
}

func (s *lines) Write(_ context.Context, hit contract.DownloadHit) error {
	data, err := json.Marshal(hit)
	if err != nil {
		return fmt.Errorf("encode hit %s: %w", hit.Cursor, err)
	}
	if len(data) >= s.out.Available() && s.out.Buffered() > 0 {
		if err := s.Flush(context.Background()); err != nil {
			return err
		}
	}
	_, err = s.out.Write(append(data, '\n'))
	if err != nil {
		return fmt.Errorf("write hit %s: %w", hit.Cursor, err)
	}
	s.written = hit.Cursor
	return nil
}

func (s *lines) Flush(context.Context) error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write hits: %w", err)
	}
	s.kept = s.written
	return nil
}

func (s *lines) Close(ctx context.Context) error {
	err := s.Flush(ctx)
	if s.file != nil {
		err = closeFile(s.file, err)
	}
	return err
}

func (s *lines) Abort() {
	_ = s.Flush(context.Background()) // the error that ended the replay is told
	if s.file != nil {
		_ = s.file.Close()
	}
}

func (s *lines) Kept() string { return s.kept }
