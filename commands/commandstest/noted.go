package commandstest

import (
	"bytes"
	"image"
	"image/jpeg"
	"slices"
	"testing"
)

// Noted is a JPEG as a camera writes it: an EXIF segment with the device and the place, and a comment. Each note contains
// the word GPS.
func Noted(t testing.TB) []byte {
	t.Helper()
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 16, 16)), nil); err != nil {
		t.Fatal(err)
	}
	segment := func(marker byte, body string) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	// A little-endian TIFF header with an empty directory, and the notes behind it.
	exif := "Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00 GPS 31.2304N 121.4737E camera"
	return slices.Concat(plain.Bytes()[:2], segment(0xe1, exif), segment(0xed, "Photoshop GPS"), segment(0xfe, "GPS of a person"), plain.Bytes()[2:])
}

// WantWithoutNotes fails if stored bytes are no picture, or still have a note of Noted.
func WantWithoutNotes(t testing.TB, what string, stored []byte) {
	t.Helper()
	if _, _, err := image.Decode(bytes.NewReader(stored)); err != nil {
		t.Errorf("%s: stored is no picture: %v", what, err)
	}
	for _, note := range []string{"GPS", "Exif", "Photoshop"} {
		if bytes.Contains(stored, []byte(note)) {
			t.Errorf("%s: the stored bytes contain %q", what, note)
		}
	}
}
