// Command withpg runs another command beside a throw-away Postgres server, whose addresses the command
// finds in MODYARD_TEST_DATABASE_URL and MODYARD_TEST_DATABASE_APP_URL, and ends with that command's exit code:
//
//	go run ./platform/pgtest/withpg go test ./...
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/scratch"
	"github.com/modyard/modyard/platform/subprocess"
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
	// What the command and its children leave in the temporary folder goes with this process.
	leave, err := scratch.Enter()
	if err != nil {
		return 1, err
	}
	defer leave()
	env := os.Environ()
	if os.Getenv(pgtest.EnvURL) == "" {
		server, err := pgtest.StartServer()
		if err != nil {
			return 1, err
		}
		defer server.Close() //nolint:errcheck // its data is temporary
		env = append(env, pgtest.EnvURL+"="+server.Logins().Owner, pgtest.EnvAppURL+"="+server.Logins().App)
	}
	return subprocess.Run(env, args)
}
