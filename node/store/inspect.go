package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// The layout of bbolt's two meta pages, which have not changed since its first version: the header of a page, then these members.
const (
	pageHeader  = 16
	metaBytes   = 64 // all members, the checksum last
	boltMagic   = 0xED0CDAED
	boltVersion = 2
	maxPage     = 64 << 10
)

// inspect refuses a file that bbolt would open and then fail on, by a fault of memory that nothing can recover from: its pages are
// mapped, and a page after the end of the file is none. A file that does not exist or is empty is a new one.
func inspect(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: it is no regular file", ErrDamaged)
	}
	if info.Size() == 0 {
		return nil
	}
	size, ok := sizeByMeta(file)
	if !ok {
		return fmt.Errorf("%w: it has no valid meta page", ErrDamaged)
	}
	if size > uint64(info.Size()) {
		return fmt.Errorf("%w: it has %d bytes of %d", ErrDamaged, info.Size(), size)
	}
	return nil
}

// sizeByMeta is the size that the newest valid meta page requires. The second page's place follows from the size of a page, which the
// first one names; if that one is damaged, each possible place is tried.
func sizeByMeta(r io.ReaderAt) (size uint64, found bool) {
	var newest uint64
	look := func(at int64) {
		var b [pageHeader + metaBytes]byte
		if _, err := r.ReadAt(b[:], at); err != nil {
			return
		}
		m := b[pageHeader:]
		sum := fnv.New64a()
		_, _ = sum.Write(m[:metaBytes-8]) // a hash never fails
		u32, u64 := binary.NativeEndian.Uint32, binary.NativeEndian.Uint64
		page, pages, tx := u32(m[8:]), u64(m[40:]), u64(m[48:])
		if u32(m) != boltMagic || u32(m[4:]) != boltVersion || u64(m[56:]) != sum.Sum64() || page > maxPage || pages > 1<<40 {
			return
		}
		if !found || tx >= newest {
			size, newest, found = uint64(page)*pages, tx, true
		}
	}
	look(0)
	for page := int64(512); page <= maxPage; page *= 2 {
		look(page)
	}
	return size, found
}
