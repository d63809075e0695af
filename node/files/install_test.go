package files_test

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

func hashOf(text string) string {
	h := sha512.Sum512([]byte(text))
	return hex.EncodeToString(h[:])
}

// put is a file with a text.
func put(path, text string) files.Install {
	return files.Install{Path: path, SHA512: hashOf(text), Size: int64(len(text)), Fill: func(_ context.Context, f *os.File) error {
		_, err := f.WriteString(text)
		return err
	}}
}

func TestAFileIsInstalledWhereNothingOrItsFormerStateIs(t *testing.T) {
	h := newHost(t)
	at := func(base string) string { return filepath.Join(h.dir, "root", "mods", base) }
	install := func(in files.Install) error { return h.service.Install(t.Context(), server, in) }
	if err := install(put("/mods/a.jar", "one")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(at("a.jar")); err != nil || info.Mode().Perm() != 0o644 {
		t.Error(info, err)
	}
	again := put("/mods/a.jar", "one")
	again.Fill = func(context.Context, *os.File) error { return errors.New("it was fetched again") }
	if err := install(again); err != nil {
		t.Error(err)
	}
	if err := install(put("/mods/a.jar", "two")); !errors.Is(err, files.ErrTaken) {
		t.Error(err)
	}
	next := put("/mods/a.jar", "two")
	next.Was, next.WasSHA512 = "/mods/a.jar", hashOf("one")
	if err := install(next); err != nil {
		t.Error(err)
	}
	third := put("/mods/a.jar", "three")
	third.Was, third.WasSHA512 = "/mods/a.jar", hashOf("one")
	if err := install(third); !errors.Is(err, files.ErrChanged) {
		t.Error(err)
	}
	for _, base := range []string{"link.jar", "dir.jar"} {
		if base == "link.jar" {
			if err := os.Symlink("a.jar", at(base)); err != nil {
				t.Fatal(err)
			}
		} else if err := os.Mkdir(at(base), 0o700); err != nil {
			t.Fatal(err)
		}
		in := put("/mods/"+base, "two")
		in.Was, in.WasSHA512 = in.Path, in.SHA512
		if err := install(in); !errors.Is(err, files.ErrTaken) {
			t.Errorf("%s: %v", base, err)
		}
		if err := h.service.Remove(t.Context(), server, "/mods/"+base, hashOf("two")); !errors.Is(err, files.ErrChanged) {
			t.Errorf("%s: %v", base, err)
		}
	}
	if b, err := os.ReadFile(at("a.jar")); err != nil || string(b) != "two" {
		t.Errorf("%s %v", b, err)
	}
	if err := h.service.Remove(t.Context(), server, "/mods/a.jar", strings.ToUpper(hashOf("two"))); err != nil {
		t.Error(err)
	}
	if err := h.service.Remove(t.Context(), server, "/nowhere/a.jar", hashOf("two")); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"a.jar", "//a.jar", "/../a.jar", "/mods/a\nb.jar", "/mods/a\u202e.jar"} {
		if err := install(put(bad, "x")); files.CodeOf(err) != node.FileInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestAListOfArchivesFitsIntoAFrame(t *testing.T) {
	h := newHost(t)
	dir := filepath.Join(h.dir, "root", "mods")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 1100 {
		name := fmt.Sprintf("%04d%s.jar", i, strings.Repeat("<", 240))
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := h.service.Archives(t.Context(), server, &files.Hashes{}, "/mods", "/plugins")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := json.Marshal(node.Frame{Observed: []node.Observed{{Contents: &list}}})
	if err != nil || len(doc) > node.MaxFrame || len(list.Files) < 400 || len(list.Files)+list.More != 1100 {
		t.Errorf("%d files and %d more in %d bytes: %v", len(list.Files), list.More, len(doc), err)
	}
}

func TestArchivesAreListedWithTheirHashesAndNothingElse(t *testing.T) {
	h := newHost(t)
	dir := filepath.Join(h.dir, "root", "mods")
	if err := os.MkdirAll(filepath.Join(dir, "folder.jar"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"b.jar": "b", "a.ZIP": "a", "c.jar.disabled": "c", "config.toml": "no", "d.jar.bak": "no"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b.jar", filepath.Join(dir, "link.jar")); err != nil {
		t.Fatal(err)
	}
	known := &files.Hashes{}
	for range 2 {
		list, err := h.service.Archives(t.Context(), server, known, "/mods", "/plugins")
		want := []node.ContentFile{
			{Path: "/mods/a.ZIP", Size: 1, SHA512: hashOf("a")}, {Path: "/mods/b.jar", Size: 1, SHA512: hashOf("b")}, {Path: "/mods/c.jar", Size: 1, SHA512: hashOf("c"), Disabled: true},
		}
		if err != nil || fmt.Sprint(list.Files) != fmt.Sprint(want) {
			t.Errorf("%v %v", list.Files, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "b.jar"), []byte("B"), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := h.service.Archives(t.Context(), server, known, "/mods")
	if err != nil || list.Files[1].SHA512 != hashOf("B") {
		t.Errorf("%v %v", list.Files, err)
	}
}
