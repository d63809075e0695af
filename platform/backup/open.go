package backup

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
)

// opened is a backup that was checked and that the target can accept.
type opened struct {
	file *os.File
	keys *os.File // nil: without the second file
	head Head
}

func (o *opened) close() {
	_ = o.file.Close()
	if o.keys != nil {
		_ = o.keys.Close()
	}
}

// openBackup checks everything that could prevent the restore before it writes.
func openBackup(ctx context.Context, path string, to Target, progress Progress) (o *opened, err error) {
	o = &opened{}
	defer func() {
		if err != nil {
			o.close()
		}
	}()
	if o.file, err = os.Open(path); err != nil {
		return o, err
	}
	if err := Check(ctx, o.file, progress); err != nil {
		return o, err
	}
	if err := o.readHead(); err != nil {
		return o, err
	}
	if err := o.log(ctx, to); err != nil {
		return o, err
	}
	return o, o.openKeys(ctx, path, to, progress)
}

// readHead finds the head, which follows the files, and rejects formats that this program cannot read.
func (o *opened) readHead() error {
	archive := tar.NewReader(o.file) // skips the files without reading them
	for {
		h, err := archive.Next()
		if err != nil {
			return fmt.Errorf("%w: it has no head: %w", ErrNotWhole, err)
		}
		if h.Name == nameHead {
			break
		}
		if !strings.HasPrefix(h.Name, dirFiles) {
			return fmt.Errorf("%s: %w: it begins with %q", o.file.Name(), ErrNotWhole, h.Name)
		}
	}
	var text json.RawMessage
	if err := json.NewDecoder(archive).Decode(&text); err != nil {
		return fmt.Errorf("read %s: %w", nameHead, err)
	}
	var of struct{ Format int }
	if err := json.Unmarshal(text, &of); err != nil {
		return fmt.Errorf("read %s: %w", nameHead, err)
	}
	switch {
	case of.Format < format:
		return fmt.Errorf("%s: %w", o.file.Name(), ErrOlder)
	case of.Format > format:
		return fmt.Errorf("%s: %w: it is of format %d, and this program supports %d", o.file.Name(), ErrNewer, of.Format, format)
	}
	if err := json.Unmarshal(text, &o.head); err != nil {
		return fmt.Errorf("read %s: %w", nameHead, err)
	}
	newest, err := database.Newest(migrations.FS)
	if err != nil {
		return err
	}
	if o.head.Migrations > newest {
		return fmt.Errorf("%w: its tables are of migration %d, and this program supports %d", ErrNewer, o.head.Migrations, newest)
	}
	if o.head.Log.Format != logFormat {
		return fmt.Errorf("%w: its log is of format %d, and this program reads %d", ErrLog, o.head.Log.Format, logFormat)
	}
	return nil
}

// log checks that the events are where the backup expects them.
func (o *opened) log(ctx context.Context, to Target) error {
	needed := o.head.Log
	switch {
	case needed.Elsewhere && to.Log == nil:
		return fmt.Errorf("%w: its events are in another store (%s, at least up to position %d): configure that store", ErrLog, needed.Engine, needed.Head)
	case !needed.Elsewhere && to.Log != nil:
		return fmt.Errorf("%w: it contains the events and restores them into Postgres: configure no other store", ErrLog)
	case needed.Elsewhere:
		return to.Log(ctx, needed)
	}
	return nil
}

// Compare says whether a log with this generation and head is the one that a backup needs.
func (l Log) Compare(generation string, head uint64) error {
	switch {
	case generation != l.Generation:
		return fmt.Errorf("%w: it needs %s and this one is %s", ErrLog, l.Generation, generation)
	case head < l.Head:
		return fmt.Errorf("%w: it ends at position %d, before the backup's %d: restore a later copy of the log", ErrLog, head, l.Head)
	}
	return nil
}

// openKeys opens the second file, if there is one.
func (o *opened) openKeys(ctx context.Context, path string, to Target, progress Progress) error {
	name := to.Keys
	if name == "" {
		name = path + KeysSuffix
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && to.Keys == "" {
		return nil
	}
	if err != nil {
		return err
	}
	o.keys = f
	if err := Check(ctx, f, progress); err != nil {
		return err
	}
	archive := tar.NewReader(f)
	h, err := archive.Next()
	if err != nil || h.Name != nameKeysHead {
		return fmt.Errorf("%s: %w: it is not the second file of a backup", name, ErrKeys)
	}
	var head keysHead
	if err := json.NewDecoder(archive).Decode(&head); err != nil {
		return fmt.Errorf("read %s: %w", nameKeysHead, err)
	}
	if head.Format != format || head.Generation != o.head.Log.Generation || head.Migrations != o.head.Migrations {
		return fmt.Errorf("%s: %w, or were kept by another version of the program", name, ErrKeys)
	}
	return o.keysFileFits(to)
}
