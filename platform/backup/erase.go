package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/durable"
)

// ErasedFolder is the folder of a file store that lists erased accounts, each by a file of its name.
const ErasedFolder = "erased"

const (
	keysThere = `SELECT to_regclass('erasure.keys') IS NOT NULL`

	// A row without a key prevents a new key for its subject.
	dropKeys = `INSERT INTO erasure.keys (subject, key_id) SELECT unnest($1::text[]), ''
ON CONFLICT (subject) DO UPDATE SET wrapped = NULL`
)

// erase deletes the keys of erased accounts, including those erased after the backup, and stores the list. It runs
// before the site is moved into place, so that the keys are never usable.
func (l *loading) erase(ctx context.Context) error {
	accounts := slices.Clone(l.to.Erased)
	if l.to.Blobs != "" {
		listed, err := Erased(filepath.Join(l.files, l.to.Blobs))
		if err != nil {
			return err
		}
		accounts = append(accounts, listed...)
	}
	slices.Sort(accounts)
	accounts = slices.Compact(accounts)
	l.erased = len(accounts)
	if len(accounts) == 0 {
		return nil
	}
	conn, err := database.ConnectOwner(ctx, l.owner)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	var there bool
	if err := conn.QueryRow(ctx, keysThere).Scan(&there); err != nil {
		return fmt.Errorf("apply the list of erased accounts: %w", err)
	}
	if there {
		if _, err := conn.Exec(ctx, dropKeys, accounts); err != nil {
			return fmt.Errorf("apply the list of erased accounts: %w", err)
		}
	}
	if l.to.Blobs == "" {
		return nil // the files of another store are not copied
	}
	return list(filepath.Join(l.files, l.to.Blobs, ErasedFolder), accounts)
}

// Erased reads the list of erased accounts from the folder of a file store; without a list it is empty.
func Erased(blobs string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(blobs, ErasedFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of erased accounts: %w", err)
	}
	var accounts []string
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && !strings.Contains(name, ".") { // other files hold attributes or are incomplete
			accounts = append(accounts, name)
		}
	}
	return accounts, nil
}

// list adds accounts to the list in the folder of a file store.
func list(dir string, accounts []string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return fmt.Errorf("write the list of erased accounts: %w", err)
	}
	for _, account := range accounts {
		if account == "" || strings.ContainsAny(account, "/.\\") {
			return fmt.Errorf("write the list of erased accounts: %q is no account", account)
		}
		f, err := os.OpenFile(filepath.Join(dir, account), os.O_CREATE|os.O_WRONLY, 0o640)
		if err != nil {
			return fmt.Errorf("write the list of erased accounts: %w", err)
		}
		if err := f.Close(); err != nil {
			return fmt.Errorf("write the list of erased accounts: %w", err)
		}
	}
	return durable.Folder(dir)
}
