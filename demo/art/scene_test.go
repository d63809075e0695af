package art

import (
	"bytes"
	"image/png"
	"testing"
)

func TestAMoodAndASeedAlwaysGiveTheSameSmallPicture(t *testing.T) {
	for _, mood := range Moods() {
		first, err := Scene(mood, "seed")
		if err != nil {
			t.Fatalf("%s: %v", mood, err)
		}
		again, _ := Scene(mood, "seed")
		if !bytes.Equal(first, again) {
			t.Errorf("%s: the same seed gives two pictures", mood)
		}
		if other, _ := Scene(mood, "another seed"); bytes.Equal(first, other) {
			t.Errorf("%s: two seeds give one picture", mood)
		}
		if len(first) > 200<<10 {
			t.Errorf("%s: %d bytes", mood, len(first))
		}
		if img, err := png.Decode(bytes.NewReader(first)); err != nil || img.Bounds().Dx() != sceneWidth {
			t.Errorf("%s: not a %d pixel PNG: %v", mood, sceneWidth, err)
		}
	}
}

func TestAnUnknownMoodIsRejected(t *testing.T) {
	if _, err := Scene("gloom", "seed"); err == nil {
		t.Fatal("drawn")
	}
}
