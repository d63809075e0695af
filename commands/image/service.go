// Package image stores the pictures that people put into their texts: descriptions, changelogs, messages, reports.
package image

import (
	"errors"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// MaxBytes is the maximum size of a picture.
const MaxBytes = 5 << 20

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler  *commands.Handler
	Uploads  *upload.Store
	Subjects []Subject // the texts that may contain pictures
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	Options
	pictures *picture.Decoder
}

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Uploads == nil || len(o.Subjects) == 0 {
		return nil, errors.New("make image commands: a handler, uploads and subjects are needed")
	}
	return &Service{Options: o, pictures: picture.NewDecoder()}, nil
}

// Routes mounts the route of the package.
func (s *Service) Routes(api *httpkit.API) {
	var anyScope identity.Scopes
	var names []string
	var keys []*huma.Param
	for _, subject := range s.Subjects {
		anyScope |= subject.Scope
		names = append(names, string(subject.Context))
		keys = append(keys, httpkit.QueryParam(subject.Key, "string", subject.Label))
	}
	commands.MountRaw(api, commands.Route{
		Path: "POST /v3/image", Summary: "上传正文中的图片", Scope: anyScope, Else: anyScope, MaxBody: MaxBytes + 1, MaxTime: 5 * time.Minute,
	}, huma.Operation{
		Description: "请求体是图片本身，至多 5 MiB；每个账号至多 300 张。",
		RequestBody: icon.Body(),
		Parameters: append(append(commands.ReasonParams(),
			httpkit.QueryParam("ext", "string", "图片扩展名"),
			httpkit.QueryParam("context", "string", strings.Join(names, "、")),
		), keys...),
		Responses: httpkit.JSONResponses[contract.Image](api.Huma, "200", "上传的图片"),
	}, s.send)
	commands.MountRequest(api, commands.Route{Path: "DELETE /v3/image/{id}", Summary: "删除自己上传的正文图片", Scope: identity.ScopeUserWrite}, s.delete)
}

// subject returns the subject of a context.
func (s *Service) subject(kind image.Context) (Subject, error) {
	var known []string
	for _, subject := range s.Subjects {
		if subject.Context == kind {
			return subject, nil
		}
		known = append(known, string(subject.Context))
	}
	return Subject{}, fault.Invalid("context", "context 只能是 "+strings.Join(known, "、")+"。")
}

func document(p image.Picture, of Subject) contract.Image {
	d := contract.Image{ID: p.Image, URL: p.URL, Size: p.Size, Created: p.At, Owner: p.Owner, Context: string(p.Context)}
	if p.Subject != "" {
		*of.Answer(&d) = &p.Subject
	}
	return d
}
