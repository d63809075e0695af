package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/url"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

func TestThePictureOfV3HasTheNameThatV2CallsItsTitle(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	id := s.made(author, "/v3/project", inV3("pictured", nil), nil)
	m := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	m.Set(1, 1, color.White)
	var body bytes.Buffer
	if err := png.Encode(&body, m); err != nil {
		t.Fatal(err)
	}
	if got := s.ask(author, http.MethodPost, "/v3/project/"+id+"/gallery?ext=png&featured=false&name=first", body.Bytes(), "Content-Type", "image/png"); got.Status != http.StatusNoContent {
		t.Fatalf("POST: %d %s", got.Status, got.Body)
	}
	address := ""
	named := func(want string) {
		t.Helper()
		v2, v3 := read[contract.Project](s, author, "/v2/project/"+id).Gallery, read[contract.ProjectV3](s, author, "/v3/project/"+id).Gallery
		if len(v2) != 1 || len(v3) != 1 {
			t.Fatalf("%d pictures in v2, %d in v3", len(v2), len(v3))
		}
		address = v3[0].URL
		old, name := v2[0].Title, v3[0].Name
		if want == "" {
			if old != nil || name != nil {
				t.Errorf("v2 has %v, v3 has %v, want none", old, name)
			}
			return
		}
		if old == nil || *old != want || name == nil || *name != want {
			t.Errorf("v2 has %v, v3 has %v, want %s", old, name, want)
		}
	}
	named("first")
	s.change(author, http.MethodPatch, "/v3/project/"+id+"/gallery?name=second&url="+url.QueryEscape(address), nil)
	named("second")
	s.change(author, http.MethodPatch, "/v3/project/"+id+"/gallery?ordering=2&url="+url.QueryEscape(address), nil)
	named("second")
	s.change(author, http.MethodPatch, "/v3/project/"+id+"/gallery?name=&url="+url.QueryEscape(address), nil)
	named("")
}

func TestTheFormerAddressOfAProjectLeadsToIt(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	id := s.made(author, "/v3/project", inV3("before", map[string]any{"environment": "client_only"}), nil)
	s.made(author, "/v3/version", versionInV3(id, "1.0", nil), map[string][]byte{"file": jar(t, "before")})
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	at := s.change(author, http.MethodPatch, "/v3/project/"+id, map[string]any{"slug": "after"})
	if p := read[contract.ProjectV3](s, author, "/v3/project/before"); p.ID != id || p.Slug != "after" {
		t.Errorf("the former slug shows %s with the slug %s", p.ID, p.Slug)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, old := range []string{"/mod/before", "/plugin/after", "/project/" + id} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+old, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Min-Position", at)
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusMovedPermanently || res.Header.Get("Location") != "/mod/after" {
			t.Errorf("%s: %d to %s", old, res.StatusCode, res.Header.Get("Location"))
		}
	}
}
