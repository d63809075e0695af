// Package codec encodes events as JSON with a type name and decodes them. A type name never changes after an event of
// it was stored; its Go type may change as long as it can decode stored JSON (additive changes). Any other change is a
// new version of the name and an upcaster, so that readers handle only the newest version.
package codec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// ErrUnknownType means that no Go type or upcaster is registered for a type name, or no name for a Go type.
var ErrUnknownType = errors.New("unknown event type")

// Codec contains the event types of the program. It is immutable and safe for concurrent use.
type Codec struct {
	byName    map[string]reflect.Type
	byType    map[reflect.Type]string
	upcasters map[string]upcaster
}

// New creates a codec from maps of type names to an example of their Go type (a struct value). A duplicate name or Go
// type is an error.
func New(types ...map[string]any) (*Codec, error) {
	c := &Codec{byName: map[string]reflect.Type{}, byType: map[reflect.Type]string{}, upcasters: map[string]upcaster{}}
	for _, some := range types {
		for _, name := range slices.Sorted(maps.Keys(some)) {
			if err := c.register(name, some[name]); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

func (c *Codec) register(name string, example any) error {
	if !eventlog.ValidType(name) {
		return fmt.Errorf("register event type %q: not a valid name", name)
	}
	t := reflect.TypeOf(example)
	if t == nil || t.Kind() != reflect.Struct {
		return fmt.Errorf("register event type %s: %T is not a struct", name, example)
	}
	if _, twice := c.byName[name]; twice {
		return fmt.Errorf("register event type %s: the name is taken", name)
	}
	if other, twice := c.byType[t]; twice {
		return fmt.Errorf("register event type %s: %s is already %s", name, t, other)
	}
	c.byName[name], c.byType[t] = t, name
	return nil
}

// Encode returns the type name and the JSON of a payload, which is a value of a registered type or a pointer to one.
func (c *Codec) Encode(payload any) (typ string, data []byte, err error) {
	v := reflect.ValueOf(payload)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if !v.IsValid() {
		return "", nil, fmt.Errorf("encode %T: %w", payload, ErrUnknownType)
	}
	name, ok := c.byType[v.Type()]
	if !ok {
		return "", nil, fmt.Errorf("encode %T: %w", payload, ErrUnknownType)
	}
	data, err = marshal(v.Interface())
	if err != nil {
		return "", nil, fmt.Errorf("encode %s: %w", name, err)
	}
	return name, data, nil
}

// Decode returns the payload as a value of the newest Go type, after upcasters. Unknown fields are ignored, because a
// newer program may have written them.
func (c *Codec) Decode(typ string, data []byte) (any, error) {
	name, data, err := c.upcast(typ, data)
	if err != nil {
		return nil, err
	}
	t, ok := c.byName[name]
	if !ok {
		return nil, fmt.Errorf("decode %s: %w", typ, ErrUnknownType)
	}
	p := reflect.New(t)
	if err := json.Unmarshal(data, p.Interface()); err != nil {
		return nil, fmt.Errorf("decode %s: %w", typ, err)
	}
	return p.Elem().Interface(), nil
}

// Types returns every name that Decode accepts, sorted.
func (c *Codec) Types() []string {
	names := slices.Collect(maps.Keys(c.byName))
	names = slices.AppendSeq(names, maps.Keys(c.upcasters))
	slices.Sort(names)
	return names
}

// marshal does not escape <, > and &, because the log is not HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
