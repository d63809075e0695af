package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const startBudget = 5 // seconds

// startUp measures `make run` on a built tree: from the start of the program to the first page, with an empty data
// directory and again with the one that the first run has left.
func startUp(ctx context.Context, g *ground) ([]Row, error) {
	const what = "`make run` on a built tree to the first page"
	_, err := os.Stat(filepath.Join(g.root, "ui", "dist", "index.html"))
	if errors.Is(err, fs.ErrNotExist) {
		return []Row{skippedRow(what, "the front end is not built (make build)")}, nil
	}
	if err != nil {
		return nil, err
	}
	binary, err := g.build(ctx)
	if err != nil {
		return nil, err
	}
	var flags []string
	note := "serve, without demonstration data"
	if !g.quick() && demonstrates(ctx, binary) {
		flags, note = []string{"--demo"}, "serve --demo"
	}
	dir, err := g.folder("start")
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, state := range []string{"empty data directory", "existing data directory"} {
		begin := time.Now()
		p, err := g.serve(ctx, dir, flags...)
		if err != nil {
			return nil, err
		}
		err = p.Until(ctx, "/", isApp)
		took := time.Since(begin)
		if err == nil {
			err = p.Ready(ctx)
		}
		ready := time.Since(begin)
		if err := errors.Join(err, p.Stop()); err != nil {
			return nil, err
		}
		rows = append(rows,
			Row{What: what + ", " + state, Figure: took.Seconds(), Unit: "s", Budget: below(startBudget), Note: note},
			Row{What: "… until it calls itself ready, " + state, Figure: ready.Seconds(), Unit: "s"})
	}
	return rows, nil
}

// isApp recognises a page with its scripts: named in a list where the page has content of its own, else as a tag.
func isApp(status int, body []byte) bool {
	scripts := bytes.Contains(body, []byte(`id="modules"`)) || bytes.Contains(body, []byte(`type="module"`))
	return status == http.StatusOK && bytes.Contains(body, []byte(`id="root"`)) && scripts
}

// demonstrates says whether the program can load demonstration data at its start.
func demonstrates(ctx context.Context, binary string) bool {
	help, err := exec.CommandContext(ctx, binary, "serve", "--help").CombinedOutput()
	return err == nil && bytes.Contains(help, []byte("--demo"))
}
