package report

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/httpkit"
)

// Routes mounts every route of the package under /v2 and again under /v3.
func (s *Service) Routes(api *httpkit.API) {
	for _, version := range []string{"v2", "v3"} {
		route := func(method, path, id, summary string, op huma.Operation, h httpkit.Handler) {
			op.Method, op.Path, op.OperationID, op.Summary, op.Tags = method, "/"+version+path, id+"-"+version, summary, []string{"reports"}
			if op.Responses == nil {
				op.Responses = httpkit.NoContentResponses()
			}
			op.MaxBodyBytes = maxInput
			api.Raw(op, h)
		}
		route("POST", "/report", "create-report", "提交举报", huma.Operation{
			RequestBody: httpkit.JSONBody[reportInput](api.Huma), Responses: httpkit.JSONResponses[ReportDocument](api.Huma, "200", "新建的举报"),
		}, s.open)
		route("PATCH", "/report/{id}", "edit-report", "修改、关闭或重新打开举报", huma.Operation{RequestBody: httpkit.JSONBody[reportPatch](api.Huma)}, s.edit)
		route("DELETE", "/report/{id}", "delete-report", "删除举报", huma.Operation{Parameters: commands.ReasonParams()}, s.delete)
		route("POST", "/thread/{id}", "post-message", "发送消息", huma.Operation{RequestBody: httpkit.JSONBody[messageInput](api.Huma)}, s.post)
		route("DELETE", "/message/{id}", "delete-message", "删除消息", huma.Operation{Parameters: commands.ReasonParams()}, s.remove)
	}
}
