package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/deepteams/webp"
	"golang.org/x/image/draw"
)

// turnedQuality is the quality of a picture that is encoded again because it was turned. It is high, since the picture
// has lost something before.
const turnedQuality = 92

// encoded encodes a picture in the format that it had. A GIF does not say which side is up, and is never encoded again.
func encoded(m image.Image, kind string) ([]byte, error) {
	var out bytes.Buffer
	var err error
	switch kind {
	case "jpeg":
		err = jpeg.Encode(&out, m, &jpeg.Options{Quality: turnedQuality})
	case "webp":
		err = webp.Encode(&out, m, &webp.EncoderOptions{Quality: turnedQuality, Method: 4})
	default:
		err = png.Encode(&out, m)
	}
	if err != nil {
		return nil, fmt.Errorf("encode a turned picture: %w", err)
	}
	return out.Bytes(), nil
}

// smallQuality is the quality of WebP pictures of a few hundred pixels.
const smallQuality = 82

// WebP scales the picture to at most side × side pixels. A smaller picture keeps its size. Pictures of few colours are
// smaller without loss, photographs with it: the shorter form is returned.
func (p Picture) WebP(side int) ([]byte, error) {
	b := p.Image.Bounds()
	w, h := fit(b.Dx(), b.Dy(), side)
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Bounds(), p.Image, b, draw.Src, nil)
	var lossy, exact bytes.Buffer
	if err := webp.Encode(&lossy, small, &webp.EncoderOptions{Quality: smallQuality, Method: 4}); err != nil {
		return nil, fmt.Errorf("encode WebP: %w", err)
	}
	if err := webp.Encode(&exact, small, &webp.EncoderOptions{Lossless: true, Quality: 75, Method: 4}); err != nil {
		return nil, fmt.Errorf("encode WebP: %w", err)
	}
	if exact.Len() <= lossy.Len() {
		return exact.Bytes(), nil
	}
	return lossy.Bytes(), nil
}

// fit is the largest size of a picture's ratio within side × side, not above its own.
func fit(w, h, side int) (int, int) {
	most := max(w, h)
	if most <= side {
		return w, h
	}
	return max(1, w*side/most), max(1, h*side/most)
}
