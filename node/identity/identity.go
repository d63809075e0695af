// Package identity reads and writes the file that makes a machine one node of one site: ids and the private key.
package identity

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/platform/durable"
)

// Name is the file's name in the data folder.
const Name = "node.json"

// life is how long a signed request of the node holds.
const life = time.Minute

// ErrNotJoined means that the data folder belongs to no node yet.
var ErrNotJoined = errors.New("this machine has not joined a site: run modyard node join")

// Identity is a node of a site.
type Identity struct {
	Node string
	// Name is what the staff called the node.
	Name string
	// Site is the origin of the site, such as https://example.org.
	Site string
	Key  ed25519.PrivateKey
}

type content struct {
	Format int    `json:"format"`
	Node   string `json:"node"`
	Name   string `json:"name"`
	Site   string `json:"site"`
	Key    string `json:"key"` // the seed, base64url
}

const format = 1

// Read reads the file in a data folder. A missing one is ErrNotJoined. A file that others than its owner may read or write is an error.
func Read(dir string) (Identity, error) {
	path := filepath.Join(dir, Name)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Identity{}, ErrNotJoined
	}
	if err != nil {
		return Identity{}, fmt.Errorf("read the node's identity: %w", err)
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return Identity{}, fmt.Errorf("read the node's identity: %s must be a file of mode 0600; it contains the private key", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Identity{}, fmt.Errorf("read the node's identity: %w", err)
	}
	var c content
	if json.Unmarshal(data, &c) != nil || c.Format != format || c.Node == "" || c.Site == "" {
		return Identity{}, fmt.Errorf("read the node's identity: %s is not a file of this program", path)
	}
	seed, err := base64.RawURLEncoding.DecodeString(c.Key)
	if err != nil || len(seed) != ed25519.SeedSize {
		return Identity{}, fmt.Errorf("read the node's identity: %s contains no key", path)
	}
	return Identity{Node: c.Node, Name: c.Name, Site: c.Site, Key: ed25519.NewKeyFromSeed(seed)}, nil
}

// Write writes the file in a data folder, durably, for its owner alone. It never replaces one: then the error is fs.ErrExist.
func Write(dir string, i Identity) error {
	data, err := json.MarshalIndent(content{
		Format: format, Node: i.Node, Name: i.Name, Site: i.Site, Key: base64.RawURLEncoding.EncodeToString(i.Key.Seed()),
	}, "", "  ")
	if err != nil {
		return fmt.Errorf("write the node's identity: %w", err)
	}
	f, err := os.CreateTemp(dir, ".node-*") // mode 0600
	if err != nil {
		return fmt.Errorf("write the node's identity: %w", err)
	}
	_, err = f.Write(append(data, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Link(f.Name(), filepath.Join(dir, Name))
	}
	if err = errors.Join(err, os.Remove(f.Name()), durable.Folder(dir)); err != nil {
		return fmt.Errorf("write the node's identity: %w", err)
	}
	return nil
}

// Sign makes the bearer token of one request to the site: a JWT that holds for a minute.
func (i Identity) Sign(now time.Time) (string, error) {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // crypto/rand never fails
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"iss": i.Node, "aud": i.Site, "iat": now.Unix(), "exp": now.Add(life).Unix(), "jti": base64.RawURLEncoding.EncodeToString(id),
	})
	signed, err := token.SignedString(i.Key)
	if err != nil {
		return "", fmt.Errorf("sign a request to the site: %w", err)
	}
	return signed, nil
}

// String leaves the key out of logs and errors.
func (i Identity) String() string { return "node " + i.Node + " of " + i.Site }

// GoString is String.
func (i Identity) GoString() string { return i.String() }
