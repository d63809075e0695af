package modyard_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// textAt is which argument of a constructor is the text that a person reads.
func textAt() map[string]int {
	return map[string]int{
		"fault.Invalid": 1, "fault.Unauthorized": 0, "fault.Forbidden": 0, "fault.NotFound": 0, "fault.Conflict": 0, "fault.TooLarge": 1,
		"httpkit.Fault": 2, "httpkit.Invalid": 1, "httpkit.Forbidden": 0,
	}
}

// quotedInEnglish are texts that the specification quotes in English.
func quotedInEnglish() []string {
	return []string{"Page not found: {path}", "Collection not found", "User does not exist"}
}

var (
	chinese   = regexp.MustCompile(`\p{Han}`)
	latin     = regexp.MustCompile(`[A-Za-z]`)
	halfWidth = regexp.MustCompile(`\p{Han}[,.!?:;()]|[,.!?:;()]\p{Han}|\p{Han}\.{3}`)
	tight     = regexp.MustCompile(`\p{Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Han}`)
	verb      = regexp.MustCompile(`%[a-z]`)
	target    = regexp.MustCompile(`\]\(%[A-Z_]+%[^()\s]*\)`) // of a Markdown link in a template of a message
	units     = regexp.MustCompile(`(?i)\b(bytes?|[KMG]B)\b`)
)

// TestMessagesOfTheServerAreChinese finds the text of every error that a caller is shown: what it says must be Chinese.
func TestMessagesOfTheServerAreChinese(t *testing.T) {
	seen := 0
	eachSource(t, func(fset *token.FileSet, file *ast.File, known map[string][]string) {
		check := func(text ast.Expr) {
			literals := literalsOf(text, known)
			if len(literals) == 0 {
				return // the text of another error, which is checked where it is made
			}
			seen++
			if joined := strings.Join(literals, ""); !chinese.MatchString(joined) && latin.MatchString(joined) {
				t.Errorf("%s: a message without Chinese words: %q", fset.Position(text.Pos()), joined)
			}
		}
		constructors := textAt()
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if at, ok := constructors[nameOf(n.Fun)]; ok && len(n.Args) > at {
					check(n.Args[at])
				}
			case *ast.CompositeLit:
				if nameOf(n.Type) != "fault.Error" {
					return true
				}
				for _, e := range n.Elts {
					if pair, ok := e.(*ast.KeyValueExpr); ok && nameOf(pair.Key) == "Text" {
						check(pair.Value)
					}
				}
			}
			return true
		})
	})
	if seen < 250 {
		t.Fatalf("only %d messages were found", seen)
	}
}

// TestChineseTextsOfTheServerKeepToTheWording holds every Chinese text of the server to the rules of the catalogue
// (ui/src/lib/i18n/wording.test.ts).
func TestChineseTextsOfTheServerKeepToTheWording(t *testing.T) {
	// Texts that the specification quotes (§9, §8).
	exempt := []string{"模组, 插件, 和 数据包", "已存在相同slug"}
	seen := 0
	eachSource(t, func(fset *token.FileSet, file *ast.File, _ map[string][]string) {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil || !chinese.MatchString(text) {
				return true
			}
			seen++
			for _, one := range exempt {
				text = strings.ReplaceAll(text, one, "")
			}
			text = target.ReplaceAllString(verb.ReplaceAllString(text, ""), "]")
			for rule, bad := range map[string]bool{
				"您":                          strings.Contains(text, "您"),
				"half-width punctuation":     halfWidth.MatchString(text),
				"no space beside Latin text": tight.MatchString(text),
				"an English unit":            units.MatchString(text),
				"other quotation marks":      strings.ContainsAny(text, "“”"),
			} {
				if bad {
					t.Errorf("%s: %s: %s", fset.Position(literal.Pos()), rule, text)
				}
			}
			return true
		})
	})
	if seen < 1000 {
		t.Fatalf("only %d texts were found", seen)
	}
}

// TestTheServersHeadsSayWhatTheSpecificationQuotes holds the English titles of missing pages to their places.
func TestTheServersHeadsSayWhatTheSpecificationQuotes(t *testing.T) {
	found := map[string]bool{}
	eachSource(t, func(_ *token.FileSet, file *ast.File, _ map[string][]string) {
		if file.Name.Name != "pages" {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value)
				found[text] = true
			}
			return true
		})
	})
	for _, text := range append(quotedInEnglish(), "找不到该页面", "资源不存在") {
		if !found[text] {
			t.Errorf("readapi/pages does not say %q", text)
		}
	}
}

// eachSource visits the program's own files with the texts of their packages' constants and variables.
func eachSource(t *testing.T, visit func(*token.FileSet, *ast.File, map[string][]string)) {
	t.Helper()
	fset := token.NewFileSet()
	packages := map[string][]*ast.File{}
	walkGo(t, func(path string) {
		path = filepath.ToSlash(path)
		switch tree, _, _ := strings.Cut(path, "/"); tree {
		case "cmd", "commands", "contract", "domain", "eventlog", "identity", "platform", "projections", "reactors", "readapi":
		default:
			return
		}
		// Tables of letters, search expressions, and the test suite of engines are no texts for people.
		for _, other := range []string{"_test.go", "platform/confusable/", "eventlog/eventlogtest/"} {
			if strings.Contains(path, other) {
				return
			}
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("parse %s: %v", path, err)
		}
		dir := filepath.Dir(path)
		packages[dir] = append(packages[dir], file)
	})
	for _, files := range packages {
		known := map[string][]string{}
		for _, file := range files {
			for _, decl := range file.Decls {
				general, ok := decl.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range general.Specs {
					value, ok := spec.(*ast.ValueSpec)
					if !ok {
						continue
					}
					for i, name := range value.Names {
						if i < len(value.Values) {
							known[name.Name] = literalsOf(value.Values[i], nil)
						}
					}
				}
			}
		}
		for _, file := range files {
			visit(fset, file, known)
		}
	}
}

// literalsOf are the texts inside an expression, those of named constants included.
func literalsOf(e ast.Expr, known map[string][]string) (found []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text, _ := strconv.Unquote(n.Value)
				found = append(found, text)
			}
		case *ast.Ident:
			found = append(found, known[n.Name]...)
		}
		return true
	})
	return found
}

// nameOf is an expression as pkg.Name or Name; empty for others.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
	}
	return ""
}
