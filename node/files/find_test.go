package files_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// unzipped are the entries of a zip with their contents; those of links are marked, those of folders end with a slash.
func unzipped(t *testing.T, b []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(text)
		if f.Mode()&os.ModeSymlink != 0 {
			all[f.Name] = "-> " + all[f.Name]
		}
	}
	return all
}

func TestAFolderIsDownloadedAsOneArchive(t *testing.T) {
	h := newHost(t)
	h.put("world/level.dat", "the world")
	h.put("world/区域/r.0.0.mca", strings.Repeat("0123456789", 1<<16))
	h.put("other", "not in it")
	h.put("world/a\\b", "1") // names of a game
	h.put("world/a_b", "2")
	h.put("world/\xff", "3")
	if err := errorsOf(os.Mkdir(h.file("world/empty"), 0o755), os.Symlink("/etc/passwd", h.file("world/link"))); err != nil {
		t.Fatal(err)
	}
	a := h.get("/archive", "path", "/world")
	if a.status != 200 || a.header.Get("Content-Type") != "application/zip" || !strings.HasPrefix(a.header.Get("Content-Disposition"), `attachment; filename="world.zip"`) {
		t.Fatalf("%d %v", a.status, a.header)
	}
	h.same("the archive", unzipped(t, a.body), map[string]string{
		"level.dat": "the world", "区域/": "", "区域/r.0.0.mca": strings.Repeat("0123456789", 1<<16), "empty/": "", "link": "-> /etc/passwd", "a_b": "1", "a_b (2)": "2", "_": "3",
	})
	if all := unzipped(t, h.get("/archive", "path", "/").body); all["world/level.dat"] != "the world" || all["other"] != "not in it" {
		t.Errorf("%d entries of the whole folder", len(all))
	}
	h.clean()
}

func TestAFolderThatCannotBePackedIsRefusedBeforeTheFirstByte(t *testing.T) {
	h := newHost(t)
	h.put("file", "1")
	h.put("hard/a", "1")
	h.put("pipe/a", "1")
	if err := errorsOf(os.Link(h.file("hard/a"), h.file("hard/b")), unix.Mkfifo(h.file("pipe/p"), 0o600), os.MkdirAll(h.file(strings.Repeat("deep/", node.MaxDepth+3)), 0o755),
		os.Mkdir(h.file("sparse"), 0o755), os.WriteFile(h.file("sparse/a"), nil, 0o600), os.Truncate(h.file("sparse/a"), 65<<30)); err != nil {
		t.Fatal(err)
	}
	wants(t, "a file", h.get("/archive", "path", "/file"), 400, node.FileWrongType, "path")
	wants(t, "a file with two names", h.get("/archive", "path", "/hard"), 400, node.FileWrongType, "path")
	wants(t, "a pipe", h.get("/archive", "path", "/pipe"), 400, node.FileWrongType, "path")
	wants(t, "a deep folder", h.get("/archive", "path", "/deep"), 413, node.FileTooLarge, "path")
	wants(t, "a file that is longer than a disk", h.get("/archive", "path", "/sparse"), 413, node.FileTooLarge, "path")
	wants(t, "none", h.get("/archive", "path", "/none"), 404, node.FileNotFound, "path")
}

// found are the paths that a search finds.
func (h *host) found(path, text string) (paths []string, more bool) {
	h.t.Helper()
	f := decoded[node.FileFound](h.t, h.get("/search", "path", path, "name", text))
	for _, item := range f.Items {
		paths = append(paths, item.Path)
	}
	return paths, f.More
}

func TestNamesAreFoundInAFolderAndBelowIt(t *testing.T) {
	h := newHost(t)
	for _, path := range []string{"Sodium.jar", "mods/sodium-extra.jar", "mods/off/SODIUM.jar.disabled", "mods/lithium.jar", "config/sodium/options.json", "模组/钠.jar"} {
		h.put(path, "x")
	}
	outside := t.TempDir()
	if err := errorsOf(os.WriteFile(filepath.Join(outside, "sodium"), nil, 0o600), os.Symlink(outside, h.file("out"))); err != nil {
		t.Fatal(err)
	}
	h.put("bad\nsodium", "no request can name it")
	for _, c := range []struct {
		path, text string
		want       []string
	}{
		{"/", "sodium", []string{"/Sodium.jar", "/config/sodium", "/mods/off/SODIUM.jar.disabled", "/mods/sodium-extra.jar"}},
		{"/mods", " Sodium ", []string{"/mods/off/SODIUM.jar.disabled", "/mods/sodium-extra.jar"}},
		{"/", "钠", []string{"/模组/钠.jar"}},
		{"/", "off", []string{"/mods/off"}},
		{"/mods/off", "lithium", nil},
	} {
		if got, more := h.found(c.path, c.text); !slices.Equal(got, c.want) || more {
			t.Errorf("%q in %s: %q, %t", c.text, c.path, got, more)
		}
	}
	for _, bad := range []string{"", " ", "a\nb", `a\b`, strings.Repeat("x", 256), "\xff"} {
		wants(t, fmt.Sprintf("%.10q", bad), h.get("/search", "path", "/", "name", bad), 400, node.FileInvalid, "name")
	}
	wants(t, "in a file", h.get("/search", "path", "/Sodium.jar", "name", "x"), 400, node.FileWrongType, "path")
	wants(t, "nowhere", h.get("/search", "path", "/none", "name", "x"), 404, node.FileNotFound, "path")
}

func TestASearchThatFindsVeryMuchSaysThatThereIsMore(t *testing.T) {
	h := newHost(t)
	for i := range node.MaxFound + 1 {
		h.put(fmt.Sprintf("logs/%04d.log", i), "")
	}
	if got, more := h.found("/", ".log"); len(got) != node.MaxFound || !more {
		t.Errorf("%d, %t", len(got), more)
	}
}

func TestArchivesAndSearchesNeedTheRightToReadFiles(t *testing.T) {
	h := newHost(t)
	for _, scope := range []string{node.ScopeFilesWrite, node.ScopeBackup} {
		token := "Bearer " + h.token(func(c jwt.MapClaims) { c["scp"] = []string{scope} })
		for _, route := range []string{"/archive", "/search"} {
			wants(t, route+" with "+scope, h.with(token, http.MethodGet, route, "path", "/", "name", "a"), 403, node.FileForbidden, "")
			wants(t, route+" without a token", h.with("", http.MethodGet, route, "path", "/", "name", "a"), 401, node.FileUnauthorized, "")
		}
	}
}
