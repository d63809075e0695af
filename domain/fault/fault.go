// Package fault is how a rule says no: with a kind that decides the answer's status, a code for programs
// and a Chinese text for people.
package fault

// Kind groups faults by what the asker can do about them.
type Kind string

// The kinds of fault. The transport maps each to one status.
const (
	KindInvalid      Kind = "invalid"
	KindUnauthorized Kind = "unauthorized"
	KindForbidden    Kind = "forbidden"
	KindNotFound     Kind = "not_found"
	KindConflict     Kind = "conflict"
	KindTooLarge     Kind = "too_large"
)

// Error is a refusal. Field names what was wrong, in the words of the API, where one thing was.
type Error struct {
	Kind  Kind
	Code  string
	Field string
	Text  string
}

// Error joins code, field and text for logs.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Code + ": " + e.Text
	}
	return e.Code + " (" + e.Field + "): " + e.Text
}

// FaultKind is the kind as a plain string, for a transport that does not know this package.
func (e *Error) FaultKind() string { return string(e.Kind) }

// FaultCode is the stable code for programs.
func (e *Error) FaultCode() string { return e.Code }

// FaultText is what the person reads.
func (e *Error) FaultText() string { return e.Text }

// FaultField names what was wrong, in the words of the API; empty where no one thing was.
func (e *Error) FaultField() string { return e.Field }

// Invalid refuses a value of a field.
func Invalid(field, text string) *Error {
	return &Error{Kind: KindInvalid, Code: "invalid_input", Field: field, Text: text}
}

// Unauthorized asks a nobody to sign in, or refuses a token without the scope.
func Unauthorized(text string) *Error {
	return &Error{Kind: KindUnauthorized, Code: "unauthorized", Text: text}
}

// Forbidden refuses someone who lacks the right.
func Forbidden(text string) *Error {
	return &Error{Kind: KindForbidden, Code: "unauthorized", Text: text}
}

// NotFound hides or misses a thing.
func NotFound(text string) *Error {
	return &Error{Kind: KindNotFound, Code: "not_found", Text: text}
}

// Conflict says that somebody else was faster.
func Conflict(text string) *Error {
	return &Error{Kind: KindConflict, Code: "conflict", Text: text}
}

// TooLarge refuses more bytes than a thing may have.
func TooLarge(field, text string) *Error {
	return &Error{Kind: KindTooLarge, Code: "too_large", Field: field, Text: text}
}
