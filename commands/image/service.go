// Package image is the pictures that people put into their texts: descriptions, changelogs, messages, reports.
package image

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// MaxBytes is how large a picture may be.
const MaxBytes = 5 << 20

const maxTime = 5 * time.Minute // of one upload

// Projects says what an account may do with a project (commands/project.Service).
type Projects interface {
	Rights(ctx context.Context, by project.Actor, idOrSlug string) (id string, may project.Permissions, err error)
	VersionRights(ctx context.Context, by project.Actor, versionID string) (projectID string, may project.Permissions, err error)
}

// Options are what the service needs; all but Now and Logger must be set.
type Options struct {
	Handler  *commands.Handler
	Blobs    *blobs.Store
	Projects Projects
	Logger   *slog.Logger // nil for the default one
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	options  Options
	handler  *commands.Handler
	pictures *picture.Decoder
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Blobs == nil || o.Projects == nil {
		return nil, errors.New("make image commands: log, codec, blobs and projects are needed")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{options: o, handler: o.Handler, pictures: picture.NewDecoder()}, nil
}

// SentImage is the v3 shape of a picture that was sent: its size in bytes, its public address, who sent it, and what
// it is for.
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
	api.Raw(huma.Operation{
		Method: http.MethodPost, Path: "/v3/image", OperationID: "upload-image", Summary: "上传正文中的图片",
		Description: "请求体是图片本身，至多 5 MiB；每个账号至多 300 张。",
		Tags:        []string{"images"}, MaxBodyBytes: MaxBytes + 1,
		RequestBody: body(),
		Parameters: append(commands.ReasonParams(),
			httpkit.QueryParam("ext", "string", "图片扩展名"),
			httpkit.QueryParam("context", "string", "project、version、thread_message 或 report"),
			httpkit.QueryParam("project_id", "string", "资源 ID"), httpkit.QueryParam("version_id", "string", "版本 ID"),
			httpkit.QueryParam("thread_message_id", "string", "消息 ID"), httpkit.QueryParam("report_id", "string", "举报 ID"),
		),
		Responses: httpkit.JSONResponses[SentImage](api.Huma, "200", "上传的图片"),
	}, httpkit.Timeout(maxTime, s.send))
}

func body() *huma.RequestBody {
	content := map[string]*huma.MediaType{}
	for _, kind := range []string{"png", "jpeg", "gif", "webp"} {
		content["image/"+kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return &huma.RequestBody{Required: true, Content: content}
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
