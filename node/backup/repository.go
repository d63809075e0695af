// Package backup makes, keeps and restores backups of servers.
//
// Each server has a repository of kopia below its own folder: chunks by content, deduplicated and encrypted with a key that the node makes.
// The public kopia program reads it with that key. One operation of a server runs at a time.
package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	kopia "github.com/kopia/kopia/repo"
	"github.com/kopia/kopia/repo/blob"
	"github.com/kopia/kopia/repo/blob/filesystem"
	"github.com/kopia/kopia/repo/blob/sharded"
	"github.com/kopia/kopia/repo/format"
	"github.com/kopia/kopia/repo/maintenance"
	"github.com/kopia/kopia/snapshot"
	"github.com/kopia/kopia/snapshot/snapshotmaintenance"
)

const (
	// splitter cuts files into chunks of about 128 KiB by content: a world changes in small places.
	splitter   = "DYNAMIC-128K-BUZHASH"
	fileKey    = "key"
	fileConfig = "kopia.config"
	dirChunks  = "repository"
	hostName   = "node"
	userName   = "modyard"
	tagBackup  = "tag:backup"
)

// ErrMissing: there is no such backup.
var ErrMissing = errors.New("there is no such backup")

// repository are the backups of one server.
type repository struct {
	dir    string
	rep    kopia.Repository
	source snapshot.SourceInfo
}

// open opens the repository of a server in a folder, and makes it if makes is true; else ErrMissing.
func open(ctx context.Context, dir, server string, makes bool) (*repository, error) {
	chunks := filepath.Join(dir, dirChunks)
	key, err := os.ReadFile(filepath.Join(dir, fileKey))
	fresh := errors.Is(err, fs.ErrNotExist)
	switch {
	case fresh && !makes:
		return nil, ErrMissing
	case fresh:
		if key, err = newKey(dir, chunks); err != nil {
			return nil, fmt.Errorf("make the key of backups: %w", err)
		}
	case err != nil:
		return nil, fmt.Errorf("read the key of backups: %w", err)
	}
	password := strings.TrimSpace(string(key))
	config := filepath.Join(dir, fileConfig)
	if _, err := os.Stat(config); errors.Is(err, fs.ErrNotExist) { // new, or a node was killed before it was whole
		if err := initialize(ctx, chunks, config, password); err != nil {
			return nil, fmt.Errorf("make the repository of backups: %w", err)
		}
	}
	rep, err := kopia.Open(ctx, config, password, &kopia.Options{OnFatalError: func(error) {}, DisableRepositoryLog: true})
	if err != nil {
		return nil, fmt.Errorf("open the repository of backups: %w", err)
	}
	return &repository{dir: dir, rep: rep, source: snapshot.SourceInfo{Host: hostName, UserName: userName, Path: "/" + server}}, nil
}

// newKey makes the folders and a random key that only the node may read.
func newKey(dir, chunks string) ([]byte, error) {
	if err := os.MkdirAll(chunks, 0o700); err != nil {
		return nil, err
	}
	key := []byte(rand.Text() + rand.Text())
	f, err := os.OpenFile(filepath.Join(dir, fileKey), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(key)
	return key, errors.Join(err, f.Sync(), f.Close())
}

// initialize makes a repository and the file that names it. It finishes one that was begun.
func initialize(ctx context.Context, chunks, config, password string) error {
	storage, err := filesystem.New(ctx, &filesystem.Options{Path: chunks, FileMode: 0o600, DirectoryMode: 0o700, Options: sharded.Options{DirectoryShards: []int{2}}}, true)
	if err != nil {
		return err
	}
	defer func() { _ = storage.Close(ctx) }() // what was written is synced
	err = kopia.Initialize(ctx, storage, &kopia.NewRepositoryOptions{ObjectFormat: format.ObjectFormat{Splitter: splitter}}, password)
	if err != nil && !errors.Is(err, kopia.ErrAlreadyInitialized) {
		return err
	}
	return kopia.Connect(ctx, config, storage, password, &kopia.ConnectOptions{ClientOptions: kopia.ClientOptions{Hostname: hostName, Username: userName}})
}

func (r *repository) close(ctx context.Context) { _ = r.rep.Close(context.WithoutCancel(ctx)) } // writers were flushed

// find is the snapshot of a backup.
func (r *repository) find(ctx context.Context, backup string) (*snapshot.Manifest, error) {
	ids, err := snapshot.ListSnapshotManifests(ctx, r.rep, &r.source, map[string]string{tagBackup: backup})
	if err != nil {
		return nil, fmt.Errorf("find a backup: %w", err)
	}
	if len(ids) == 0 {
		return nil, ErrMissing
	}
	m, err := snapshot.LoadSnapshot(ctx, r.rep, ids[0])
	if err != nil {
		return nil, fmt.Errorf("read a backup: %w", err)
	}
	return m, nil
}

// remove removes a backup. One that does not exist is removed already. Its chunks go with the sweeps that follow.
func (r *repository) remove(ctx context.Context, backup string) error {
	m, err := r.find(ctx, backup)
	if err != nil && !errors.Is(err, ErrMissing) {
		return err
	}
	if m != nil {
		err := kopia.WriteSession(ctx, r.rep, kopia.WriteSessionOptions{Purpose: "remove"}, func(ctx context.Context, w kopia.RepositoryWriter) error {
			return w.DeleteManifest(ctx, m.ID)
		})
		if err != nil {
			return fmt.Errorf("remove a backup: %w", err)
		}
	}
	return r.sweep(ctx)
}

// sweep marks chunks that no backup has, drops those that were marked before, and removes the files of those that were dropped before. kopia
// counts in seconds: three sweeps with time between them remove
// all but a part of one file of chunks, which waits for the next one.
func (r *repository) sweep(ctx context.Context) error {
	direct, ok := r.rep.(kopia.DirectRepository)
	if !ok {
		return nil
	}
	err := kopia.DirectWriteSession(ctx, direct, kopia.WriteSessionOptions{Purpose: "sweep"}, func(ctx context.Context, w kopia.DirectRepositoryWriter) error {
		return snapshotmaintenance.Run(ctx, w, maintenance.ModeFull, true, maintenance.SafetyNone) // nobody else writes
	})
	if err != nil {
		return fmt.Errorf("remove the chunks of a backup: %w", err)
	}
	return nil
}

// size is what the repository takes of the disk.
func (r *repository) size() (total int64) {
	_ = filepath.WalkDir(r.dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // removed meanwhile
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
		return nil
	})
	return total
}

// blobs are the files of chunks.
func (r *repository) blobs(ctx context.Context) (map[blob.ID]blob.Metadata, error) {
	direct, ok := r.rep.(kopia.DirectRepository)
	if !ok {
		return nil, errors.New("the repository is not local")
	}
	all, err := blob.ReadBlobMap(ctx, direct.BlobReader())
	if err != nil {
		return nil, fmt.Errorf("list the chunks: %w", err)
	}
	return all, nil
}
