package keeper

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// startLimit bounds the start of a game up to its execution.
const startLimit = 60 * time.Second

// maxLog is the size from which the keepers' log of a server begins anew.
const maxLog = 1 << 20

// Start gives an order and starts a keeper for it, by the arguments launch and the server's folder. It returns when the game runs. The keeper
// does not end with this process. The error is ErrLocked if another keeper of the server is alive.
func Start(ctx context.Context, launch []string, folder string, run Run) error {
	meta := Meta(folder)
	if alive, err := Alive(folder); err != nil || alive {
		return errors.Join(err, func() error {
			if alive {
				return fmt.Errorf("start a keeper: %w", ErrLocked)
			}
			return nil
		}())
	}
	if err := Forget(folder); err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(meta, fileRun), run); err != nil {
		return err
	}
	log, err := openLog(filepath.Join(meta, fileLog))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // the keeper has it
	r, w, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("start a keeper: %w", err)
	}
	defer func() { _ = r.Close() }() // it was only read
	cmd := exec.Command(launch[0], append(append([]string(nil), launch[1:]...), folder)...)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/"}
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = []*os.File{w}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	_ = w.Close() // the keeper has it
	if err != nil {
		return fmt.Errorf("start a keeper: %w", err)
	}
	go func() { _ = cmd.Wait() }() // how it ended is in its record
	return await(ctx, r)
}

// await reads what the keeper tells: an empty line, or why it failed.
func await(ctx context.Context, r *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = r.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	told, err := bufio.NewReader(r).ReadString('\n')
	told = strings.TrimSpace(told)
	switch {
	case strings.Contains(told, ErrLocked.Error()):
		return fmt.Errorf("start a keeper: %w", ErrLocked)
	case told != "":
		return fmt.Errorf("start a keeper: %s", told)
	case err != nil:
		return fmt.Errorf("start a keeper: %w", errors.Join(err, ctx.Err()))
	}
	return nil
}

func openLog(path string) (*os.File, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(path, flags, permPrivate)
	if err != nil {
		return nil, fmt.Errorf("open the keeper's log: %w", err)
	}
	return file, nil
}
