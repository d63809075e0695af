package fleet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
)

// fileUser has the number of a server's user, in the folder meta.
const fileUser = "user"

// errNoUser: all users of servers are taken.
var errNoUser = errors.New("no user is left for the server")

func readUser(folder string) (int, bool) {
	b, err := os.ReadFile(filepath.Join(keeper.Meta(folder), fileUser))
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	return n, err == nil && n >= limit.FirstUser && n <= limit.LastUser
}

// user is the user of a server: the recorded one, else the lowest that no server on the disk has.
func (f *Fleet) user(s *server) (limit.User, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n, ok := readUser(s.folder); ok {
		return limit.User{UID: n, GID: n}, nil
	}
	taken := map[int]bool{}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return limit.User{}, fmt.Errorf("find a user for the server: %w", err)
	}
	for _, e := range entries {
		if n, ok := readUser(filepath.Join(f.dir, e.Name())); ok {
			taken[n] = true
		}
	}
	for n := limit.FirstUser; n <= limit.LastUser; n++ {
		if taken[n] {
			continue
		}
		if err := os.WriteFile(filepath.Join(keeper.Meta(s.folder), fileUser), []byte(strconv.Itoa(n)+"\n"), 0o600); err != nil {
			return limit.User{}, fmt.Errorf("record the server's user: %w", err)
		}
		return limit.User{UID: n, GID: n}, nil
	}
	return limit.User{}, errNoUser
}

// own gives a folder and all in it to a user, if the folder itself is not the user's yet. Links are changed, never followed.
func own(dir string, user limit.User) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("give the folder to the server: %w", err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) == user.UID && int(stat.Gid) == user.GID {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("give the folder to the server: %w", err)
	}
	err = fs.WalkDir(root.FS(), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		return root.Lchown(path, user.UID, user.GID)
	})
	if err := errors.Join(err, root.Chown(".", user.UID, user.GID), root.Close()); err != nil { // the folder last: it says that all is done
		return fmt.Errorf("give the folder to the server: %w", err)
	}
	return nil
}
