package revenue

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// floats lists the paths of all floats inside of a type.
func floats(t reflect.Type, path string, seen map[reflect.Type]bool) (found []string) {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128, reflect.Interface:
		return []string{path + " " + t.String()}
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return floats(t.Elem(), path+"[]", seen)
	case reflect.Map:
		return append(floats(t.Key(), path+" key", seen), floats(t.Elem(), path+"[]", seen)...)
	case reflect.Struct:
		for f := range t.Fields() {
			found = append(found, floats(f.Type, path+"."+f.Name, seen)...)
		}
	}
	return found
}

func TestNoEventAndNoStateHoldsAFloat(t *testing.T) {
	types := []any{
		Caller{}, Ledger{}, Published{}, DayState{}, MonthState{}, Wallet{}, Payout{}, Batch{}, CorrectionState{}, Inputs{}, Outcome{}, Rule{}, Methods{}, Posting{},
		Settlement{}, DayParts{}, Open{}, Enforce{}, PausePayouts{}, Publish{}, EnterIncome{}, ConfirmIncome{}, ReverseIncome{}, LeaveOut{}, BeginSharing{},
		ShareStep{}, AskSettlement{}, BeginSettlement{}, FinishSettlement{}, Earn{}, Freeze{}, AddDestination{}, RemoveDestination{}, Close{}, Request{}, Approve{},
		Hold{}, Cancel{}, Dispatch{}, Learn{}, Judge{}, ProposeCorrection{}, EndCorrection{}, MakeBatch{},
	}
	for _, e := range EventTypes() {
		types = append(types, e)
	}
	for _, v := range types {
		for _, found := range floats(reflect.TypeOf(v), fmt.Sprintf("%T", v), map[reflect.Type]bool{}) {
			if !strings.HasSuffix(found, " *time.Location") {
				t.Error(found)
			}
		}
	}
}

// The types of the documents cannot be listed by reflection: their source is read instead.
func TestNoSourceOfTheAreaNamesAFloat(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"money.go", "revenue.go", "treasury.go"} {
		files = append(files, filepath.Join("..", "..", "contract", name))
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.Ident:
				if x.Name == "float32" || x.Name == "float64" || x.Name == "any" && strings.Contains(name, "contract") {
					t.Errorf("%s: %s", fset.Position(x.Pos()), x.Name)
				}
			case *ast.BasicLit:
				if x.Kind == token.FLOAT {
					t.Errorf("%s: %s", fset.Position(x.Pos()), x.Value)
				}
			case *ast.ImportSpec:
				if x.Path.Value == `"math/big"` {
					t.Errorf("%s imports %s", fset.Position(x.Pos()), x.Path.Value)
				}
			}
			return true
		})
	}
}
