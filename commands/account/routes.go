package account

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

const maxBody = 64 << 10

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	op := huma.Operation{
		Method: http.MethodPatch, Path: "/v2/user/{id}", OperationID: "patch-user-id", Summary: "修改用户", Tags: []string{"账号"},
		MaxBodyBytes: maxBody, RequestBody: httpkit.JSONBody[identity.Edit](api.Huma), Responses: httpkit.NoContentResponses(),
	}
	edit := s.accounts.Resumed(s.edit)
	api.Raw(op, edit)
	op.Path, op.OperationID, op.Hidden = "/_internal/user/{id}", op.OperationID+"-internal", true
	api.Raw(op, edit)
}
