package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// keysFileName is the default name of the site's keys file in its data directory.
const keysFileName = "keys.json"

// keys loads the tables and the keys file of the second file. Without it those tables stay as the migrations made
// them and all sessions end: the first file alone signs in nobody.
func (l *loading) keys(ctx context.Context, tx pgx.Tx) error {
	if l.from.keys == nil {
		if _, err := tx.Exec(ctx, `DELETE FROM identity.sessions`); err != nil {
			return fmt.Errorf("end the sessions: %w", err)
		}
		return nil
	}
	_, entries, err := rewind(ctx, l.from.keys, l.progress)
	if err != nil {
		return err
	}
	k := &loading{cursor: entries, progress: l.progress}
	k.found.Rows = map[string]int64{}
	var head keysHead
	if _, err := k.next(); err != nil {
		return fmt.Errorf("read the keys: %w", err)
	}
	if err := k.json(&head); err != nil {
		return err
	}
	if err := k.empty(ctx, tx, head.Tables); err != nil {
		return err
	}
	if err := k.copyAll(ctx, tx, head.Tables); err != nil {
		return err
	}
	for {
		h, err := k.next()
		switch {
		case err != nil:
			return fmt.Errorf("read the keys: %w", err)
		case h.Name == nameKeysFile:
			k.found.Files, k.found.Bytes = 1, h.Size
			if err := k.keysFile(l.to, l.files); err != nil {
				return fmt.Errorf("restore the keys file: %w", err)
			}
		case h.Name == nameCounts:
			var declared Counts
			if err := k.json(&declared); err != nil {
				return err
			}
			if declared.Files != k.found.Files || declared.Bytes != k.found.Bytes || !maps.Equal(declared.Rows, k.found.Rows) {
				return fmt.Errorf("%w: the keys file declares %v and contains %v", ErrNotWhole, declared, k.found)
			}
			return nil
		default:
			return fmt.Errorf("%w: the keys contain %q", ErrNotWhole, h.Name)
		}
	}
}

// keysFile writes the site's keys file to the configured path. That path is outside of the folder that is being
// filled, and the file may already be there.
func (l *loading) keysFile(to Target, stage string) error {
	data, err := io.ReadAll(io.LimitReader(l.Reader, maxKeysFile))
	if err != nil {
		return err
	}
	path := to.KeysFile
	if path == "" {
		path = filepath.Join(stage, keysFileName)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // keysFileFits has compared the contents
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// keysFileFits rejects a restore over a keys file with other keys.
func (o *opened) keysFileFits(to Target) error {
	if to.KeysFile == "" {
		return nil // the data directory must be empty
	}
	there, err := os.ReadFile(to.KeysFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("check the keys file: %w", err)
	}
	_, entries, err := rewind(context.Background(), o.keys, nil)
	if err != nil {
		return err
	}
	for {
		h, err := entries.next()
		if errors.Is(err, io.EOF) {
			return nil // the backup has no keys file
		}
		if err != nil {
			return fmt.Errorf("read the keys: %w", err)
		}
		if h.Name != nameKeysFile {
			continue
		}
		kept, err := io.ReadAll(io.LimitReader(entries.Reader, maxKeysFile))
		if err != nil {
			return fmt.Errorf("read the keys: %w", err)
		}
		if !bytes.Equal(there, kept) {
			return fmt.Errorf("%s: %w: it contains other keys than the backup; move it away", to.KeysFile, ErrNotEmpty)
		}
		return nil
	}
}
