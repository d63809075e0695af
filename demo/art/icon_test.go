package art

import (
	"bytes"
	"image/png"
	"testing"
)

func TestAMotifAndASeedAlwaysGiveTheSamePicture(t *testing.T) {
	for i, motif := range Motifs() {
		first, err := Icon(motif, "seed")
		if err != nil {
			t.Fatalf("%s: %v", motif, err)
		}
		if i%4 == 0 { // drawing is slow under the race detector
			again, _ := Icon(motif, "seed")
			other, _ := Icon(motif, "another seed")
			if !bytes.Equal(first, again) {
				t.Errorf("%s: the same seed gives two pictures", motif)
			}
			if bytes.Equal(first, other) {
				t.Errorf("%s: two seeds give one picture", motif)
			}
		}
		img, err := png.Decode(bytes.NewReader(first))
		if err != nil || img.Bounds().Dx() != iconSize || img.Bounds().Dy() != iconSize {
			t.Errorf("%s: not a %d pixel PNG: %v", motif, iconSize, err)
		}
	}
}

func TestAnUnknownMotifIsRejected(t *testing.T) {
	if _, err := Icon("unicorn", "seed"); err == nil {
		t.Fatal("drawn")
	}
}
