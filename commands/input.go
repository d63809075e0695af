package commands

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
)

// Because is the reason of a command in the query parameters, for a request without a body.
type Because struct {
	Code string `query:"reason_code" doc:"操作原因的代码；管理人员处理他人的内容时必填"`
	Text string `query:"reason" doc:"操作原因；管理人员处理他人的内容时使用"`
}

// Reason is nil if none was given. The domain rule checks whether one is required and valid.
func (b Because) Reason() *reason.Reason {
	if b == (Because{}) {
		return nil
	}
	return &reason.Reason{Code: reason.Code(b.Code), Text: b.Text}
}

// Named is the id or slug in the path, as a part of a command's input.
type Named struct {
	ID string `path:"id" doc:"ID 或链接名"`
}

// Name is the id or slug.
func (n *Named) Name() string { return n.ID }

// ReasonOf reads the reason of a request whose body is not JSON from the query parameters.
func ReasonOf(r *http.Request) *reason.Reason {
	q := r.URL.Query()
	return Because{Code: q.Get("reason_code"), Text: q.Get("reason")}.Reason()
}

// ReasonParams documents the query parameters of a reason.
func ReasonParams() []*huma.Param {
	return []*huma.Param{
		httpkit.QueryParam("reason", "string", "操作原因；管理人员处理他人的内容时使用"),
		httpkit.QueryParam("reason_code", "string", "操作原因的代码；管理人员处理他人的内容时必填"),
	}
}
