package main

import (
	"crypto/sha512"
	"encoding/hex"
)

// packedFile is the SHA-512 of a file in a modpack that was read.
func (w *authorised) packedFile() string {
	w.t.Helper()
	name := w.unique() + ".jar"
	sum := sha512.Sum512([]byte(name))
	digest := hex.EncodeToString(sum[:])
	for _, sql := range []string{
		`INSERT INTO packfiles.packs (sha512, problem, files, unread, unread_paths, skipped, skipped_paths, read) VALUES ($1, '', 1, 0, '{}', 0, '{}', now())`,
		`INSERT INTO packfiles.contents (pack, n, place, path, name, sha1, sha512, size, url) VALUES ($1, 0, 'index', 'mods/a.jar', 'a.jar', left($1, 40), $1, 1, '')`,
	} {
		if _, err := w.Core.DB.Pool.Exec(w.t.Context(), sql, digest); err != nil {
			w.t.Fatal(err)
		}
	}
	return digest
}
