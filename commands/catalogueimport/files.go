package catalogueimport

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// maxLine is the maximum length of a line, in bytes.
const maxLine = 1 << 20

// open opens a file, and decompresses it if its first bytes show a compressed format.
func open(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewReaderSize(file, 1<<16)
	head, err := buffered.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.Join(fmt.Errorf("read %s: %w", name, err), file.Close())
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		unpacked, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("unpack %s: %w", name, err), file.Close())
		}
		return opened{unpacked, file}, nil
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		unpacked, err := zstd.NewReader(buffered, zstd.WithDecoderMaxMemory(256<<20), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("unpack %s: %w", name, err), file.Close())
		}
		return opened{unpacked.IOReadCloser(), file}, nil
	}
	return opened{buffered, file}, nil
}

type opened struct {
	io.Reader
	file *os.File
}

func (o opened) Close() error { return o.file.Close() }

// errLong is the error for a line longer than maxLine.
var errLong = errors.New("longer than 1 MiB")

// lines calls each for every line, counted from one, until it fails. The line is valid only during the call; for a line
// that is too long, each gets errLong.
func lines(name string, each func(n int, line []byte, err error) error) error {
	file, err := open(name)
	if err != nil {
		return fmt.Errorf("open %s: %w", name, err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<16)
	var line []byte
	for n := 1; ; n++ {
		line = line[:0]
		var tooLong error
		for {
			piece, err := in.ReadSlice('\n')
			if tooLong == nil {
				line = append(line, piece...)
			}
			if len(line) > maxLine {
				line, tooLong = line[:0], errLong
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("read %s, line %d: %w", name, n, err)
			}
			last := err != nil
			line = bytes.TrimRight(line, "\r\n")
			if len(line) > 0 || tooLong != nil {
				if err := each(n, line, tooLong); err != nil {
					return err
				}
			}
			if last {
				return nil
			}
			break
		}
	}
}

// beside finds a file next to the catalogue, compressed or not; empty if there is none.
func beside(given, projects, name string) (string, error) {
	if given != "" {
		_, err := os.Stat(given)
		return given, err
	}
	for _, ending := range []string{"", ".gz", ".zst"} {
		candidate := filepath.Join(filepath.Dir(projects), name+ending)
		_, err := os.Stat(candidate)
		if err == nil {
			return candidate, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", nil
}
