package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
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
	return Report{
		Date: time.Now().UTC().Truncate(time.Second), Commit: git(ctx, root, "rev-parse", "HEAD"),
		Changed: git(ctx, root, "status", "--porcelain") != "",
		Go:      runtime.Version(), OS: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.GOMAXPROCS(0), Quick: quick,
	}
}

// git is the output of git, empty outside of a repository.
func git(ctx context.Context, root string, args ...string) string {
	said, err := exec.CommandContext(ctx, "git", append([]string{"-C", root}, args...)...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(said))
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

// repository finds the root of the repository from the working directory.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("find the repository: no go.mod here or above")
		}
		dir = parent
	}
}
