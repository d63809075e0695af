package files_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/contract/node"
)

// everywhere sends a path as each parameter that takes one, and checks each answer.
func (h *host) everywhere(path string, check func(what, field string, a reply)) {
	h.t.Helper()
	body := func(source, destination string) string {
		b, err := json.Marshal(node.Move{Source: source, Destination: destination})
		if err != nil {
			h.t.Fatal(err)
		}
		return string(b)
	}
	check("list", "path", h.get("/list", "path", path))
	check("download", "path", h.get("/download", "path", path))
	check("archive", "path", h.get("/archive", "path", path))
	check("search", "path", h.get("/search", "path", path, "name", "e"))
	check("create a file", "path", h.do(http.MethodPost, "/create", "evil", "path", path, "type", "file"))
	check("create a folder", "path", h.do(http.MethodPost, "/create", "", "path", path, "type", "directory"))
	check("update", "path", h.do(http.MethodPut, "/update", "evil", "path", path))
	check("move from", "source", h.do(http.MethodPost, "/move", body(path, "/new")))
	check("move to", "destination", h.do(http.MethodPost, "/move", body("/there", path)))
	check("copy from", "source", h.do(http.MethodPost, "/copy", body(path, "/new")))
	check("copy to", "destination", h.do(http.MethodPost, "/copy", body("/there", path)))
	check("delete", "path", h.do(http.MethodDelete, "/delete", "", "path", path, "recursive", "true"))
	check("extract from", "src", h.do(http.MethodPost, "/unarchive", "", "src", path, "trg", "/new"))
	check("extract to", "trg", h.do(http.MethodPost, "/unarchive", "", "src", "/archive", "trg", path, "override", "true"))
}

func newHostWithFiles(t *testing.T) *host {
	h := newHost(t)
	h.put("there", "1")
	h.put("archive", string(zipped(t, packed{"evil", "evil"})))
	return h
}

func refusedEverywhere(t *testing.T, paths ...string) {
	t.Helper()
	h := newHostWithFiles(t)
	for _, path := range paths {
		h.everywhere(path, func(what, field string, a reply) {
			wants(t, fmt.Sprintf("%s %.20q", what, path), a, 400, node.FileInvalid, field)
		})
	}
	if got := h.list("/"); got.Count != 2 {
		t.Errorf("%+v", got)
	}
	h.has("there", "1")
	h.clean()
}

