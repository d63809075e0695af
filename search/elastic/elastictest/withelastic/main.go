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
	"os/signal"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/scratch"
	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/search/elastic/elastictest"
)

func main() {
	as := flag.String("as", elastictest.EnvURL, "variable that holds the node's address for the command")
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
	leave, err := scratch.Enter()
	if err != nil {
		return 1, err
	}
	defer leave()
	env := os.Environ()
	if os.Getenv(as) == "" {
		signalled, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		ctx, cancel := context.WithTimeout(signalled, 5*time.Minute)
		node, err := elastictest.Start(ctx)
		cancel()
		stop()
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
	return subprocess.Run(env, args)
}
