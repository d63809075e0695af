package commandstest_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/erasable"
	domainimage "github.com/modyard/modyard/domain/image"
	domainproject "github.com/modyard/modyard/domain/project"
	domainthread "github.com/modyard/modyard/domain/thread"
)

// benchVersions fills the version list of a project, and measures adding the last version that it may have, its
// removal, and edits of a version.
func benchVersions(b *testing.B, w *commandstest.World) {
	const published = "Version1"
	hash := sha512.Sum512([]byte(published))
	w.Happen("version-"+published, domainproject.VersionCreated{
		Version: published, Project: benchProject, Author: benchOwner, Name: "First", Number: "1.0", Channel: domainproject.Release,
		Status: domainproject.VersionListed, Loaders: []string{"fabric"}, GameVersions: []string{"1.21"},
		Files: []domainproject.File{{SHA1: "1", SHA512: hex.EncodeToString(hash[:]), URL: "u", Name: "a.jar", Size: 1, Primary: true}},
	})
	events := []any{domainproject.VersionAdded{Version: published}}
	for n := range domainproject.MaxVersions - 2 {
		events = append(events, domainproject.VersionAdded{Version: benchID(n)})
	}
	fill(w, "projectversions-"+benchProject, events)
	b.Run("last version", func(b *testing.B) {
		var last struct{ ID string }
		measure(b, func(n int) {
			if n%2 == 1 {
				w.Want(204, benchOwner, "DELETE", "/v2/version/"+last.ID, nil)
				return
			}
			body, kind := versionForm(b, n)
			w.Want(200, benchOwner, "POST", "/v2/version", body, "Content-Type", kind).Decode(b, &last)
		})
	})
	b.Run("edited version", func(b *testing.B) {
		measure(b, func(n int) {
			w.Want(204, benchOwner, "PATCH", "/v2/version/"+published, map[string]any{"name": fmt.Sprint("Another ", n)})
		})
	})
}

// versionForm is a version with one small file of its own.
func versionForm(b *testing.B, n int) ([]byte, string) {
	data, err := json.Marshal(map[string]any{
		"project_id": benchProject, "name": "V", "version_number": fmt.Sprint(n), "changelog": "", "dependencies": []any{},
		"game_versions": []string{"1.21"}, "version_type": "release", "loaders": []string{"datapack"}, "featured": false,
		"file_parts": []string{"file"}, "primary_file": "file",
	})
	if err != nil {
		b.Fatal(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, p := range []struct {
		name, file string
		body       []byte
	}{{"data", "", data}, {"file", "pack.zip", packOf(b, n)}} {
		head := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + p.name + `"`}}
		if p.file != "" {
			head.Set("Content-Disposition", head.Get("Content-Disposition")+`; filename="`+p.file+`"`)
		}
		part, err := form.CreatePart(head)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = part.Write(p.body)
	}
	_ = form.Close()
	return body.Bytes(), form.FormDataContentType()
}

// packOf is a data pack with unique content.
func packOf(b *testing.B, n int) []byte {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, text := range map[string]string{
		"pack.mcmeta": `{"pack":{"pack_format":48,"description":"x"}}`, "data/x/functions/a.mcfunction": fmt.Sprint("say ", n),
	} {
		f, err := z.Create(name)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = f.Write([]byte(text))
	}
	if err := z.Close(); err != nil {
		b.Fatal(err)
	}
	return packed.Bytes()
}

// pngOf is a picture with unique content.
func pngOf(b *testing.B, n int) []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	picture.Set(0, 0, color.NRGBA{R: uint8(n), G: uint8(n >> 8), B: uint8(n >> 16), A: 255})
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, picture); err != nil {
		b.Fatal(err)
	}
	return drawn.Bytes()
}

// benchGallery measures a full gallery that was reordered ten thousand times: a picture is removed, another is added,
// and an order changes.
func benchGallery(b *testing.B, w *commandstest.World) {
	const full = 64
	w.Happen("project-Gallery1", domainproject.Created{Project: "Gallery1", Slug: "gallery", Type: domainproject.TypeMod, Title: "Gallery", Owner: benchOwner})
	address := func(n int) string { return fmt.Sprint("https://example.test/", n) }
	var events []any
	for n := range full {
		events = append(events, domainproject.PictureAdded{Picture: domainproject.Picture{URL: address(n), RawURL: address(n), SHA1: fmt.Sprint(n)}})
	}
	for n := range 10_000 {
		events = append(events, domainproject.PictureReordered{URL: address(n % full), Ordering: n % 1000})
	}
	fill(w, "project-Gallery1", events)
	const path = "/v2/project/Gallery1/gallery?"
	gone := 0
	measure(b, func(n int) {
		switch n % 3 {
		case 0:
			last := url.QueryEscape(address(full - 1))
			w.Want(204, benchOwner, "PATCH", path+"url="+last+"&ordering="+fmt.Sprint(n%1000+1), nil)
		case 1:
			if gone < full-1 { // the uploaded pictures remain, and the gallery is not full
				w.Want(204, benchOwner, "DELETE", path+"url="+url.QueryEscape(address(gone)), nil)
				gone++
				return
			}
			w.Want(204, benchOwner, "PATCH", path+"url="+url.QueryEscape(address(full-1))+"&title="+fmt.Sprint(n), nil)
		default:
			if status := w.Ask(benchOwner, "POST", path+"ext=png&featured=false", pngOf(b, n), "Content-Type", "image/png").Status; status != 204 && gone < full-1 {
				b.Fatal(status)
			}
		}
	})
}

// benchImages measures adding the last picture that an account may put into its texts.
func benchImages(b *testing.B, w *commandstest.World) {
	send := func(n, shade int) {
		w.Want(200, benchID(n), "POST", "/v3/image?context=report&ext=png", pngOf(b, shade), "Content-Type", "image/png")
	}
	measureAfter(b, func(n int) {
		who := benchID(n)
		var events []any
		for i := range domainimage.Most - 2 {
			events = append(events, domainimage.Added{Image: benchID(i), Owner: who, URL: "https://example.test/x", Size: 1, Context: domainimage.Report})
		}
		w.Happen("images-"+who, events...)
		send(n, 2*n)
	}, func(n int) { send(n, 2*n+1) })
}

// benchThread measures messages to a thread that was closed and reopened ten thousand times and is close to its maximum
// number of messages.
func benchThread(b *testing.B, w *commandstest.World) {
	const room = 200
	name := func(n int) string { return benchID(1_000_000 + n/room) }
	measureAfter(b, func(n int) {
		if n%room > 0 {
			return
		}
		thread := name(n)
		events := []any{domainthread.Opened{Thread: thread, Kind: domainthread.AboutReport, Subject: benchID(n), Owner: benchOwner}}
		for i := range domainthread.MaxMessages - room {
			events = append(events, domainthread.MessagePosted{Thread: thread, Message: benchID(2_000_000 + i), Author: commandstest.Moderator, Staff: true,
				Body: erasable.Of(commandstest.Moderator, "a message")})
		}
		for range 5_000 {
			events = append(events, domainthread.Closed{Thread: thread}, domainthread.Reopened{Thread: thread})
		}
		fill(w, "thread-"+thread, events)
	}, func(n int) {
		w.Want(204, commandstest.Moderator, "POST", "/v3/thread/"+name(n), map[string]any{"body": map[string]any{"type": "text", "body": "another message"}})
	})
}
