package share_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/remotepicture"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/readapi/card"
	"github.com/modyard/modyard/readapi/picture"
	"github.com/modyard/modyard/readapi/share"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner  = "UserOwn1"
	quay   = "ProjLis1"
	hidden = "ProjHid2"
	plain  = "ProjPla3"
	site   = "https://site.example"
)

// icon is the icon that the other site has.
func icon(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 128, 128))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type world struct {
	t       *testing.T
	handler http.Handler
	icon    string // address of the icon of quay, on another site
}

func (w world) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, r)
	return answer
}

func open(t *testing.T) world {
	t.Helper()
	c := catalogtest.New(t)
	quiet := slog.New(slog.DiscardHandler)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/icon.png" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(icon(t))
	}))
	t.Cleanup(upstream.Close)
	w := world{t: t, icon: upstream.URL + "/icon.png"}
	c.Account(owner, "Owner舟", "user")
	submitted := project.Submitted{From: project.Draft, Requested: project.Listed}
	approved := project.Approved{From: project.Processing, Status: project.Listed}
	for _, p := range []struct {
		id, slug, icon, license string
		after                   []any
	}{
		{quay, "lantern-quay", w.icon, "MIT", []any{submitted, approved}},
		{hidden, "hidden", w.icon, "MIT", []any{submitted}},
		{plain, "plain", upstream.URL + "/missing.png", `LicenseRef-"<&>`, []any{submitted, approved}},
	} {
		c.Slug(p.slug, p.id)
		c.Project(p.id, owner, project.Created{
			Project: p.id, Slug: p.slug, Type: project.TypeMod, Title: "Lantern " + p.slug, Summary: "简介 & 更多", Owner: owner, License: project.License{ID: p.license},
			Aliases: []project.Alias{{Text: "灯笼 <码头>", Kind: "zh"}},
		})
		if p.id != plain {
			c.Happen("version-"+p.id, owner, project.VersionCreated{
				Version: p.id[:7] + "a", Project: p.id, Author: owner, Name: "版本", Number: "2.0+<mc>", Channel: project.Release, Status: project.VersionListed,
				Loaders: []string{"fabric"}, GameVersions: []string{"1.18.2", "1.19.2", "1.20.1", "1.21.1"},
				Files: []project.File{{SHA1: strings.Repeat("a", 40), SHA512: strings.Repeat("b", 128), URL: "/data/a.jar", Name: "a.jar", Size: 7, Primary: true}},
			})
		}
		c.Project(p.id, owner, append([]any{project.IconChanged{URL: p.icon}}, p.after...)...)
	}
	c.Settle()
	source := &view.Source{Pool: c.DB.Pool, Board: c.Board}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	shared, err := share.New(share.Options{Source: source, URL: site, Brand: "Modyard"})
	if err != nil {
		t.Fatal(err)
	}
	shared.Register(api)
	remote := remotepicture.New(remotepicture.Options{
		Folder: t.TempDir(), Patience: time.Minute, Hosts: []string{"127.0.0.1"}, Logger: quiet, Policy: outbound.Policy{Private: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}},
	})
	picture.New(picture.Options{Pool: c.DB.Pool, Remote: remote, Logger: quiet, Own: func(a string) bool { return strings.HasPrefix(a, site+"/data/") }}).Mount(api.Mux)
	cards, err := card.New(card.Options{Pool: c.DB.Pool, Brand: "Modyard", Logger: quiet, Icon: func(ctx context.Context, address string) (io.ReadCloser, error) {
		data, err := remote.Get(ctx, address, 192)
		return io.NopCloser(bytes.NewReader(data)), err
	}})
	if err != nil {
		t.Fatal(err)
	}
	cards.Mount(api.Mux)
	w.handler = api.Handler()
	return w
}

func wellFormed(t *testing.T, data []byte) string {
	t.Helper()
	var text strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		if c, ok := token.(xml.CharData); ok {
			text.Write(c)
			text.WriteByte('|')
		}
	}
}

