// Package javaserver makes a game server of the real protocol for tests, on a real Java: compiled from server/GameServer.java against published jars,
// which are fetched and never part of this repository. It is none of the publishers' programs. Player joins such a server, Ask asks for its status.
package javaserver

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	_ "embed" // the server's sources
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

const (
	// EnvNeed is "wanted" where the server is made and tested with, and "required" where a test must also fail instead of being skipped without one.
	EnvNeed = "MODYARD_TEST_JAVASERVER"
	// Game is the version of the game that the server speaks, GameProtocol its number.
	Game         = "1.21.8"
	GameProtocol = 772
	// Jar is the path of the server's archive in its folder; the archives that it needs are in Libraries.
	Jar       = "server.jar"
	Libraries = "libraries"

	mainClass = "GameServer"
	// prepareLimit bounds the making of a server: the first one fetches 70 MB.
	prepareLimit = 8 * time.Minute
)

// errMissing marks what this machine does not have and cannot fetch.
var errMissing = errors.New("it is not here and cannot be fetched")

//go:embed server/pom.xml
var pom []byte

//go:embed server/GameServer.java
var source []byte

// Kit is a server that can be installed and run.
type Kit struct {
	// Dir holds Jar and Libraries.
	Dir string
	// Java is the home folder of the runtime, Major its version, at least 21.
	Java  string
	Major int
}

// Version is the name of the runtime's version in the hosting API, such as lts21.
func (k Kit) Version() string { return fmt.Sprintf("lts%d", k.Major) }

// Files are the paths of the server's archives in its folder, sorted, with slashes.
func (k Kit) Files() ([]string, error) {
	found, err := os.ReadDir(filepath.Join(k.Dir, Libraries))
	if err != nil {
		return nil, fmt.Errorf("list the server's archives: %w", err)
	}
	files := []string{Jar}
	for _, f := range found {
		files = append(files, Libraries+"/"+f.Name())
	}
	return files, nil
}

// Need makes the server if EnvNeed wants it; otherwise the test is skipped. Without Maven or Java, or where nothing can be fetched, it is skipped with what
// is missing, or fails if EnvNeed requires the server. A server that cannot be made of what is there fails the test.
func Need(t testing.TB) Kit {
	t.Helper()
	need := os.Getenv(EnvNeed)
	if need == "" || testing.Short() {
		t.Skip("needs a game server on Java: runs in make test-all")
	}
	ctx, cancel := context.WithTimeout(t.Context(), prepareLimit)
	defer cancel()
	k, err := prepare(ctx)
	if err == nil {
		return k
	}
	if need == "required" || !errors.Is(err, errMissing) {
		t.Fatalf("no game server on Java to test with: %v", err)
	}
	t.Skipf("NOT TESTED: no game server on Java to test with: %v", err)
	return Kit{}
}

// prepare fetches the archives and compiles the server, once for each state of its sources. A lock serialises processes.
func prepare(ctx context.Context) (Kit, error) {
	root, err := cacheDir()
	if err != nil {
		return Kit{}, err
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return Kit{}, fmt.Errorf("make the folder of servers: %w", err)
	}
	lock, err := os.Create(filepath.Join(root, "lock"))
	if err != nil {
		return Kit{}, fmt.Errorf("lock the folder of servers: %w", err)
	}
	defer func() { _ = lock.Close() }() // it is empty
	for {
		err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) || !pause.For(ctx, 100*time.Millisecond) {
			return Kit{}, fmt.Errorf("lock the folder of servers: %w", errors.Join(err, ctx.Err()))
		}
	}
	java, err := findJava(ctx, root)
	if err != nil {
		return Kit{}, err
	}
	sum := sha256.Sum256(slices.Concat(pom, source))
	k := Kit{Dir: filepath.Join(root, hex.EncodeToString(sum[:6])), Java: java.home, Major: java.major}
	if _, err := os.Stat(filepath.Join(k.Dir, Jar)); err == nil {
		return k, nil
	}
	libraries := filepath.Join(k.Dir, Libraries)
	if err := errors.Join(os.RemoveAll(k.Dir), os.MkdirAll(libraries, 0o755)); err != nil {
		return Kit{}, fmt.Errorf("make the server's folder: %w", err)
	}
	for name, content := range map[string][]byte{"pom.xml": pom, mainClass + ".java": source} {
		if err := os.WriteFile(filepath.Join(k.Dir, name), content, 0o644); err != nil {
			return Kit{}, fmt.Errorf("write the server's sources: %w", err)
		}
	}
	if err := maven(ctx, "-f", filepath.Join(k.Dir, "pom.xml"), "dependency:copy-dependencies", "-DoutputDirectory="+libraries); err != nil {
		return Kit{}, err
	}
	if err := k.compile(ctx, root); err != nil {
		return Kit{}, err
	}
	return k, errors.Join(k.pack(), k.alone())
}

