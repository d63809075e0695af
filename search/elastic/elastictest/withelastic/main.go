// Command withelastic runs another command beside a throw-away Elasticsearch node and ends with that command's exit code:
//
//	go run ./search/elastic/elastictest/withelastic go test ./search/...
//
// The command finds the address in MODYARD_TEST_ELASTICSEARCH_URL, or in the variable that -as names. Without a JDK or
// Maven the command runs alone and its tests are skipped, unless MODYARD_TEST_ELASTICSEARCH is "required". The node's heap
// is that of MODYARD_TEST_ELASTICSEARCH_HEAP, 512m if it is not set.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"github.com/modyard/modyard/search/elastic/elastictest"
)

func main() {
	as := flag.String("as", elastictest.EnvURL, "variable that tells the command the node's address")
	flag.Parse()
	code, err := run(*as, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "withelastic:", err)
	}
	os.Exit(code)
}

func run(as string, args []string) (int, error) {
	if len(args) == 0 {
		return 2, errors.New("usage: withelastic [-as VARIABLE] COMMAND [ARGUMENT…]")
	}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	env := os.Environ()
	if os.Getenv(as) == "" {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		node, err := elastictest.Start(ctx)
		cancel()
		switch {
		case err == nil:
			defer node.Stop()
			env = append(env, as+"="+node.URL())
		case as != elastictest.EnvURL || elastictest.Required():
			return 1, err
		default:
			fmt.Fprintln(os.Stderr, "withelastic: tests that need Elasticsearch are skipped:", err)
			env = append(env, elastictest.EnvMissing+"="+err.Error())
		}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, env
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
