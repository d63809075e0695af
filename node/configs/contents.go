package configs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
)

// dirContents is the folder of the contents that wait for the site, in the folder of the node's files about a server. Each file has its hash as
// its name, and goes when the site has it.
const dirContents = "configurations"

const endTemporary = ".new"

// contents are those of a server that wait.
type contents struct {
	dir   string
	bytes int64
	added bool
}

// folder is where the contents of a server are; it may not be there yet.
func (s *Service) folder(server string) (contents, error) {
	where, err := s.Servers.Folder(server)
	return contents{dir: filepath.Join(keeper.Meta(where.Dir), dirContents)}, err
}

// contents opens the folder of a server. What a killed node has half written is removed. k.looking is held.
func (s *Service) contents(server string) (contents, error) {
	c, err := s.folder(server)
	if err != nil {
		return c, err
	}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return c, fmt.Errorf("keep configuration files: %w", err)
	}
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return c, fmt.Errorf("keep configuration files: %w", err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), endTemporary) {
			_ = os.Remove(filepath.Join(c.dir, e.Name())) // else the next look does
			continue
		}
		if info, err := e.Info(); err == nil {
			c.bytes += info.Size()
		}
	}
	return c, nil
}

// put keeps a content, durably. Beyond the bound it is not kept: its revision has a hash and no content.
func (c *contents) put(hash string, content []byte) error {
	at := filepath.Join(c.dir, hash)
	if _, err := os.Lstat(at); err == nil || c.bytes+int64(len(content)) > maxKept {
		return nil
	}
	f, err := os.OpenFile(at+endTemporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("keep a configuration file: %w", err)
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(at+endTemporary, at)
	}
	if err != nil {
		return fmt.Errorf("keep a configuration file: %w", errors.Join(err, os.Remove(at+endTemporary)))
	}
	c.bytes += int64(len(content))
	c.added = true
	return nil
}

// hashes are those of the contents that wait.
func (c *contents) hashes() ([]string, error) {
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the configuration files to send: %w", err)
	}
	var list []string
	for _, e := range entries {
		if name := e.Name(); len(name) == 64 && strings.Trim(name, "0123456789abcdef") == "" {
			list = append(list, name)
		}
	}
	return list, nil
}

func (c *contents) read(hash string) ([]byte, error) {
	f, err := os.Open(filepath.Join(c.dir, hash))
	if err != nil {
		return nil, fmt.Errorf("read a configuration file to send: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	content := make([]byte, node.MaxConfiguration)
	n, err := readFull(f, content)
	if err != nil {
		return nil, fmt.Errorf("read a configuration file to send: %w", err)
	}
	return content[:n], nil
}

func (c *contents) remove(hash string) error {
	if err := os.Remove(filepath.Join(c.dir, hash)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget a sent configuration file: %w", err)
	}
	return nil
}
