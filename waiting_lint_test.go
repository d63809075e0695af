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

// mayWait are the files and folders of tests that use the machine's clock, and why.
func mayWait() map[string]string {
	return map[string]string{
		"cmd/modyard/chaos_test.go":        "it tells how long its parts took",
		"cmd/modyard/chaos_search_test.go": "an outage of the search must not delay an answer by more than the time that the product promises",
		"cmd/modyard/chaos_hooks_test.go":  "a signature names the time at which it was made",
		"eventlog/eventlogtest/section.go": "it follows again after an error, and looks for the position of a foreign record, which no follower receives",
		"eventlog/kurrent/proxy_test.go":   "the proxy delays what it forwards, like a slow network",
		"platform/pgtest/pgtest.go":        "it tries again to create a database",
	}
}

// TestNoTestWaitsForTime keeps tests from sleeping, from limits of their own and from measuring: on a busy machine, a
// time is either too short or wasted. A test waits for a condition or a value with platform/until, or runs in a bubble of
// testing/synctest, whose clock moves when everything waits. What is measured is a benchmark.
func TestNoTestWaitsForTime(t *testing.T) {
	used := map[string]bool{}
	seen := 0
	walkGo(t, func(path string) {
		path = filepath.ToSlash(path)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.FromSlash(path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("parse %s: %v", path, err)
			return
		}
		if !imported(file, "testing") {
			return
		}
		seen++
		found := clocks(file)
		for allowed := range mayWait() {
			if path == allowed || strings.HasSuffix(allowed, "/") && strings.HasPrefix(path, allowed) {
				used[allowed] = used[allowed] || len(found) > 0
				return
			}
		}
		for _, at := range found {
			t.Errorf("%s: a test uses the machine's clock: see platform/until and testing/synctest", fset.Position(at))
		}
	})
	if seen < 300 {
		t.Fatalf("only %d files were looked at", seen)
	}
	for allowed := range mayWait() {
		if !used[allowed] {
			t.Errorf("%s does not use the machine's clock: remove it from the list", allowed)
		}
	}
}

func imported(file *ast.File, path string) bool {
	for _, spec := range file.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err == nil && name == path {
			return true
		}
	}
	return false
}

// clocks finds where a file waits for time or measures it, outside of bubbles and benchmarks.
func clocks(file *ast.File) (found []token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return !takes(n.Type, "B")
		case *ast.CallExpr:
			return !selects(n.Fun, "synctest", "Test")
		case *ast.SelectorExpr:
			for _, name := range []string{"Sleep", "After", "AfterFunc", "Tick", "Since"} {
				if selects(n, "time", name) {
					found = append(found, n.Pos())
				}
			}
		}
		return true
	})
	return found
}

func selects(n ast.Node, pkg, name string) bool {
	s, ok := n.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg
}

// takes says whether a function has a parameter *testing.B.
func takes(f *ast.FuncType, name string) bool {
	for _, p := range f.Params.List {
		if star, ok := p.Type.(*ast.StarExpr); ok && selects(star.X, "testing", name) {
			return true
		}
	}
	return false
}

func TestAUseOfTheMachinesClockIsFound(t *testing.T) {
	for source, want := range map[string]int{
		`func TestX(t *testing.T) { time.Sleep(1) }`:                                                        1,
		`func TestX(t *testing.T) { select { case <-time.After(1): } }`:                                     1,
		`func TestX(t *testing.T) { for ; ; time.Sleep(1) { } }`:                                            1,
		`func TestX(t *testing.T) { time.AfterFunc(1, func() { time.Sleep(1) }) }`:                          2,
		`func TestX(t *testing.T) { if time.Since(begin) > 1 { } }`:                                         1,
		`func TestX(t *testing.T) { synctest.Test(t, func(t *testing.T) { time.Sleep(1) }); f(time.Tick) }`: 1,
		`func BenchmarkX(b *testing.B) { time.Sleep(time.Since(begin)) }`:                                   0,
		`func TestX(t *testing.T) { now := time.Now().After(then) }`:                                        0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(clocks(file)); got != want {
			t.Errorf("%s: %d were found, want %d", source, got, want)
		}
	}
}
