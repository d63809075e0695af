package keeper

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"

	"github.com/modyard/modyard/node/limit"
)

// The argument that makes Main the init stage, and the descriptors that the stage gets.
const (
	argInit  = "init"
	fdFailed = 3 // it writes there why the game could not be executed; executing closes it
	fdOrder  = 4 // it reads the order there
)

// initStage is the process between the keeper and the game: it gives up what the game must not have and becomes the game.
func initStage(args []string) int {
	syscall.CloseOnExec(fdFailed)
	syscall.CloseOnExec(fdOrder)
	if _, err := os.NewFile(fdFailed, "failed").WriteString(becomeGame(args).Error()); err != nil {
		return 126
	}
	return 127
}

// becomeGame returns only an error.
func becomeGame(args []string) error {
	if len(args) != 1 {
		return errors.New("the init stage takes one argument")
	}
	parent, err := strconv.Atoi(args[0])
	if err != nil {
		return fmt.Errorf("parent: %w", err)
	}
	b, err := io.ReadAll(os.NewFile(fdOrder, "order"))
	if err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	var run Run
	if err := json.Unmarshal(b, &run); err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	if len(run.Argv) == 0 {
		return errors.New("the order names no program")
	}
	if err := os.Chdir(run.Dir); err != nil {
		return err
	}
	if err := limit.Become(run.Group, run.Limits, run.User, parent); err != nil {
		return err
	}
	syscall.Umask(0o077)
	env := append(append([]string(nil), run.Env...), limit.Marker+"="+run.Marker)
	return fmt.Errorf("execute %s: %w", run.Argv[0], syscall.Exec(run.Argv[0], run.Argv, env))
}
