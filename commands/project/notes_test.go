package project_test

import (
	"context"
	"io"
	"testing"

	_ "image/jpeg" // decodes what is stored

	"github.com/modyard/modyard/commands/commandstest"
)

// bytesOf are the stored bytes of an address.
func (w *world) bytesOf(address string) []byte {
	w.Helper()
	key, ok := w.Blobs.KeyOf(address)
	if !ok {
		w.Fatalf("%s is no blob", address)
	}
	stored, err := w.Blobs.Open(context.Background(), key)
	if err != nil {
		w.Fatal(err)
	}
	defer stored.Close()
	data, err := io.ReadAll(stored)
	if err != nil {
		w.Fatal(err)
	}
	return data
}

func TestPicturesOfProjectsAreStoredWithoutTheNotesOfTheCamera(t *testing.T) {
	w := newWorld(t)
	taken := commandstest.Noted(t)
	id := w.project("sodium")
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id+"/icon?ext=jpg", taken, "Content-Type", "image/jpeg"), 204)
	want(t, w.Ask(owner, "POST", "/v2/project/"+id+"/gallery?ext=jpg&featured=true&title=a", taken, "Content-Type", "image/jpeg"), 204)
	p := newProject("lithium")
	p["gallery_items"] = []fields{{"item": "shot", "featured": true, "title": "Shot"}}
	both := want(t, w.form(owner, "POST", "/v2/project", []part{data(p), {"icon", "i.jpg", taken}, {"shot", "s.jpg", taken}}), 200)
	pictures := 0
	for _, project := range []string{id, both.JSON(t)["id"].(string)} {
		s := w.state(project)
		addresses := []string{s.IconURL}
		for _, g := range s.Gallery {
			addresses = append(addresses, g.URL)
			if g.RawURL != "" && g.RawURL != g.URL {
				addresses = append(addresses, g.RawURL)
			}
		}
		for _, address := range addresses {
			pictures++
			commandstest.WantWithoutNotes(t, address, w.bytesOf(address))
		}
	}
	if pictures < 4 {
		t.Errorf("%d pictures", pictures)
	}
}
