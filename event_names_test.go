package modyard_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestOnlyTheRulesOfAnAreaWriteTheNamesOfItsEvents keeps stored names out of other packages: they name an event by its Go
// type (runtime.On, decision.Names), so that the compiler finds them all.
func TestOnlyTheRulesOfAnAreaWriteTheNamesOfItsEvents(t *testing.T) {
	told, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	walkGo(t, func(path string) {
		tree, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		if tree == "loadtest" || strings.HasSuffix(path, "_test.go") {
			return // they write events of their own
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("parse %s: %v", path, err)
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			name, err := strconv.Unquote(literal.Value)
			if _, event := told[name]; err != nil || !event {
				return true
			}
			if tree == "domain" {
				seen[name] = true
			} else {
				t.Errorf("%s: the name %s is written outside of domain", fset.Position(literal.Pos()), name)
			}
			return true
		})
	})
	if len(seen) < len(told) {
		t.Errorf("domain writes %d of %d names", len(seen), len(told))
	}
}
