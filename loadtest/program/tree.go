package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Root finds the root of the repository from the working directory.
func Root() (string, error) {
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
			return "", errors.New("find the repository: no go.mod here or above")
		}
		dir = parent
	}
}

// Commit is the commit of the tree at root, and whether the tree has changes that are not committed. It is empty outside of
// a repository.
func Commit(ctx context.Context, root string) (commit string, changed bool) {
	return git(ctx, root, "rev-parse", "HEAD"), git(ctx, root, "status", "--porcelain") != ""
}

func git(ctx context.Context, root string, args ...string) string {
	said, err := exec.CommandContext(ctx, "git", append([]string{"-C", root}, args...)...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(said))
}
