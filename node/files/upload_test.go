package files_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/platform/until"
)

// raw sends a request line by line over a connection of its own.
func (h *host) raw(method, path, length, body string) net.Conn {
	h.t.Helper()
	conn, err := net.Dial("tcp", h.http.Listener.Addr().String())
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: node\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n%s", method, node.PathFiles+path, h.token(nil), length, body); err != nil {
		h.t.Fatal(err)
	}
	return conn
}

// staged waits until a number of uploads are in the stage.
func (h *host) staged(uploads int) {
	h.t.Helper()
	until.True(h.t, fmt.Sprintf("%d uploads are in the stage", uploads), func() bool {
		entries, err := os.ReadDir(filepath.Join(h.dir, "stage"))
		return err == nil && len(entries) == uploads
	})
}

func TestHostile10AnUploadThatIsCutLeavesTheOldContentAndNoRubbish(t *testing.T) {
	h := newHost(t)
	h.put("a", "old")
	for what, length := range map[string]string{"a known length": "Content-Length: 1000000", "none": "Transfer-Encoding: chunked"} {
		conn := h.raw(http.MethodPut, "/update?path=/a", length, "5\r\nhello\r\n")
		h.staged(1)
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		h.staged(0)
		t.Log("cut with", what)
		h.has("a", "old")
	}
	conn := h.raw(http.MethodPost, "/create?path=/b&type=file", "Content-Length: 10", "hello")
	h.staged(1)
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	h.staged(0)
	if l := h.list("/"); l.Count != 1 {
		t.Errorf("%+v", l)
	}
}

