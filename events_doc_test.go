package modyard_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write generated documents anew")

// docs/events.md is generated from the event types' own comments: go test . -run EventList -update
func TestTheEventListIsFresh(t *testing.T) {
	want := eventList(t)
	const path = "docs/events.md"
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/events.md is not what the code says: go test . -run EventList -update")
	}
}

func eventList(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("<!-- Code generated from domain/*/ by `go test . -run EventList -update`. DO NOT EDIT. -->\n# Event types\n\n" +
		"A name is frozen once written. An additive change keeps it; any other takes the next number and an upcaster.\n")
	dirs, err := filepath.Glob("domain/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		fset := token.NewFileSet()
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var parsed []*ast.File
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		names := eventNames(parsed)
		if len(names) == 0 {
			continue
		}
		pkg, err := doc.NewFromFiles(fset, parsed, module+filepath.ToSlash(dir))
		if err != nil {
			t.Fatal(err)
		}
		says := map[string]string{}
		for _, typ := range pkg.Types {
			says[typ.Name] = strings.Join(strings.Fields(pkg.Synopsis(typ.Doc)), " ")
		}
		fmt.Fprintf(&out, "\n## %s\n\n| name | type | meaning |\n|---|---|---|\n", filepath.ToSlash(dir))
		sorted := make([]string, 0, len(names))
		for name := range names {
			sorted = append(sorted, name)
		}
		sort.Strings(sorted)
		for _, name := range sorted {
			if says[names[name]] == "" {
				t.Errorf("%s: %s.%s has no comment", name, dir, names[name])
			}
			fmt.Fprintf(&out, "| `%s` | `%s` | %s |\n", name, names[name], says[names[name]])
		}
	}
	return out.Bytes()
}

// eventNames reads the map that EventTypes returns: name to Go type.
func eventNames(files []*ast.File) map[string]string {
	names := map[string]string{}
	for _, f := range files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Name.Name != "EventTypes" {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				pair, ok := n.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				key, isText := pair.Key.(*ast.BasicLit)
				value, isType := pair.Value.(*ast.CompositeLit)
				if isText && isType {
					if name, err := strconv.Unquote(key.Value); err == nil {
						names[name] = value.Type.(*ast.Ident).Name
					}
				}
				return true
			})
		}
	}
	return names
}
