package modyard_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/erasable"
)

// fieldTable says for every field of every event who states it. A new field gets a row with a question mark by
// `go test . -run EventField -update`, which a person then answers.
const fieldTable = "docs/event-fields.tsv"

// statedBy are the answers: who knows the value first.
func statedBy() map[string]string {
	return map[string]string{
		"actor":   "the person who acts: typed, chosen or uploaded by them",
		"program": "the program, when it decides: ids that it makes, and what it knows of the thing before",
		"file":    "a file that was uploaded: its digest, size, name or what stands in it",
		"source":  "the catalogue that an import reads",
		"node":    "the process on a game host: what it saw, by its own clock",
	}
}

type eventField struct {
	event, path string
	typ         reflect.Type
}

// eventFields lists the fields of every event, those of structs inside by their path.
func eventFields() []eventField {
	var fields []eventField
	for _, area := range app.EventTypes() {
		for _, name := range slices.Sorted(maps.Keys(area)) {
			collectFields(&fields, name, "", reflect.TypeOf(area[name]))
		}
	}
	slices.SortStableFunc(fields, func(a, b eventField) int { return strings.Compare(a.event, b.event) })
	return fields
}

func collectFields(into *[]eventField, event, under string, t reflect.Type) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		if f.Anonymous && name == "" {
			collectFields(into, event, under, f.Type)
			continue
		}
		path := under + name
		inner := f.Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && !whole(inner) {
			collectFields(into, event, path+".", inner)
			continue
		}
		*into = append(*into, eventField{event, path, f.Type})
	}
}

// whole are structs that are one value to a reader.
func whole(t reflect.Type) bool {
	return t == reflect.TypeFor[time.Time]() || t == reflect.TypeFor[erasable.Text]()
}

// mayBe is the closed list of Go types of an event's fields: what every program reads alike, and for ever.
func mayBe(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64:
		return true
	case reflect.Uint64:
		return t.Name() != "uint64" // a set of bits has a name; a bare one may be a position of the log
	case reflect.Struct:
		return whole(t)
	}
	return false
}

func TestEventFieldsHaveTypesOfTheClosedList(t *testing.T) {
	fields := eventFields()
	if len(fields) < 100 {
		t.Fatalf("only %d fields were looked at", len(fields))
	}
	for _, f := range fields {
		if f.path == "" || strings.HasSuffix(f.path, ".") {
			t.Errorf("%s has a field without a JSON name", f.event)
		}
		if !mayBe(f.typ) {
			t.Errorf("%s: field %s is a %s", f.event, f.path, f.typ)
		}
	}
}

func TestTheClosedListRejectsWhatEventsMustNotHold(t *testing.T) {
	for _, bad := range []reflect.Type{
		reflect.TypeFor[float64](), reflect.TypeFor[any](), reflect.TypeFor[map[string]string](), reflect.TypeFor[uint64](),
		reflect.TypeFor[[]float32](), reflect.TypeFor[*uint64](), reflect.TypeFor[[]byte](), reflect.TypeFor[func()](),
	} {
		if mayBe(bad) {
			t.Errorf("%s may stand in an event", bad)
		}
	}
}

func TestEveryEventFieldSaysWhoStatesIt(t *testing.T) {
	stated, err := readFieldTable()
	if err != nil && !*update {
		t.Fatal(err)
	}
	var table bytes.Buffer
	table.WriteString("event\tfield\tstated by\n")
	for _, f := range eventFields() {
		by := stated[f.event+"\t"+f.path]
		delete(stated, f.event+"\t"+f.path)
		if by == "" {
			by = "?"
		}
		if _, known := statedBy()[by]; !known {
			t.Errorf("%s: who states %s? (%s says %q)", f.event, f.path, fieldTable, by)
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\n", f.event, f.path, by)
	}
	if *update {
		if err := os.WriteFile(fieldTable, table.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for row := range stated {
		t.Errorf("%s has a row for %s, which no event has", fieldTable, row)
	}
}

// readFieldTable maps event and field to who states it.
func readFieldTable() (map[string]string, error) {
	stated := map[string]string{}
	data, err := os.ReadFile(fieldTable)
	if err != nil {
		return stated, fmt.Errorf("read the table of fields: %w", err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		columns := strings.Split(line, "\t")
		if len(columns) != 3 {
			return stated, fmt.Errorf("%s, line %d: want event, field and who states it", fieldTable, i+1)
		}
		if i > 0 {
			stated[columns[0]+"\t"+columns[1]] = columns[2]
		}
	}
	return stated, nil
}
