package httpkit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// HeaderIgnored names the members of a request's body that the server accepts and does not act on.
const HeaderIgnored = "Ignored-Members"

// Inner is implemented by types that decode themselves from the JSON of another type.
type Inner interface{ InnerType() reflect.Type }

// CheckMembers compares the JSON of a request with the type that it is decoded into. A member that other programs of
// this API family send, and on which the server does not act, is named in the header Ignored-Members of the answer, as
// is, in a PATCH, a null where it has no meaning (a struct tag null:"clears" gives it one). Any other unknown member is
// a fault with its name: a typing error must not look like a success. So is a member that an object has twice: readers of
// JSON differ in which one counts.
func CheckMembers(r *http.Request, data []byte, t reflect.Type) error {
	var value any
	if json.Unmarshal(data, &value) != nil {
		return nil // the decoder rejects it
	}
	if name, found := twice(data); found {
		return Invalid(name, "字段 "+printableName(name)+" 出现了两次")
	}
	m := members{nulls: r.Method == http.MethodPatch}
	x := exchangeFrom(r.Context())
	if x != nil {
		m.family = x.family
	}
	if err := m.check(value, t, ""); err != nil {
		return err
	}
	if len(m.ignored) > 0 && x != nil {
		slices.Sort(m.ignored)
		x.w.Header().Set(HeaderIgnored, strings.Join(slices.Compact(m.ignored), ", "))
	}
	return nil
}

// checkBody is CheckMembers for a JSON body, which it restores.
func checkBody(r *http.Request, t reflect.Type) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return readFailure(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return CheckMembers(r, data, t)
}

// twice is the path of a member that an object of valid JSON has twice, and false if there is none. A name may be empty.
func twice(data []byte) (path string, found bool) {
	type level struct {
		names map[string]bool // nil in a list
		name  string          // of the member whose value comes next or is being read
		value bool            // the name was read
	}
	var levels []level
	tokens := json.NewDecoder(bytes.NewReader(data))
	tokens.UseNumber()
	for {
		token, err := tokens.Token()
		if err != nil {
			return "", false
		}
		if d, is := token.(json.Delim); is && (d == '}' || d == ']') {
			levels = levels[:len(levels)-1]
			continue
		}
		if top := len(levels) - 1; top >= 0 && levels[top].names != nil {
			l := &levels[top]
			if l.value = !l.value; l.value {
				l.name, _ = token.(string)
				if l.names[l.name] {
					path := make([]string, 0, len(levels))
					for _, outer := range levels {
						if outer.names != nil {
							path = append(path, outer.name)
						}
					}
					return strings.Join(path, "."), true
				}
				l.names[l.name] = true
				continue
			}
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{names: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		}
	}
}

type members struct {
	family  map[string]bool
	nulls   bool
	ignored []string
}

var decodesItself = reflect.TypeFor[json.Unmarshaler]()

func (m *members) check(value any, t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if inner, ok := reflect.Zero(t).Interface().(Inner); ok {
		return m.check(value, inner.InnerType(), path)
	}
	if reflect.PointerTo(t).Implements(decodesItself) {
		return nil
	}
	switch value := value.(type) {
	case []any:
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			for _, one := range value {
				if err := m.check(one, t.Elem(), path); err != nil {
					return err
				}
			}
		}
	case map[string]any:
		switch t.Kind() {
		case reflect.Map:
			for _, one := range value {
				if err := m.check(one, t.Elem(), path); err != nil {
					return err
				}
			}
		case reflect.Struct:
			return m.object(value, t, path)
		}
	}
	return nil
}

func (m *members) object(value map[string]any, t reflect.Type, path string) error {
	fields := map[string]reflect.StructField{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() || f.Anonymous && name == "" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if before, there := fields[strings.ToLower(name)]; !there || len(f.Index) <= len(before.Index) {
			fields[strings.ToLower(name)] = f
		}
	}
	for name, one := range value {
		f, known := fields[strings.ToLower(name)]
		full := path + name
		switch {
		case !known && !m.family[name]:
			return Invalid(full, "未知的字段 "+printableName(full))
		case !known, f.Tag.Get("hidden") == "true", one == nil && m.nulls && f.Tag.Get("null") != "clears":
			m.ignored = append(m.ignored, full)
		case one != nil:
			if err := m.check(one, f.Type, full+"."); err != nil {
				return err
			}
		}
	}
	return nil
}

// printableName shortens a name for an error's text.
func printableName(name string) string {
	if r := []rune(strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "�")); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return name
}

// readFailure distinguishes a body that is too large from a broken connection.
func readFailure(err error) error {
	if isTooLarge(err) {
		return err
	}
	if isTimeout(err) {
		return Fault(KindInvalid, CodeTimeout, "读取请求内容超时")
	}
	return Invalid("", "请求内容不完整")
}
