package modyard_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDecisionsNeverAppendWithoutAnExpectation keeps commands and identity from expectations that check nothing of
// what was read: two decisions on the same state could both stand.
func TestDecisionsNeverAppendWithoutAnExpectation(t *testing.T) {
	seen := 0
	walkGo(t, func(path string) {
		tree, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		if tree != "commands" && tree != "identity" || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(filepath.ToSlash(path), "commands/commandstest/") {
			return // tests set up logs as they need them
		}
		if filepath.ToSlash(path) == "commands/download/write.go" {
			return // hits are facts, which no state decides; they are in a log of their own
		}
		seen++
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("parse %s: %v", path, err)
			return
		}
		for _, at := range looseExpectations(file) {
			t.Errorf("%s: an append with eventlog.Any or eventlog.Exists", fset.Position(at))
		}
	})
	if seen < 50 {
		t.Fatalf("only %d files were looked at", seen)
	}
}

// looseExpectations finds where a file names eventlog.Any or eventlog.Exists, under whichever name it imports the port.
func looseExpectations(file *ast.File) (found []token.Pos) {
	var names []string
	for _, spec := range file.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || path != module+"eventlog" {
			continue
		}
		switch {
		case spec.Name == nil:
			names = append(names, "eventlog")
		case spec.Name.Name == ".":
			found = append(found, spec.Pos()) // its names could not be told from the file's own
		default:
			names = append(names, spec.Name.Name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "Any" || s.Sel.Name == "Exists") {
			if x, ok := s.X.(*ast.Ident); ok && slices.Contains(names, x.Name) {
				found = append(found, s.Pos())
			}
		}
		return true
	})
	return found
}

func TestALooseExpectationIsFoundUnderAnyName(t *testing.T) {
	for source, want := range map[string]int{
		`import "github.com/modyard/modyard/eventlog"; var e = eventlog.Any`:               1,
		`import log "github.com/modyard/modyard/eventlog"; var e, f = log.Exists, log.Any`: 2,
		`import . "github.com/modyard/modyard/eventlog"; var e = Any`:                      1,
		`import "github.com/modyard/modyard/eventlog"; var e = eventlog.NoStream`:          0,
		`import "github.com/other/eventlog"; var e = eventlog.Any`:                         0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(looseExpectations(file)); got != want {
			t.Errorf("%s: %d were found, want %d", source, got, want)
		}
	}
}
