package main

import (
	"bytes"
	"encoding/json"
	"image"
	"net/http"
	"net/url"
	"testing"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/picture/picturetest"
)

func TestAvatarsAndIconsOfPhotographsAreUprightAndWithoutTheirPlace(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	post := func(path string, body map[string]any) string {
		t.Helper()
		got := s.ask(author, http.MethodPost, path, body)
		if got.Status != http.StatusOK {
			t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
		}
		var thing struct{ ID string }
		if err := json.Unmarshal(got.Body, &thing); err != nil {
			t.Fatal(err)
		}
		return thing.ID
	}
	team := post("/v3/organization", map[string]any{"name": "红石工坊", "slug": "redstone", "description": "一个试验用的团队"})
	collection := post("/v3/collection", map[string]any{"name": "照片收藏", "description": "一个试验用的收藏夹", "projects": []string{}})
	for name, path := range map[string]string{"avatar": "/v2/user/author", "team": "/v3/organization/" + team, "collection": "/v3/collection/" + collection} {
		for side, turned := range map[byte]bool{1: false, 6: true, 8: true} {
			got := s.ask(author, http.MethodPatch, path+"/icon?ext=jpg", picturetest.Photograph(t, side), "Content-Type", "image/jpeg")
			if got.Status != http.StatusNoContent {
				t.Fatalf("%s: %d %s", name, got.Status, got.Body)
			}
			shown := read[struct {
				Avatar string `json:"avatar_url"`
				Icon   string `json:"icon_url"`
			}](s, author, path)
			u, err := url.Parse(shown.Avatar + shown.Icon)
			if err != nil {
				t.Fatal(err)
			}
			sent := s.ask(author, http.MethodGet, u.Path, nil)
			m, _, err := image.Decode(bytes.NewReader(sent.Body))
			if err != nil {
				t.Fatalf("%s: %d %v", name, sent.Status, err)
			}
			b := m.Bounds()
			if bytes.Contains(sent.Body, []byte("GPS")) || bytes.Contains(sent.Body, []byte("Exif")) || turned != (b.Dy() > b.Dx()) {
				t.Errorf("%s, side %d: %v", name, side, b)
			}
			at := map[byte]image.Point{1: {b.Dx() / 4, b.Dy() / 2}, 6: {b.Dx() / 2, b.Dy() / 4}, 8: {b.Dx() / 2, b.Dy() * 3 / 4}}[side]
			if r, _, blue, _ := m.At(at.X, at.Y).RGBA(); r < blue {
				t.Errorf("%s, side %d lies wrong", name, side)
			}
		}
	}
}
