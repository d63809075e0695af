package httpkit

import (
	"context"
	"errors"
	"net/http"
)

// Kinds of faults. A kind decides the HTTP status of the answer; the code in
// the body says which rule was met.
const (
	KindInvalid      = "invalid"
	KindUnauthorized = "unauthorized"
	KindForbidden    = "forbidden"
	KindNotFound     = "not_found"
	KindConflict     = "conflict"
	KindTooLarge     = "too_large"
	KindRateLimited  = "rate_limited"
	KindUnavailable  = "unavailable"
	KindMismatch     = "mismatch" // what was sent does not fit what was sent before
)

// Codes of the errors that this package makes itself.
const (
	CodeInternal         = "internal_error"
	CodeInvalidInput     = "invalid_input"
	CodeJSON             = "json_error"
	CodeUnauthorized     = "unauthorized"
	CodeNotFound         = "not_found"
	CodeMethodNotAllowed = "method_not_allowed"
	CodeTooLarge         = "too_large"
	CodeRateLimit        = "ratelimit_error"
	CodeTimeout          = "timeout"
	CodeUnavailable      = "unavailable"
)

// Faulty is what an error must offer to be shown to a person. Every other
// error is answered as an internal error with a neutral text.
type Faulty interface {
	error
	FaultKind() string // one of the Kind constants
	FaultCode() string // the "error" of the body
	FaultText() string // the "description" of the body, in Simplified Chinese
}

type fault struct{ kind, code, text, field string }

func (f *fault) Error() string      { return f.code + ": " + f.text }
func (f *fault) FaultKind() string  { return f.kind }
func (f *fault) FaultCode() string  { return f.code }
func (f *fault) FaultText() string  { return f.text }
func (f *fault) FaultField() string { return f.field }

// fielded is a Faulty that names the value that was refused: the "field" of the body, beside its code.
type fielded interface{ FaultField() string }

// bodyOf is the answer to a fault.
func bodyOf(status int, f Faulty) *ErrorBody {
	body := newBody(status, f.FaultCode(), f.FaultText())
	if named, ok := f.(fielded); ok {
		body.Field = named.FaultField()
	}
	return body
}

// Fault makes an error that is shown to the caller: kind is one of the Kind
// constants, code the machine-readable reason, text the Chinese description.
func Fault(kind, code, text string) error { return &fault{kind: kind, code: code, text: text} }

// Invalid refuses a value with 400 and the code invalid_input. field names the parameter, header or member of the body
// that is wrong, in the words of the API ("cosmetics.searchDisplayMode"); it is empty where no single one is.
func Invalid(field, text string) error {
	return &fault{kind: KindInvalid, code: CodeInvalidInput, text: text, field: field}
}

// Forbidden rejects a caller who lacks the right.
func Forbidden(text string) error { return Fault(KindForbidden, CodeUnauthorized, text) }

// About names the field that the refusal of a value is about, in place of the one that it names itself. Every other
// error is left as it is: it is about no value.
func About(field string, err error) error {
	var f Faulty
	if !errors.As(err, &f) {
		return err
	}
	switch f.FaultKind() {
	case KindInvalid, KindConflict, KindTooLarge:
		return &fieldFault{Faulty: f, field: field}
	}
	return err
}

type fieldFault struct {
	Faulty
	field string
}

func (f *fieldFault) FaultField() string { return f.field }
func (f *fieldFault) Unwrap() error      { return f.Faulty }

// NotFound is short for 404 with the code not_found and the usual text.
func NotFound() error { return Fault(KindNotFound, CodeNotFound, textNotFound) }

const (
	textNotFound = "请求的内容不存在"
	textInternal = "服务器内部错误，请稍后再试"
	textTimeout  = "服务器处理超时，请稍后再试"
	textTooLarge = "请求内容超出大小限制"
)

// statusClientLeft is for the log alone.
const statusClientLeft = 499

// statusOf is the status of a kind. A missing permission is answered like
// missing credentials, as clients of this API family expect.
func statusOf(kind string) int {
	switch kind {
	case KindInvalid:
		return http.StatusBadRequest
	case KindUnauthorized, KindForbidden:
		return http.StatusUnauthorized
	case KindNotFound:
		return http.StatusNotFound
	case KindConflict:
		return http.StatusConflict
	case KindTooLarge:
		return http.StatusRequestEntityTooLarge
	case KindRateLimited:
		return http.StatusTooManyRequests
	case KindUnavailable:
		return http.StatusServiceUnavailable
	case KindMismatch:
		return http.StatusUnprocessableEntity
	default:
		return http.StatusInternalServerError
	}
}

// describe turns any error into the status and body of its answer.
func describe(ctx context.Context, err error) (int, *ErrorBody) {
	var f Faulty
	if errors.As(err, &f) {
		if status := statusOf(f.FaultKind()); status != http.StatusInternalServerError {
			return status, bodyOf(status, f)
		}
	}
	var own *ErrorBody
	if errors.As(err, &own) && own.status != 0 {
		return own.status, own
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return http.StatusRequestEntityTooLarge, newBody(http.StatusRequestEntityTooLarge, CodeTooLarge, textTooLarge)
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return http.StatusServiceUnavailable, newBody(http.StatusServiceUnavailable, CodeTimeout, textTimeout)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		// The client has left: the answer is not read, and it is no failure of ours.
		return statusClientLeft, newBody(statusClientLeft, "client_closed", "客户端已断开连接")
	}
	return http.StatusInternalServerError, newBody(http.StatusInternalServerError, CodeInternal, textInternal)
}
