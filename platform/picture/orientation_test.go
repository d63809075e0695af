package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"github.com/deepteams/webp"
)

// exifNotes are Exif notes that say which side is up.
func exifNotes(side byte) []byte {
	return []byte{
		'M', 'M', 0, 42, 0, 0, 0, 8, // TIFF, one directory at 8
		0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, side, 0, 0, // one entry, a short
		0, 0, 0, 0, // no further directory
	}
}

// The upright picture is 48 × 32 with a colour in each quarter, in the order of reading.
var quarters = [4]color.NRGBA{{220, 30, 30, 255}, {30, 200, 30, 255}, {30, 30, 220, 255}, {220, 210, 40, 255}}

// lying is the upright picture as a camera stores it that was held so that a side is up.
func lying(side int) image.Image {
	const w, h = 48, 32
	across, down := w, h
	if side >= 5 {
		across, down = h, w
	}
	m := image.NewNRGBA(image.Rect(0, 0, across, down))
	for y := range h {
		for x := range w {
			sx, sy := source(side, x, y, across, down)
			if side == 1 {
				sx, sy = x, y
			}
			m.SetNRGBA(sx, sy, quarters[2*(y*2/h)+x*2/w])
		}
	}
	return m
}

// taken is a file of a format with the notes of a camera.
func taken(t *testing.T, kind string, side int) []byte {
	t.Helper()
	var out bytes.Buffer
	switch kind {
	case "jpeg":
		if err := jpeg.Encode(&out, lying(side), &jpeg.Options{Quality: 95}); err != nil {
			t.Fatal(err)
		}
		body := append([]byte(exifPrefix), exifNotes(byte(side))...)
		return slices.Concat(out.Bytes()[:2], []byte{0xff, 0xe1, 0, byte(len(body) + 2)}, body, out.Bytes()[2:])
	case "png":
		if err := png.Encode(&out, lying(side)); err != nil {
			t.Fatal(err)
		}
		return slices.Concat(out.Bytes()[:33], chunk("eXIf", string(exifNotes(byte(side)))), out.Bytes()[33:])
	}
	if err := webp.Encode(&out, lying(side), &webp.EncoderOptions{Lossless: true}); err != nil {
		t.Fatal(err)
	}
	b := lying(side).Bounds()
	notes := exifNotes(byte(side))
	head := binary.LittleEndian.AppendUint32([]byte("VP8X"), 10)
	head = append(head, 1<<3, 0, 0, 0, byte(b.Dx()-1), 0, 0, byte(b.Dy()-1), 0, 0)
	tail := append(binary.LittleEndian.AppendUint32([]byte("EXIF"), uint32(len(notes))), notes...)
	parts := slices.Concat([]byte("WEBP"), head, out.Bytes()[12:], tail)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(parts))), parts...)
}

func near(a, b color.Color) bool {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb)} {
		if max(d, -d)>>8 > 24 {
			return false
		}
	}
	return true
}

func TestAPictureIsPublishedUprightFromEachOfTheEightOrientations(t *testing.T) {
	for _, kind := range []string{"jpeg", "png", "webp"} {
		for side := 1; side <= 8; side++ {
			t.Run(fmt.Sprint(kind, side), func(t *testing.T) {
				sent := taken(t, kind, side)
				if got := orientation(sent, kind); got != side {
					t.Fatalf("the side that is up is %d", got)
				}
				checked, err := NewDecoder().Check(t.Context(), sent)
				if err != nil {
					t.Fatal(err)
				}
				small, _, err := NewDecoder().Icon(t.Context(), sent, 48)
				if err != nil {
					t.Fatal(err)
				}
				for name, data := range map[string][]byte{"published": checked.Data, "icon": small} {
					m, format, err := image.Decode(bytes.NewReader(data))
					if err != nil || m.Bounds().Dx() != 48 || m.Bounds().Dy() != 32 {
						t.Fatalf("%s: %v, %v", name, m.Bounds(), err)
					}
					if name == "published" && (format != kind || bytes.Contains(data, exifNotes(byte(side)))) {
						t.Errorf("%s in %s, or with its notes", name, format)
					}
					for i, want := range quarters {
						if got := m.At(12+i%2*24, 8+i/2*16); !near(got, want) {
							t.Errorf("%s, quarter %d: %v instead of %v", name, i, got, want)
						}
					}
				}
			})
		}
	}
}

func TestAPictureThatWasUprightKeepsItsBytes(t *testing.T) {
	sent := taken(t, "jpeg", 1)
	checked, err := NewDecoder().Check(t.Context(), sent)
	if err != nil || len(checked.Data) != len(sent)-len(exifNotes(1))-len(exifPrefix)-4 {
		t.Errorf("%d bytes of %d, %v", len(checked.Data), len(sent), err)
	}
}

func FuzzExifNotesOfAnyFormNameAtMostASide(f *testing.F) {
	f.Add(exifNotes(6))
	f.Add([]byte("II*\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, notes []byte) {
		upSide(notes)
		for _, kind := range []string{"jpeg", "png", "webp"} {
			if side := orientation(notes, kind); side < 1 || side > 8 {
				t.Fatalf("side %d", side)
			}
		}
	})
}

func TestASmallPictureOfAnyFormatIsAWebPOfTheAskedSize(t *testing.T) {
	for _, c := range [][3]int{{400, 200, 96}, {30, 60, 96}, {1, 1000, 48}} {
		m := image.NewNRGBA(image.Rect(0, 0, c[0], c[1]))
		for i := range m.Pix {
			m.Pix[i] = byte(i * 7)
		}
		data, err := Picture{Image: m}.WebP(c[2])
		if err != nil {
			t.Fatal(err)
		}
		w, h := fit(c[0], c[1], c[2])
		back, format, err := image.Decode(bytes.NewReader(data))
		if err != nil || format != "webp" || back.Bounds().Dx() != w || back.Bounds().Dy() != h || max(w, h) > c[2] {
			t.Errorf("%v: %s %v, %v", c, format, back.Bounds(), err)
		}
	}
}
