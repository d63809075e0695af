package fleet

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/properties"
)

func TestWhatAGamePutsInThePlaceOfItsPropertiesHarmsNobody(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	for name, put := range map[string]func(path string) error{
		"a link to the outside": func(p string) error { return os.Symlink(outside, p) },
		"a dangling link":       func(p string) error { return os.Symlink("../../nothing", p) },
		"a pipe":                func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"a folder":              func(p string) error { return os.Mkdir(p, 0o700) },
		"a large file":          func(p string) error { return os.WriteFile(p, make([]byte, properties.MaxSize+1), 0o600) },
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
		s := &server{folder: t.TempDir(), fleet: &Fleet{options: Options{Clock: time.Now}}}
		if err := s.settle(root, node.Desired{Ports: []int{7}}, limit.User{}); err == nil {
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

func TestADecidedSettingIsWrittenOnceAndTheGameMayChangeItAfterwards(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, "root")
	for _, d := range []string{dir, filepath.Join(folder, "meta")} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, fileProperties)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close() //nolint:errcheck // it was only read
	s := &server{folder: folder, fleet: &Fleet{changed: make(chan struct{}, 1), options: Options{Clock: func() time.Time { return time.Unix(0, 0) }}}}
	settle := func(before string, generation uint64, value string, news bool) string {
		t.Helper()
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		d := node.Desired{Motd: "§bNew", Properties: &node.Properties{Game: "Block Game", Values: map[string]node.Property{"difficulty": {Value: value, Generation: generation}}}}
		if s.unwritten(d) != news {
			t.Errorf("unwritten is %v at generation %d", !news, generation)
		}
		if err := s.settle(root, d, limit.User{}); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	const header = "#Block Game server properties\n#Thu, 01 Jan 1970 00:00:00 GMT\n"
	if got := settle("motd=A Block Game Server\ndifficulty=easy\n#own\n", 1, "hard", true); got != header+"motd=\\u00A7bNew\ndifficulty=hard\n#own\n" {
		t.Errorf("first %q", got)
	}
	if got := settle("motd=mine\ndifficulty=peaceful\n", 1, "hard", false); got != "motd=mine\ndifficulty=peaceful\n" {
		t.Errorf("what the game changed was overwritten: %q", got)
	}
	if got := s.observe().Settings; got != 1 {
		t.Errorf("the settings of generation 1 are written; observed is %d", got)
	}
	if got := settle("motd=mine\ndifficulty=peaceful\n", 2, "normal", true); got != header+"motd=mine\ndifficulty=normal\n" {
		t.Errorf("a newer decision: %q", got)
	}
}

func TestADecidedCommandReplacesTheDefaultOneWithoutAShell(t *testing.T) {
	d := node.Desired{Plan: node.Plan{MemoryMiB: 1000}, Software: node.Software{Jar: "server.jar"}}
	if got, err := command(d); err != nil || strings.Join(got, "|") != "java|-Xmx850M|-jar|server.jar|nogui" {
		t.Errorf("the default is %q, %v", got, err)
	}
	d.Startup.Invocation = `java "-Dname=a b" -jar server.jar; echo $HOME`
	if got, err := command(d); err != nil || strings.Join(got, "|") != "java|-Dname=a b|-jar|server.jar;|echo|$HOME" {
		t.Errorf("%q, %v", got, err)
	}
	for _, wrong := range []string{"java", "/bin/sh -c x", `java "-jar`, "java -jar a\nb"} {
		d.Startup.Invocation = wrong
		if got, err := command(d); err == nil {
			t.Errorf("%q is taken as %q", wrong, got)
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
