package erasure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/keyfile"
)

// ErrMisfit means that the keys file is not the one with which the database was created.
var ErrMisfit = errors.New("the keys file is not the one with which this database was created")

// New creates the vault of a site.
func New(pool *pgxpool.Pool, keys keyfile.Keys) (*Vault, error) { return newVault(table{pool}, keys) }

// Keys reads the keys file of a database. A new file is created only for a database that has none yet; if the settings
// name its path, also only if the site has no account, so that a mistyped path is detected.
func Keys(ctx context.Context, pool *pgxpool.Pool, path string, named bool) (keyfile.Keys, error) {
	known, err := checkValue(ctx, pool)
	if err != nil {
		return keyfile.Keys{}, err
	}
	keys, err := keyfile.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		keys, err = makeFile(ctx, pool, path, named, known != nil)
	}
	if err != nil {
		return keyfile.Keys{}, err
	}
	if known == nil {
		if known, err = settle(ctx, pool, keys.Check()); err != nil {
			return keyfile.Keys{}, err
		}
	}
	if !bytes.Equal(known, keys.Check()) {
		return keyfile.Keys{}, fmt.Errorf("%s: %w: put the right file there, or name it by MODYARD_KEYS_FILE", path, ErrMisfit)
	}
	return keys, nil
}

func makeFile(ctx context.Context, pool *pgxpool.Pool, path string, named, known bool) (keyfile.Keys, error) {
	if known {
		return keyfile.Keys{}, fmt.Errorf("the keys file %s is missing: restore the one with which this database was created, or name it by MODYARD_KEYS_FILE", path)
	}
	if named {
		var inhabited bool
		if err := pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM identity.accounts)`).Scan(&inhabited); err != nil {
			return keyfile.Keys{}, fmt.Errorf("check whether the site is new: %w", err)
		}
		if inhabited {
			return keyfile.Keys{}, fmt.Errorf("the keys file %s, named by MODYARD_KEYS_FILE, is missing, and the site is not new", path)
		}
	}
	return keyfile.Make(path)
}

func checkValue(ctx context.Context, pool *pgxpool.Pool) (value []byte, err error) {
	err = pool.QueryRow(ctx, `SELECT check_value FROM erasure.keyfile`).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the identity of the database's keys file: %w", err)
	}
	return value, nil
}

// settle binds a database to a file, and returns the file to which it is bound: another process may have been first.
func settle(ctx context.Context, pool *pgxpool.Pool, value []byte) ([]byte, error) {
	if _, err := pool.Exec(ctx, `INSERT INTO erasure.keyfile (check_value) VALUES ($1) ON CONFLICT DO NOTHING`, value); err != nil {
		return nil, fmt.Errorf("store the identity of the database's keys file: %w", err)
	}
	return checkValue(ctx, pool)
}
