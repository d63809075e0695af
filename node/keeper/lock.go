package keeper

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Lock takes a lock on a file, which it makes if needed, and returns what holds it. The error is ErrLocked if another process holds it.
func Lock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, permPrivate)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	for {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", filepath.Base(path), errors.Join(err, file.Close()))
	}
	return file, nil
}

// Held runs a function while no keeper of a server can be alive or begin. The error is ErrLocked if one is.
func Held(folder string, do func() error) error {
	lock, err := Lock(filepath.Join(Meta(folder), fileLock))
	if err != nil {
		return err
	}
	return errors.Join(do(), lock.Close())
}

// Alive says whether a keeper of a server holds its lock.
func Alive(folder string) (bool, error) {
	err := Held(folder, func() error { return nil })
	if errors.Is(err, ErrLocked) {
		return true, nil
	}
	return false, err
}
