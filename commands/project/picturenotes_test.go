package project_test

import (
	"bytes"
	"image"
	"io"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/picture/picturetest"
)

// published is what the site serves at an address.
func (w *world) published(address string) []byte {
	w.Helper()
	key, ok := w.Blobs.KeyOf(address)
	if !ok {
		w.Fatalf("%s is no blob", address)
	}
	blob, err := w.Blobs.Open(w.Context(), key)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = blob.Close() }()
	data, err := io.ReadAll(blob)
	if err != nil {
		w.Fatal(err)
	}
	return data
}

func TestAPhotographIsPublishedUprightAndWithoutItsPlace(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	path := "/v2/project/" + id
	for side, turned := range map[byte]bool{1: false, 3: false, 6: true, 8: true} {
		want(t, w.Ask(owner, "PATCH", path+"/icon?ext=jpg", picturetest.Photograph(t, side), "Content-Type", "image/jpeg"), 204)
		want(t, w.Ask(owner, "POST", path+"/gallery?ext=jpg&featured=false", picturetest.Photograph(t, side), "Content-Type", "image/jpeg"), 204)
		s := w.state(id)
		for _, address := range []string{s.IconURL, s.Gallery[len(s.Gallery)-1].URL} {
			data := w.published(address)
			m, _, err := image.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			b := m.Bounds()
			if bytes.Contains(data, []byte("GPS")) || bytes.Contains(data, []byte("Exif")) || turned != (b.Dy() > b.Dx()) {
				t.Errorf("side %d, %s: %v", side, address, b)
			}
			// Where the left half of the stored picture is.
			at := map[byte]image.Point{1: {b.Dx() / 4, b.Dy() / 2}, 3: {b.Dx() * 3 / 4, b.Dy() / 2}, 6: {b.Dx() / 2, b.Dy() / 4}, 8: {b.Dx() / 2, b.Dy() * 3 / 4}}[side]
			if r, _, blue, _ := m.At(at.X, at.Y).RGBA(); r < blue {
				t.Errorf("side %d, %s lies wrong", side, address)
			}
		}
	}
	a := w.Ask(owner, "POST", path+"/gallery?ext=png&featured=false", []byte("GIF89a broken"), "Content-Type", "image/png")
	if a.Status != 400 || !strings.Contains(string(a.Body), "图片") {
		t.Error(a)
	}
}
