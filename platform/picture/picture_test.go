package picture_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/picture"
)

func filled(w, h int, c color.Color) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, c)
		}
	}
	return m
}

func TestAnIconKeepsTheAspectRatioAndReportsItsColour(t *testing.T) {
	var sent bytes.Buffer
	if err := png.Encode(&sent, filled(400, 200, color.NRGBA{0x10, 0x20, 0x30, 0xff})); err != nil {
		t.Fatal(err)
	}
	drawn, mean, err := picture.NewDecoder().Icon(t.Context(), sent.Bytes(), 96)
	if err != nil {
		t.Fatal(err)
	}
	config, err := png.DecodeConfig(bytes.NewReader(drawn))
	if err != nil || config.Width != 96 || config.Height != 48 {
		t.Fatalf("drawn %d × %d, %v", config.Width, config.Height, err)
	}
	if mean == nil || *mean != 0x102030 {
		t.Fatalf("mean colour %v", mean)
	}
	checked, err := picture.NewDecoder().Check(t.Context(), sent.Bytes())
	if err != nil || checked.Ext() != ".png" || len(picture.ContentName(drawn)) != 40 {
		t.Fatalf("ext %q, name %q, %v", checked.Ext(), picture.ContentName(drawn), err)
	}
}

func TestATransparentPictureHasNoColour(t *testing.T) {
	p := picture.Picture{Image: filled(4, 4, color.Transparent), Kind: "png"}
	if _, mean, err := p.Icon(2); err != nil || mean != nil {
		t.Fatalf("mean %v, %v", mean, err)
	}
}

func TestInvalidPicturesAreRejectedWithAReason(t *testing.T) {
	var whole bytes.Buffer
	if err := jpeg.Encode(&whole, filled(64, 64, color.White), nil); err != nil {
		t.Fatal(err)
	}
	var wide bytes.Buffer
	if err := png.Encode(&wide, image.NewGray(image.Rect(0, 0, 20000, 1))); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"格式":  []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"),
		"已损坏": whole.Bytes()[:whole.Len()-40][:200],
		"尺寸":  wide.Bytes(),
	} {
		_, err := picture.NewDecoder().Check(t.Context(), data)
		var refusal *picture.Refusal
		if !errors.As(err, &refusal) || refusal.FaultKind() != "invalid" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMoreThanTheLimitIsTooLarge(t *testing.T) {
	_, err := picture.Read(strings.NewReader("12345"), 4)
	var refusal *picture.Refusal
	if !errors.As(err, &refusal) || refusal.FaultKind() != "too_large" {
		t.Fatal(err)
	}
	if data, err := picture.Read(strings.NewReader("1234"), 4); err != nil || len(data) != 4 {
		t.Fatal(data, err)
	}
}

func TestWaitingForADecoderEndsWithTheContext(t *testing.T) {
	var sent bytes.Buffer
	if err := png.Encode(&sent, filled(2, 2, color.White)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := picture.NewDecoder()
	for range 8 { // a free place and an ended context race: both results are valid, a hang is not
		if _, err := d.Check(ctx, sent.Bytes()); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

func TestAFileExtensionThatIsNoPictureIsRejectedEarly(t *testing.T) {
	for ext, good := range map[string]bool{"": true, "PNG": true, "webp": true, "svg": false, "exe": false} {
		if err := picture.CheckExt(ext); (err == nil) != good {
			t.Errorf("%q: %v", ext, err)
		}
	}
}
