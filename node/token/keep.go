package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/durable"
)

// kept is the file of a guard.
type kept struct {
	Format  int           `json:"format"`
	Keys    []node.Key    `json:"keys"`
	Origins []string      `json:"origins"`
	Revoked []keptRevoked `json:"revoked"`
}

type keptRevoked struct {
	node.Revoked
	At time.Time `json:"at"`
}

const format = 1

// write replaces the file. The caller holds the lock.
func (g *Guard) write() error {
	if g.path == "" {
		return nil
	}
	k := kept{Format: format, Keys: g.told, Origins: g.origins}
	for h, r := range g.revoked {
		k.Revoked = append(k.Revoked, keptRevoked{Revoked: node.Revoked{Server: h.server, Account: h.account, Epoch: r.epoch}, At: r.at})
	}
	data, err := json.Marshal(k)
	if err == nil {
		err = replace(g.path, data)
	}
	if err != nil {
		return fmt.Errorf("keep what the site said: %w", err)
	}
	return nil
}

// replace writes a file of its owner alone, durably and at once.
func replace(path string, data []byte) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".guard-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return durable.Folder(dir)
}

func (g *Guard) read() error {
	data, err := os.ReadFile(g.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("%s: %w", g.path, err)
	}
	if k.Format != format {
		return fmt.Errorf("%s: its format is %d, this program reads %d", g.path, k.Format, format)
	}
	if g.keys, err = parseKeys(k.Keys); err != nil {
		return fmt.Errorf("%s: %w", g.path, err)
	}
	g.told, g.origins = k.Keys, k.Origins
	for _, r := range k.Revoked {
		g.revoked[holder{r.Server, r.Account}] = revocation{epoch: r.Epoch, at: r.At}
	}
	return nil
}
