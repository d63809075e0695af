package fleet

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/node/limit"
)

func TestAPropertyReplacesItsLineAndNothingElse(t *testing.T) {
	for _, c := range []struct{ old, want string }{
		{"", "server-port=7\n"},
		{"a=b", "a=b\nserver-port=7\n"},
		{"server-port=1", "server-port=7"},
		{"#server-port=1\r\n server-port = 1\r\nserver-portx=2\r\n", "#server-port=1\r\nserver-port=7\r\nserver-portx=2\r\n"},
		{"server-port=1\nx=y\nserver-port=2\n", "server-port=7\nx=y\n"},
	} {
		if got := string(withProperty([]byte(c.old), "server-port", "7")); got != c.want {
			t.Errorf("%q: %q, want %q", c.old, got, c.want)
		}
	}
}

func FuzzAPropertyIsSetOnce(f *testing.F) {
	f.Add("a=b\nserver-port=1\n")
	f.Add("server-port = 1\r\n\x00")
	f.Fuzz(func(t *testing.T, old string) {
		next := withProperty([]byte(old), "server-port", "7")
		if n := strings.Count("\n"+string(next), "\nserver-port=7"); n < 1 {
			t.Errorf("%q becomes %q", old, next)
		}
		if again := withProperty(next, "server-port", "7"); string(again) != string(next) {
			t.Errorf("%q becomes %q, then %q", old, next, again)
		}
	})
}

func TestWhatAGamePutsInThePlaceOfItsPropertiesHarmsNobody(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	for name, put := range map[string]func(path string) error{
		"a link to the outside": func(p string) error { return os.Symlink(outside, p) },
		"a dangling link":       func(p string) error { return os.Symlink("../../nothing", p) },
		"a pipe":                func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"a folder":              func(p string) error { return os.Mkdir(p, 0o700) },
		"a large file":          func(p string) error { return os.WriteFile(p, make([]byte, maxProperties+1), 0o600) },
	} {
		if err := os.WriteFile(outside, []byte("server-port=1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := put(filepath.Join(dir, "server.properties")); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := setProperty(root, "server.properties", "server-port", "7", limit.User{}); err == nil {
			t.Errorf("%s is written", name)
		}
		if b, err := os.ReadFile(outside); err != nil || string(b) != "server-port=1\n" {
			t.Errorf("%s: the file outside is %q, %v", name, b, err)
		}
		if err := root.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheJavaOfAGameFollowsFromItsVersion(t *testing.T) {
	for game, want := range map[string]string{"1.12.2": "lts8", "1.16.5": "lts8", "1.17": "lts17", "1.20.4": "lts17", "1.20.5": "lts21", "1.21.8": "lts21",
		"1.21-pre1": "lts21", "26.1": "lts25", "": "lts21", "24w14a": "lts21"} {
		if got := javaOf(game); got != want {
			t.Errorf("%s: %s, want %s", game, got, want)
		}
	}
}

func TestIdsAreNoPaths(t *testing.T) {
	for id, want := range map[string]bool{"AbCd1234": true, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "short": false, "": false,
		"../../../etc": false, "abcd/efgh": false, "abcdefg.": false, "abcdefgh\n": false, "玩玩玩玩": false} {
		if IsID(id) != want {
			t.Errorf("%q", id)
		}
	}
}

func TestADiskIsMeasuredWithoutCountingAFileTwice(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	if err := os.WriteFile(file, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	before := diskUsage(context.Background(), dir)
	if err := os.Link(file, filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/", filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	after := diskUsage(context.Background(), dir)
	if before == nil || after == nil || *before < 1<<20 || *after > *before+8192 {
		t.Errorf("%v, then %v", before, after)
	}
}
