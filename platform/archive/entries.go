package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"time"
)

// Entry is a file as the directory of its archive declares it. Sizes are in bytes.
type Entry struct {
	Name     string
	Size     int64
	Packed   int64
	CRC      uint32    // CRC-32 of the content
	Modified time.Time // zero if the archive does not say
	Mode     fs.FileMode
}

// Entries are all files without folders, in the archive's own order.
func (a *Archive) Entries() []Entry {
	list := make([]Entry, 0, len(a.names))
	for _, name := range a.names {
		f := a.files[name]
		list = append(list, Entry{
			Name: name, Size: int64(f.UncompressedSize64), Packed: int64(f.CompressedSize64), CRC: f.CRC32, Modified: f.Modified, Mode: f.Mode(),
		})
	}
	return list
}

// Sum is the SHA-256 of a file's content. It counts against Limits.Read: an *Error of kind TooMuch when that is used up.
func (a *Archive) Sum(ctx context.Context, name string) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	if err := a.digest(ctx, name, h, a.budget); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}

// SHA512 is the SHA-512 of a file's content in lower-case hexadecimal. It counts against Limits.Hashed instead of Limits.Read,
// because it keeps nothing in memory: an *Error of kind TooMuch when that is used up.
func (a *Archive) SHA512(ctx context.Context, name string) (string, error) {
	h := sha512.New()
	if err := a.digest(ctx, name, h, &a.hashes); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Copy writes a file's content to w. It counts against Limits.Hashed, as SHA512 does.
func (a *Archive) Copy(ctx context.Context, name string, w io.Writer) error {
	return a.digest(ctx, name, w, &a.hashes)
}

func (a *Archive) digest(ctx context.Context, name string, h io.Writer, budget *int64) error {
	f := a.files[name]
	if f == nil {
		return &Error{Kind: Missing, Name: name}
	}
	if *budget < 0 || f.UncompressedSize64 > uint64(*budget) {
		return &Error{Kind: TooMuch, Name: name}
	}
	body, err := f.Open()
	if err != nil {
		return entryFailure(ctx, name, err)
	}
	defer func() { _ = body.Close() }()
	// A directory that understates a size is found by the reader of the entry, which then fails.
	n, err := io.Copy(h, io.LimitReader(withContext{ctx, body}, *budget+1))
	*budget -= n
	if err != nil {
		return entryFailure(ctx, name, err)
	}
	if *budget < 0 {
		return &Error{Kind: TooMuch, Name: name}
	}
	return nil
}

// Damaged is the name of the first file whose content does not unpack to the declared size and CRC-32; empty if there is
// none. Files beyond the first Limits.Verified unpacked bytes are not looked at.
func (a *Archive) Damaged(ctx context.Context) (string, error) {
	left := a.limits.Verified
	for _, name := range a.names {
		if left -= int64(a.files[name].UncompressedSize64); left < 0 {
			return "", nil
		}
		unbounded := a.limits.Verified
		err := a.digest(ctx, name, crc32.NewIEEE(), &unbounded)
		var bad *Error
		switch {
		case errors.As(err, &bad):
			return Shown(name), nil
		case err != nil:
			return "", err
		}
	}
	return "", nil
}

// Inner opens one nested archive of at most Limits.Nested bytes in memory, with the same limits and the rest of Limits.Read.
// One that is nested deeper than Limits.Depth is an *Error of kind TooDeep.
func (a *Archive) Inner(ctx context.Context, name string) (*Archive, error) {
	if a.depth >= a.limits.Depth {
		return nil, &Error{Kind: TooDeep, Name: Shown(name)}
	}
	data, err := a.Read(ctx, name, a.limits.Nested)
	if err != nil {
		return nil, fmt.Errorf("open nested archive: %w", err)
	}
	return open(ctx, bytes.NewReader(data), int64(len(data)), a.limits, a.budget, a.depth+1)
}
