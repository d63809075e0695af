package node_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/until"
)

const (
	gameIcon     = "server-icon.png"
	originalIcon = "server-icon-original.png"
)

// painted is a picture of one colour, as PNG.
func painted(t *testing.T, w, h int, c color.NRGBA) string {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		m.SetNRGBA(i%w, i/w, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// icon decides the address of the picture of what is installed.
func (w *workshop) icon(url string) { w.want(server, func(d *contract.Desired) { d.Icon = url }) }

func (w *workshop) there(name string) bool {
	_, err := os.Lstat(filepath.Join(w.root, name))
	return err == nil
}

// isIcon checks that a file is a picture of 64 × 64 pixels and of one colour.
func (w *workshop) isIcon(name string, c color.NRGBA) {
	w.t.Helper()
	m, kind, err := image.Decode(bytes.NewReader([]byte(content(filepath.Join(w.root, name)))))
	if err != nil || kind != "png" || m.Bounds() != image.Rect(0, 0, 64, 64) {
		w.t.Fatalf("%s: %s %v", name, kind, err)
	}
	if got := color.NRGBAModel.Convert(m.At(32, 32)); got != c {
		w.t.Errorf("%s has the colour %v", name, got)
	}
}

func TestAServerWithoutAPictureGetsThatOfItsModpack(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	red := color.NRGBA{R: 200, A: 255}
	// The picture is no square: the game shows squares of 64 pixels alone.
	w.icon(w.serve("pack.png", painted(t, 300, 200, red)))
	until.True(t, "both pictures are there", func() bool { return w.there(originalIcon) && w.there(gameIcon) })
	w.isIcon(gameIcon, red)
	w.isIcon(originalIcon, red)
}

func TestAnInstallationThatEmptiesAServerGivesItThePictureOfTheNewModpack(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	red, blue := color.NRGBA{R: 200, A: 255}, color.NRGBA{B: 200, A: 255}
	w.icon(w.serve("pack.png", painted(t, 64, 64, red)))
	until.True(t, "the picture is there", func() bool { return w.there(originalIcon) })
	w.publish(software.Paper, "1", "2", software.Release{Kind: software.KindStandIn})
	w.install(contract.Install{Hard: true, Loader: w.loader(software.Paper, "1", "2")})
	w.ends(1)
	if w.there(originalIcon) {
		t.Error("the picture of the former modpack came back")
	}
	next := w.serve("next.png", painted(t, 96, 96, blue))
	w.want(server, func(d *contract.Desired) { d.Install, d.Icon = nil, next })
	until.True(t, "the new picture is there", func() bool { return w.there(originalIcon) })
	w.isIcon(originalIcon, blue)
	w.isIcon(gameIcon, blue)
}

func TestAPictureThatSomebodyPutThereStays(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	if err := os.MkdirAll(w.root, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.root, gameIcon), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.icon(w.serve("pack.png", painted(t, 64, 64, color.NRGBA{G: 9, A: 255})))
	until.True(t, "the picture for the site is there", func() bool { return w.there(originalIcon) })
	if got := content(filepath.Join(w.root, gameIcon)); got != "mine" {
		t.Errorf("%q", got)
	}
}

func TestAPictureThatIsNoneIsNotWritten(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.icon(w.serve("bad.png", "<svg onload=alert(1)>"))
	until.True(t, "it was fetched", func() bool { w.mu.Lock(); defer w.mu.Unlock(); return w.asked["bad.png"] > 0 })
	// The next start looks again, and finds a picture.
	w.mu.Lock()
	w.files["bad.png"] = painted(t, 64, 64, color.NRGBA{R: 7, A: 255})
	w.mu.Unlock()
	w.start(server)
	until.True(t, "a start looks again", func() bool { return w.there(originalIcon) })
	w.isIcon(originalIcon, color.NRGBA{R: 7, A: 255})
}
