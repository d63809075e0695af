package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/modyard/modyard/loadtest/program"
)

// Report is the content of bench.json.
type Report struct {
	Date    time.Time `json:"date"`
	Commit  string    `json:"commit"`
	Changed bool      `json:"changed"` // the tree has uncommitted changes
	Go      string    `json:"go"`
	OS      string    `json:"os"`
	Cores   int       `json:"cores"`
	Quick   bool      `json:"quick,omitempty"` // small amounts: the figures are not meaningful
	Seconds float64   `json:"seconds"`
	Rows    []Row     `json:"rows"`
}

func newReport(ctx context.Context, root string, quick bool) Report {
	commit, changed := program.Commit(ctx, root)
	return Report{
		Date: time.Now().UTC().Truncate(time.Second), Commit: commit, Changed: changed,
		Go: runtime.Version(), OS: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.GOMAXPROCS(0), Quick: quick,
	}
}

func (r Report) write(root string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("write bench.json: %w", err)
	}
	if err := os.WriteFile(filepath.Join(root, "bench.json"), append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("write bench.json: %w", err)
	}
	return nil
}
