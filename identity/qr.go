package identity

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// QR is a picture of squares: Size on each side, the dark ones as the data of an SVG path.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

func drawQR(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, fmt.Errorf("draw QR code: %w", err)
	}
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		for x := 0; x < size; x++ {
			start := x
			for x < size {
				if r, _, _, _ := code.At(x, y).RGBA(); r > 0x7fff {
					break
				}
				x++
			}
			if x > start {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", start, y, x-start, x-start)
			}
		}
	}
	return QR{Size: size, Path: path.String()}, nil
}
