package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
)

// animation is a GIF of two pictures that loops, with a comment and XMP notes between them.
func animation(t testing.TB) []byte {
	t.Helper()
	var plain bytes.Buffer
	colours := color.Palette{color.Black, color.White}
	frames := &gif.GIF{LoopCount: 3, Delay: []int{10, 20}}
	for i := range 2 {
		m := image.NewPaletted(image.Rect(0, 0, 8, 8), colours)
		m.SetColorIndex(i, i, 1)
		frames.Image = append(frames.Image, m)
	}
	if err := gif.EncodeAll(&plain, frames); err != nil {
		t.Fatal(err)
	}
	comment := append([]byte{0x21, 0xfe, 8}, "GPS here\x00"...)
	xmp := append([]byte{0x21, 0xff, 11}, "XMP DataXMP\x07GPS 31N\x00"...)
	end := plain.Len() - 1
	return slices.Concat(plain.Bytes()[:end], comment, xmp, []byte{0x3b}, []byte("GPS after the end"))
}

func TestTheNotesOfAGIFAreRemovedAndItStillMoves(t *testing.T) {
	checked, err := NewDecoder().Check(t.Context(), animation(t))
	if err != nil || bytes.Contains(checked.Data, []byte("GPS")) || bytes.Contains(checked.Data, []byte("XMP")) {
		t.Fatalf("%q %v", checked.Data, err)
	}
	m, err := gif.DecodeAll(bytes.NewReader(checked.Data))
	if err != nil || len(m.Image) != 2 || m.LoopCount != 3 || m.Delay[1] != 20 {
		t.Errorf("%+v %v", m, err)
	}
}

func TestOnlyThePartsAreKeptThatAPictureIsShownWith(t *testing.T) {
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 16, 16)), nil); err != nil {
		t.Fatal(err)
	}
	preview := append([]byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x02\x01"), "GPSGPS"...)
	sent := slices.Concat(plain.Bytes()[:2], []byte("GPS"), []byte{0xff, 0xe0, 0, byte(len(preview) + 2)}, preview,
		[]byte{0xff, 0xe0, 0, 10}, []byte("JFXX\x00GPS"), []byte{0xff, 0xe2, 0, 9}, []byte("MPF\x00GPS"), plain.Bytes()[2:])
	checked, err := NewDecoder().Check(t.Context(), sent)
	if err != nil || bytes.Contains(checked.Data, []byte("GPS")) || !bytes.Contains(checked.Data, []byte("JFIF")) {
		t.Errorf("%q %v", checked.Data, err)
	}
	if _, _, err := image.Decode(bytes.NewReader(checked.Data)); err != nil {
		t.Error(err)
	}

	plain.Reset()
	if err := png.Encode(&plain, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	end := plain.Len() - 12
	sent = slices.Concat(plain.Bytes()[:end], chunk("caBX", "GPS"), chunk("iTXt", "XML:com.adobe.xmp GPS"), chunk("prVt", "GPS"), chunk("tIME", "GPS"), plain.Bytes()[end:])
	if checked, err = NewDecoder().Check(t.Context(), sent); err != nil || !bytes.Equal(checked.Data, plain.Bytes()) {
		t.Errorf("%q %v", checked.Data, err)
	}
}

func TestATurnedPictureKeepsItsColourProfile(t *testing.T) {
	sent := taken(t, "jpeg", 6)
	profile := slices.Concat([]byte(iccPrefix), []byte{1, 1}, make([]byte, 16), []byte("RGB XYZ "), make([]byte, 100))
	sent = slices.Concat(sent[:2], []byte{0xff, 0xe2, 0, byte(len(profile) + 2)}, profile, sent[2:])
	checked, err := NewDecoder().Check(t.Context(), sent)
	if err != nil || !bytes.Contains(checked.Data, profile) || bytes.Contains(checked.Data, []byte("Exif")) {
		t.Fatal(err)
	}
	if m, _, err := image.Decode(bytes.NewReader(checked.Data)); err != nil || m.Bounds().Dx() != 48 {
		t.Error(err)
	}
}

func TestAPictureThatCannotBeReadIsRefusedInTrueWords(t *testing.T) {
	moving := binary.LittleEndian.AppendUint32([]byte("VP8X"), 10)
	moving = append(moving, 2, 0, 0, 0, 7, 0, 0, 7, 0, 0)
	moving = append(binary.LittleEndian.AppendUint32(append(moving, "ANIM"...), 6), 0, 0, 0, 0, 0, 0)
	moving = append([]byte("WEBP"), moving...)
	moving = append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(moving))), moving...)
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 16, 16)), nil); err != nil {
		t.Fatal(err)
	}
	deep := bytes.Replace(plain.Bytes(), []byte{0xff, 0xc0, 0, 11, 8}, []byte{0xff, 0xc0, 0, 11, 12}, 1)
	for words, data := range map[string][]byte{
		"动态 WebP":    moving,
		"已损坏":        plain.Bytes()[:plain.Len()/2],
		"格式须为 PNG":   []byte("\x00\x00\x00\x18ftypheic"),
		"不支持这种编码的图片": deep,
	} {
		for name, do := range map[string]func() error{
			"check": func() error { _, err := NewDecoder().Check(t.Context(), data); return err },
			"icon":  func() error { _, _, err := NewDecoder().Icon(t.Context(), data, 96); return err },
		} {
			var refusal *Refusal
			if err := do(); !errors.As(err, &refusal) || !strings.Contains(refusal.FaultText(), words) {
				t.Errorf("%s: %v, want %s", name, err, words)
			}
		}
	}
}
