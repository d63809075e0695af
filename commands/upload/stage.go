package upload

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// stage is POST /_internal/version-file: the body is the file, which is stored for a day for a new version. After an
// error nothing remains stored.
func (f *Files) stage(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx := r.Context()
	p, err := f.mayUpload(ctx, req.By, r.URL.Query().Get("project_id"))
	if err != nil {
		return err
	}
	name, err := filecheck.Name(r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	if r.ContentLength == 0 {
		return empty("file", name)
	}
	now := f.Handler.Clock()
	file := staged{
		ID: ids.New(), Account: req.By.Account, Project: p.ID, Name: name, Size: f.announced(r.ContentLength),
		Created: now, Expires: now.Add(f.options.MaxTime + time.Hour),
	}
	file.Key = path.Join(blobs.PrivatePrefix+"staged", file.Account, file.ID, filecheck.BlobName(name))
	if err := f.table.reserve(ctx, file); err != nil {
		return err
	}
	if err := f.receive(ctx, req.By, r.Body, r.ContentLength, &file); err != nil {
		f.unstage(ctx, file)
		return err
	}
	d, err := f.document(ctx, req.By, p, file)
	if err != nil {
		return err
	}
	return httpkit.WriteJSON(w, http.StatusOK, d)
}

// announced is the space that a body may take: one without a length may be as long as any file, so that several of them at
// once stay within the account's limit.
func (f *Files) announced(length int64) int64 {
	if length < 0 {
		return f.options.MaxFile
	}
	return length
}

// receive stores the body and inspects it. length is that of the request, negative if it is unknown.
func (f *Files) receive(ctx context.Context, by actor.Actor, body io.Reader, length int64, file *staged) error {
	stored, facts, err := f.put(ctx, file.Key, file.Name, uploadBody{body})
	if err != nil {
		return err
	}
	if length >= 0 && stored.Size != length {
		return interrupted()
	}
	if stored.Size == 0 {
		return empty("file", file.Name)
	}
	if err := f.notPublished(ctx, by, stored.SHA512, file.Project); err != nil {
		return err
	}
	file.Size, file.SHA1, file.SHA512, file.Facts = stored.Size, stored.SHA1, stored.SHA512, &facts
	file.Expires = f.Handler.Clock().Add(stagedFor)
	return f.table.fill(ctx, *file)
}

// mayUpload loads the project and rejects callers who may not add versions to it.
func (f *Files) mayUpload(ctx context.Context, by actor.Actor, id string) (project.State, error) {
	if f.table.pool == nil {
		return project.State{}, errNoStaging
	}
	if !ids.Valid(id) {
		return project.State{}, fault.Invalid("project_id", "缺少有效的项目 ID。")
	}
	return f.options.Projects.MayUpload(ctx, by, id)
}

// notPublished rejects a file that another version keeps from the project, and names the version to callers who may see it.
func (f *Files) notPublished(ctx context.Context, by actor.Actor, sha512, of string) error {
	p, err := f.options.Projects.Published(ctx, by, sha512, of)
	switch {
	case err != nil || p.Free:
		return err
	case p.Title != "":
		return fault.Invalid("file_parts", "该文件已在「"+p.Title+"」的版本 "+p.Version.Number+" 中，不能重复上传。")
	}
	return project.DuplicateFile()
}

func empty(field, name string) error { return fault.Invalid(field, "文件是空的："+name+"。") }

func interrupted() error {
	return fault.Invalid("file", "上传中断，文件不完整，请重试。")
}

// uploadBody distinguishes a broken connection from an error of the server.
type uploadBody struct{ io.Reader }

func (b uploadBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	var tooLarge *http.MaxBytesError
	var faulty httpkit.Faulty
	switch {
	case err == nil, errors.Is(err, io.EOF), errors.As(err, &faulty), errors.Is(err, context.Canceled):
		return n, err
	case errors.As(err, &tooLarge):
		return n, fault.TooLarge("file", "文件超出大小限制。")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, fault.Invalid("file", "上传超时，请重试。")
	}
	return n, interrupted()
}
