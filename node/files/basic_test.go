package files_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
)

func TestFilesAreMadeListedChangedMovedAndDeleted(t *testing.T) {
	h := newHost(t)
	if l := h.list("/"); len(l.Items) != 0 || l.Total != 0 || l.Current != 1 {
		t.Errorf("a new server has %+v", l)
	}
	ok(t, "a folder", h.do(http.MethodPost, "/create", "", "path", "/config", "type", "directory"))
	a := h.do(http.MethodPost, "/create", "motd=你好\n", "path", "/server.properties", "type", "file")
	ok(t, "a file", a)
	ok(t, "a file in a folder", h.do(http.MethodPost, "/create", "", "path", "/config/空.txt", "type", "file"))
	l := h.list("/")
	if len(l.Items) != 2 || l.Items[0].Name != "config" || *l.Items[0].Count != 1 || l.Items[1].Path != "/server.properties" || *l.Items[1].Size != 12 ||
		l.Total != 1 || l.Used == 0 || l.Items[1].Created < l.Items[1].Modified-1 || l.Items[1].Created > l.Items[1].Modified+1 {
		t.Errorf("%+v", l)
	}
	d := h.get("/download", "path", "/server.properties")
	if string(d.body) != "motd=你好\n" || d.header.Get("ETag") != a.header.Get("ETag") || d.header.Get("ETag") == "" {
		t.Errorf("%+v after %+v", d, a)
	}
	ok(t, "an update", h.do(http.MethodPut, "/update", "motd=a\n", "path", "/server.properties"))
	h.has("server.properties", "motd=a\n")
	ok(t, "a move", h.moves("/move", "/server.properties", "/config/b.properties"))
	ok(t, "a copy", h.moves("/copy", "/config", "/copied"))
	h.has("copied/b.properties", "motd=a\n")
	ok(t, "a deletion", h.do(http.MethodDelete, "/delete", "", "path", "/config", "recursive", "true"))
	trash := decoded[node.Trash](t, h.get("/trash"))
	if len(trash.Items) != 1 || trash.Items[0].Path != "/config" || trash.Items[0].Size != 7 || trash.Items[0].Until.Sub(trash.Items[0].Deleted) != 24*time.Hour {
		t.Errorf("%+v", trash)
	}
	ok(t, "a restoration", h.do(http.MethodPost, "/trash/restore", "", "id", trash.Items[0].ID))
	h.has("config/b.properties", "motd=a\n")
	if trash := decoded[node.Trash](t, h.get("/trash")); len(trash.Items) != 0 {
		t.Errorf("%+v", trash)
	}
	h.clean()
}

func TestAParentIsMadeOnlyOnRequest(t *testing.T) {
	h := newHost(t)
	h.put("a", "1")
	wants(t, "without", h.moves("/move", "/a", "/x/y/a"), 404, node.FileNotFound, "destination")
	ok(t, "with", h.do(http.MethodPost, "/move", `{"source":"/a","destination":"/x/y/a","parents":true}`))
	h.has("x/y/a", "1")
	wants(t, "a source that is not there", h.do(http.MethodPost, "/move", `{"source":"/a","destination":"/z/a","parents":true}`), 404, node.FileNotFound, "source")
	if _, err := os.Stat(h.file("z")); err == nil {
		t.Error("a folder was made for nothing")
	}
}

func TestAnUpdateOfAnotherFileThanTheReadOneIsRefused(t *testing.T) {
	h := newHost(t)
	h.put("a", "1")
	tag := h.get("/download", "path", "/a").header.Get("ETag")
	update := func(match, body string) reply {
		r := h.request(http.MethodPut, "/update", strings.NewReader(body), "path", "/a")
		r.Header.Set("If-Match", match)
		return h.send(r)
	}
	ok(t, "the read one", update(tag, "2"))
	wants(t, "another one", update(tag, "3"), 412, node.FileChanged, "path")
	h.has("a", "2")
	ok(t, "any", update("*", "4"))
	wants(t, "none", h.do(http.MethodPut, "/update", "1", "path", "/b"), 404, node.FileNotFound, "path")
	h.clean()
}

