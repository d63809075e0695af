package search

import "fmt"

// QueryError is an invalid query. Its text is for the caller.
type QueryError struct{ text string }

func (e *QueryError) Error() string     { return "search query: " + e.text }
func (e *QueryError) FaultKind() string { return "invalid" }
func (e *QueryError) FaultCode() string { return "invalid_input" }
func (e *QueryError) FaultText() string { return e.text }

func invalid(format string, args ...any) error {
	return &QueryError{text: fmt.Sprintf(format, args...)}
}

// clip shortens a quoted part of the input.
func clip(s string) string {
	r := []rune(s)
	if len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
