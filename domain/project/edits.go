package project

import "reflect"

// edits collects the events of a request, one for each changed field, until a value is invalid.
type edits struct {
	events []any
	err    error
}

// change checks a new value, if there is one, and adds the event if it differs from the old value.
func change[T any](e *edits, asked *T, old T, check func(T) (T, error), event func(T) any) {
	if asked == nil || e.err != nil {
		return
	}
	value, err := check(*asked)
	if err != nil {
		e.err = err
		return
	}
	if !same(value, old) {
		e.events = append(e.events, event(value))
	}
}

// anyValue accepts every value.
func anyValue[T any](v T) (T, error) { return v, nil }

// same compares two values; an empty list equals none.
func same(a, b any) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if va.Kind() == reflect.Slice && va.Len() == 0 && vb.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}
