package files_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
)

func TestHostile13RangesAreAnswered(t *testing.T) {
	h := newHost(t)
	h.put("log", "0123456789")
	part := func(spec, match string) reply {
		r := h.request(http.MethodGet, "/download", nil, "path", "/log")
		r.Header.Set("Range", spec)
		if match != "" {
			r.Header.Set("If-Range", match)
		}
		return h.send(r)
	}
	a := part("bytes=2-4", "")
	if a.status != 206 || string(a.body) != "234" || a.header.Get("Content-Range") != "bytes 2-4/10" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	tag := a.header.Get("ETag")
	if a := part("bytes=-3", tag); a.status != 206 || string(a.body) != "789" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := part("bytes=10-", ""); a.status != 416 || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", a.status, a.header)
	}
	h.put("log", "0123456789ab") // it grows
	if a := part("bytes=0-1", tag); a.status != 200 || string(a.body) != "0123456789ab" {
		t.Errorf("of another state: %d %s", a.status, a.body)
	}
}

func TestHostile13AGrowingLogIsReadAsItWasAtOpening(t *testing.T) {
	h := newHost(t)
	h.put("log", strings.Repeat("x", 8<<20))
	answer, err := http.DefaultClient.Do(h.request(http.MethodGet, "/download", nil, "path", "/log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	f, err := os.OpenFile(h.file("log"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(strings.Repeat("y", 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(answer.Body)
	if err != nil || len(b) != 8<<20 || strings.Contains(string(b), "y") {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

func TestHostile13ALargeFileTakesNoMemory(t *testing.T) {
	h := newHost(t)
	h.put("large", "")
	if err := os.Truncate(h.file("large"), 3<<30); err != nil {
		t.Skip(err)
	}
	r := h.request(http.MethodGet, "/download", nil, "path", "/large")
	r.Header.Set("Range", fmt.Sprintf("bytes=%d-", 3<<30-256<<20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	n, err := io.Copy(io.Discard, answer.Body)
	runtime.ReadMemStats(&after)
	if err != nil || n != 256<<20 || answer.StatusCode != 206 {
		t.Errorf("%d bytes, %d, %v", n, answer.StatusCode, err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
		t.Errorf("%d bytes of memory for it", grown)
	}
}

func TestHostile13ADownloadIsNeverAPage(t *testing.T) {
	h := newHost(t)
	for name, want := range map[string]string{
		"a.html":      `attachment; filename="a.html"; filename*=UTF-8''a.html`,
		"a.svg":       `attachment; filename="a.svg"; filename*=UTF-8''a.svg`,
		`q"u;o.txt`:   `attachment; filename="q_u_o.txt"; filename*=UTF-8''q%22u%3Bo.txt`,
		"世界 1.zip":    `attachment; filename="__ 1.zip"; filename*=UTF-8''%E4%B8%96%E7%95%8C%201.zip`,
		"a+b'(c).txt": `attachment; filename="a+b'(c).txt"; filename*=UTF-8''a%2Bb%27%28c%29.txt`,
	} {
		h.put(name, "<script>alert(1)</script>")
		a := h.get("/download", "path", "/"+name)
		if a.header.Get("Content-Disposition") != want || a.header.Get("Content-Type") != "application/octet-stream" || a.header.Get("X-Content-Type-Options") != "nosniff" ||
			a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", name, a.header)
		}
	}
	wants(t, "a line break in the name", h.get("/download", "path", "/a\r\nSet-Cookie: x"), 400, node.FileInvalid, "path")
}

func TestHostile14PagesOfALargeFolder(t *testing.T) {
	h := newHost(t)
	many := 100_000
	if testing.Short() {
		many = 2_500
	}
	h.fill(many)
	h.put("z/file", "1")
	l := decoded[node.FileList](t, h.get("/list", "path", "/", "page_size", "1000", "page", "2"))
	if l.Count != many+1 || l.Total != many/1000+1 || len(l.Items) != 1000 || l.Items[0].Name != "000999" || l.Current != 2 {
		t.Errorf("%d %d %d %+v", l.Count, l.Total, len(l.Items), l.Items[0])
	}
	if l := decoded[node.FileList](t, h.get("/list", "path", "/")); len(l.Items) != 100 || l.Items[0].Name != "z" || l.Items[1].Name != "000000" {
		t.Errorf("%+v", l.Items[:2])
	}
	if l := decoded[node.FileList](t, h.get("/list", "path", "/", "page", "1000000000", "page_size", "1000")); len(l.Items) != 0 || l.Count != many+1 {
		t.Errorf("%+v", l)
	}
	for _, page := range []string{"0", "-1", "x", "1.5", "99999999999999999999", "1000000001"} {
		wants(t, "page "+page, h.get("/list", "path", "/", "page", page), 400, node.FileInvalid, "page")
	}
	for _, size := range []string{"0", "-1", "1001", "1000000"} {
		wants(t, "pages of "+size, h.get("/list", "path", "/", "page_size", size), 400, node.FileInvalid, "page_size")
	}
}

// fill makes many files with numbers for names.
func (h *host) fill(many int) {
	h.t.Helper()
	h.link("")
	for i := range many {
		f, err := os.Create(h.file(fmt.Sprintf("%06d", i)))
		if err != nil {
			h.t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			h.t.Fatal(err)
		}
	}
}

func TestHostile15AnEditorLearnsTheSizeBeforeTheBytes(t *testing.T) {
	h := newHost(t)
	h.put("large", "")
	if err := os.Truncate(h.file("large"), 200<<20); err != nil {
		t.Skip(err)
	}
	a := h.send(h.request(http.MethodHead, "/download", nil, "path", "/large"))
	if a.status != 200 || a.header.Get("Content-Length") != "209715200" || len(a.body) != 0 || a.header.Get("ETag") == "" {
		t.Errorf("%d %v", a.status, a.header)
	}
	if items := h.list("/").Items; *items[0].Size != 200<<20 {
		t.Errorf("%+v", items)
	}
}

// BenchmarkAPageOfAFolderOf100000 is to stay below 300 ms.
func BenchmarkAPageOfAFolderOf100000(b *testing.B) {
	h := newHost(b)
	h.fill(100_000)
	h.list("/")
	for b.Loop() {
		if a := h.get("/list", "path", "/", "page_size", "1000", "page", "50"); a.status != 200 {
			b.Fatal(a.status)
		}
	}
}