func TestWhatOthersEmbed(t *testing.T) {
	w := open(t)
	t.Run("a badge states one fact, escaped", func(t *testing.T) {
		for path, want := range map[string]string{
			"/v3/project/lantern-quay/badge/downloads.svg":     "下载|0|",
			"/v3/project/" + quay + "/badge/version.svg":       "版本|2.0+<mc>|",
			"/v3/project/Lantern-Quay/badge/license.svg":       "许可证|MIT|",
			"/v3/project/plain/badge/license.svg":              `许可证|LicenseRef-"<&>|`,
			"/v3/project/plain/badge/version.svg":              "版本|无|",
			"/v3/project/lantern-quay/badge/game-versions.svg": "游戏版本|1.21.1 · 1.20.1 · 1.19.2 等 4 个|",
		} {
			answer := w.get(path)
			if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(answer.Header().Get("Cache-Control"), "public") {
				t.Fatalf("%s: %d %v %s", path, answer.Code, answer.Header(), answer.Body)
			}
			if got := wellFormed(t, answer.Body.Bytes()); !strings.HasSuffix(got, want) {
				t.Errorf("%s: %q", path, got)
			}
			if again := w.get(path, "If-None-Match", answer.Header().Get("Etag")); again.Code != http.StatusNotModified {
				t.Errorf("%s: %d for an unchanged badge", path, again.Code)
			}
		}
	})
	t.Run("the code is a drawing of the page's address", func(t *testing.T) {
		answer := w.get("/v3/project/" + quay + "/qr")
		if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), `viewBox="-4 -4 `) {
			t.Errorf("%d %s", answer.Code, answer.Body)
		}
		wellFormed(t, answer.Body.Bytes())
	})
	t.Run("oEmbed names the project of an address", func(t *testing.T) {
		for address, status := range map[string]int{
			site + "/mod/lantern-quay": 200, site + "/mod/lantern-quay/versions?page=2#x": 200, site + "/mod/" + quay: 200, site + "/mod/hidden": 404, site + "/mod/none": 404,
			site + "/": 404, site + "/mods": 404, "https://other.example/mod/lantern-quay": 404, site + ".evil.example/mod/lantern-quay": 404, "x": 404, site + "/mod/%zz": 404, "": 404,
		} {
			answer := w.get("/v3/oembed?url=" + url.QueryEscape(address))
			if answer.Code != status {
				t.Errorf("%q: %d %s", address, answer.Code, answer.Body)
			}
			if status != http.StatusOK {
				continue
			}
			var got share.OEmbed
			if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || got.Title != "灯笼 <码头>" || got.AuthorName != "Owner舟" || got.ThumbnailURL != site+"/pictures/card/"+quay || got.ThumbnailWidth != 1200 {
				t.Errorf("%+v, %v", got, err)
			}
		}
		if answer := w.get("/v3/oembed?maxwidth=600&url=" + url.QueryEscape(site+"/mod/lantern-quay")); strings.Contains(answer.Body.String(), "thumbnail") {
			t.Errorf("a thumbnail above the limit: %s", answer.Body)
		}
		if answer := w.get("/v3/oembed?format=xml&url=" + url.QueryEscape(site+"/mod/lantern-quay")); answer.Code != http.StatusBadRequest {
			t.Errorf("xml: %d", answer.Code)
		}
	})
	t.Run("a project that is not public has none of it", func(t *testing.T) {
		for _, path := range []string{
			"/v3/project/hidden/badge/downloads.svg", "/v3/project/hidden/qr", "/pictures/card/" + hidden, picture.Address(hidden, w.icon, 96), "/pictures/card/none", "/pictures/card/x%00",
		} {
			if answer := w.get(path); answer.Code != http.StatusNotFound {
				t.Errorf("%s: %d", path, answer.Code)
			}
		}
		if answer := w.get("/v3/project/lantern-quay/badge/secret.svg"); answer.Code != http.StatusNotFound {
			t.Errorf("an unknown badge: %d", answer.Code)
		}
	})
	t.Run("an icon of another site is answered in a width", func(t *testing.T) {
		answer := w.get(picture.Address(quay, w.icon, 96))
		if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/webp" || answer.Header().Get("Cache-Control") != "public, max-age=2592000" {
			t.Errorf("%d %v", answer.Code, answer.Header())
		}
		if answer := w.get(picture.Address(quay, "https://another.example/", 96)); answer.Code != http.StatusFound || answer.Header().Get("Location") != picture.Address(quay, w.icon, 96) {
			t.Errorf("an old address: %d %v", answer.Code, answer.Header())
		}
		if answer := w.get(picture.Address(quay, w.icon, 97)); answer.Code != http.StatusNotFound {
			t.Errorf("another width: %d", answer.Code)
		}
	})
	t.Run("where there is none the drawn picture is answered for an hour", func(t *testing.T) {
		missing := strings.TrimSuffix(w.icon, "icon.png") + "missing.png"
		answer := w.get(picture.Address(plain, missing, 96))
		if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/svg+xml" || answer.Header().Get("Cache-Control") != "public, max-age=3600" {
			t.Errorf("%d %v", answer.Code, answer.Header())
		}
		drawn := w.get("/pictures/identicon/" + plain + "?name=" + url.QueryEscape("灯笼 <码头>"))
		if drawn.Body.String() != answer.Body.String() || !strings.Contains(wellFormed(t, drawn.Body.Bytes()), "灯") {
			t.Errorf("another picture than pages show: %s", drawn.Body)
		}
		for _, bad := range []string{"/pictures/identicon/x?color=red", "/pictures/identicon/x?color=1ffffff", "/pictures/identicon/%FF", "/pictures/identicon/x?name=%FF"} {
			if answer := w.get(bad); answer.Code != http.StatusNotFound {
				t.Errorf("%s: %d", bad, answer.Code)
			}
		}
	})
	t.Run("a card is drawn once and named by what it shows", func(t *testing.T) {
		answer := w.get("/pictures/card/" + quay)
		config, err := png.DecodeConfig(bytes.NewReader(answer.Body.Bytes()))
		if err != nil || config.Width != card.Width || config.Height != card.Height {
			t.Fatalf("%d %v: %v", answer.Code, config, err)
		}
		if again := w.get("/pictures/card/"+quay, "If-None-Match", answer.Header().Get("Etag")); again.Code != http.StatusNotModified {
			t.Errorf("%d for an unchanged card", again.Code)
		}
		if other := w.get("/pictures/card/" + plain); other.Code != http.StatusOK || other.Header().Get("Etag") == answer.Header().Get("Etag") {
			t.Errorf("the card of a project whose icon cannot be had: %d", other.Code)
		}
	})
}
