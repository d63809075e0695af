package project

import "reflect"

// edits collects what a request changes: an event for each thing that differs, until a value is refused.
type edits struct {
	events []any
	err    error
}

// change checks a new value, where one is asked for, and keeps the event that says it where it differs from the old.
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

// anyValue is a check that lets every value pass.
func anyValue[T any](v T) (T, error) { return v, nil }

// same compares two values; an empty list is the same as none.
func same(a, b any) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if va.Kind() == reflect.Slice && va.Len() == 0 && vb.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}
