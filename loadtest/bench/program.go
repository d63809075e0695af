package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"github.com/modyard/modyard/loadtest/program"
)

// build compiles the program from the tree, once, because the one in bin/ may be older.
func (g *ground) build(ctx context.Context) (string, error) {
	if g.binary != "" {
		return g.binary, nil
	}
	name := filepath.Join(g.dir, "modyard")
	if err := program.Build(ctx, g.root, name); err != nil {
		return "", err
	}
	g.binary = name
	return name, nil
}

// running is a running `modyard serve` that nobody but the measurements uses.
type running struct{ *program.Program }

// serve starts the program on a data directory and returns at once.
func (g *ground) serve(ctx context.Context, dir string, more ...string) (*running, error) {
	binary, err := g.build(ctx)
	if err != nil {
		return nil, err
	}
	o := program.Options{
		Binary: binary, DataDir: dir, Private: g.heap != "",
		Args: append([]string{"--rate-limit", strconv.Itoa(unlimited), "--max-drafts", "0", "--max-organizations", "0"}, more...),
	}
	if logins := g.own(dir); logins.App != "" {
		o.Env = append(o.Env, "MODYARD_DATABASE_URL="+logins.App, "MODYARD_DATABASE_OWNER_URL="+logins.Owner)
	}
	p, err := program.Serve(ctx, o)
	if err != nil {
		return nil, err
	}
	return &running{p}, nil
}

// saveHeap writes a profile of the memory that the program holds after a collection.
func (p *running) saveHeap(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Private+"/debug/pprof/heap?gc=1", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("read the memory profile: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	profile, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("read the memory profile: %w", err)
	}
	return os.WriteFile(path, profile, 0o600)
}
