package packfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/archive/archivetest"
	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/platform/packfile/packfiletest"
)

func entry(name, body string) packfiletest.Entry { return packfiletest.Entry{Name: name, Body: body} }

func listed(path, body, url string) packfiletest.Listed {
	return packfiletest.Listed{Path: path, Body: body, URL: url}
}

func read(t testing.TB, data []byte) packfile.Contents {
	t.Helper()
	c, err := packfile.Read(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAPackHasTheFilesOfItsIndexAndOfItsOverrides(t *testing.T) {
	c := read(t, packfiletest.Pack(t,
		packfiletest.Index(t,
			listed("mods/ferry.jar", "ferry", "https://cdn.example/ferry.jar"), listed("config/ferry.toml", "a", "https://cdn.example/ferry.toml"),
			listed("mods/odd.jar", "odd", "javascript:alert(1)")),
		entry("overrides/mods/quay.jar", "quay \n"), entry("client-overrides/resourcepacks/warm.zip", "warm"), entry("server-overrides/mods/guard.jar.disabled", "guard"),
		entry("overrides/config/quay.toml", "x"), entry("overrides/icon.png", "x"), entry("notes.jar", "outside of the overrides"),
	))
	print := func(body string) *uint32 { p := packfile.Fingerprint([]byte(body)); return &p }
	file := func(place packfile.Place, path, name, body, url string, print *uint32) packfile.Entry {
		return packfile.Entry{
			Place: place, Path: path, Name: name, SHA1: packfiletest.SHA1(body), SHA512: packfiletest.SHA512(body), Size: int64(len(body)), URL: url, Fingerprint: print,
		}
	}
	want := packfile.Contents{
		Files: []packfile.Entry{
			file(packfile.Index, "mods/ferry.jar", "ferry.jar", "ferry", "https://cdn.example/ferry.jar", nil),
			file(packfile.Index, "mods/odd.jar", "odd.jar", "odd", "", nil),
			file(packfile.Overrides, "mods/quay.jar", "quay.jar", "quay \n", "", print("quay")),
			file(packfile.ClientOverrides, "resourcepacks/warm.zip", "warm.zip", "warm", "", print("warm")),
			file(packfile.ServerOverrides, "mods/guard.jar.disabled", "guard.jar.disabled", "guard", "", print("guard")),
		},
		Skipped: packfile.Paths{Total: 3, First: []string{"config/ferry.toml", "overrides/config/quay.toml", "overrides/icon.png"}},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v,\nwant %+v", c, want)
	}
}

func TestTheEndingSaysWhetherAFileConcernsAnybody(t *testing.T) {
	for _, name := range []string{
		"mods/a.jar", "A.JAR", "a.jar.disabled", "a.jar.bak", "a.zip.old.2", "plugins/a.dll", "fonts/a.ttf", "a.tar.gz", "packs/a.7z", "b.litemod", "kubejs/x.class",
	} {
		if !packfile.Concerns(name) {
			t.Errorf("%s does not concern", name)
		}
	}
	for _, name := range []string{"config/a.toml", "options.txt", "scripts/a.js", "a.png", "jar", "a.jar/readme.md", "a.jar.txt", "a.disabled", ""} {
		if packfile.Concerns(name) {
			t.Errorf("%s concerns", name)
		}
	}
}

func TestAPackThatCannotBeTrustedSaysWhy(t *testing.T) {
	index := packfiletest.Index(t)
	crypted := packfiletest.Pack(t, index, entry("overrides/mods/a.jar", "a"))
	at := bytes.Index(crypted, []byte("PK\x01\x02"))
	crypted[at+8] |= 1 // the flag of a password
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"no archive":         {[]byte("no archive"), archive.Broken.String()},
		"nothing":            {nil, archive.Broken.String()},
		"a bomb":             {archivetest.Bomb(t, 512), archive.Bomb.String()},
		"a path outside":     {packfiletest.Pack(t, index, entry("overrides/../../evil.jar", "a")), archive.BadName.String()},
		"a password":         {crypted, archive.Encrypted.String()},
		"no index":           {packfiletest.Pack(t, entry("overrides/mods/a.jar", "a")), packfile.NoIndex},
		"two indexes":        {packfiletest.Pack(t, index, index), archive.Duplicate.String()},
		"two files of names": {packfiletest.Pack(t, index, entry("overrides/mods/a.jar", "a"), entry("overrides/mods/a.jar", "b")), packfile.SameNames},
		"an index of prose":  {packfiletest.Pack(t, entry("modrinth.index.json", "here are my files")), packfile.BadIndex},
		"a member twice":     {packfiletest.Pack(t, entry("modrinth.index.json", `{"files":[],"files":[],"dependencies":{}}`)), packfile.BadIndex},
		"half of it":         {packfiletest.Pack(t, index, entry("overrides/mods/a.jar", strings.Repeat("a", 4000)))[:150], archive.Broken.String()},
	} {
		if got := read(t, c.data); got.Problem != c.want || got.Files != nil {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}

func TestADamagedFileIsCountedAndTheOthersAreRead(t *testing.T) {
	data := packfiletest.Pack(t, packfiletest.Index(t), entry("overrides/mods/a.jar", "aaaaaaaaaaaaaaaa"), entry("overrides/mods/b.jar", "b"))
	at := bytes.Index(data, []byte("overrides/mods/a.jar")) + len("overrides/mods/a.jar")
	data[at] ^= 0xff
	c := read(t, data)
	if c.Problem != "" || len(c.Files) != 1 || c.Files[0].Name != "b.jar" || c.Unread.Total != 1 || c.Unread.First[0] != "overrides/mods/a.jar" {
		t.Errorf("%+v", c)
	}
}

func TestAFileOfTheIndexWithoutBothDigestsIsCounted(t *testing.T) {
	c := read(t, packfiletest.Pack(t, entry("modrinth.index.json", `{"dependencies":{},"files":[{"path":"mods/a.jar","hashes":{"sha1":"12"},"downloads":["https://a.example/a"]}]}`)))
	if len(c.Files) != 0 || c.Unread.Total != 1 {
		t.Errorf("%+v", c)
	}
}

func TestALargePackIsCutAndCounted(t *testing.T) {
	var files []packfiletest.Listed
	for n := range packfile.MaxFiles + 10 {
		files = append(files, listed(fmt.Sprintf("mods/%d.jar", n), "a", "https://cdn.example/a.jar"))
	}
	c := read(t, packfiletest.Pack(t, packfiletest.Index(t, files...), entry("overrides/mods/last.jar", "a")))
	if len(c.Files) != packfile.MaxFiles || c.Unread.Total != 11 {
		t.Errorf("%d files, %d unread", len(c.Files), c.Unread.Total)
	}
	var texts []packfiletest.Entry
	for n := range packfile.MaxPaths + 10 {
		texts = append(texts, entry(fmt.Sprintf("overrides/%d.txt", n), ""))
	}
	if c = read(t, packfiletest.Pack(t, append(texts, packfiletest.Index(t))...)); c.Skipped.Total != packfile.MaxPaths+10 || len(c.Skipped.First) != packfile.MaxPaths {
		t.Errorf("%d skipped, %d named", c.Skipped.Total, len(c.Skipped.First))
	}
}

func TestTheEndOfTheTimeIsNoDefectOfThePack(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := packfiletest.Pack(t, packfiletest.Index(t))
	if c, err := packfile.Read(ctx, bytes.NewReader(data), int64(len(data))); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", c, err)
	}
}

// FuzzNoIndexMakesAHostileRow reads any text as the index of a pack with a file of any name.
func FuzzNoIndexMakesAHostileRow(f *testing.F) {
	f.Add(packfiletest.Index(f, listed("mods/a.jar", "a", "https://cdn.example/a")).Body, "mods/b.jar")
	f.Add(`{"files":[{"path":"a\u202e.jar","hashes":{}}],"dependencies":{}}`, "a\u202egnp.jar")
	f.Add(`{`, "\x00.zip")
	f.Fuzz(func(t *testing.T, index, name string) {
		data := packfiletest.Pack(t, entry("modrinth.index.json", index), entry("overrides/"+name, "a"))
		c := read(t, data)
		if c.Problem != "" && c.Files != nil {
			t.Fatalf("%+v", c)
		}
		for _, e := range c.Files {
			for _, text := range []string{e.Name, e.Path, e.URL} {
				if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\n\r\u202e\u2028") {
					t.Fatalf("a row has %q", text)
				}
			}
			if len(e.SHA1) != 40 || len(e.SHA512) != 128 || e.Size < 0 || e.Name == "" || utf8.RuneCountInString(e.Name) > 255 || utf8.RuneCountInString(e.Path) > 400 {
				t.Fatalf("%+v", e)
			}
		}
	})
}
