package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// stageFile is POST /_internal/version-file: the body is the file, kept for a day for a version to come. Whatever
// goes wrong, nothing of it stays.
func (s *Service) stageFile(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx, by := r.Context(), req.By
	t, err := s.mayUpload(ctx, by, r.URL.Query().Get("project_id"))
	if err != nil {
		return err
	}
	name, kind, err := versionFileName(r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	if r.ContentLength == 0 {
		return fault.Invalid("file", "文件是空的："+name+"。")
	}
	now := s.now()
	f := stagedFile{
		ID: ids.New(), Account: by.Account, Project: t.State().ID, Name: name, Size: max(0, r.ContentLength),
		Created: now, Expires: now.Add(s.options.MaxTime + time.Hour),
	}
	f.Key = path.Join(blobs.PrivatePrefix+"staged", f.Account, f.ID, blobName(name, kind))
	if err := s.staging.reserve(ctx, f); err != nil {
		return err
	}
	if err := s.receive(ctx, r.Body, &f, kind, t); err != nil {
		s.unstage(ctx, f)
		return err
	}
	return s.answerStaged(w, r, t, f)
}

// receive stores what arrives and looks at it.
func (s *Service) receive(ctx context.Context, body io.Reader, f *stagedFile, kind string, t *Target) error {
	stored, found, err := s.storeFile(ctx, f.Key, kind, uploadBody{body})
	if err != nil {
		return err
	}
	if f.Size > 0 && stored.Size != f.Size {
		return interrupted()
	}
	if stored.Size == 0 {
		return fault.Invalid("file", "文件是空的："+f.Name+"。")
	}
	if err := s.notPublished(ctx, t.By, stored.SHA512); err != nil {
		return err
	}
	f.Size, f.SHA1, f.SHA512, f.Facts, f.Expires = stored.Size, stored.SHA1, stored.SHA512, &found, s.now().Add(stagedFor)
	return s.staging.fill(ctx, *f)
}

// storeFile puts a file into the store and looks into it on the way.
func (s *Service) storeFile(ctx context.Context, key, kind string, body io.Reader) (blobs.Stored, facts, error) {
	var copied *os.File
	if isArchive(kind) {
		var err error
		if copied, err = os.CreateTemp(s.options.TempDir, "modyard-upload-*"); err != nil {
			return blobs.Stored{}, facts{}, fmt.Errorf("store upload: %w", err)
		}
		defer func() {
			_ = copied.Close()
			_ = os.Remove(copied.Name())
		}()
		body = io.TeeReader(body, copied)
	}
	stored, err := s.options.Blobs.Put(ctx, key, contentTypeOf(kind), body, blobs.MaxSize(s.options.MaxFile))
	if errors.Is(err, blobs.ErrTooLarge) {
		return blobs.Stored{}, facts{}, fault.TooLarge("file_parts", "文件超出大小限制。")
	}
	if err != nil {
		return blobs.Stored{}, facts{}, fmt.Errorf("store upload: %w", err)
	}
	if copied == nil || stored.Size == 0 {
		return stored, facts{}, nil
	}
	found, err := s.inspect(ctx, copied, stored.Size, kind)
	return stored, found, err
}

// mayUpload finds the project and refuses who may not add versions to it.
func (s *Service) mayUpload(ctx context.Context, by actor.Actor, id string) (*Target, error) {
	if s.staging.pool == nil {
		return nil, errNoStaging
	}
	if !ids.Valid(id) {
		return nil, fault.Invalid("project_id", "缺少有效的资源 ID。")
	}
	t, err := s.peek(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if !t.Visible() {
		return nil, missing()
	}
	if !t.State().PermissionsOf(t.By).Has(project.UploadVersion) {
		return nil, fault.Forbidden("您没有为该资源上传版本的权限。")
	}
	return t, nil
}

// notPublished refuses a file that a version has already, and names the version to who may see it.
func (s *Service) notPublished(ctx context.Context, by actor.Actor, sha512 string) error {
	return s.handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		c, err := claims().Get(ctx, tx, sha512)
		if err != nil {
			return err
		}
		free, err := isFree(ctx, tx, c.State())
		if err != nil || free {
			return err
		}
		t, err := FindVersion(ctx, tx, c.State().Version)
		if err == nil && t.Visible() && t.Version().Status != project.VersionDraft {
			return fault.Invalid("file_parts", "该文件已在「"+t.State().Title+"」的版本 "+t.Version().Number+" 中，不能重复上传。")
		}
		return project.DuplicateFile()
	})
}

// unstage forgets a staged file and its bytes.
func (s *Service) unstage(ctx context.Context, files ...stagedFile) {
	if len(files) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	var gone []string
	for _, f := range files {
		if err := s.options.Blobs.Delete(ctx, f.Key); err != nil {
			s.options.Logger.WarnContext(ctx, "a staged file stays until it expires", "key", f.Key, "error", err)
			continue
		}
		gone = append(gone, f.ID)
	}
	if err := s.staging.drop(ctx, gone...); err != nil {
		s.options.Logger.WarnContext(ctx, "staged files stay until they expire", "ids", gone, "error", err)
	}
}

func (s *Service) now() time.Time {
	return s.handler.Clock()
}

func interrupted() error {
	return fault.Invalid("file", "上传中断，文件不完整，请重试。")
}

// uploadBody tells a line that broke from a failure of ours.
type uploadBody struct{ io.Reader }

func (b uploadBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	var tooLarge *http.MaxBytesError
	var said httpkit.Faulty
	switch {
	case err == nil, errors.Is(err, io.EOF), errors.As(err, &said), errors.Is(err, context.Canceled):
		return n, err
	case errors.As(err, &tooLarge):
		return n, fault.TooLarge("file", "文件超出大小限制。")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, fault.Invalid("file", "上传超时，请重试。")
	}
	return n, interrupted()
}
