package decision

import "reflect"

// Edits collects the events of a request, one for each changed field, until a value is invalid.
type Edits struct {
	Events []any
	Err    error
}

// Change checks a new value, if there is one, and adds the event if it differs from the old value; an empty list equals
// none. A nil check accepts every value.
func Change[T any](e *Edits, asked *T, old T, check func(T) (T, error), event func(T) any) {
	if asked == nil || e.Err != nil {
		return
	}
	value := *asked
	if check != nil {
		if value, e.Err = check(value); e.Err != nil {
			return
		}
	}
	a, b := reflect.ValueOf(value), reflect.ValueOf(old)
	if a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0 || reflect.DeepEqual(value, old) {
		return
	}
	e.Events = append(e.Events, event(value))
}
