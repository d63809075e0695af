// Package image stores the pictures that people put into their texts: descriptions, changelogs, messages, reports.
package image

import (
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// MaxBytes is the maximum size of a picture.
const MaxBytes = 5 << 20

// Options are the dependencies of the service. Both must be set.
type Options struct {
	Handler *commands.Handler
	Uploads *upload.Store
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	Options
	pictures *picture.Decoder
}

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Uploads == nil {
		return nil, errors.New("make image commands: handler and uploads are needed")
	}
	return &Service{Options: o, pictures: picture.NewDecoder()}, nil
}

// SentImage is the v3 document of an uploaded picture: its size in bytes, its public address, its uploader, and the
// thing to which it belongs.
type SentImage struct {
	ID        string        `json:"id"`
	URL       string        `json:"url"`
	Size      int64         `json:"size"`
	Created   time.Time     `json:"created"`
	Owner     string        `json:"owner_id"`
	Context   image.Context `json:"context"`
	ProjectID *string       `json:"project_id,omitempty"`
	VersionID *string       `json:"version_id,omitempty"`
	MessageID *string       `json:"thread_message_id,omitempty"`
	ReportID  *string       `json:"report_id,omitempty"`
}

// Routes mounts the route of the package.
func (s *Service) Routes(api *httpkit.API) {
	var anyScope identity.Scopes
	for _, scope := range scopes() {
		anyScope |= scope
	}
	commands.MountRaw(api, commands.Route{
		Path: "POST /v3/image", Summary: "上传正文中的图片", Scope: anyScope, Else: anyScope, MaxBody: MaxBytes + 1, MaxTime: 5 * time.Minute,
	}, huma.Operation{
		Description: "请求体是图片本身，至多 5 MiB；每个账号至多 300 张。",
		RequestBody: icon.Body(),
		Parameters: append(commands.ReasonParams(),
			httpkit.QueryParam("ext", "string", "图片扩展名"),
			httpkit.QueryParam("context", "string", "project、version、thread_message 或 report"),
			httpkit.QueryParam("project_id", "string", "资源 ID"), httpkit.QueryParam("version_id", "string", "版本 ID"),
			httpkit.QueryParam("thread_message_id", "string", "消息 ID"), httpkit.QueryParam("report_id", "string", "举报 ID"),
		),
		Responses: httpkit.JSONResponses[SentImage](api.Huma, "200", "上传的图片"),
	}, s.send)
}

func document(p image.Picture) SentImage {
	d := SentImage{ID: p.Image, URL: p.URL, Size: p.Size, Created: p.At, Owner: p.Owner, Context: p.Context}
	if p.Subject == "" {
		return d
	}
	switch p.Context {
	case image.Project:
		d.ProjectID = &p.Subject
	case image.Version:
		d.VersionID = &p.Subject
	case image.ThreadMessage:
		d.MessageID = &p.Subject
	case image.Report:
		d.ReportID = &p.Subject
	}
	return d
}
