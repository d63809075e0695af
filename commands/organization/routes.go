package organization

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// Routes mounts the routes of the package. Those of the team also answer under /team/{id} (see Team).
func (s *Service) Routes(api *httpkit.API) {
	m := mount{api}
	m.route(http.MethodPost, "", "create-organization-v3", "新建团队", huma.Operation{
		RequestBody: httpkit.JSONBody[organizationInput](api.Huma), Responses: httpkit.JSONResponses[OrganizationDocument](api.Huma, "200", "新建的团队"),
	}, s.create)
	m.route(http.MethodPatch, "/{id}", "edit-organization-v3", "修改团队", huma.Operation{RequestBody: httpkit.JSONBody[organizationPatch](api.Huma)}, s.edit)
	m.route(http.MethodDelete, "/{id}", "delete-organization-v3", "删除没有资源的团队", huma.Operation{Parameters: commands.ReasonParams()}, s.remove)
	m.route(http.MethodPatch, "/{id}/icon", "change-organization-icon-v3", "更换团队图标", huma.Operation{
		MaxBodyBytes: picture.MaxIconBytes + 1, RequestBody: imageBody(), Parameters: append(commands.ReasonParams(), httpkit.QueryParam("ext", "string", "图片扩展名")),
	}, s.changeIcon)
	m.route(http.MethodDelete, "/{id}/icon", "remove-organization-icon-v3", "移除团队图标", huma.Operation{Parameters: commands.ReasonParams()}, s.removeIcon)

	m.route(http.MethodPost, "/{id}/members", "invite-organization-member-v3", "邀请成员", huma.Operation{RequestBody: httpkit.JSONBody[organizationInvite](api.Huma)}, s.invite)
	m.route(http.MethodPost, "/{id}/join", "join-organization-v3", "接受邀请", huma.Operation{}, s.join)
	m.route(http.MethodPatch, "/{id}/members/{user}", "edit-organization-member-v3", "修改成员", huma.Operation{RequestBody: httpkit.JSONBody[organizationMemberPatch](api.Huma)}, s.editMember)
	m.route(http.MethodDelete, "/{id}/members/{user}", "remove-organization-member-v3", "移除成员、撤回或拒绝邀请、退出", huma.Operation{Parameters: commands.ReasonParams()}, s.removeMember)
	m.route(http.MethodPatch, "/{id}/owner", "transfer-organization-v3", "转让团队", huma.Operation{RequestBody: httpkit.JSONBody[organizationOwner](api.Huma)}, s.transfer)

	m.route(http.MethodPost, "/{id}/projects", "add-organization-project-v3", "将资源移入团队", huma.Operation{RequestBody: httpkit.JSONBody[organizationProject](api.Huma)}, s.addProject)
	m.route(http.MethodDelete, "/{id}/projects/{project}", "remove-organization-project-v3", "将资源移出团队", huma.Operation{
		RequestBody: httpkit.JSONBody[organizationProjectLeft](api.Huma), Parameters: commands.ReasonParams(),
	}, s.removeProject)
}

type mount struct{ api *httpkit.API }

// route documents and mounts one route; without responses of its own it answers 204.
func (m mount) route(method, path, id, summary string, op huma.Operation, h httpkit.Handler) {
	op.Method, op.Path, op.OperationID, op.Summary, op.Tags = method, "/v3/organization"+path, id, summary, []string{"organizations"}
	if op.Responses == nil {
		op.Responses = httpkit.NoContentResponses()
	}
	m.api.Raw(op, h)
}

func imageBody() *huma.RequestBody {
	schema := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"image/png": {Schema: schema}, "image/jpeg": {Schema: schema}, "image/gif": {Schema: schema}, "image/webp": {Schema: schema},
	}}
}
