package commands

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
)

// Because is the reason of a request without a body, as a part of a command's input.
type Because struct {
	Code string `query:"reason_code" doc:"操作原因的代码；管理人员处理他人的内容时必填"`
	Text string `query:"reason" doc:"操作原因；管理人员处理他人的内容时使用"`
}

// Reason is nil where none was given. Whether one is needed, and whether this one will do, is for the rule to say.
func (b Because) Reason() *reason.Reason {
	if b == (Because{}) {
		return nil
	}
	return &reason.Reason{Code: reason.Code(b.Code), Text: b.Text}
}

// Named is the name of what a command is about, as a part of a command's input.
type Named struct {
	ID string `path:"id" doc:"ID 或链接名"`
}

// Name is that name.
func (n *Named) Name() string { return n.ID }

// ReasonOf is the reason of a request whose body is no JSON, by the same parameters.
func ReasonOf(r *http.Request) *reason.Reason {
	q := r.URL.Query()
	return Because{Code: q.Get("reason_code"), Text: q.Get("reason")}.Reason()
}

// ReasonParams documents those parameters.
func ReasonParams() []*huma.Param {
	return []*huma.Param{
		httpkit.QueryParam("reason", "string", "操作原因；管理人员处理他人的内容时使用"),
		httpkit.QueryParam("reason_code", "string", "操作原因的代码；管理人员处理他人的内容时必填"),
	}
}
