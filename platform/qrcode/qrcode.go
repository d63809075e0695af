// Package qrcode draws texts as QR codes.
package qrcode

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// Draw returns the number of squares on each side, and the dark ones as the data of an SVG path.
func Draw(text string) (size int, path string, err error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return 0, "", fmt.Errorf("draw QR code: %w", err)
	}
	size = code.Bounds().Dx()
	var b strings.Builder
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
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", start, y, x-start, x-start)
			}
		}
	}
	return size, b.String(), nil
}
