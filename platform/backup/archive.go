package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"
)

const (
	// sealBytes is the length after the last byte that the digest covers: one entry of one block, and the two blocks
	// of zeros that end an archive.
	sealBytes = 512 + 512 + 1024
	// pieceBytes bounds how much of a table is kept in memory.
	pieceBytes = 4 << 20
)

// archive writes entries and their digest.
type archive struct {
	out *tar.Writer
	sum hash.Hash
	now time.Time
}

func newArchive(w io.Writer, now time.Time) *archive {
	sum := sha256.New()
	return &archive{out: tar.NewWriter(io.MultiWriter(w, sum)), sum: sum, now: now.Truncate(time.Second)}
}

func (a *archive) entry(name string, data []byte) error {
	h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(data)), Mode: 0o600, ModTime: a.now}
	if err := a.out.WriteHeader(h); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err := a.out.Write(data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func (a *archive) json(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return a.entry(name, append(data, '\n'))
}

// seal writes the digest and ends the archive.
func (a *archive) seal() error {
	if err := a.out.Flush(); err != nil { // pads the last entry: the digest covers whole blocks
		return fmt.Errorf("seal: %w", err)
	}
	if err := a.entry(nameSeal, []byte(hex.EncodeToString(a.sum.Sum(nil)))); err != nil {
		return err
	}
	if err := a.out.Close(); err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	return nil
}

// pieces writes a stream of unknown length as numbered, compressed entries of a folder.
type pieces struct {
	archive *archive
	folder  string
	n       int
	buffer  bytes.Buffer
	packer  *zstd.Encoder
}

func (a *archive) pieces(folder string) (*pieces, error) {
	p := &pieces{archive: a, folder: folder}
	var err error
	p.packer, err = zstd.NewWriter(&p.buffer, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", folder, err)
	}
	return p, nil
}

// Write compresses; a piece ends where the compressor has written whole blocks.
func (p *pieces) Write(b []byte) (int, error) {
	n, err := p.packer.Write(b)
	if err == nil && p.buffer.Len() >= pieceBytes {
		err = p.flush()
	}
	return n, err
}

func (p *pieces) flush() error {
	if p.buffer.Len() == 0 {
		return nil
	}
	p.n++
	err := p.archive.entry(fmt.Sprintf("%s/%06d.zst", p.folder, p.n), p.buffer.Bytes())
	p.buffer.Reset()
	return err
}

func (p *pieces) Close() error {
	if err := p.packer.Close(); err != nil {
		return err
	}
	return p.flush()
}

// Check reads a backup to its end and compares the digest. The error wraps ErrNotWhole where it differs.
func Check(ctx context.Context, file *os.File, progress Progress) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("check the backup: %w", err)
	}
	covered := info.Size() - sealBytes
	if !info.Mode().IsRegular() || covered <= 0 {
		return fmt.Errorf("%s: %w: it is too short", file.Name(), ErrNotWhole)
	}
	end := tar.NewReader(io.NewSectionReader(file, covered, sealBytes))
	h, err := end.Next()
	if err != nil || h.Name != nameSeal || h.Size != 2*sha256.Size {
		return fmt.Errorf("%s: %w: its end is missing", file.Name(), ErrNotWhole)
	}
	want, err := io.ReadAll(end)
	if err != nil {
		return fmt.Errorf("check the backup: %w", err)
	}
	sum := sha256.New()
	counted := &counting{ctx: ctx, r: io.NewSectionReader(file, 0, covered), tell: func(n int64) { progress.tell("check", n) }}
	if _, err := io.Copy(sum, counted); err != nil {
		return fmt.Errorf("check the backup: %w", err)
	}
	if hex.EncodeToString(sum.Sum(nil)) != string(want) {
		return fmt.Errorf("%s: %w: it was changed after it was made", file.Name(), ErrNotWhole)
	}
	return nil
}

// counting reports the bytes read and stops when the context ends.
type counting struct {
	ctx  context.Context
	r    io.Reader
	n    int64
	tell func(int64)
}

func (c *counting) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(b)
	c.n += int64(n)
	c.tell(c.n)
	return n, err
}
