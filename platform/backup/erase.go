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
)

// ErasedFolder is where a store of files lists the accounts whose texts were erased, each by a file of its name.
const ErasedFolder = "erased"

const (
	keysThere = `SELECT to_regclass('erasure.keys') IS NOT NULL`

	// A row without a key keeps its subject from getting another one.
	dropKeys = `INSERT INTO erasure.keys (subject, key_id) SELECT unnest($1::text[]), ''
ON CONFLICT (subject) DO UPDATE SET wrapped = NULL`
)

// erase takes away the keys of accounts that were erased, some perhaps after the backup was made, and keeps the list.
// It comes before the site is in its place, so that nothing can be read with them.
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
		return fmt.Errorf("apply the list of the erased: %w", err)
	}
	if there {
		if _, err := conn.Exec(ctx, dropKeys, accounts); err != nil {
			return fmt.Errorf("apply the list of the erased: %w", err)
		}
	}
	if l.to.Blobs == "" {
		return nil // the list stays where it is
	}
	return list(filepath.Join(l.files, l.to.Blobs, ErasedFolder), accounts)
}

// Erased reads the list of a store of files in a folder; a store without one has an empty list.
func Erased(blobs string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(blobs, ErasedFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of the erased: %w", err)
	}
	var accounts []string
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && !strings.Contains(name, ".") { // others describe files or are unfinished
			accounts = append(accounts, name)
		}
	}
	return accounts, nil
}

// list adds accounts to the list of a store in a folder.
func list(dir string, accounts []string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return fmt.Errorf("keep the list of the erased: %w", err)
	}
	for _, account := range accounts {
		if account == "" || strings.ContainsAny(account, "/.\\") {
			return fmt.Errorf("keep the list of the erased: %q is no account", account)
		}
		f, err := os.OpenFile(filepath.Join(dir, account), os.O_CREATE|os.O_WRONLY, 0o640)
		if err != nil {
			return fmt.Errorf("keep the list of the erased: %w", err)
		}
		if err := f.Close(); err != nil {
			return fmt.Errorf("keep the list of the erased: %w", err)
		}
	}
	return syncDir(dir)
}
