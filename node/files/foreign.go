package files

import (
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/modyard/modyard/platform/subprocess"
)

// eachForeign has another process read the archive, which is told in package unpack.
func (a *opened) eachForeign(ctx context.Context, handle func(entry) error) error {
	if len(a.command) == 0 {
		return errors.New("this node has no command that reads " + a.format)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, a.command[0], append(append([]string(nil), a.command[1:]...), a.format)...)
	cmd.Stdin, cmd.Dir, cmd.Env = a.file, "/", []string{"PATH=/usr/bin:/bin", "GOMAXPROCS=1"}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	if err := subprocess.Start(cmd); err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	a.packed = a.size
	err = a.eachTar(ctx, out, handle)
	if err != nil {
		cancel()
	}
	if ended := cmd.Wait(); err == nil && ended != nil {
		err = broken(ended)
	}
	return err
}
