package pgtest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/postgres"
)

const dirPattern = "modyard-pgtest-"

// memory is a file system in memory, where a database is created in a tenth of the time that a busy disk takes. enough
// is the free space that the databases and the write-ahead log of a run of all tests need.
const (
	memory = "/dev/shm"
	enough = 4 << 30
)

// root is the folder for the folder of a server that its caller removes.
func root() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err != nil || uint64(fs.Bavail)*uint64(fs.Bsize) < enough {
		return os.TempDir()
	}
	return memory
}

// StartServer starts a temporary server: fast, not durable, and killed by the kernel when this process ends. Its
// caller removes the folder, which is in memory if there is enough; otherwise a later run does.
func StartServer() (*postgres.Server, error) { return startIn(root()) }

func startIn(root string) (*postgres.Server, error) {
	sweep()
	dir, err := os.MkdirTemp(root, dirPattern)
	if err != nil {
		return nil, fmt.Errorf("make a folder for the test server: %w", err)
	}
	// As root the server runs as another user, who must be able to enter the folder.
	if err := os.Chmod(dir, 0o711); err != nil {
		return nil, fmt.Errorf("make a folder for the test server: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s, err := postgres.Start(ctx, postgres.Options{
		DataDir: dir, Bin: os.Getenv("MODYARD_PG_BIN"), Volatile: true, DieHard: true,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("start the test server: %w", err)
	}
	return s, nil
}

// sweep removes the folders of earlier test processes: their lock is free.
func sweep() {
	var dirs []string
	for _, root := range []string{os.TempDir(), memory} {
		found, _ := filepath.Glob(filepath.Join(root, dirPattern+"*")) // a constant pattern
		dirs = append(dirs, found...)
	}
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err != nil || time.Since(info.ModTime()) < time.Minute { // it may be starting
			continue
		}
		lock, err := os.Open(filepath.Join(dir, "pg", "lock"))
		if err != nil {
			continue
		}
		if syscall.Flock(int(lock.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) == nil {
			_ = os.RemoveAll(dir)
		}
		_ = lock.Close()
	}
}
