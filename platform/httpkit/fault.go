package httpkit

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Kinds of faults. A kind determines the HTTP status of the answer; the code in the body names the violated rule.
const (
	KindInvalid      = "invalid"
	KindUnauthorized = "unauthorized"
	KindForbidden    = "forbidden"
	KindNotFound     = "not_found"
	KindConflict     = "conflict"
	KindTooLarge     = "too_large"
	KindRateLimited  = "rate_limited"
	KindUnavailable  = "unavailable"           // for a moment: the answer has Retry-After
	KindMismatch     = "mismatch"              // the input contradicts earlier input
	KindGone         = "gone"                  // what the input refers to was valid earlier
	KindPrecondition = "precondition_required" // the caller must do another request first
	KindDenied       = "denied"                // known, but without the right, where clients tell this apart from KindUnauthorized
	KindUnreachable  = "unreachable"           // another machine is needed at once and does not answer
)

// Codes of this package's own errors.
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
	CodePrecondition     = "precondition_required"
)

// Faulty is implemented by errors that are shown to people. Every other error is answered as an internal error with a
// neutral text.
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

// fielded is a Faulty that names the rejected value: the "field" of the body, beside its code.
type fielded interface{ FaultField() string }

// bodyOf is the error body of a fault.
func bodyOf(status int, f Faulty) *ErrorBody {
	body := newBody(status, f.FaultCode(), f.FaultText())
	body.Field = fieldOf(f)
	switch p := f.(type) {
	case *presentFault:
		body.Present = p.values
	case *detailedFault:
		body.Details = p.details
	case *severalFaults:
		body.Fields = p.fields
	}
	return body
}

// presentFault is a conflict with the values that hold at present.
type presentFault struct {
	Faulty
	values map[string]string
}

func (p *presentFault) Unwrap() error { return p.Faulty }

func (p *presentFault) FaultField() string { return fieldOf(p.Faulty) }

// Present adds to a conflict the values that hold at present: the member "present" of the body. Every other error is returned unchanged.
func Present(err error, values map[string]string) error {
	var f Faulty
	if !errors.As(err, &f) || f.FaultKind() != KindConflict {
		return err
	}
	return &presentFault{f, values}
}

// detailedFault is a fault with what its code needs besides.
type detailedFault struct {
	Faulty
	details map[string]string
}

func (d *detailedFault) Unwrap() error { return d.Faulty }

// Detailed adds to a fault what programs need to know of it: the member "details" of the body. Every other error is returned
// unchanged.
func Detailed(err error, details map[string]string) error {
	var f Faulty
	if !errors.As(err, &f) {
		return err
	}
	return &detailedFault{f, details}
}

// Fault makes an error that is shown to the caller: kind is one of the Kind
// constants, code the machine-readable reason, text the Chinese description.
func Fault(kind, code, text string) error { return &fault{kind: kind, code: code, text: text} }

// Invalid rejects a value with 400 and the code invalid_input. field names the invalid parameter, header or member of
// the body as the API does ("cosmetics.searchDisplayMode"); it is empty where no single one is invalid.
func Invalid(field, text string) error {
	return &fault{kind: KindInvalid, code: CodeInvalidInput, text: text, field: field}
}

// Forbidden rejects a caller who lacks the right.
func Forbidden(text string) error { return Fault(KindForbidden, CodeUnauthorized, text) }

// About sets the field of a rejected value, in place of the one that the error names itself. Every other error is
// returned unchanged.
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

// NotFound is a 404 with the code not_found and the usual text.
func NotFound() error { return Fault(KindNotFound, CodeNotFound, textNotFound) }

const (
	textNotFound = "请求的内容不存在"
	textInternal = "服务器内部错误，请稍后再试"
	textTimeout  = "服务器处理超时，请稍后再试"
	textUnready  = "站点正在准备数据，请稍后再试"
	textTooLarge = "请求内容超出大小限制"
	textNoBody   = "缺少请求内容"
)

// statusClientLeft appears only in logs.
const statusClientLeft = 499

// statusOf is the status of a kind. A missing permission has the status of missing credentials, as clients of this
// API family expect.
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
	case KindGone:
		return http.StatusGone
	case KindPrecondition:
		return http.StatusPreconditionRequired
	case KindDenied:
		return http.StatusForbidden
	case KindUnreachable:
		return http.StatusBadGateway
	default:
		return http.StatusInternalServerError
	}
}

// describe turns any error into the status and body of its answer.
func describe(ctx context.Context, err error) (int, *ErrorBody) {
	var f Faulty
	if errors.As(err, &f) {
		if status := statusOf(f.FaultKind()); status != http.StatusInternalServerError {
			if status == http.StatusServiceUnavailable {
				RetryAfter(ctx, askAgain)
			}
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
	if x := exchangeFrom(ctx); x != nil && x.unready != nil && x.unready(err) {
		RetryAfter(ctx, askAgain)
		return http.StatusServiceUnavailable, newBody(http.StatusServiceUnavailable, CodeUnavailable, textUnready)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		// The client has closed the connection: nobody reads the answer, and it is not a failure of the server.
		return statusClientLeft, newBody(statusClientLeft, "client_closed", "客户端已断开连接")
	}
	return http.StatusInternalServerError, newBody(http.StatusInternalServerError, CodeInternal, textInternal)
}

// askAgain is after how long what is unavailable now may be there.
const askAgain = time.Second

// IsNotFound is true for the error of what does not exist.
func IsNotFound(err error) bool {
	var f Faulty
	return errors.As(err, &f) && f.FaultKind() == KindNotFound
}
