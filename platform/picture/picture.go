// Package picture decodes the pictures that people send and draws icons and avatars of them. What a picture is
// decides, not what it is called.
package picture

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // a name for content, not a security measure
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif"  // a format that is taken
	_ "image/jpeg" // a format that is taken
	"io"

	_ "golang.org/x/image/webp" // a format that is taken
)

// MaxIconBytes is how large an icon or an avatar may be as it is sent.
const MaxIconBytes = 256 << 10

const (
	maxPixels = 20 << 20 // a picture of few bytes may be huge once decoded
	maxSide   = 16384
	atATime   = 2 // a decoded picture may take 80 MiB
)

// Picture is an image that was decoded to the end.
type Picture struct {
	Image image.Image
	Kind  string // png, jpeg, gif or webp
}

// Decoder decodes a few pictures at a time; the others wait. It is safe for concurrent use.
type Decoder struct{ gate chan struct{} }

// NewDecoder makes a decoder. A process needs one for each service that takes pictures.
func NewDecoder() *Decoder { return &Decoder{gate: make(chan struct{}, atATime)} }

// Decode reads a picture of one of the formats that are taken. Its error is a *Refusal where the picture is to
// blame, or the context's.
func (d *Decoder) Decode(ctx context.Context, data []byte) (Picture, error) {
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return Picture{}, RefuseFormat()
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxSide || config.Height > maxSide ||
		config.Width*config.Height > maxPixels {
		return Picture{}, &Refusal{kind: kindInvalid, text: "图片的尺寸过大。"}
	}
	select {
	case d.gate <- struct{}{}:
	case <-ctx.Done():
		return Picture{}, ctx.Err()
	}
	defer func() { <-d.gate }()
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return Picture{}, &Refusal{kind: kindInvalid, text: "图片已损坏，无法读取。"}
	}
	return Picture{Image: decoded, Kind: kind}, nil
}

// Ext is the ending of a file of the picture's format, with its dot.
func (p Picture) Ext() string {
	if p.Kind == "jpeg" {
		return ".jpg"
	}
	return "." + p.Kind
}

// Read reads a picture of at most limit bytes. More is a *Refusal.
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

// ContentName names a blob by its content (lower-case hexadecimal), which tells that it never changes.
func ContentName(data []byte) string {
	sum := sha1.Sum(data) //nolint:gosec // a name, not a security measure
	return hex.EncodeToString(sum[:])
}
