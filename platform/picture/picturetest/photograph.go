// Package picturetest makes pictures for tests.
package picturetest

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"
)

// Photograph is a JPEG of 40 × 20 pixels, red on its left half, as a camera stores it that was held so that a side is up (the
// Exif orientation, 1 to 8), with its place in the notes, which contain "GPS".
func Photograph(t testing.TB, side byte) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	for y := range 20 {
		for x := range 40 {
			m.Set(x, y, map[bool]color.Color{true: color.NRGBA{220, 20, 20, 255}, false: color.NRGBA{20, 20, 220, 255}}[x < 20])
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatalf("picturetest: %v", err)
	}
	notes := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), side)
	notes = append(notes, "\x00\x00\x00\x00\x00\x00GPS 31.2304N 121.4737E"...)
	return slices.Concat(b.Bytes()[:2], []byte{0xff, 0xe1, 0, byte(len(notes) + 2)}, notes, b.Bytes()[2:])
}
