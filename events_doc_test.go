package modyard_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write generated documents anew")

const eventsDoc = "docs/events.md"

// docs/events.md is generated from the event types' own comments: go test . -run EventList -update
func TestTheEventListIsFresh(t *testing.T) {
	want := eventList(t)
	if *update {
		if err := os.WriteFile(eventsDoc, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(eventsDoc)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the code says: go test . -run EventList -update", eventsDoc)
	}
}

const eventsIntro = `<!-- Code generated from domain/*/ by ` + "`go test . -run EventList -update`" + `. DO NOT EDIT. -->
# What the log says

Everything that has happened on the site is one of the events below. A name is frozen once written: an additive change keeps
it, any other takes the next number and an upcaster. An event's metadata says who acted, in which role, by which session or
token, because of what and when; the event itself says what happened.

Under each name stands what it means, then the sentence that a history shows: a name in braces is a field of the event,
` + "`{actor}`" + ` is the role and the account of its metadata, and a part in brackets is left out where one of its fields is. Each field says
who states it first: the *actor*, the *program*, an uploaded *file*, or the *source* of an import.
`

func eventList(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString(eventsIntro)
	stated, err := readFieldTable()
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string][]eventField{}
	for _, f := range eventFields() {
		fields[f.event] = append(fields[f.event], f)
	}
	dirs, err := filepath.Glob("domain/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		about, says := describe(t, dir)
		if len(says) == 0 {
			continue
		}
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", strings.TrimPrefix(filepath.ToSlash(dir), "domain/"), about)
		for _, name := range slices.Sorted(maps.Keys(says)) {
			fmt.Fprintf(&out, "\n### %s\n\n%s\n\n> %s\n", name, says[name].meaning, says[name].history)
			for i, f := range fields[name] {
				separator := "; "
				if i == 0 {
					separator = "\n"
				}
				fmt.Fprintf(&out, "%s`%s` %s", separator, f.path, stated[name+"\t"+f.path])
			}
			out.WriteString("\n")
		}
	}
	return out.Bytes()
}

// saying is what the comment of an event's Go type says.
type saying struct {
	meaning string
	history string // the paragraph that begins with "History:"
}

// describe reads a domain package: what it is about, and what its events mean.
func describe(t *testing.T, dir string) (about string, says map[string]saying) {
	t.Helper()
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
		return "", nil
	}
	pkg, err := doc.NewFromFiles(fset, parsed, module+filepath.ToSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	byType := map[string]saying{}
	for _, typ := range pkg.Types {
		byType[typ.Name] = parseSaying(typ.Doc)
	}
	says = map[string]saying{}
	for name, typ := range names {
		says[name] = byType[typ]
		if byType[typ].meaning == "" || byType[typ].history == "" {
			t.Errorf("%s: %s.%s says what it means and, after \"History:\", how a history tells it", name, dir, typ)
		}
	}
	return oneLine(pkg.Doc), says
}

func parseSaying(comment string) saying {
	var s saying
	var meaning []string
	for paragraph := range strings.SplitSeq(comment, "\n\n") {
		if history, ok := strings.CutPrefix(oneLine(paragraph), "History: "); ok {
			s.history = history
			continue
		}
		meaning = append(meaning, oneLine(paragraph))
	}
	s.meaning = strings.TrimSpace(strings.Join(meaning, "\n\n"))
	return s
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

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
