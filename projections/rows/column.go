package rows

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// separator joins a list into one text, because unnest has no arrays of lists.
const separator = "\x1f"

// column is one column of a table and the field of the row that holds it.
type column struct {
	name  string
	index []int
	array string // array type for many values: "text"
	read  string // SQL expression that converts an unnested value to the column's type, with %s for the value
	value func(reflect.Value) any
	many  func(values []reflect.Value) any
	adds  bool // Add adds it to that of the stored row
}

var (
	timeType  = reflect.TypeFor[time.Time]()
	bytesType = reflect.TypeFor[[]byte]()
	listType  = reflect.TypeFor[[]string]()
	intsType  = reflect.TypeFor[[]int32]()
	longsType = reflect.TypeFor[[]int64]()
)

// of is the column's field in a row.
func (c *column) of(row reflect.Value) reflect.Value {
	if len(c.index) == 1 {
		return row.Field(c.index[0])
	}
	return row.FieldByIndex(c.index)
}

// newColumn finds the column type of a Go type. The NUL character is removed from texts, because Postgres rejects it.
func newColumn(name string, field reflect.StructField) (column, error) {
	c := column{name: name, index: field.Index, read: "%s"}
	t := field.Type
	switch {
	case t == timeType:
		c.array, c.value, c.many = "timestamptz", plain, gather[time.Time]
	case t == reflect.PointerTo(timeType):
		c.array, c.value, c.many = "timestamptz", plain, gather[*time.Time]
	case t == bytesType:
		c.array, c.value, c.many = "bytea", plain, gather[[]byte]
	case t == listType:
		c.array, c.read = "text", "string_to_array(%s, E'\\x1f')"
		c.value = func(v reflect.Value) any { return cleanList(v.Interface().([]string)) }
		c.many = collect(func(v reflect.Value) string { return strings.Join(cleanList(v.Interface().([]string)), separator) })
	case t == intsType:
		c.array, c.read = "text", "string_to_array(%s, E'\\x1f')::integer[]"
		c.value = plain
		c.many = collect(func(v reflect.Value) string { return joined(v.Interface().([]int32)) })
	case t == longsType:
		c.array, c.read = "text", "string_to_array(%s, E'\\x1f')::bigint[]"
		c.value = plain
		c.many = collect(func(v reflect.Value) string { return joined(v.Interface().([]int64)) })
	case t == dayType:
		c.array, c.value, c.many = "date", plain, gather[Day]
	case t.Kind() == reflect.String:
		c.array = "text"
		c.value, c.many = func(v reflect.Value) any { return Clean(v.String()) }, collect(func(v reflect.Value) string { return Clean(v.String()) })
	case t.Kind() == reflect.Bool:
		c.array, c.value, c.many = "boolean", plain, collect(reflect.Value.Bool)
	case t.Kind() == reflect.Float64:
		c.array, c.value, c.many = "double precision", plain, collect(reflect.Value.Float)
	case t.Kind() == reflect.Int32 || t.Kind() == reflect.Int:
		c.array, c.value, c.many = "integer", func(v reflect.Value) any { return v.Int() }, collect(reflect.Value.Int)
	case t == reflect.TypeFor[*int]():
		c.array, c.value, c.many = "integer", plain, gather[*int]
	case t == reflect.TypeFor[*int32]():
		c.array, c.value, c.many = "integer", plain, gather[*int32]
	case t.Kind() == reflect.Int64:
		c.array, c.value, c.many = "bigint", func(v reflect.Value) any { return v.Int() }, collect(reflect.Value.Int)
	case t.Kind() == reflect.Uint64:
		signed := func(v reflect.Value) int64 { return int64(v.Uint()) }
		c.array, c.value, c.many = "bigint", func(v reflect.Value) any { return signed(v) }, collect(signed)
	default:
		return c, fmt.Errorf("column %s: %s has no column type", name, t)
	}
	return c, nil
}

func plain(v reflect.Value) any { return v.Interface() }

func gather[T any](values []reflect.Value) any {
	return collect(func(v reflect.Value) T { return v.Interface().(T) })(values)
}

func collect[T any](of func(reflect.Value) T) func([]reflect.Value) any {
	return func(values []reflect.Value) any {
		out := make([]T, len(values))
		for i, v := range values {
			out[i] = of(v)
		}
		return out
	}
}

func joined[N int32 | int64](list []N) string {
	var out []byte
	for i, n := range list {
		if i > 0 {
			out = append(out, separator...)
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return string(out)
}

// Clean removes NUL characters, which Postgres rejects.
func Clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }

func cleanList(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Clean(s)
	}
	return out
}
