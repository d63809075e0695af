package archive_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/archive"
)

func TestAPathThatIsNotTheSameEverywhereIsRejectedWithItsName(t *testing.T) {
	for _, name := range []string{
		"server-overrides//etc/x", "overrides/config/C:/x", "overrides/a:b.txt", "overrides/./x", "./x", "a/../b", "overrides/..", "a/.", "//x", "/x",
		`overrides\x`, `a/..\b`, "x:", "a//", "overrides/../", "/", "mods/a.jar:stream", "a/ok/..",
	} {
		for _, data := range [][]byte{pack(t, file{"ok.txt", nil}, file{name, nil}), pack(t, file{"in.zip", pack(t, file{name, nil}, file{"ok.txt", nil})})} {
			a, err := open(data, archive.Limits{})
			if err == nil {
				err = a.Nested(t.Context(), func(string, *archive.Archive) {})
			}
			var bad *archive.Error
			if !errors.As(err, &bad) || bad.Kind != archive.BadName || bad.Name != name {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
	a, err := open(pack(t, file{"overrides/..foo/ok.txt", nil}, file{"a/...", nil}, file{".hidden/x.", nil}, file{"a b/红石", nil}, file{"assets/", nil}), archive.Limits{})
	if err != nil || len(a.Names()) != 4 || !slices.Equal(a.Folders(), []string{"assets/"}) {
		t.Errorf("%v", err)
	}
}

// Some programs take the name of an entry from an extra field.
func TestTheUnicodeNameOfAnEntryIsCheckedToo(t *testing.T) {
	for name, safe := range map[string]bool{"../../evil": false, "C:/evil": false, "ok.txt": true} {
		extra := binary.LittleEndian.AppendUint16(nil, 0x7075)
		extra = binary.LittleEndian.AppendUint16(extra, uint16(5+len(name)))
		extra = append(append(extra, 1, 0, 0, 0, 0), name...)
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		if _, err := z.CreateHeader(&zip.FileHeader{Name: "ok.txt", Extra: extra}); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		_, err := open(b.Bytes(), archive.Limits{})
		if safe != (err == nil) || err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTwoFilesNeverHaveOnePlace(t *testing.T) {
	for want, names := range map[string][]string{
		"overrides/mods/A.jar":       {"overrides/mods/a.jar", "overrides/mods/A.jar"},
		"overrides/a":                {"overrides/a", "overrides/b", "overrides/a"},
		"overrides/A/b":              {"overrides/a", "overrides/A/b"},
		"overrides/c":                {"overrides/C/b/d", "overrides/c"},
		"overrides/cafe\u0301.txt":   {"overrides/Café.txt", "overrides/cafe\u0301.txt"},
		"client-overrides/红石/配置.TXT": {"client-overrides/红石/配置.txt", "client-overrides/红石/配置.TXT"},
	} {
		if got := archive.SamePlace(names); got != want {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
	for _, names := range [][]string{nil, {"overrides/a", "client-overrides/a", "server-overrides/A"}, {"overrides/Config/a", "overrides/config/b"}, {"overrides/a.b", "overrides/a/b", "overrides/ab"}} {
		if got := archive.SamePlace(names); got != "" {
			t.Errorf("%q: %q", names, got)
		}
	}
}

func FuzzSafePath(f *testing.F) {
	for _, name := range []string{"a/b", "overrides/..foo/ok.txt", "overrides/config/C:/x", "server-overrides//etc/x", `a\b`, "..", "", "a/", "\x00", "a/./b"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if !archive.SafePath(name) {
			return
		}
		if path.Clean(name) != name || path.IsAbs(name) || strings.HasPrefix(name, "..") && (name == ".." || strings.HasPrefix(name, "../")) || strings.ContainsAny(name, ":\\\x00") {
			t.Errorf("%q is safe", name)
		}
	})
}
