package erasure

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/erasable"
)

var textType = reflect.TypeFor[erasable.Text]()

// edit returns a copy of a payload, a struct or a pointer to one, in which visit has changed the texts. Parts without
// texts are shared with the original, which is not changed.
func (v *Vault) edit(payload any, visit func(member string, t *erasable.Text) error) (any, error) {
	if payload == nil || !v.Seals(reflect.TypeOf(payload)) {
		return payload, nil
	}
	whole := reflect.New(reflect.TypeOf(payload)).Elem()
	whole.Set(reflect.ValueOf(payload))
	if err := v.editValue(whole, "", visit); err != nil {
		return nil, err
	}
	return whole.Interface(), nil
}

func (v *Vault) editValue(x reflect.Value, member string, visit func(string, *erasable.Text) error) error {
	if !v.Seals(x.Type()) {
		return nil
	}
	if x.Type() == textType {
		return visit(member, x.Addr().Interface().(*erasable.Text))
	}
	switch x.Kind() {
	case reflect.Pointer:
		if x.IsNil() {
			return nil
		}
		own := reflect.New(x.Type().Elem())
		own.Elem().Set(x.Elem())
		x.Set(own)
		return v.editValue(own.Elem(), member, visit)
	case reflect.Slice:
		own := reflect.MakeSlice(x.Type(), x.Len(), x.Len())
		reflect.Copy(own, x)
		if !x.IsNil() {
			x.Set(own)
		}
		return v.editElements(x, member, visit)
	case reflect.Array:
		return v.editElements(x, member, visit)
	case reflect.Struct:
		for i := range x.NumField() {
			name, embedded, written := memberName(x.Type().Field(i))
			switch {
			case !written:
				continue
			case embedded:
				name = member
			default:
				name = join(member, name)
			}
			if err := v.editValue(x.Field(i), name, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *Vault) editElements(x reflect.Value, member string, visit func(string, *erasable.Text) error) error {
	for i := range x.Len() {
		if err := v.editValue(x.Index(i), join(member, strconv.Itoa(i)), visit); err != nil {
			return err
		}
	}
	return nil
}

func join(member, name string) string {
	if member == "" {
		return name
	}
	return member + "." + name
}

// memberName is the name of a field in encoding/json.
func memberName(f reflect.StructField) (name string, embedded, written bool) {
	name, _, _ = strings.Cut(f.Tag.Get("json"), ",")
	inline := f.Anonymous && f.Type.Kind() == reflect.Struct && f.Type != textType // exported or not
	switch {
	case name == "-" || !f.IsExported() && !inline:
		return "", false, false
	case name != "":
		return name, false, true
	case inline:
		return "", true, true
	}
	return f.Name, false, true
}

// Seals is true if values of a type have texts at members that editValue reaches.
func (v *Vault) Seals(t reflect.Type) bool {
	if known, ok := v.layout.Load(t); ok {
		return known.(bool)
	}
	found := reaches(t, map[reflect.Type]bool{})
	v.layout.Store(t, found)
	return found
}

func reaches(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == textType {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return reaches(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if _, _, written := memberName(t.Field(i)); written && reaches(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
