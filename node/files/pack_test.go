package files_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// packed is an entry of an archive; one whose name ends with a slash is a folder.
type packed struct{ name, content string }

func zipped(t testing.TB, entries ...packed) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		method := zip.Deflate
		if len(e.content) < 100 { // a compressor for each of very many entries takes long
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
		if err == nil {
			_, err = f.Write([]byte(e.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t testing.TB, headers ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range headers {
		content := h.Uname // the only text that is at hand
		h.Uname = ""
		h.Size, h.Mode = int64(len(content)), 0o644
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func regular(name, content string) tar.Header {
	return tar.Header{Typeflag: tar.TypeReg, Name: name, Uname: content}
}

func compressed(t testing.TB, to func(io.Writer) (io.WriteCloser, error), content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := to(&b)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, content []byte) []byte {
	return compressed(t, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }, content)
}

func zstded(t testing.TB, content []byte) []byte {
	return compressed(t, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }, content)
}

// number7z writes a number as 7z does; it is large.
func number7z(n uint64) []byte {
	return append([]byte{0xff}, binary.LittleEndian.AppendUint64(nil, n)...)
}

// sevenZipped is a 7z archive of one stored file, or one that claims a number of files.
func sevenZipped(e packed, claimed uint64) []byte {
	var names []byte
	for _, c := range append(utf16.Encode([]rune(e.name)), 0) {
		names = binary.LittleEndian.AppendUint16(names, c)
	}
	var h bytes.Buffer
	h.Write([]byte{0x01, 0x04})               // header, main streams
	h.Write([]byte{0x06, 0x00, 0x01, 0x09})   // one packed stream at 0, its size
	h.Write(number7z(uint64(len(e.content)))) //
	h.WriteByte(0x00)                         //
	h.Write([]byte{0x07, 0x0b, 0x01, 0x00})   // one folder
	h.Write([]byte{0x01, 0x01, 0x00, 0x0c})   // one coder: copy; its size
	h.Write(number7z(uint64(len(e.content)))) //
	h.Write([]byte{0x0a, 0x01})               // sums, all there
	h.Write(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(e.content))))
	h.Write([]byte{0x00, 0x00, 0x05}) // ends, files
	h.Write(number7z(claimed))
	h.WriteByte(0x11) // names
	h.Write(number7z(uint64(len(names) + 1)))
	h.WriteByte(0x00)
	h.Write(names)
	h.Write([]byte{0x00, 0x00})
	start := binary.LittleEndian.AppendUint64(nil, uint64(len(e.content)))
	start = binary.LittleEndian.AppendUint64(start, uint64(h.Len()))
	start = binary.LittleEndian.AppendUint32(start, crc32.ChecksumIEEE(h.Bytes()))
	out := []byte{'7', 'z', 0xbc, 0xaf, 0x27, 0x1c, 0, 4}
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(start))
	return append(append(append(out, start...), e.content...), h.Bytes()...)
}

// block is a header of a RAR 5 archive.
func block(fields ...[]byte) []byte {
	body := bytes.Join(fields, nil)
	sized := append(vint(uint64(len(body))), body...)
	return append(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(sized)), sized...)
}

func vint(n uint64) []byte { return binary.AppendUvarint(nil, n) }

// rarred is a RAR 5 archive of one stored file.
func rarred(e packed) []byte {
	out := []byte("Rar!\x1a\x07\x01\x00")
	out = append(out, block(vint(1), vint(0), vint(0))...) // main
	out = append(out, block(
		vint(2), vint(2), vint(uint64(len(e.content))), // file, with data of a size
		vint(4), vint(uint64(len(e.content))), vint(0o644), // with a sum; size, mode
		binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(e.content))),
		vint(0), vint(1), vint(uint64(len(e.name))), []byte(e.name), // stored, by Unix
	)...)
	out = append(out, e.content...)
	return append(out, block(vint(5), vint(0), vint(0))...) // end
}
