package packfile

import "encoding/binary"

const (
	mixer = 0x5bd1e995
	seed  = 1
)

// white says whether the fingerprint leaves a byte out.
func white(b byte) bool { return b == 9 || b == 10 || b == 13 || b == 32 }

// counted counts the bytes that the fingerprint takes in.
type counted struct{ bytes uint32 }

// Write implements io.Writer; it never fails.
func (c *counted) Write(p []byte) (int, error) {
	for _, b := range p {
		if !white(b) {
			c.bytes++
		}
	}
	return len(p), nil
}

// fingerprint computes the number by which the platform "flame" names a file: MurmurHash2 of 32 bits with the seed 1, of the
// bytes that are not white. The hash begins with the number of these bytes, so a file is read twice.
type fingerprint struct {
	hash uint32
	word [4]byte // the bytes that do not make a whole word yet
	n    int
}

func newFingerprint(bytes uint32) *fingerprint { return &fingerprint{hash: seed ^ bytes} }

// Write implements io.Writer; it never fails.
func (f *fingerprint) Write(p []byte) (int, error) {
	for _, b := range p {
		if white(b) {
			continue
		}
		f.word[f.n] = b
		if f.n++; f.n < len(f.word) {
			continue
		}
		k := binary.LittleEndian.Uint32(f.word[:]) * mixer
		k ^= k >> 24
		f.hash = f.hash*mixer ^ k*mixer
		f.n = 0
	}
	return len(p), nil
}

func (f *fingerprint) sum() uint32 {
	h := f.hash
	if f.n > 0 {
		var k uint32
		for i := f.n - 1; i >= 0; i-- {
			k = k<<8 | uint32(f.word[i])
		}
		h = (h ^ k) * mixer
	}
	h ^= h >> 13
	h *= mixer
	return h ^ h>>15
}

// Fingerprint is the fingerprint of a whole content.
func Fingerprint(data []byte) uint32 {
	var c counted
	_, _ = c.Write(data)
	f := newFingerprint(c.bytes)
	_, _ = f.Write(data)
	return f.sum()
}
