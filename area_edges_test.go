package modyard_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// namesOfAreas are the places that write the type of an area's notifications outside of its projections, and why.
func namesOfAreas() map[string]string {
	return map[string]string{
		"domain/revenue/caller.go":    "wallet_frozen is a code of an error there",
		"projections/report/lines.go": "status_change is a line of a conversation there",
		"reactors/letter":             "a reactor reads the rows of notifications and imports no projection",
	}
}

// usedByAll are what the packages under every area use of the areas: the vocabulary of recipients, and no event. A package
// without names is machinery.
func usedByAll() map[string]map[string][]string {
	return map[string]map[string][]string{
		"projections/notification": {
			"domain/project":   {"Permissions", "AllPermissions", "Status"}, // rights of members, and the statuses that a row contains
			"domain/team":      {"Joined", "HandedOver", "Left", "Removed", "Declined", "Withdrawn"},
			"domain/reason":    {"Addressed"},
			"domain/erasable":  {"Erased"},
			"projections/rows": nil, "projections/runtime": nil,
		},
		"readapi/notification": {"projections/notification": nil, "readapi/view": nil, "readapi/live": nil},
		"readapi/live":         {"readapi/view": nil},
	}
}

// TestWhatAllAreasShareNamesNoArea keeps what belongs to an area in its own packages: what it notifies of, the live topics that it
// has and the events that they follow from.
func TestWhatAllAreasShareNamesNoArea(t *testing.T) {
	kinds, topics, used := kindsOfNotifications(t), topicsOfAreas(t), map[string]bool{}
	if len(kinds) < 50 || len(topics) < 14 {
		t.Fatalf("%d types of notifications and %d topics were found", len(kinds), len(topics))
	}
	walkGo(t, func(name string) {
		name = filepath.ToSlash(name)
		dir := path.Dir(name)
		tree, _, _ := strings.Cut(name, "/")
		if strings.HasSuffix(name, "_test.go") || tree == "loadtest" {
			return
		}
		shared, isShared := usedByAll()[dir]
		fset, file := parsed(t, name)
		ast.Inspect(file, func(n ast.Node) bool {
			for _, word := range words(n) {
				at := fset.Position(n.Pos())
				// A type of one word has other meanings elsewhere.
				if of, is := kinds[word]; is && of != dir && (isShared || strings.Contains(word, "_")) {
					place := name
					if namesOfAreas()[place] == "" {
						place = dir
					}
					used[place] = true
					if namesOfAreas()[place] == "" {
						t.Errorf("%s: %q is a type of notification of %s", at, word, of)
					}
				}
				if of, is := topics[word]; is && dir == "readapi/live" {
					t.Errorf("%s: %q is a live topic of %s", at, word, of)
				}
			}
			return true
		})
		if isShared {
			checkUses(t, fset, file, shared)
		}
	})
	for place := range namesOfAreas() {
		if !used[place] {
			t.Errorf("%s names no area: remove it from the list", place)
		}
	}
}

// checkUses compares what a file uses of other packages of these trees with what it may use.
func checkUses(t *testing.T, fset *token.FileSet, file *ast.File, may map[string][]string) {
	t.Helper()
	local := map[string]string{}
	for _, spec := range file.Imports {
		rest, ours := strings.CutPrefix(unquoted(spec.Path), module)
		tree, _, _ := strings.Cut(rest, "/")
		if !ours || !slices.Contains([]string{"domain", "projections", "readapi"}, tree) {
			continue
		}
		if _, known := may[rest]; !known {
			t.Errorf("%s: what all areas share imports %s", fset.Position(spec.Pos()), rest)
		}
		as := path.Base(rest)
		if spec.Name != nil {
			as = spec.Name.Name
		}
		local[as] = rest
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, is := s.X.(*ast.Ident); is && len(may[local[x.Name]]) > 0 && !slices.Contains(may[local[x.Name]], s.Sel.Name) {
			t.Errorf("%s: what all areas share uses %s.%s", fset.Position(s.Pos()), x.Name, s.Sel.Name)
		}
		return true
	})
}

// kindsOfNotifications are the types of notifications, with the package of each.
func kindsOfNotifications(t *testing.T) map[string]string {
	t.Helper()
	kinds := map[string]string{}
	for _, name := range glob(t, "projections/*/*.go") {
		_, file := parsed(t, name)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "Notification") {
				return true
			}
			if literal, is := spec.Values[0].(*ast.BasicLit); is {
				kinds[unquoted(literal)] = path.Dir(name)
			}
			return true
		})
	}
	return kinds
}

// topicsOfAreas are the live topics, with the package of each.
func topicsOfAreas(t *testing.T) map[string]string {
	t.Helper()
	topics := map[string]string{}
	for _, name := range glob(t, "readapi/*/*.go") {
		_, file := parsed(t, name)
		ast.Inspect(file, func(n ast.Node) bool {
			of, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, e := range of.Elts {
				field, is := e.(*ast.KeyValueExpr)
				if !is {
					continue
				}
				key, named := field.Key.(*ast.Ident)
				value, literal := field.Value.(*ast.BasicLit)
				if named && literal && (key.Name == "Topic" || key.Name == "Kind" && topical(of)) {
					topics[unquoted(value)] = path.Dir(name)
				}
			}
			return true
		})
	}
	return topics
}

// topical is true for a declaration of topics of things.
func topical(of *ast.CompositeLit) bool {
	s, ok := of.Type.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Thing"
}

// words are the texts in a literal: the whole, and what stands in the quotes of a statement.
func words(n ast.Node) []string {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return nil
	}
	text := unquoted(literal)
	list := []string{text}
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			list = append(list, part)
		}
	}
	return list
}

func unquoted(literal *ast.BasicLit) string {
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return ""
	}
	return text
}

func glob(t *testing.T, pattern string) (names []string) {
	t.Helper()
	all, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		if !strings.HasSuffix(name, "_test.go") {
			names = append(names, filepath.ToSlash(name))
		}
	}
	return names
}

func parsed(t *testing.T, name string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.FromSlash(name), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("parse %s: %v", name, err)
	}
	return fset, file
}
