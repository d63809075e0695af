package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
	"time"
)

// progressive is a grey JPEG of side × side pixels in scans of a few bytes: each visits all blocks.
func progressive(side, scans int) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	out := []byte{0xff, markerSOI}
	out = append(out, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	out = append(out, segment(markerSOF2, 8, byte(side>>8), byte(side), byte(side>>8), byte(side), 1, 1, 0x11, 0)...)
	// One code, "0": a run of at least 2^14 empty blocks.
	out = append(out, segment(0xc4, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0xe0)...)...)
	runs := (side*side/64 + 1<<14 - 1) >> 14
	for range scans {
		out = append(out, segment(markerSOS, 1, 1, 0, 1, 63, 0)...)
		out = append(out, make([]byte, (15*runs+7)/8)...)
	}
	return append(out, 0xff, markerEOI)
}

func refused(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.FaultKind() == kindInvalid
}

func TestAPictureOfTooManyScansIsRejectedBeforeItIsDecoded(t *testing.T) {
	for _, bomb := range [][]byte{progressive(4096, 1000), progressive(64, 201), progressive(4472, 90)} {
		if !costly(bomb) {
			t.Errorf("%d bytes are not too costly", len(bomb))
		}
		if _, err := NewDecoder().Check(t.Context(), bomb); !refused(err) {
			t.Errorf("%d bytes: %v", len(bomb), err)
		}
		if _, _, err := NewDecoder().Icon(t.Context(), bomb, 96); !refused(err) {
			t.Errorf("icon of %d bytes: %v", len(bomb), err)
		}
	}
	if checked, err := NewDecoder().Check(t.Context(), progressive(512, 12)); err != nil || checked.Kind != "jpeg" {
		t.Errorf("an ordinary progressive picture: %v", err)
	}
}

func TestARequestThatEndsDoesNotWaitForTheDecoder(t *testing.T) {
	var sent bytes.Buffer
	if err := png.Encode(&sent, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	d := NewDecoder()
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	started := make(chan struct{}, atATime)
	ended := make(chan error, atATime)
	for range atATime {
		go func() {
			ended <- d.decoding(ctx, sent.Bytes(), func(Picture) error { started <- struct{}{}; <-release; return nil })
		}()
	}
	for range atATime {
		<-started
	}
	cancel()
	for range atATime {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	// The places are taken until the work stops.
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := d.Check(short, sent.Bytes()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third picture: %v", err)
	}
	close(release)
	if _, err := d.Check(t.Context(), sent.Bytes()); err != nil {
		t.Error(err)
	}
}

func TestADecoderStopsAtItsNextBytes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := work(ctx, progressive(512, 12), "jpeg", func(Picture) error { t.Error("decoded"); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// noted is a JPEG with the notes of a camera.
func noted(t testing.TB) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 16, 16))
	m.SetGray(3, 4, color.Gray{200})
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, m, nil); err != nil {
		t.Fatal(err)
	}
	exif := slices.Concat([]byte(exifPrefix), exifNotes(1), []byte("GPS 31.2304N 121.4737E"))
	comment := []byte("comment of a person")
	segment := func(marker byte, body []byte) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	return slices.Concat(plain.Bytes()[:2], segment(0xe1, exif), segment(0xed, []byte("Photoshop GPS")), segment(0xfe, comment), plain.Bytes()[2:], []byte("GPS at the end"))
}

func TestThePlaceAndTheDeviceAreNotPublished(t *testing.T) {
	checked, err := NewDecoder().Check(t.Context(), noted(t))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(checked.Data, []byte("GPS")) || bytes.Contains(checked.Data, []byte("person")) {
		t.Error("notes are left")
	}
	before, _, _ := image.Decode(bytes.NewReader(noted(t)))
	after, _, err := image.Decode(bytes.NewReader(checked.Data))
	if err != nil || !slices.Equal(before.(*image.Gray).Pix, after.(*image.Gray).Pix) {
		t.Error("the picture changed", err)
	}

	var sent bytes.Buffer
	if err := png.Encode(&sent, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	end := sent.Len() - 12
	withText := slices.Concat(sent.Bytes()[:end], chunk("tEXt", "GPS"), chunk("eXIf", "GPS"), sent.Bytes()[end:], []byte("GPS"))
	checked, err = NewDecoder().Check(t.Context(), withText)
	if err != nil || !bytes.Equal(checked.Data, sent.Bytes()) {
		t.Errorf("%d bytes of PNG, %v", len(checked.Data), err)
	}
}

func chunk(name, body string) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, name...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func TestTheNotesOfAWebPAreRemoved(t *testing.T) {
	part := func(name, body string) []byte {
		out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
		out = append(out, body...)
		return append(out, make([]byte, len(body)%2)...)
	}
	parts := slices.Concat(part("VP8X", "\x0c\x00\x00\x00\x01\x00\x00\x01\x00\x00"), part("VP8L", "picture"), part("EXIF", "GPS"), part("XMP ", "GPSs"))
	whole := slices.Concat(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(parts)+4)), []byte("WEBP"), parts)
	want := slices.Concat(part("VP8X", "\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00"), part("VP8L", "picture"))
	got, ok := strippedWebP(append(whole, "GPS"...))
	if !ok || !bytes.Equal(got[12:], want) || int(binary.LittleEndian.Uint32(got[4:])) != len(got)-8 {
		t.Errorf("%q", got)
	}
}

func FuzzAPublishedPictureIsTheSamePicture(f *testing.F) {
	f.Add(noted(f))
	f.Add(progressive(64, 3))
	var sent bytes.Buffer
	if err := png.Encode(&sent, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		f.Fatal(err)
	}
	f.Add(sent.Bytes())
	f.Add(animation(f))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		costly(data)
		config, kind, err := readConfig(data)
		if err != nil || config.Width*config.Height > 1<<16 || kind == "jpeg" && costly(data) {
			return
		}
		before, err := read(bytes.NewReader(data), kind)
		if err != nil {
			return
		}
		published, ok := stripped(data, kind)
		if !ok {
			return // it is encoded again
		}
		after, err := read(bytes.NewReader(published), kind)
		if err != nil || before.Bounds() != after.Bounds() {
			t.Fatalf("%s: %v", kind, err)
		}
		for y := range before.Bounds().Dy() {
			for x := range before.Bounds().Dx() {
				if before.At(x, y) != after.At(x, y) {
					t.Fatalf("%s: another pixel at %d, %d", kind, x, y)
				}
			}
		}
	})
}
