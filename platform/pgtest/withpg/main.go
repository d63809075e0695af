// Command withpg runs another command beside a throw-away Postgres server, whose address the command
// finds in MODYARD_TEST_DATABASE_URL, and ends with that command's exit code:
//
//	go run ./platform/pgtest/withpg go test ./...
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/modyard/modyard/platform/pgtest"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpg:", err)
	}
	os.Exit(code)
}

func run(args []string) (int, error) {
	if len(args) == 0 {
		return 2, errors.New("usage: withpg COMMAND [ARGUMENT…]")
	}
	env := os.Environ()
	if os.Getenv(pgtest.EnvURL) == "" {
		server, err := pgtest.StartServer()
		if err != nil {
			return 1, err
		}
		defer os.RemoveAll(filepath.Clean(server.DataDir())) //nolint:errcheck // swept by a later run
		defer server.Close()                                 //nolint:errcheck // nobody needs its data
		env = append(env, pgtest.EnvURL+"="+server.URL())
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, env
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := cmd.Start(); err != nil {
		return 127, err
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s) // it decides when to end
		}
	}()
	err := cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return 128 + int(status.Signal()), nil
		}
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
