package art

import (
	"bytes"
	"image/png"
	"testing"
)

func TestAMoodAndASeedAlwaysGiveTheSameSmallPicture(t *testing.T) {
	for i, mood := range Moods() {
		first, err := Scene(mood, Compositions()[i%len(Compositions())], "seed")
		if err != nil {
			t.Fatalf("%s: %v", mood, err)
		}
		again, _ := Scene(mood, Compositions()[i%len(Compositions())], "seed")
		if !bytes.Equal(first, again) {
			t.Errorf("%s: the same seed gives two pictures", mood)
		}
		if other, _ := Scene(mood, Compositions()[i%len(Compositions())], "another seed"); bytes.Equal(first, other) {
			t.Errorf("%s: two seeds give one picture", mood)
		}
		if len(first) > 60<<10 {
			t.Errorf("%s: %d bytes", mood, len(first))
		}
		if img, err := png.Decode(bytes.NewReader(first)); err != nil || img.Bounds().Dx() != sceneWidth {
			t.Errorf("%s: not a %d pixel PNG: %v", mood, sceneWidth, err)
		}
	}
}

func TestAnUnknownMoodIsRejected(t *testing.T) {
	if _, err := Scene("gloom", "lake", "seed"); err == nil {
		t.Fatal("drawn")
	}
}

func TestEveryCompositionIsAnotherSmallPictureInEveryMood(t *testing.T) {
	seen := map[string]string{}
	for i, composition := range Compositions() {
		data, err := Scene(Moods()[i%len(Moods())], composition, "seed")
		if err != nil || len(data) > 60<<10 {
			t.Fatalf("%s: %d bytes, %v", composition, len(data), err)
		}
		same, err := Scene("day", composition, "seed")
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[string(same)]; ok {
			t.Errorf("%s looks like %s", composition, before)
		}
		seen[string(same)] = composition
	}
	if _, err := Scene("day", "nothing", "seed"); err == nil {
		t.Error("an unknown composition is drawn")
	}
}
