package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/scratch"
)

// enough is the free space in memory that the databases and the write-ahead log of a run of all tests need.
const enough = 4 << 30

// root is where the folder of a server is: in memory, where a database is created in a tenth of the time that a busy disk
// takes, if there is enough of it.
func root() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(scratch.Memory, &fs); err != nil || uint64(fs.Bavail)*uint64(fs.Bsize) < enough {
		return os.TempDir()
	}
	return scratch.Memory
}

// Server is a temporary server with a folder of its own.
type Server struct {
	*postgres.Server
	folder *scratch.Folder
}

// StartServer starts a temporary server: fast, not durable, and killed by the kernel when this process ends. Its folder
// goes with Close or with this process.
func StartServer() (*Server, error) {
	folder, err := scratch.Make(root())
	if err != nil {
		return nil, fmt.Errorf("start the test server: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s, err := postgres.Start(ctx, postgres.Options{
		DataDir: folder.Path(), Bin: os.Getenv("MODYARD_PG_BIN"), Volatile: true, DieHard: true,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the test server: %w", err), folder.Remove())
	}
	return &Server{Server: s, folder: folder}, nil
}

// Close stops the server and removes its folder.
func (s *Server) Close() error { return errors.Join(s.Server.Close(), s.folder.Remove()) }
