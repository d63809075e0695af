package keyfile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/platform/keyfile"
)

func TestAKeysFileIsCreatedOnceAndOnlyItsOwnerCanReadIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", keyfile.Name)
	if _, err := keyfile.Read(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	made := make([]keyfile.Keys, 8)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			var err error
			if made[i], err = keyfile.Make(path); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, k := range made {
		if k != made[0] {
			t.Fatal("two processes have two keys")
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info.Mode(), err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v %v", entries, err)
	}
	again, err := keyfile.Read(path)
	if err != nil || again != made[0] {
		t.Fatal("the file does not read as it was made", err)
	}
}

func TestABrokenFileIsRejectedWithoutShowingItsContents(t *testing.T) {
	path := filepath.Join(t.TempDir(), keyfile.Name)
	if _, err := keyfile.Make(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"empty":        "",
		"cut off":      string(good[:len(good)/2]),
		"newer format": strings.Replace(string(good), `"format": 1`, `"format": 2`, 1),
		"short key":    `{"format":1,"wrapping":"SECRETSECRET","signing":"SECRETSECRET"}`,
		"no key":       `{"format":1}`,
		"zeroes":       `{"format":1,"wrapping":"` + strings.Repeat("A", 43) + `","signing":"` + strings.Repeat("A", 43) + `"}`,
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := keyfile.Read(path); err == nil || strings.Contains(err.Error(), "SECRET") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheCheckValueDiffersBetweenKeys(t *testing.T) {
	a, err := keyfile.Make(filepath.Join(t.TempDir(), keyfile.Name))
	if err != nil {
		t.Fatal(err)
	}
	wrapping, signing := a, a
	wrapping.Wrapping[0] ^= 1
	signing.Signing[0] ^= 1
	if !bytes.Equal(a.Check(), a.Check()) || bytes.Equal(a.Check(), wrapping.Check()) || bytes.Equal(a.Check(), signing.Check()) {
		t.Fatal("two sets of keys have one check value")
	}
}
