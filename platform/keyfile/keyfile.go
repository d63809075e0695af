// Package keyfile reads and writes the file with the site's two keys that the database never contains: the key that
// wraps the keys of erasable texts, and the key that signs the log. All machines of a site share one file.
package keyfile

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/modyard/modyard/platform/durable"
)

// Name is the file's default name in the data directory.
const Name = "keys.json"

const format = 1

// Keys are the contents of the file.
type Keys struct {
	Wrapping [32]byte               // AES-256 key-encryption key
	Signing  [ed25519.SeedSize]byte // seed of the log's Ed25519 key
}

type content struct {
	Format   int    `json:"format"`
	Wrapping string `json:"wrapping"`
	Signing  string `json:"signing"`
}

// Read reads a file. A missing one is fs.ErrNotExist.
func Read(path string) (Keys, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Keys{}, fmt.Errorf("read the keys file: %w", err)
	}
	k, err := parse(data)
	if err != nil {
		return Keys{}, fmt.Errorf("read the keys file %s: %w", path, err) // the error contains none of the file's contents
	}
	return k, nil
}

func parse(data []byte) (k Keys, err error) {
	var c content
	if json.Unmarshal(data, &c) != nil {
		return k, errors.New("it is not a JSON object with the members format, wrapping and signing")
	}
	if c.Format != format {
		return k, fmt.Errorf("its format is %d, this program reads %d", c.Format, format)
	}
	for _, part := range []struct {
		name, text string
		into       []byte
	}{{"wrapping", c.Wrapping, k.Wrapping[:]}, {"signing", c.Signing, k.Signing[:]}} {
		b, err := base64.RawURLEncoding.DecodeString(part.text)
		if err != nil || len(b) != len(part.into) || bytes.Equal(b, make([]byte, len(b))) {
			return Keys{}, fmt.Errorf("its member %s is not a key of %d bytes in base64url", part.name, len(part.into))
		}
		copy(part.into, b)
	}
	return k, nil
}

// Make writes new keys to a file that only its owner may read, and returns the file's keys: if another process was
// first, those of that process.
func Make(path string) (Keys, error) {
	var k Keys
	_, _ = rand.Read(k.Wrapping[:]) // crypto/rand never fails
	_, _ = rand.Read(k.Signing[:])
	data, err := json.MarshalIndent(content{
		Format: format, Wrapping: base64.RawURLEncoding.EncodeToString(k.Wrapping[:]), Signing: base64.RawURLEncoding.EncodeToString(k.Signing[:]),
	}, "", "  ")
	if err == nil {
		err = place(path, append(data, '\n'))
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return Keys{}, fmt.Errorf("make the keys file %s: %w", path, err)
	}
	return Read(path)
}

// place writes a file atomically and never overwrites another.
func place(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".keys-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Link(f.Name(), path)
	}
	return errors.Join(err, os.Remove(f.Name()), durable.Folder(dir))
}

// Check identifies the keys without revealing them. A database stores the check of the keys it was created with.
func (k Keys) Check() []byte {
	mac := hmac.New(sha256.New, k.Wrapping[:])
	mac.Write([]byte("modyard keys file 1\n"))
	mac.Write(ed25519.NewKeyFromSeed(k.Signing[:]).Public().(ed25519.PublicKey))
	return mac.Sum(nil)
}
