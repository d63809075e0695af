package httpkit

import (
	"encoding/json"
	"net/http"
)

// ErrorBody is the body of every unsuccessful answer.
type ErrorBody struct {
	Code        string `json:"error" doc:"机器可读的错误代码，不会改变" example:"invalid_input"`
	Description string `json:"description" doc:"给人看的说明" example:"请求参数 limit 不正确"`

	Field string `json:"field,omitempty" doc:"出错的参数、请求头或请求内容的成员（以点号分级）" example:"reason"`

	Fields map[string]string `json:"fields,omitempty" doc:"有多处错误时，每一处的说明；field 与 description 为其中第一处"`

	Present map[string]string `json:"present,omitempty" doc:"因他人的更改而冲突时，当前的值"`

	Details map[string]string `json:"details,omitempty" doc:"错误的其他内容，按错误代码而定"`

	status int
}

func newBody(status int, code, text string) *ErrorBody {
	return &ErrorBody{Code: code, Description: text, status: status}
}

// Error implements error.
func (b *ErrorBody) Error() string { return b.Code + ": " + b.Description }

// GetStatus is the HTTP status that belongs to the body.
func (b *ErrorBody) GetStatus() int { return b.status }

// WriteError answers a request with err. A Faulty error is shown to the caller; any other error is answered with a
// neutral text and logged with the request id. If the answer has already begun, WriteError closes the connection, so
// that no client accepts a truncated answer.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	status, body := describe(r.Context(), err)
	if x := exchangeFrom(r.Context()); x != nil {
		if status >= http.StatusInternalServerError {
			x.failure = err
		}
		if x.w.status != 0 {
			panic(http.ErrAbortHandler)
		}
	}
	writeBody(w, body)
}

func writeBody(w http.ResponseWriter, body *ErrorBody) {
	h := w.Header()
	for _, name := range []string{"Content-Length", "Content-Encoding", "ETag", "Cache-Control", "Content-Disposition", "Last-Modified"} {
		h.Del(name)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(body.status)
	data, err := json.Marshal(body)
	if err != nil {
		return // two strings can always be encoded
	}
	_, _ = w.Write(data)
}
