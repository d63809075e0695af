// Package fault defines the errors of rules: a kind that determines the status of the answer, a code for programs and a
// Chinese text for people.
package fault

// Kind groups faults by what the caller can do about them.
type Kind string

// The kinds of fault. The transport maps each to one status.
const (
	KindInvalid      Kind = "invalid"
	KindUnauthorized Kind = "unauthorized"
	KindForbidden    Kind = "forbidden"
	KindNotFound     Kind = "not_found"
	KindConflict     Kind = "conflict"
	KindTooLarge     Kind = "too_large"
	KindGone         Kind = "gone"
	KindTooMany      Kind = "rate_limited"
	KindDenied       Kind = "denied"      // known, but without the right: 403 of the hosting API
	KindUnreachable  Kind = "unreachable" // another machine is needed at once and does not answer
)

// Error is the error of a rule. Field is the API's name of the invalid field, if there is one.
type Error struct {
	Kind  Kind
	Code  string
	Field string
	Text  string
}

// Error returns code, field and text for logs.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Code + ": " + e.Text
	}
	return e.Code + " (" + e.Field + "): " + e.Text
}

// FaultKind is the kind as a plain string, for a transport that does not import this package.
func (e *Error) FaultKind() string { return string(e.Kind) }

// FaultCode is the stable code for programs.
func (e *Error) FaultCode() string { return e.Code }

// FaultText is the text for people.
func (e *Error) FaultText() string { return e.Text }

// FaultField is the API's name of the invalid field; empty if there is none.
func (e *Error) FaultField() string { return e.Field }

// Invalid rejects a value of a field.
func Invalid(field, text string) *Error {
	return &Error{Kind: KindInvalid, Code: "invalid_input", Field: field, Text: text}
}

// Unauthorized rejects anonymous callers and tokens without the scope.
func Unauthorized(text string) *Error {
	return &Error{Kind: KindUnauthorized, Code: "unauthorized", Text: text}
}

// Forbidden rejects callers without the right.
func Forbidden(text string) *Error {
	return &Error{Kind: KindForbidden, Code: "unauthorized", Text: text}
}

// Denied rejects a caller who is known and lacks the right, where clients tell this apart from a missing login.
func Denied(text string) *Error {
	return &Error{Kind: KindDenied, Code: "forbidden", Text: text}
}

// NotFound is for things that do not exist or that the caller may not see.
func NotFound(text string) *Error {
	return &Error{Kind: KindNotFound, Code: "not_found", Text: text}
}

// Conflict is for a change that another one made impossible.
func Conflict(text string) *Error {
	return &Error{Kind: KindConflict, Code: "conflict", Text: text}
}

// TooLarge rejects data above a limit.
func TooLarge(field, text string) *Error {
	return &Error{Kind: KindTooLarge, Code: "too_large", Field: field, Text: text}
}
