package app

import (
	"context"
	"path/filepath"

	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/keyfile"
)

// KeysPath is the path of a site's keys file; named is true if the settings contain it.
func KeysPath(c config.Config) (path string, named bool) {
	if c.KeysFile != "" {
		return c.KeysFile, true
	}
	return filepath.Join(c.DataDir, keyfile.Name), false
}

// openVault reads the keys file, which is created for a new database.
func (c *Core) openVault(ctx context.Context) (err error) {
	path, named := KeysPath(c.Config)
	if c.Keys, err = erasure.Keys(ctx, c.DB.Pool, path, named); err != nil {
		return err
	}
	c.Vault, err = erasure.New(c.DB.Pool, c.Keys)
	return err
}
