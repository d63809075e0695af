// Package picture decodes uploaded pictures and renders icons and avatars. The content determines the format, not the
// file name.
package picture

import (
	"crypto/sha1" //nolint:gosec // names content, no security measure
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif"  // an accepted format
	_ "image/jpeg" // an accepted format
	"io"
)

// MaxIconBytes is the maximum size of an uploaded icon or avatar.
const MaxIconBytes = 256 << 10

const (
	maxPixels = 20 << 20 // a small file may decode to a huge picture
	maxSide   = 16384
	atATime   = 2 // a decoded picture may take 80 MiB
)

// Picture is a fully decoded image.
type Picture struct {
	Image image.Image
	Kind  string // png, jpeg, gif or webp
}

// Decoder decodes a limited number of pictures at a time; other calls wait. It is safe for concurrent use. Work that a
// request no longer waits for keeps its place until it stops, which it does at the next bytes that it reads.
type Decoder struct{ gate chan struct{} }

// NewDecoder makes a decoder. A process needs one for each service that accepts pictures.
func NewDecoder() *Decoder { return &Decoder{gate: make(chan struct{}, atATime)} }

// Read reads a picture of at most limit bytes. A larger one is a *Refusal.
func Read(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &Refusal{kind: kindTooLarge, text: fmt.Sprintf("图片不能超过 %d KiB。", limit>>10)}
	}
	return data, nil
}

// ContentName names a blob by its content (lower-case hexadecimal): a blob of that name never changes.
func ContentName(data []byte) string {
	sum := sha1.Sum(data) //nolint:gosec // a name, not a security measure
	return hex.EncodeToString(sum[:])
}
