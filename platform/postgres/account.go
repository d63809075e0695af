package postgres

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the unprivileged user that the server runs as when the program itself is root, because Postgres does not
// run as root. A nil account means the program's own user.
type account struct{ uid, gid int }

func serverAccount(data string) (*account, error) {
	owner, err := ownerOf(data)
	exists := err == nil
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("look at %s: %w", data, err)
	}
	if me := os.Geteuid(); me != 0 {
		if exists && owner.uid != me {
			return nil, fmt.Errorf("%s belongs to user id %d and the program runs as %d: run the program as the user who made it", data, owner.uid, me)
		}
		return nil, nil
	}
	if exists && owner.uid != 0 {
		return &owner, nil // the user who ran it before
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errU := strconv.Atoi(u.Uid)
		gid, errG := strconv.Atoi(u.Gid)
		if errU == nil && errG == nil && uid != 0 {
			return &account{uid, gid}, nil
		}
	}
	return nil, errors.New("the program runs as root, and there is no user postgres or nobody that the server could run as: add one, or run as an ordinary user")
}

func ownerOf(path string) (account, error) {
	info, err := os.Stat(path)
	if err != nil {
		return account{}, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return account{}, fmt.Errorf("owner of %s is not known on this system", path)
	}
	return account{int(st.Uid), int(st.Gid)}, nil
}

// reaches says whether the account may enter every folder above path. The path is absolute.
func (a *account) reaches(path string) bool {
	if a == nil {
		return true
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return false
		}
		own, err := ownerOf(dir)
		if err != nil {
			return false
		}
		bit := os.FileMode(0o001)
		switch {
		case own.uid == a.uid:
			bit = 0o100
		case own.gid == a.gid:
			bit = 0o010
		}
		if info.Mode().Perm()&bit == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// own gives a folder that the program has created to the account.
func (a *account) own(path string) error {
	if a == nil {
		return nil
	}
	if err := os.Chown(path, a.uid, a.gid); err != nil {
		return fmt.Errorf("give %s to user id %d: %w", path, a.uid, err)
	}
	return nil
}
