package kurrent_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

// patience limits every wait of a test: long enough for a busy machine, short enough to fail.
const patience = time.Minute

// realNode is the address of a real node; the suite also runs with it.
func realNode(t *testing.T) string {
	t.Helper()
	url := os.Getenv("KURRENTDB_URL")
	if url == "" {
		t.Skip("KURRENTDB_URL names no real node")
	}
	return url
}

func open(t testing.TB, url string, options ...kurrent.Option) *kurrent.Log {
	t.Helper()
	options = append([]kurrent.Option{kurrent.WithLogger(silent()), kurrent.WithPatience(patience)}, options...)
	log, err := kurrent.Open(within(t), url, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}

func silent() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func TestTheEngineFulfilsTheContract(t *testing.T) {
	eventlogtest.Run(t, func(t *testing.T) func() eventlog.Log {
		server := kurrenttest.Start(t, kurrenttest.Options{})
		return eventlogtest.Section(t, func() eventlog.Log { return open(t, server.URL()) }, false)
	})
}

func TestTheEngineFulfilsTheContractOnARealNode(t *testing.T) {
	url := realNode(t)
	eventlogtest.Run(t, func(t *testing.T) func() eventlog.Log {
		return eventlogtest.Section(t, func() eventlog.Log { return open(t, url) }, true)
	})
}
