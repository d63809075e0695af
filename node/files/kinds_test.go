package files_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

func TestHostile06PipesSocketsAndDevicesAreNotWaitedFor(t *testing.T) {
	h := newHostWithFiles(t)
	if err := unix.Mkfifo(h.file("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mknod(h.file("socket"), unix.S_IFSOCK|0o600, 0); err != nil { // a listener's path may not be so long
		t.Fatal(err)
	}
	names := []string{"pipe", "socket"}
	if unix.Mknod(h.file("null"), unix.S_IFCHR|0o600, int(unix.Mkdev(1, 3))) == nil { // not everybody may make one
		names = append(names, "null")
	}
	h.put("with/file", "1")
	if err := unix.Mkfifo(h.file("with/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, item := range h.list("/").Items {
		if strings.Contains(strings.Join(names, " "), item.Name) && (item.Type != node.TypeOther || item.Size != nil) {
			t.Errorf("%+v", item)
		}
	}
	wants(t, "copying a folder with a pipe", h.moves("/copy", "/with", "/new"), 400, node.FileWrongType, "source")
	for _, n := range names {
		wants(t, "download "+n, h.get("/download", "path", "/"+n), 400, node.FileWrongType, "path")
		wants(t, "list "+n, h.get("/list", "path", "/"+n), 400, node.FileWrongType, "path")
		wants(t, "update "+n, h.do(http.MethodPut, "/update", "1", "path", "/"+n), 400, node.FileWrongType, "path")
		wants(t, "copy "+n, h.moves("/copy", "/"+n, "/new"), 400, node.FileWrongType, "source")
		wants(t, "move "+n, h.moves("/move", "/"+n, "/new"), 400, node.FileWrongType, "source")
		wants(t, "extract "+n, h.do(http.MethodPost, "/unarchive", "", "src", "/"+n, "trg", "/new"), 400, node.FileWrongType, "src")
		ok(t, "delete "+n, h.do(http.MethodDelete, "/delete", "", "path", "/"+n))
	}
	h.clean()
}

func TestHostile07AFileWithASecondNameIsNeitherReadNorWritten(t *testing.T) {
	h := newHostWithFiles(t)
	victim := filepath.Join(filepath.Dir(h.dir), "victim")
	if err := errorsOf(os.WriteFile(victim, []byte("secret"), 0o600), os.Link(victim, h.file("hard"))); err != nil {
		t.Fatal(err)
	}
	wants(t, "download", h.get("/download", "path", "/hard"), 400, node.FileWrongType, "path")
	wants(t, "update", h.do(http.MethodPut, "/update", "evil", "path", "/hard"), 400, node.FileWrongType, "path")
	wants(t, "copy", h.moves("/copy", "/hard", "/new"), 400, node.FileWrongType, "source")
	ok(t, "delete", h.do(http.MethodDelete, "/delete", "", "path", "/hard"))
	ok(t, "for good", h.do(http.MethodDelete, "/trash", ""))
	if b, err := os.ReadFile(victim); err != nil || string(b) != "secret" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestHostile08WhatMakesNoSenseIsRefused(t *testing.T) {
	h := newHostWithFiles(t)
	h.put("folder/file", "1")
	if err := os.Symlink("folder", h.file("alias")); err != nil {
		t.Fatal(err)
	}
	for _, route := range []string{"/move", "/copy"} {
		wants(t, route+" into itself", h.moves(route, "/folder", "/folder/in"), 400, node.FileInvalid, "destination")
		wants(t, route+" the root", h.moves(route, "/", "/folder/in"), 400, node.FileInvalid, "source")
		wants(t, route+" to itself", h.moves(route, "/folder", "/folder"), 400, node.FileExists, "destination")
		wants(t, route+" onto the root", h.moves(route, "/folder", "/"), 400, node.FileExists, "destination")
		wants(t, route+" no JSON", h.do(http.MethodPost, route, "{"), 400, node.FileInvalid, "body")
	}
	wants(t, "into itself by a link", h.moves("/move", "/folder", "/alias/in"), 400, node.FileInvalid, "destination")
	wants(t, "copied into itself by a link", h.moves("/copy", "/folder", "/alias/in/in"), 404, node.FileNotFound, "destination")
	for _, recursive := range []string{"true", "false", ""} {
		wants(t, "delete the root", h.do(http.MethodDelete, "/delete", "", "path", "/", "recursive", recursive), 400, node.FileInvalid, "path")
	}
	for _, recursive := range []string{"false", ""} {
		wants(t, "a full folder", h.do(http.MethodDelete, "/delete", "", "path", "/folder", "recursive", recursive), 400, node.FileNotEmpty, "path")
	}
	wants(t, "perhaps", h.do(http.MethodDelete, "/delete", "", "path", "/folder", "recursive", "yes"), 400, node.FileInvalid, "recursive")
	wants(t, "no type", h.do(http.MethodPost, "/create", "", "path", "/new"), 400, node.FileInvalid, "type")
	wants(t, "a file above", h.do(http.MethodPost, "/create", "", "path", "/there/new", "type", "file"), 400, node.FileWrongType, "path")
	wants(t, "a folder as a file", h.do(http.MethodPut, "/update", "", "path", "/folder"), 400, node.FileWrongType, "path")
	wants(t, "the root as a file", h.do(http.MethodPut, "/update", "", "path", "/"), 400, node.FileWrongType, "path")
	wants(t, "a folder's bytes", h.get("/download", "path", "/folder"), 400, node.FileWrongType, "path")
	wants(t, "a file's entries", h.get("/list", "path", "/there"), 400, node.FileWrongType, "path")
	h.has("folder/file", "1")
}

func TestHostile09NothingIsReplacedByAMoveACopyOrACreation(t *testing.T) {
	h := newHost(t)
	h.put("a", "a")
	h.put("b", "b")
	h.put("folder/file", "1")
	for _, route := range []string{"/move", "/copy"} {
		wants(t, route+" onto a file", h.moves(route, "/a", "/b"), 400, node.FileExists, "destination")
		wants(t, route+" onto a folder", h.moves(route, "/a", "/folder"), 400, node.FileExists, "destination")
		wants(t, route+" a folder onto a file", h.moves(route, "/folder", "/b"), 400, node.FileExists, "destination")
	}
	for _, kind := range []string{"file", "directory"} {
		wants(t, "a "+kind, h.do(http.MethodPost, "/create", "evil", "path", "/a", "type", kind), 400, node.FileExists, "path")
		wants(t, "a "+kind, h.do(http.MethodPost, "/create", "", "path", "/folder", "type", kind), 400, node.FileExists, "path")
		wants(t, "the root as a "+kind, h.do(http.MethodPost, "/create", "", "path", "/", "type", kind), 400, node.FileExists, "path")
	}
	ok(t, "a twin in another case", h.moves("/copy", "/a", "/A"))
	h.has("a", "a")
	h.has("b", "b")
	h.has("A", "a")
	h.clean()
}
