// Package packfiletest makes modpacks for tests.
package packfiletest

import (
	"archive/zip"
	"bytes"
	"crypto/sha1" //nolint:gosec // other programs name files by it
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"io"
	"testing"
)

// Entry is a file in the archive.
type Entry struct{ Name, Body string }

// Listed is a file of the index with this content, downloaded from an address.
type Listed struct{ Path, Body, URL string }

// SHA1 and SHA512 are the digests of a content.
func SHA1(body string) string {
	sum := sha1.Sum([]byte(body)) //nolint:gosec // as above
	return hex.EncodeToString(sum[:])
}

// SHA512 is the other digest of a content.
func SHA512(body string) string {
	sum := sha512.Sum512([]byte(body))
	return hex.EncodeToString(sum[:])
}

// Index is a modrinth.index.json that lists files.
func Index(t testing.TB, files ...Listed) Entry {
	t.Helper()
	list := []any{}
	for _, f := range files {
		list = append(list, map[string]any{
			"path": f.Path, "hashes": map[string]string{"sha1": SHA1(f.Body), "sha512": SHA512(f.Body)}, "downloads": []string{f.URL}, "fileSize": len(f.Body),
		})
	}
	data, err := json.Marshal(map[string]any{
		"formatVersion": 1, "game": "minecraft", "versionId": "1.0.0", "name": "Pack", "files": list,
		"dependencies": map[string]string{"minecraft": "1.20.1", "fabric-loader": "0.16.14"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return Entry{"modrinth.index.json", string(data)}
}

// Pack is an archive of entries; two of them may have one name.
func Pack(t testing.TB, entries ...Entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		f, err := w.Create(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, e.Body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