func TestHostile01PathsThatLeaveTheFolderAreRefused(t *testing.T) {
	refusedEverywhere(t, "", ".", "..", "/.", "/..", "../there", "/../there", "/a/../../there", "/a/./b", "there", "//there", "/a//b", "/there/", `/..\there`, `\there`,
		`C:\there`, "etc/passwd")
	h := newHost(t)
	h.put("%2e%2e", "a name")
	if a := h.get("/download", "path", "/%2e%2e"); string(a.body) != "a name" { // it is decoded once
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestHostile02NamesThatAreNoneAreRefused(t *testing.T) {
	refusedEverywhere(t, "/a\x00b", "/a\nb", "/a\rb", "/a\x1bb", "/a\x7f", "/a\u0085", "/a\u2028b", "/a\xff", "/\xc4\xe3", "/a\ufffd", "/"+strings.Repeat("x", 256),
		"/"+strings.Repeat("字", 86), strings.Repeat("/x", 65), strings.Repeat("/x", 3000))
	h := newHost(t)
	wants(t, "a mark of direction", h.do(http.MethodPost, "/create", "", "path", "/a\u202etxt.exe", "type", "file"), 400, node.FileInvalid, "path")
	h.put("a\u202egpj", "1") // the game made it
	ok(t, "deleting it", h.do(http.MethodDelete, "/delete", "", "path", "/a\u202egpj"))
	longest, deepest := "/"+strings.Repeat("x", 255), strings.Repeat("/x", 64)
	ok(t, "the longest", h.do(http.MethodPost, "/create", "", "path", longest, "type", "file"))
	if err := os.MkdirAll(h.file(filepath.Dir(deepest)), 0o700); err != nil {
		t.Fatal(err)
	}
	ok(t, "the deepest", h.do(http.MethodPost, "/create", "", "path", deepest, "type", "file"))
	h.put("\xff\xfe", "") // it can be seen, not addressed
	if l := h.list("/"); l.Count != 3 {
		t.Errorf("%+v", l)
	}
}

func TestHostile03NamesOfWindowsAreNamesLikeOthers(t *testing.T) {
	h := newHost(t)
	for _, name := range []string{"CON", "a.", "a:b", "nul.txt", " a "} {
		ok(t, name, h.do(http.MethodPost, "/create", name, "path", "/"+name, "type", "file"))
		h.has(name, name)
		if a := h.get("/download", "path", "/"+name); !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment; ") {
			t.Errorf("%v", a.header)
		}
	}
}

func TestHostile04LinksOutOfTheFolderLeadNowhere(t *testing.T) {
	h := newHostWithFiles(t)
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim")
	for _, err := range []error{
		os.WriteFile(victim, []byte("secret"), 0o600), os.Symlink(victim, h.file("file")), os.Symlink(outside, h.file("folder")), os.Symlink("folder", h.file("chain")),
		os.Symlink("chain", h.file("chain3")), os.Symlink(filepath.Join(outside, "none"), h.file("dangling")), os.Symlink("loop", h.file("loop")),
		os.Symlink("../../"+server+"/root/../../..", h.file("up")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	links := []string{"file", "folder", "chain", "chain3", "dangling", "loop", "up"}
	if l := h.list("/"); l.Count != 9 || l.Items[1].Type != node.TypeSymlink {
		t.Errorf("%+v", l)
	}
	for _, link := range links {
		for _, below := range []string{"/" + link + "/victim", "/" + link + "/new"} {
			h.everywhere(below, func(what, field string, a reply) {
				if a.status != 400 && a.status != 404 || strings.Contains(string(a.body), "secret") {
					t.Errorf("%s %s: %d %s", what, below, a.status, a.body)
				}
			})
		}
		for _, a := range []reply{h.get("/download", "path", "/"+link), h.get("/list", "path", "/"+link), h.do(http.MethodPut, "/update", "evil", "path", "/"+link),
			h.do(http.MethodPost, "/create", "evil", "path", "/"+link, "type", "file"), h.do(http.MethodPost, "/unarchive", "", "src", "/archive", "trg", "/"+link)} {
			if a.status != 400 && a.status != 404 || strings.Contains(string(a.body), "secret") {
				t.Errorf("%s: %d %s", link, a.status, a.body)
			}
		}
		ok(t, "copying "+link, h.moves("/copy", "/"+link, "/copied-"+link))
		ok(t, "moving "+link, h.moves("/move", "/"+link, "/moved-"+link))
		ok(t, "deleting "+link, h.do(http.MethodDelete, "/delete", "", "path", "/moved-"+link, "recursive", "true"))
	}
	ok(t, "emptying the trash", h.do(http.MethodDelete, "/trash", ""))
	if b, err := os.ReadFile(victim); err != nil || string(b) != "secret" {
		t.Errorf("%q, %v", b, err)
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
		t.Errorf("outside: %v, %v", entries, err)
	}
	// A link within the folder is a way like others, but nothing is written through its own name.
	h.put("inside/a", "1")
	if err := os.Symlink("inside", h.file("in")); err != nil {
		t.Fatal(err)
	}
	if a := h.get("/download", "path", "/in/a"); string(a.body) != "1" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestHostile05AFolderThatBecomesALinkInBetweenLeadsNowhere(t *testing.T) {
	h := newHost(t)
	outside := t.TempDir()
	if err := errorsOf(os.WriteFile(filepath.Join(outside, "a"), []byte("secret"), 0o600), os.Symlink(outside, h.link("link"))); err != nil {
		t.Fatal(err)
	}
	h.put("folder/a", "mine")
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swapping.Go(func() { // what a game can do: "at" is the folder, then the link
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, n := range []string{"folder", "link"} {
				_ = os.Rename(h.file(n), h.file("at"))
				_ = os.Rename(h.file("at"), h.file(n))
			}
		}
	})
	for i := range 2000 {
		a := h.get("/download", "path", "/at/a")
		if strings.Contains(string(a.body), "secret") || a.status != 200 && a.status != 404 && a.status != 400 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if i%10 == 0 {
			h.do(http.MethodPut, "/update", "mine", "path", "/at/a")
			h.do(http.MethodPost, "/create", "evil", "path", fmt.Sprintf("/at/%d", i), "type", "file")
			h.do(http.MethodDelete, "/delete", "", "path", "/at/a")
			h.do(http.MethodPost, "/create", "mine", "path", "/at/a", "type", "file")
		}
	}
	close(stop)
	swapping.Wait()
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
		t.Errorf("outside: %v, %v", entries, err)
	}
	if b, err := os.ReadFile(filepath.Join(outside, "a")); err != nil || string(b) != "secret" {
		t.Errorf("%q, %v", b, err)
	}
	h.clean()
}

// link is a path in a root that exists.
func (h *host) link(path string) string {
	h.t.Helper()
	if err := os.MkdirAll(h.file(""), 0o700); err != nil {
		h.t.Fatal(err)
	}
	return h.file(path)
}
