package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/loadtest/program"
	"github.com/modyard/modyard/platform/scratch"
	"github.com/modyard/modyard/search/searchtest"
)

// site is a running site with data, which nobody else uses.
type site struct {
	*program.Program
	data     string // what it has, for people
	accounts string // file with the passwords of its accounts
	folder   *scratch.Folder
}

// startSite starts the program of the tree on a temporary data folder, and loads the demonstration set, whose accounts the
// scripts use, and a catalogue.
func startSite(ctx context.Context, root, catalogue string, progress io.Writer) (s *site, err error) {
	folder, err := scratch.Make(os.TempDir())
	if err != nil {
		return nil, err
	}
	s = &site{folder: folder}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	binary, dir := filepath.Join(folder.Path(), "modyard"), filepath.Join(folder.Path(), "data")
	if err := os.Mkdir(dir, 0o711); err != nil { // as root, Postgres runs as another user, who must enter it
		return nil, fmt.Errorf("make a data folder: %w", err)
	}
	fmt.Fprintln(progress, "building the program")
	if err := program.Build(ctx, root, binary); err != nil {
		return nil, err
	}
	// k6 sends as many visitors, whose addresses it says as a proxy does.
	s.Program, err = program.Serve(ctx, program.Options{Binary: binary, DataDir: dir, Private: true, Args: []string{
		"--rate-limit", "0", "--proof-bits", "0", "--max-drafts", "0", "--max-organizations", "0", "--trusted-proxies", "127.0.0.0/8"}})
	if err != nil {
		return nil, err
	}
	s.accounts = filepath.Join(dir, demo.LoginFile)
	if err := s.Ready(ctx); err != nil {
		return nil, err
	}
	fmt.Fprintln(progress, "loading the demonstration set")
	if err := s.Tool(ctx, io.Discard, "demo"); err != nil {
		return nil, err
	}
	s.data = "the demonstration set alone: the real catalogue is not here (-catalogue FILE)"
	switch {
	case catalogue == "none":
		s.data = "the demonstration set alone"
	case catalogue == "":
		if shared, err := searchtest.DataDir(); err == nil {
			catalogue = filepath.Join(shared, "projects.jsonl.gz")
		}
	}
	if catalogue != "" && catalogue != "none" {
		fmt.Fprintln(progress, "importing the catalogue")
		if err := s.Tool(ctx, progress, "import", catalogue); err != nil {
			return nil, err
		}
		s.data = "the demonstration set and the catalogue " + filepath.Base(catalogue)
	}
	fmt.Fprintln(progress, "waiting until everything is visible")
	total, err := s.settled(ctx)
	if err != nil {
		return nil, err
	}
	s.data = fmt.Sprintf("%d projects, %s", total, s.data)
	return s, nil
}

// settled waits until readers see everything that was loaded, and returns the number of projects that they find.
func (s *site) settled(ctx context.Context) (projects int, err error) {
	loaded := time.Now()
	if err := s.Until(ctx, "/_internal/status/sync", func(status int, body []byte) bool {
		var sync struct{ Synced time.Time }
		return status == http.StatusOK && json.Unmarshal(body, &sync) == nil && sync.Synced.After(loaded)
	}); err != nil {
		return 0, err
	}
	err = s.Until(ctx, "/v2/search?limit=1", func(status int, body []byte) bool {
		var found struct {
			Total int `json:"total_hits"`
		}
		ok := status == http.StatusOK && json.Unmarshal(body, &found) == nil && found.Total > 0
		projects = found.Total
		return ok
	})
	return projects, err
}

// stop stops the program and removes its data.
func (s *site) stop() error {
	var err error
	if s.Program != nil {
		err = s.Stop()
	}
	return errors.Join(err, s.folder.Remove())
}
