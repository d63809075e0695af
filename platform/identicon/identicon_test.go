package identicon_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/identicon"
)

func TestAPictureFollowsFromItsSubjectAlone(t *testing.T) {
	a := identicon.Draw(identicon.Subject{Seed: "AABBCCDD", Name: "lantern"}).SVG()
	if !bytes.Equal(a, identicon.Draw(identicon.Subject{Seed: "AABBCCDD", Name: "lantern"}).SVG()) {
		t.Error("two pictures of one subject differ")
	}
	seen := map[string]string{}
	for i := range 2000 {
		seed := fmt.Sprintf("project-%d", i)
		svg := string(identicon.Draw(identicon.Subject{Seed: seed, Name: "x"}).SVG())
		if other, ok := seen[svg]; ok {
			t.Fatalf("%s and %s have the same picture", seed, other)
		}
		seen[svg] = seed
	}
}

func TestTheAccentGivesTheHue(t *testing.T) {
	of := func(rgb int) identicon.Drawing { return identicon.Draw(identicon.Subject{Seed: "s", Color: &rgb}) }
	if c := of(0xff2200).Faces[0].Color; c.R <= c.G || c.R <= c.B {
		t.Errorf("red became %v", c)
	}
	if c := of(0x1133ff).Faces[0].Color; c.B <= c.R {
		t.Errorf("blue became %v", c)
	}
	if c := of(0x808080).Faces[0].Color; int(c.B)-int(c.R) > 30 {
		t.Errorf("grey became %v", c)
	}
}

func TestTheInitialIsTheFirstLetterOrDigit(t *testing.T) {
	for name, want := range map[string]string{"lantern": "L", "  «灯»": "灯", "3d-items": "3", "***": "", "": "", "\xff\xfeé": "É"} {
		if got := identicon.Draw(identicon.Subject{Name: name}).Initial; got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func FuzzEveryPictureIsAWellFormedDocument(f *testing.F) {
	f.Add("id", "<script>", 0xffffff)
	f.Add("", "&", -1)
	f.Fuzz(func(t *testing.T, seed, name string, rgb int) {
		svg := identicon.Draw(identicon.Subject{Seed: seed, Name: name, Color: &rgb}).SVG()
		d := xml.NewDecoder(bytes.NewReader(svg))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in %s", err, svg)
			}
			if e, ok := token.(xml.StartElement); ok && !strings.Contains(" svg path text ", " "+e.Name.Local+" ") {
				t.Fatalf("an element %s", e.Name.Local)
			}
		}
	})
}