// alone removes the servers of former sources.
func (k Kit) alone() error {
	others, err := filepath.Glob(filepath.Join(filepath.Dir(k.Dir), strings.Repeat("[0-9a-f]", 12)))
	for _, dir := range others {
		if dir != k.Dir {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}
	return err
}

// compile compiles with the first javac that knows Java 21, and without one with a compiler that is fetched.
func (k Kit) compile(ctx context.Context, root string) error {
	args := []string{"-proc:none", "-cp", filepath.Join(k.Dir, Libraries, "*"), "-d", filepath.Join(k.Dir, "classes")}
	for _, j := range installed() {
		javac := filepath.Join(j.home, "bin", "javac")
		if _, err := os.Stat(javac); err == nil && j.major >= oldest {
			return run(ctx, "compile the server", javac, append(args, "--release", "21", filepath.Join(k.Dir, mainClass+".java"))...)
		}
	}
	if err := maven(ctx, "dependency:copy", "-Dartifact="+compiler, "-DoutputDirectory="+root, "-Dmdep.stripVersion=true"); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(k.Dir, Libraries, "*.jar"))
	if err != nil {
		return fmt.Errorf("list the server's archives: %w", err)
	}
	args[2] = strings.Join(names, string(filepath.ListSeparator)) // this compiler knows no *
	args = append([]string{"-jar", filepath.Join(root, "ecj.jar"), "--system", k.Java, "-21", "-nowarn"}, args...)
	return run(ctx, "compile the server", filepath.Join(k.Java, "bin", "java"), append(args, filepath.Join(k.Dir, mainClass+".java"))...)
}

// pack writes Jar: the classes, and a manifest that names the libraries.
func (k Kit) pack() (err error) {
	files, err := k.Files()
	if err != nil {
		return err
	}
	part := filepath.Join(k.Dir, "part")
	out, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("write the server's archive: %w", err)
	}
	z := zip.NewWriter(out)
	manifest, err := z.Create("META-INF/MANIFEST.MF")
	if err == nil {
		_, err = io.WriteString(manifest, "Manifest-Version: 1.0\r\n"+folded("Main-Class: "+mainClass)+folded("Class-Path: "+strings.Join(files[1:], " "))+"\r\n")
	}
	if err == nil {
		err = z.AddFS(os.DirFS(filepath.Join(k.Dir, "classes")))
	}
	if err := errors.Join(err, z.Close(), out.Close()); err != nil {
		return fmt.Errorf("write the server's archive: %w", err)
	}
	if err := os.Rename(part, filepath.Join(k.Dir, Jar)); err != nil {
		return fmt.Errorf("write the server's archive: %w", err)
	}
	return nil
}

// folded is a line of a manifest, which has at most 72 bytes and goes on after a space.
func folded(line string) string {
	var b strings.Builder
	for most := 72; len(line) > most; most = 71 {
		b.WriteString(line[:most] + "\r\n ")
		line = line[most:]
	}
	b.WriteString(line + "\r\n")
	return b.String()
}

// maven runs Maven, which knows by its settings where archives are fetched from.
func maven(ctx context.Context, args ...string) error {
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return fmt.Errorf("no mvn on PATH to fetch the server's archives with: %w", errMissing)
	}
	if err := run(ctx, "fetch archives with Maven", mvn, append([]string{"-q", "-B"}, args...)...); err != nil {
		return fmt.Errorf("%w: %w", errMissing, err)
	}
	return nil
}

// run runs a program to its end. An error has the last of what it wrote.
func run(ctx context.Context, what, program string, args ...string) error {
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
	if err != nil {
		const most = 2000
		return fmt.Errorf("%s: %w: %s", what, err, strings.TrimSpace(string(out[max(0, len(out)-most):])))
	}
	return nil
}

// cacheDir is bin/javaserver in the repository, so that no files are written outside of the tree.
func cacheDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "bin", "javaserver"), nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("find the repository: no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
}