func TestDeletedThingsAreKeptForADayAndThenRemoved(t *testing.T) {
	h := newHost(t)
	for _, name := range []string{"a", "b", "c"} {
		h.put(name, name)
		ok(t, "delete", h.do(http.MethodDelete, "/delete", "", "path", "/"+name))
		h.pass(time.Hour)
	}
	paths := func() (all []string) {
		for _, i := range decoded[node.Trash](t, h.get("/trash")).Items {
			all = append(all, i.Path)
		}
		return all
	}
	if got := paths(); !slices.Equal(got, []string{"/c", "/b", "/a"}) {
		t.Errorf("newest first: %v", got)
	}
	h.pass(21*time.Hour + time.Minute)
	h.service.Sweep(t.Context())
	if got := paths(); !slices.Equal(got, []string{"/c", "/b"}) {
		t.Errorf("after a day: %v", got)
	}
	h.put("b", "new")
	items := decoded[node.Trash](t, h.get("/trash")).Items
	wants(t, "onto something", h.do(http.MethodPost, "/trash/restore", "", "id", items[1].ID), 400, node.FileExists, "id")
	h.has("b", "new")
	wants(t, "an unknown one", h.do(http.MethodPost, "/trash/restore", "", "id", "../stage"), 404, node.FileNotFound, "id")
	ok(t, "one for good", h.do(http.MethodDelete, "/trash", "", "id", items[0].ID))
	ok(t, "all for good", h.do(http.MethodDelete, "/trash", ""))
	if entries, err := os.ReadDir(h.dir + "/trash"); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestAFolderThatIsDeletedReturnsWithItsParents(t *testing.T) {
	h := newHost(t)
	h.put("a/b/c", "1")
	ok(t, "inner", h.do(http.MethodDelete, "/delete", "", "path", "/a/b", "recursive", "true"))
	h.pass(time.Second)
	ok(t, "outer", h.do(http.MethodDelete, "/delete", "", "path", "/a"))
	ok(t, "inner again", h.do(http.MethodPost, "/trash/restore", "", "id", decoded[node.Trash](t, h.get("/trash")).Items[1].ID))
	h.has("a/b/c", "1")
}

func TestPagesOfTheSiteMayUseTheNodeAndOthersMayNot(t *testing.T) {
	h := newHost(t)
	r := h.request(http.MethodOptions, "/update", nil, "path", "/a")
	r.Header.Del("Authorization")
	r.Header.Set("Origin", origin)
	a := h.send(r)
	if a.status != 204 || a.header.Get("Access-Control-Allow-Origin") != origin || a.header.Get("Access-Control-Allow-Methods") != "PUT, OPTIONS" ||
		a.header.Get("Access-Control-Allow-Headers") != "Authorization, Content-Type, If-Match, Range" || a.header.Get("Access-Control-Max-Age") == "" {
		t.Errorf("a preflight: %+v", a)
	}
	h.put("a", "1")
	r = h.request(http.MethodGet, "/download", nil, "path", "/a")
	r.Header.Set("Origin", origin)
	a = h.send(r)
	if a.status != 200 || a.header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(a.header.Get("Access-Control-Expose-Headers"), "ETag") ||
		!slices.Contains(a.header.Values("Vary"), "Origin") || a.header.Get("Cache-Control") != "no-store" || a.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a request: %+v", a)
	}
	for _, foreign := range []string{"https://evil.example", "null", origin + ".evil.example"} {
		for _, method := range []string{http.MethodGet, http.MethodOptions} {
			r := h.request(method, "/download", nil, "path", "/a")
			r.Header.Set("Origin", foreign)
			a := h.send(r)
			wants(t, method+" of "+foreign, a, 403, node.FileForbidden, "")
			if a.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s of %s may read", method, foreign)
			}
		}
	}
}

func TestUnknownRoutesAndMethodsAreRefused(t *testing.T) {
	h := newHost(t)
	wants(t, "unknown", h.get("/lists", "path", "/"), 404, node.FileNotFound, "")
	a := h.do(http.MethodPost, "/list", "", "path", "/")
	if a.status != 405 || a.header.Get("Allow") != "GET, OPTIONS" {
		t.Errorf("%+v", a)
	}
}

func TestTooManyRequestsAtATimeAreRefused(t *testing.T) {
	h := newHost(t)
	// Uploads whose content does not come hold their places.
	for i := range 8 {
		content, more := io.Pipe()
		defer more.Close() //nolint:errcheck // it ends the request
		r := h.request(http.MethodPost, "/create", content, "path", fmt.Sprintf("/%d", i), "type", "file")
		go func() {
			if a, err := http.DefaultClient.Do(r); err == nil {
				_ = a.Body.Close()
			}
		}()
	}
	h.staged(8)
	a := h.get("/list", "path", "/")
	wants(t, "the ninth", a, 429, node.FileTooMany, "")
	if a.header.Get("Retry-After") == "" {
		t.Error("it does not say when to come again")
	}
	r := h.request(http.MethodGet, "/list", nil, "path", "/")
	r.Header.Set("Authorization", "Bearer "+h.token(func(c jwt.MapClaims) { c["sub"] = "accBBBBB" }))
	if a := h.send(r); a.status != 200 {
		t.Errorf("another account: %d %s", a.status, a.body)
	}
}
