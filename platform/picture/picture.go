// Package picture decodes uploaded pictures and renders icons and avatars. The content determines the format, not the
// file name.
package picture

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // names content, no security measure
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif"  // an accepted format
	_ "image/jpeg" // an accepted format
	"io"

	_ "golang.org/x/image/webp" // an accepted format
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

// Decoder decodes a limited number of pictures at a time; other calls wait. It is safe for concurrent use.
type Decoder struct{ gate chan struct{} }

// NewDecoder makes a decoder. A process needs one for each service that accepts pictures.
func NewDecoder() *Decoder { return &Decoder{gate: make(chan struct{}, atATime)} }

// Decode reads a picture of an accepted format. Its error is a *Refusal for an invalid picture, or the context's.
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

// Ext is the file extension of the picture's format, with its dot.
func (p Picture) Ext() string {
	if p.Kind == "jpeg" {
		return ".jpg"
	}
	return "." + p.Kind
}

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
