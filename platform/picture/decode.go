package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"time"

	"golang.org/x/image/webp"
)

// decodeTime is how long one picture may be decoded.
const decodeTime = 10 * time.Second

// decoding calls use with a decoded picture in one of the decoder's places. It returns when the context ends; the place
// is free only when the work has really stopped, since a decoded picture may take 80 MiB.
func (d *Decoder) decoding(ctx context.Context, data []byte, use func(Picture) error) error {
	config, kind, err := readConfig(data)
	if unsupported(err) {
		return refuseEncoding()
	}
	if errors.Is(err, image.ErrFormat) {
		return RefuseFormat()
	}
	if err != nil {
		return refuseBroken()
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxSide || config.Height > maxSide ||
		config.Width*config.Height > maxPixels {
		return &Refusal{kind: kindInvalid, text: "图片的尺寸过大。"}
	}
	if kind == "jpeg" && costly(data) {
		return &Refusal{kind: kindInvalid, text: "图片的编码过于复杂，请重新导出后上传。"}
	}
	select {
	case d.gate <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	done := make(chan error, 1)
	go func() {
		defer func() { <-d.gate }()
		done <- work(ctx, data, kind, use)
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// work decodes the picture and uses it. A panic of a decoder is an invalid picture.
func work(ctx context.Context, data []byte, kind string, use func(Picture) error) (err error) {
	defer func() {
		if recover() != nil {
			err = refuseBroken()
		}
	}()
	limited, cancel := context.WithTimeout(ctx, decodeTime)
	defer cancel()
	decoded, err := read(cancellable{limited, bytes.NewReader(data)}, kind)
	if cause := ctx.Err(); cause != nil {
		return cause
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Refusal{kind: kindInvalid, text: "图片的编码过于复杂，请重新导出后上传。"}
	}
	if unsupported(err) || kind == "webp" && animated(data) {
		return refuseEncoding()
	}
	if err != nil {
		return refuseBroken()
	}
	return use(Picture{Image: upright(decoded, orientation(data, kind)), Kind: kind})
}

// readConfig reads the size and the format of a picture. WebP is always read by golang.org/x/image: the module that
// writes it registers a decoder too, which is not meant for hostile files.
func readConfig(data []byte) (image.Config, string, error) {
	if len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP" {
		config, err := webp.DecodeConfig(bytes.NewReader(data))
		return config, "webp", err
	}
	return image.DecodeConfig(bytes.NewReader(data))
}

func read(r io.Reader, kind string) (image.Image, error) {
	if kind == "webp" {
		return webp.Decode(r)
	}
	m, _, err := image.Decode(r)
	return m, err
}

// unsupported says whether a decoder knows the format of a valid picture, but not its encoding.
func unsupported(err error) bool {
	var j jpeg.UnsupportedError
	var p png.UnsupportedError
	return errors.As(err, &j) || errors.As(err, &p)
}

// animated says whether a WebP has several pictures, which its decoder cannot read.
func animated(data []byte) bool {
	for name := range webpChunks(data) {
		if name == "ANIM" || name == "ANMF" {
			return true
		}
	}
	return false
}

// cancellable ends a decoder, which reads little by little, with the context.
type cancellable struct {
	ctx context.Context
	io.Reader
}

func (c cancellable) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	if len(p) > 4096 {
		p = p[:4096]
	}
	return c.Reader.Read(p)
}

// Checked is a picture that was decoded successfully, as it is published: upright.
type Checked struct {
	Data []byte // without the camera's notes: place, device, time
	Kind string // png, jpeg, gif or webp
}

// Ext is the file extension of the picture's format, with its dot.
func (c Checked) Ext() string {
	if c.Kind == "jpeg" {
		return ".jpg"
	}
	return "." + c.Kind
}

// Check decodes a picture of an accepted format and returns what may be published of it. Its error is a *Refusal for an
// invalid picture, or the context's.
func (d *Decoder) Check(ctx context.Context, data []byte) (Checked, error) {
	result := make(chan Checked, 1)
	err := d.decoding(ctx, data, func(p Picture) error {
		published, whole := stripped(data, p.Kind)
		if !whole || orientation(data, p.Kind) != 1 {
			var err error
			if published, err = encoded(p.Image, p.Kind); err != nil {
				return err
			}
			if profile := colourProfile(data); p.Kind == "jpeg" && profile != nil {
				published = slices.Concat(published[:2], profile, published[2:])
			}
		}
		result <- Checked{Data: published, Kind: p.Kind}
		return nil
	})
	if err != nil {
		return Checked{}, err
	}
	return <-result, nil
}

// Use calls use with a decoded picture, upright, in one of the decoder's places.
func (d *Decoder) Use(ctx context.Context, data []byte, use func(Picture) error) error {
	return d.decoding(ctx, data, use)
}

// Icon decodes a picture and scales it down (Picture.Icon), in one of the decoder's places.
func (d *Decoder) Icon(ctx context.Context, data []byte, side int) (small []byte, mean *int, err error) {
	type drawn struct {
		small []byte
		mean  *int
	}
	result := make(chan drawn, 1)
	err = d.decoding(ctx, data, func(p Picture) error {
		small, mean, err := p.Icon(side)
		result <- drawn{small, mean}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	got := <-result
	return got.small, got.mean, nil
}
