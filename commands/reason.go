package commands

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
)

// reasonCode is the query parameter beside reason.Field.
const reasonCode = reason.Field + "_code"

// ReasonOf is the reason that a request without a JSON body gives, by its query parameters reason and reason_code:
// nil where neither is there. Whether one is needed, and whether this one will do, is for the rule to say.
func ReasonOf(r *http.Request) *reason.Reason {
	query := r.URL.Query()
	if !query.Has(reason.Field) && !query.Has(reasonCode) {
		return nil
	}
	return &reason.Reason{Code: reason.Code(query.Get(reasonCode)), Text: query.Get(reason.Field)}
}

// ReasonParams documents those parameters.
func ReasonParams() []*huma.Param {
	return []*huma.Param{
		httpkit.QueryParam(reason.Field, "string", "操作原因；管理人员处理他人的内容时使用"),
		httpkit.QueryParam(reasonCode, "string", "操作原因的代码；管理人员处理他人的内容时必填"),
	}
}
