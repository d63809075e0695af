package blobs_test

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

func open(t *testing.T, location string) *blobs.Store {
	t.Helper()
	s, err := blobs.Open(context.Background(), location, "https://site.example/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func put(t *testing.T, s *blobs.Store, key, contentType, body string) blobs.Stored {
	t.Helper()
	stored, err := s.Put(context.Background(), key, contentType, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestPutStoresAndHashesOnTheWay(t *testing.T) {
	body := strings.Repeat("模组", 100_000)
	h1, h512 := sha1.Sum([]byte(body)), sha512.Sum512([]byte(body))
	want := blobs.Stored{SHA1: hex.EncodeToString(h1[:]), SHA512: hex.EncodeToString(h512[:]), Size: int64(len(body))}
	for _, location := range []string{"mem://", t.TempDir(), "file://" + t.TempDir() + "/made/here", bucket(t), bucket(t) + "&prefix=site/"} {
		s := open(t, location)
		if got := put(t, s, "data/a/文件 1.jar", "application/java-archive", body); got != want {
			t.Errorf("%s: %+v, want %+v", location, got, want)
		}
		r, err := s.Open(context.Background(), "data/a/文件 1.jar")
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		_ = r.Close()
		if err != nil || string(data) != body || r.ContentType() != "application/java-archive" {
			t.Errorf("%s: read back %d bytes of %s: %v", location, len(data), r.ContentType(), err)
		}
		if err := s.Delete(context.Background(), "data/a/文件 1.jar"); err != nil {
			t.Error(err)
		}
		if _, err := s.Open(context.Background(), "data/a/文件 1.jar"); !errors.Is(err, blobs.ErrNotFound) {
			t.Errorf("after deletion: %v", err)
		}
		if err := s.Delete(context.Background(), "data/a/文件 1.jar"); err != nil {
			t.Errorf("deleting a missing blob: %v", err)
		}
	}
}

func TestAFailedUploadLeavesNoFiles(t *testing.T) {
	broken := errors.New("connection lost")
	big := bytes.Repeat([]byte("x"), 3<<20)
	ended, cancel := context.WithCancel(context.Background())
	cases := []struct {
		name string
		ctx  context.Context
		body io.Reader
		want error
	}{
		{"a reader that breaks", context.Background(), io.MultiReader(bytes.NewReader(big[:1<<20]), iotest.ErrReader(broken)), broken},
		{"too large", context.Background(), bytes.NewReader(big), blobs.ErrTooLarge},
		{"a caller who left", ended, io.MultiReader(bytes.NewReader(big[:1<<20]), readerFunc(func() { cancel() })), context.Canceled},
	}
	for _, c := range cases {
		dir := t.TempDir()
		s := open(t, dir)
		_, err := s.Put(c.ctx, "a/b.zip", "application/zip", c.body, blobs.MaxSize(2<<20))
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if left := files(t, dir); len(left) != 0 {
			t.Errorf("%s: left behind %v", c.name, left)
		}
		if found, err := s.Exists(context.Background(), "a/b.zip"); found || err != nil {
			t.Errorf("%s: exists %v %v", c.name, found, err)
		}
	}
}

// readerFunc runs once and then is at its end.
type readerFunc func()

func (f readerFunc) Read([]byte) (int, error) { f(); return 0, io.EOF }

func TestAFailedReplacementKeepsTheOlderBlob(t *testing.T) {
	s := open(t, t.TempDir())
	put(t, s, "icon.png", "image/png", "old")
	_, err := s.Put(context.Background(), "icon.png", "image/png", io.MultiReader(strings.NewReader("new"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if err == nil {
		t.Fatal("no error")
	}
	r, err := s.Open(context.Background(), "icon.png")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if data, _ := io.ReadAll(r); string(data) != "old" {
		t.Errorf("now %q", data)
	}
}

func TestABlobOfExactlyTheLimitIsTaken(t *testing.T) {
	s := open(t, "mem://")
	if _, err := s.Put(context.Background(), "a", "", strings.NewReader("12345"), blobs.MaxSize(5)); err != nil {
		t.Error(err)
	}
	if _, err := s.Put(context.Background(), "b", "", strings.NewReader("123456"), blobs.MaxSize(5)); !errors.Is(err, blobs.ErrTooLarge) {
		t.Errorf("one byte more: %v", err)
	}
}

func TestKeysOutsideTheStoreAreRejected(t *testing.T) {
	parent := t.TempDir()
	s := open(t, filepath.Join(parent, "store"))
	bad := []string{
		"", "/etc/passwd", "../x", "a/../../x", "a/..", "..", ".", "a/./b", "a//b", "a/", `a\b`, `..\x`, "a\x00b", "a\nb", "a\xffb",
		"a/\u202egnp.exe", "a\u200fb", "x.attrs", "x.ATTRS", "x.18a.tmp", strings.Repeat("a", 513), "d/" + strings.Repeat("长", 67), "a/...",
	}
	for _, key := range bad {
		_, err := s.Put(context.Background(), key, "text/plain", strings.NewReader("x"))
		if !errors.Is(err, blobs.ErrKey) {
			t.Errorf("Put(%q): %v", key, err)
		}
		if _, err := s.Open(context.Background(), key); !errors.Is(err, blobs.ErrKey) {
			t.Errorf("Open(%q): %v", key, err)
		}
		if err := s.Delete(context.Background(), key); !errors.Is(err, blobs.ErrKey) {
			t.Errorf("Delete(%q): %v", key, err)
		}
	}
	if left := files(t, parent); len(left) != 0 {
		t.Errorf("written: %v", left)
	}
	for _, key := range []string{"a", "a/b/c.jar", "模组/钠 1.0+build.5.jar", "a/..b", "a/b..c", "a/[x] (y)'s;=%20.zip", ".hidden"} {
		if err := blobs.CheckKey(key); err != nil {
			t.Errorf("CheckKey(%q): %v", key, err)
		}
	}
}

func TestAURLMapsBackToItsKey(t *testing.T) {
	s := open(t, "mem://")
	for _, key := range []string{"a/b.jar", "模组/钠 1?#%2f.jar", "a/x+y&z.zip", "a/钠 1.0+mc1.20+build.5.jar", "a+b/c%2B.jar"} {
		address := s.URL(key)
		if !strings.HasPrefix(address, "https://site.example/data/") || strings.ContainsAny(address[8:], " ?#+") {
			t.Errorf("address %q", address)
		}
		if got, ok := s.KeyOf(address); !ok || got != key {
			t.Errorf("KeyOf(%q) = %q %v", address, got, ok)
		}
	}
	if got := s.URL("a/x+y.jar"); got != "https://site.example/data/a/x%2By.jar" {
		t.Errorf("a plus sign is written as %q", got)
	}
	if key, ok := s.KeyOf("https://site.example/data/a/x+y.jar"); !ok || key != "a/x+y.jar" { // as addresses were written before
		t.Errorf("a plain plus sign is read as %q", key)
	}
	for _, address := range []string{"https://other.example/data/a", "https://site.example/data/../a", "https://site.example/data/%2e%2e/a", ""} {
		if key, ok := s.KeyOf(address); ok {
			t.Errorf("KeyOf(%q) = %q", address, key)
		}
	}
}

func TestTheSameContentHasOneAddress(t *testing.T) {
	s := open(t, t.TempDir())
	key1, stored, err := s.PutAddressed(context.Background(), "p/icons", ".png", "image/png", strings.NewReader("icon"))
	if err != nil {
		t.Fatal(err)
	}
	key2, _, err := s.PutAddressed(context.Background(), "p/icons", ".png", "image/png", strings.NewReader("icon"))
	if err != nil || key1 != key2 || key1 != "p/icons/"+stored.SHA1+".png" {
		t.Errorf("%q and %q: %v", key1, key2, err)
	}
	_, _, err = s.PutAddressed(context.Background(), "p/icons", ".png", "image/png", strings.NewReader("12345"), blobs.MaxSize(4))
	if !errors.Is(err, blobs.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
}

// site is a real server with the store mounted as the program does.
func site(t *testing.T, s *blobs.Store) *httptest.Server {
	t.Helper()
	api := httpkit.New(httpkit.Options{Uncompressed: []string{"/data/"}})
	api.Mux.Handle("GET /data/", s.Handler(nil))
	api.Mux.HandleFunc("GET /", http.NotFound) // pages
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	return server
}

func get(t *testing.T, method, url string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(data)
}

func TestFilesAreServedInRangesAndRevalidated(t *testing.T) {
	for _, location := range []string{"mem://", t.TempDir()} {
		s := open(t, location)
		put(t, s, "AABBCCDD/versions/abcdefgh/钠 1.0.jar", "application/java-archive", "0123456789")
		url := site(t, s).URL + "/data/AABBCCDD/versions/abcdefgh/%E9%92%A0%201.0.jar"
		res, body := get(t, "GET", url)
		if res.StatusCode != 200 || body != "0123456789" || res.Header.Get("Content-Type") != "application/java-archive" || res.ContentLength != 10 {
			t.Errorf("%d %q %v", res.StatusCode, body, res.Header)
		}
		if got, want := res.Header.Get("Content-Disposition"), `attachment; filename="_ 1.0.jar"; filename*=UTF-8''%E9%92%A0%201.0.jar`; got != want {
			t.Errorf("Content-Disposition %s, want %s", got, want)
		}
		if got := res.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
			t.Errorf("Cache-Control %q", got)
		}
		if res, body := get(t, "GET", url, "Range", "bytes=2-4"); res.StatusCode != 206 || body != "234" || res.Header.Get("Content-Range") != "bytes 2-4/10" {
			t.Errorf("range: %d %q %v", res.StatusCode, body, res.Header)
		}
		if res, _ := get(t, "GET", url, "Range", "bytes=20-"); res.StatusCode != 416 {
			t.Errorf("range past the end: %d", res.StatusCode)
		}
		if res, body := get(t, "HEAD", url); res.StatusCode != 200 || body != "" || res.ContentLength != 10 {
			t.Errorf("HEAD: %d %d", res.StatusCode, res.ContentLength)
		}
		if res, _ := get(t, "GET", url, "If-None-Match", res.Header.Get("ETag")); res.StatusCode != 304 {
			t.Errorf("with its tag: %d", res.StatusCode)
		}
		if res, _ := get(t, "POST", url); res.StatusCode != 405 {
			t.Errorf("POST: %d", res.StatusCode)
		}
	}
}

func TestOnlyImmutableFilesAreCachedForEver(t *testing.T) {
	s := open(t, "mem://")
	hash := strings.Repeat("0a", 20)
	for key, want := range map[string]bool{
		"p/icons/" + hash + ".png": true, "p/versions/v/x.jar": true, "p/icon.png": false, "p/" + hash[:39] + ".png": false, "versions.png": false,
	} {
		put(t, s, key, "image/png", "x")
		res, _ := get(t, "GET", site(t, s).URL+"/data/"+key)
		if got := strings.Contains(res.Header.Get("Cache-Control"), "immutable"); got != want {
			t.Errorf("%s: immutable %v, want %v", key, got, want)
		}
	}
}

func TestHostileUploadsCannotRun(t *testing.T) {
	s := open(t, t.TempDir())
	script := `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	cases := []struct{ key, sent, served, disposition string }{
		{"x.svg", "image/svg+xml", "image/svg+xml", "inline"},
		{"x.html", "text/html", "application/octet-stream", "attachment"},
		{"x.htm", "text/html; charset=utf-8", "application/octet-stream", "attachment"},
		{"x.xml", "application/xhtml+xml", "application/octet-stream", "attachment"},
		{"x.js", "text/javascript", "application/octet-stream", "attachment"},
		{"x.bad", "not a type\r\nX: y", "", ""},
		{"y.png", "image/png", "image/png", "inline"},
		{`z"; filename=evil.exe;.zip`, "application/zip", "application/zip", "attachment"},
	}
	server := site(t, s)
	for _, c := range cases {
		if _, err := s.Put(context.Background(), c.key, c.sent, strings.NewReader(script)); err != nil {
			if c.served != "" {
				t.Errorf("%s: %v", c.key, err)
			}
			continue
		}
		res, _ := get(t, "GET", strings.Replace(s.URL(c.key), "https://site.example", server.URL, 1))
		if got := res.Header.Get("Content-Type"); got != c.served {
			t.Errorf("%s is served as %q, want %q", c.key, got, c.served)
		}
		disposition := res.Header.Get("Content-Disposition")
		if !strings.HasPrefix(disposition, c.disposition+"; ") || strings.Count(disposition, `"`) != 2 {
			t.Errorf("%s: Content-Disposition %q", c.key, disposition)
		}
		csp := res.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "sandbox") || strings.Contains(csp, "script") {
			t.Errorf("%s: policy %q", c.key, csp)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s may be sniffed", c.key)
		}
	}
}

func TestNothingOutsideTheStoreIsServed(t *testing.T) {
	parent := t.TempDir()
	if err := os.WriteFile(filepath.Join(parent, "secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(parent, "store"))
	put(t, s, "dir/file.zip", "application/zip", "x")
	server := site(t, s)
	for _, path := range []string{"..%2fsecret", "dir%2f..%2f..%2fsecret", "%2e%2e%2fsecret", "dir/file.zip.attrs", "dir", "dir/", "", "missing", "a%00b", "a%ffb", `..%5csecret`} {
		res, body := get(t, "GET", server.URL+"/data/"+path)
		if res.StatusCode != 404 || strings.Contains(body, "secret") || !strings.Contains(body, `"not_found"`) {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
}

func TestTheSiteOfThisMachineKnowsItsAddressesOfBefore(t *testing.T) {
	s, err := blobs.Open(t.Context(), "mem://", "http://localhost:8080")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // in memory
	for address, want := range map[string]bool{
		"http://localhost:8080/data/a/b.png": true, "http://127.0.0.1:8080/data/a/b.png": true,
		"http://127.0.0.1:8081/data/a/b.png": false, "http://127.0.0.1:80801/data/a/b.png": false, "http://127.0.0.1.example:8080/data/a/b.png": false,
	} {
		if key, ok := s.KeyOf(address); ok != want || ok && key != "a/b.png" {
			t.Errorf("%s: %q %v", address, key, ok)
		}
	}
}
