// Package rows writes the rows of read models from tagged structs: a table is declared once, with the struct of its
// rows, and the SQL is derived from the tags. A projector puts, changes and deletes rows of a Set in the order of the
// events; the Set writes the result with a few statements for each table.
package rows

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Table is a table of rows R: a struct whose fields have the tag `db:"column"`, those of the primary key
// `db:"column,key"`, those that Add adds up `db:"column,add"`. Fields without a tag are not stored; a Day is a date; fields of embedded structs are included.
type Table[R any] struct{ *shape }

// shape is the metadata of a table from its tags, and its SQL statements.
type shape struct {
	name                 string
	columns              []column
	keys                 []int    // indexes into columns
	names                []string // of the columns
	upsert, remove, find string
	add                  string // empty: no column adds up
	shared               bool   // statements write rows too
}

// Of describes a table. It panics where the tags are invalid.
func Of[R any](name string) Table[R] {
	s := &shape{name: name}
	if err := s.describe(reflect.TypeFor[R](), nil); err != nil {
		panic(fmt.Sprintf("rows: table %s: %v", name, err))
	}
	if len(s.keys) == 0 {
		panic(fmt.Sprintf("rows: table %s has no key", name))
	}
	s.statements()
	return Table[R]{s}
}

// Shared describes a table into which statements insert rows too.
func Shared[R any](name string) Table[R] {
	t := Of[R](name)
	t.shared = true
	return t
}

func (s *shape) describe(t reflect.Type, above []int) error {
	for i := range t.NumField() {
		field := t.Field(i)
		field.Index = append(above[:len(above):len(above)], i)
		tag, tagged := field.Tag.Lookup("db")
		if !tagged {
			if field.Anonymous && field.Type.Kind() == reflect.Struct {
				if err := s.describe(field.Type, field.Index); err != nil {
					return err
				}
			}
			continue
		}
		name, option, _ := strings.Cut(tag, ",")
		c, err := newColumn(name, field)
		if err != nil {
			return err
		}
		switch option {
		case "key":
			s.keys = append(s.keys, len(s.columns))
		case "add":
			if kind := field.Type.Kind(); kind != reflect.Int64 {
				return fmt.Errorf("column %s: %s cannot add up", name, field.Type)
			}
			c.adds = true
		}
		s.columns = append(s.columns, c)
	}
	return nil
}

func (s *shape) statements() {
	var selected, unnested, set, added, on, keyNames, keyArrays []string
	addsUp := false
	for i, c := range s.columns {
		s.names = append(s.names, c.name)
		selected = append(selected, fmt.Sprintf(c.read, "u."+c.name))
		unnested = append(unnested, fmt.Sprintf("$%d::%s[]", i+1, c.array))
	}
	for n, k := range s.keys {
		c := s.columns[k]
		keyNames = append(keyNames, c.name)
		keyArrays = append(keyArrays, fmt.Sprintf("$%d::%s[]", n+1, c.array))
		on = append(on, fmt.Sprintf("t.%[1]s = u.%[1]s", c.name))
	}
	for i, name := range s.names {
		if slices.Contains(keyNames, name) {
			continue
		}
		replaced := fmt.Sprintf("%[1]s = excluded.%[1]s", name)
		set = append(set, replaced)
		if s.columns[i].adds {
			addsUp, replaced = true, fmt.Sprintf("%[1]s = t.%[1]s + excluded.%[1]s", name)
		}
		added = append(added, replaced)
	}
	resolve := "nothing"
	if len(set) > 0 {
		resolve = "update set " + strings.Join(set, ", ")
	}
	all, keys := strings.Join(s.names, ", "), strings.Join(keyNames, ", ")
	insert := fmt.Sprintf("insert into %s as t (%s) select %s from unnest(%s) as u (%s) on conflict (%s) do ",
		s.name, all, strings.Join(selected, ", "), strings.Join(unnested, ", "), all, keys)
	s.upsert = insert + resolve
	if addsUp {
		s.add = insert + "update set " + strings.Join(added, ", ")
	}
	given := fmt.Sprintf("unnest(%s) as u (%s)", strings.Join(keyArrays, ", "), keys)
	s.remove = fmt.Sprintf("delete from %s as t using %s where %s", s.name, given, strings.Join(on, " and "))
	s.find = fmt.Sprintf("select t.%s from %s as t join %s on %s", strings.Join(s.names, ", t."), s.name, given, strings.Join(on, " and "))
}

// key is the text of a row's key.
func (s *shape) key(row reflect.Value) string {
	if len(s.keys) == 1 {
		if v := s.columns[s.keys[0]].of(row); v.Kind() == reflect.String {
			return Clean(v.String())
		}
	}
	var b strings.Builder
	for _, k := range s.keys {
		switch v := s.columns[k].of(row); {
		case v.Kind() == reflect.String:
			b.WriteString(Clean(v.String()))
		case v.CanInt():
			b.WriteString(strconv.FormatInt(v.Int(), 36))
		case v.Type() == timeType:
			b.WriteString(strconv.FormatInt(v.Interface().(time.Time).UnixMicro(), 36))
		default:
			fmt.Fprint(&b, v.Interface())
		}
		b.WriteByte(0)
	}
	return b.String()
}

// arrays are the arguments of a statement over many rows, for all columns or for those of the key.
func (s *shape) arrays(rows []reflect.Value, keys bool) []any {
	columns := s.columns
	if keys {
		columns = make([]column, len(s.keys))
		for i, k := range s.keys {
			columns[i] = s.columns[k]
		}
	}
	out := make([]any, len(columns))
	values := make([]reflect.Value, len(rows))
	for i, c := range columns {
		for n, row := range rows {
			values[n] = c.of(row)
		}
		out[i] = c.many(values)
	}
	return out
}
