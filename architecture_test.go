// Package modyard_test holds what must be true of the repository as a whole.
package modyard_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/modyard/modyard/"

// mayImport is the table of docs/decisions/0001: which package trees the code of a tree may
// import beside its own, or which packages of one. A tree that is not listed is an error, so that its place is decided
// when it is made.
func mayImport() map[string][]string {
	return map[string][]string{
		"domain":      {},
		"contract":    {},
		"eventlog":    {},
		"platform":    {"migrations"},
		"migrations":  {},
		"search":      {"platform"},
		"identity":    {"contract", "domain", "eventlog", "platform"},
		"commands":    {"contract", "domain", "eventlog", "identity", "platform"},
		"projections": {"contract", "domain", "eventlog", "search", "platform"},
		"reactors":    {"contract", "commands", "domain", "eventlog", "identity", "platform"},
		"readapi":     {"contract", "eventlog/read", "projections", "search", "identity", "platform"},
		"demo":        {"contract", "commands", "domain", "eventlog", "identity", "platform"},
		"node":        {"contract", "platform"},
		"ui":          {},
		"loadtest":    {"contract", "commands", "demo", "domain", "eventlog", "identity", "migrations", "platform", "projections", "reactors", "readapi", "search", "cmd"},
		"cmd":         {"contract", "commands", "demo", "domain", "eventlog", "identity", "migrations", "platform", "projections", "reactors", "node", "readapi", "search", "ui"},
	}
}

func TestEveryPackageImportsOnlyWhatItMay(t *testing.T) {
	trees := mayImport()
	seen := 0
	walkGo(t, func(path string) {
		tree, _, inTree := strings.Cut(filepath.ToSlash(path), "/")
		if !inTree || strings.HasSuffix(path, "_test.go") {
			return // a test may set up what its package never imports
		}
		allowed, known := trees[tree]
		if !known {
			t.Errorf("%s: the package tree %q is not in the table", path, tree)
			return
		}
		seen++
		for _, imported := range importsOf(t, path) {
			if (tree == "domain" || tree == "contract") && strings.Contains(strings.Split(imported, "/")[0], ".") && !strings.HasPrefix(imported, module+tree+"/") &&
				!strings.HasPrefix(imported, "golang.org/x/text/") { // docs/decisions/0191-unicode-in-rules.md
				t.Errorf("%s imports %s: %s knows the standard library only", path, imported, tree)
			}
			rest, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			other, _, _ := strings.Cut(rest, "/")
			if other != tree && !slices.Contains(allowed, other) && !slices.Contains(allowed, rest) {
				t.Errorf("%s imports %s: %s may import %v", path, imported, tree, allowed)
			}
		}
	})
	if seen < 50 {
		t.Fatalf("only %d files were looked at", seen)
	}
}

func TestTheProgramContainsNoServerOfTests(t *testing.T) {
	walkGo(t, func(path string) {
		dir := filepath.ToSlash(filepath.Dir(path))
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(dir, "loadtest/") || dir == "reactors/forward/natstest" {
			return
		}
		for _, imported := range importsOf(t, path) {
			if imported == module+"reactors/forward/natstest" || strings.HasPrefix(imported, "github.com/nats-io/nats-server/") {
				t.Errorf("%s imports %s", path, imported)
			}
		}
	})
}

func TestTheDomainHasNoClockAndNoChance(t *testing.T) {
	for _, banned := range []string{"math/rand", "math/rand/v2", "crypto/rand", "net/http", "database/sql", "os"} {
		walkGo(t, func(path string) {
			if strings.HasPrefix(filepath.ToSlash(path), "domain/") && !strings.HasSuffix(path, "_test.go") &&
				slices.Contains(importsOf(t, path), banned) {
				t.Errorf("%s imports %s", path, banned)
			}
		})
	}
}

func walkGo(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "node_modules" || name == "tools" || name == "data" || (strings.HasPrefix(name, ".") && name != ".") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") {
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func importsOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("parse %s: %v", path, err)
		return nil
	}
	var paths []string
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Errorf("%s: import %s: %v", path, spec.Path.Value, err)
		}
		paths = append(paths, name)
	}
	return paths
}
