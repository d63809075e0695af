package elastictest

import (
	"context"
	"crypto/sha256"
	_ "embed" // the node's sources
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// version of Elasticsearch; the pom has the same.
const version = "9.2.0"

//go:embed node/pom.xml
var pom []byte

//go:embed node/TestNode.java
var source []byte

const descriptor = `name=transport-netty4
description=Netty transport
version=` + version + `
elasticsearch.version=` + version + `
java.version=21
classname=org.elasticsearch.transport.netty4.Netty4Plugin
`

// kit is the node's program: classes, jars and the jars of its transport module.
type kit struct{ java, classes, jars, module string }

// prepare downloads the jars and compiles the node's class, once for each state of its sources. A lock serialises
// processes.
func prepare(ctx context.Context) (kit, error) {
	home, err := findJDK(ctx)
	if err != nil {
		return kit{}, err
	}
	root, err := cacheDir()
	if err != nil {
		return kit{}, err
	}
	sum := sha256.Sum256(append(append([]byte(descriptor), pom...), source...))
	dir := filepath.Join(root, hex.EncodeToString(sum[:6]))
	k := kit{java: filepath.Join(home, "bin", "java"), classes: filepath.Join(dir, "classes"), jars: filepath.Join(dir, "jars"), module: filepath.Join(dir, "transport-netty4")}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return kit{}, fmt.Errorf("make the node's folder: %w", err)
	}
	lock, err := os.Create(filepath.Join(root, "lock"))
	if err != nil {
		return kit{}, fmt.Errorf("lock the node's folder: %w", err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return kit{}, fmt.Errorf("lock the node's folder: %w", err)
	}
	done := filepath.Join(dir, "done")
	if _, err := os.Stat(done); err == nil {
		return k, nil
	}
	if err := k.fetch(ctx, dir); err != nil {
		return kit{}, err
	}
	if err := k.compile(ctx, dir, filepath.Join(home, "bin", "javac")); err != nil {
		return kit{}, err
	}
	return k, os.WriteFile(done, nil, 0o644)
}

// cacheDir is bin/elasticsearch in the repository, so that no files are written outside of the tree.
func cacheDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "bin", "elasticsearch"), nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("find the repository: no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
}

func (k kit) fetch(ctx context.Context, dir string) error {
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return errors.New("no mvn on PATH to fetch the node's jars with")
	}
	for _, d := range []string{k.jars, k.module, k.classes} {
		if err := errors.Join(os.RemoveAll(d), os.MkdirAll(d, 0o755)); err != nil {
			return fmt.Errorf("make the node's folders: %w", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), pom, 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, mvn, "-q", "-B", "-f", filepath.Join(dir, "pom.xml"), "dependency:copy-dependencies", "-DoutputDirectory="+k.jars)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch the node's jars: %w: %s", err, tail(out))
	}
	jars, err := os.ReadDir(k.jars)
	if err != nil {
		return err
	}
	for _, j := range jars {
		// The module's own class loader loads these jars; they must not also be on the class path.
		for _, prefix := range []string{"netty-", "elasticsearch-ssl-config-", "transport-netty4-"} {
			if strings.HasPrefix(j.Name(), prefix) {
				if err := os.Rename(filepath.Join(k.jars, j.Name()), filepath.Join(k.module, j.Name())); err != nil {
					return err
				}
			}
		}
	}
	return os.WriteFile(filepath.Join(k.module, "plugin-descriptor.properties"), []byte(descriptor), 0o644)
}

func (k kit) compile(ctx context.Context, dir, javac string) error {
	file := filepath.Join(dir, "TestNode.java")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, javac, "-proc:none", "--release", "21", "-cp", filepath.Join(k.jars, "*"), "-d", k.classes, file)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("compile the node: %w: %s", err, tail(out))
	}
	return nil
}

// copyModule copies the transport module into a node's home.
func (k kit) copyModule(into string) error {
	files, err := os.ReadDir(k.module)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := copyFile(filepath.Join(k.module, f.Name()), filepath.Join(into, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

func tail(b []byte) string {
	const most = 2000
	return strings.TrimSpace(string(b[max(0, len(b)-most):]))
}