func TestHostile10ALengthThatIsNoneIsRefused(t *testing.T) {
	h := newHost(t)
	for _, length := range []string{"Content-Length: -1", "Content-Length: x", "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 99999999999999999999"} {
		a, err := http.ReadResponse(bufio.NewReader(h.raw(http.MethodPost, "/create?path=/b&type=file", length, "hello")), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _ = a.Body.Close(); a.StatusCode != 400 {
			t.Errorf("%s: %d", length, a.StatusCode)
		}
	}
	a, err := http.ReadResponse(bufio.NewReader(h.raw(http.MethodPost, "/create?path=/b&type=file", "Content-Length: 9223372036854775807", "hello")), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _ = a.Body.Close(); a.StatusCode != 413 {
		t.Errorf("the largest: %d", a.StatusCode)
	}
	r := h.request(http.MethodPost, "/create", io.MultiReader(strings.NewReader("he"), strings.NewReader("llo")), "path", "/b", "type", "file")
	ok(t, "no length", h.send(r))
	h.has("b", "hello")
	h.clean()
}

func TestHostile10APeerThatStallsIsCut(t *testing.T) {
	h := newHost(t)
	h.start(func(o *files.Options) { o.Stall = 50 * time.Millisecond })
	h.put("a", "old")
	conn := h.raw(http.MethodPut, "/update?path=/a", "Content-Length: 1000000", "hello")
	if _, err := io.ReadAll(conn); err != nil { // it ends without our doing
		t.Fatal(err)
	}
	h.staged(0)
	h.has("a", "old")
}

func TestHostile10OfTwoUploadsAtATimeOneIsThereAsAWhole(t *testing.T) {
	h := newHost(t)
	h.put("a", "old")
	one, two := strings.Repeat("1", 1<<20), strings.Repeat("2", 1<<20)
	var created [2]int
	var all sync.WaitGroup
	for i, content := range []string{one, two} {
		all.Go(func() {
			h.do(http.MethodPut, "/update", content, "path", "/a")
			created[i] = h.do(http.MethodPost, "/create", content, "path", "/b", "type", "file").status
		})
	}
	all.Wait()
	if created[0]+created[1] != 204+400 {
		t.Errorf("%v", created)
	}
	for _, path := range []string{"a", "b"} {
		if b, err := os.ReadFile(h.file(path)); err != nil || string(b) != one && string(b) != two {
			t.Errorf("%s: %d bytes, %v", path, len(b), err)
		}
	}
	h.clean()
}

func TestHostile11TheDiskOfThePlanIsKept(t *testing.T) {
	h := newHost(t)
	h.plan(1)
	h.put("a", "old")
	used := func() int64 { l := h.list("/"); return l.Room - l.Used }
	left := used()
	ok(t, "exactly full", h.do(http.MethodPost, "/create", strings.Repeat("x", int(left)), "path", "/full", "type", "file"))
	if n := used(); n != 0 {
		t.Skipf("this file system needs %d bytes more for a file of %d", -n, left)
	}
	wants(t, "one more", h.do(http.MethodPost, "/create", "x", "path", "/more", "type", "file"), 507, node.FileQuota, "")
	chunked := func() io.Reader {
		return io.MultiReader(strings.NewReader(strings.Repeat("x", 8192)), strings.NewReader("x"))
	}
	wants(t, "without a length", h.send(h.request(http.MethodPut, "/update", chunked(), "path", "/a")), 507, node.FileQuota, "")
	wants(t, "a folder", h.do(http.MethodPost, "/create", "", "path", "/folder", "type", "directory"), 507, node.FileQuota, "")
	wants(t, "a copy", h.moves("/copy", "/a", "/b"), 507, node.FileQuota, "")
	h.has("a", "old")
	ok(t, "the same size", h.do(http.MethodPut, "/update", "new", "path", "/a"))
	ok(t, "less frees", h.do(http.MethodPut, "/update", "", "path", "/full"))
	ok(t, "now there is room", h.do(http.MethodPost, "/create", "x", "path", "/more", "type", "file"))
	h.clean()
}

func TestHostile11AnUpdateThatDoesNotFitKeepsTheOldFile(t *testing.T) {
	h := newHost(t)
	h.plan(1)
	h.put("a", "old")
	wants(t, "announced", h.do(http.MethodPut, "/update", strings.Repeat("x", 2<<20), "path", "/a"), 507, node.FileQuota, "")
	h.has("a", "old")
	h.clean()
}

func TestHostile11ASparseFileCountsWhatItOccupies(t *testing.T) {
	h := newHost(t)
	h.plan(1)
	h.put("sparse", "")
	if err := os.Truncate(h.file("sparse"), 1<<40); err != nil {
		t.Skip(err)
	}
	if l := h.list("/"); l.Used >= l.Room {
		t.Errorf("%+v", l)
	}
	wants(t, "a copy is whole", h.moves("/copy", "/sparse", "/copy"), 507, node.FileQuota, "")
	h.clean()
}

func TestHostile11WhatTheGameRemovesIsFreeAgain(t *testing.T) {
	h := newHost(t)
	h.plan(1)
	h.put("world", strings.Repeat("x", 1<<20))
	wants(t, "full", h.do(http.MethodPost, "/create", "x", "path", "/a", "type", "file"), 507, node.FileQuota, "")
	if err := os.Remove(h.file("world")); err != nil {
		t.Fatal(err)
	}
	ok(t, "not any more", h.do(http.MethodPost, "/create", "x", "path", "/a", "type", "file"))
}

func TestTheTrashMakesRoomOldestFirstAndOnlyIfThatHelps(t *testing.T) {
	h := newHost(t)
	h.plan(1)
	for _, name := range []string{"a", "b"} {
		h.put(name, strings.Repeat("x", 400<<10))
		ok(t, "delete", h.do(http.MethodDelete, "/delete", "", "path", "/"+name))
		h.pass(time.Minute)
	}
	wants(t, "too much in any case", h.do(http.MethodPost, "/create", strings.Repeat("x", 1<<20), "path", "/c", "type", "file"), 507, node.FileQuota, "")
	if trash := decoded[node.Trash](t, h.get("/trash")); len(trash.Items) != 2 {
		t.Errorf("%+v", trash)
	}
	ok(t, "more than is left", h.do(http.MethodPost, "/create", strings.Repeat("x", 400<<10), "path", "/c", "type", "file"))
	if trash := decoded[node.Trash](t, h.get("/trash")); len(trash.Items) != 1 || trash.Items[0].Path != "/b" {
		t.Errorf("%+v", trash)
	}
}
