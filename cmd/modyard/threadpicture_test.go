package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

func TestAPictureOfADeletedMessageStaysWhileTheDescriptionOfAProjectShowsIt(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	id := s.made(author, "/v3/project", inV3("pictured", nil), nil)
	thread := read[contract.ProjectV3](s, author, "/v3/project/"+id).ThreadID
	draw := func(side int) string {
		t.Helper()
		var body bytes.Buffer
		if err := png.Encode(&body, image.NewNRGBA(image.Rect(0, 0, side, 2))); err != nil {
			t.Fatal(err)
		}
		got := s.ask(author, http.MethodPost, "/v3/image?context=thread_message&ext=png", body.Bytes(), "Content-Type", "image/png")
		var drawn contract.Image
		if err := json.Unmarshal(got.Body, &drawn); err != nil || drawn.URL == "" {
			t.Fatalf("%d %s: %v", got.Status, got.Body, err)
		}
		return drawn.URL
	}
	shared, single := draw(3), draw(4)
	s.change(author, http.MethodPost, "/v3/thread/"+thread, said("看 "+shared+" 和 "+single, nil))
	s.change(author, http.MethodPatch, "/v3/project/"+id, map[string]any{"description": "正文 ![图](" + shared + ")"})
	s.until("both texts are read", func() bool { return s.count(`SELECT count(*) FROM retention.uses`) == 3 })
	line := read[contract.Thread](s, author, "/v3/thread/"+thread).Messages[0].ID
	s.change(author, http.MethodDelete, "/v3/message/"+line, nil)
	for address, want := range map[string]int{shared: http.StatusOK, single: http.StatusNotFound} {
		at, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.ask(author, http.MethodGet, at.Path, nil).Status; got != want {
			t.Errorf("%s: %d, want %d", address, got, want)
		}
	}
}
