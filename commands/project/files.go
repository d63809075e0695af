package project

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
)

var (
	sha1Form   = regexp.MustCompile(`^[0-9a-f]{40}$`)
	sha512Form = regexp.MustCompile(`^[0-9a-f]{128}$`)
)

// addFilesInput is the part "data" of POST /version/{id}/file.
type addFilesInput struct {
	FileTypes   map[string]string `json:"file_types"`
	StagedFiles []stagedInput     `json:"staged_files"`
	Reason      *reason.Reason    `json:"reason"`
}

// addFiles is POST /version/{id}/file: the part "data" first, then files.
func (s *Service) addFiles(w http.ResponseWriter, r *http.Request) (err error) {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeVersionWrite)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	var at *versionTarget
	if _, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		at, err = s.versionTarget(ctx, d, by, id)
		return err
	}); err != nil {
		return err
	}
	form := newForm(r, project.MaxFiles+1)
	defer form.close()
	var in addFilesInput
	if err := form.data(&in); err != nil {
		return err
	}
	req = req.WithForm(form.sent)
	if outcome, again, err := s.handler.Repeated(ctx, req, "version-"+id); err != nil {
		return err
	} else if again {
		return commands.Done(w, outcome)
	}
	stand := project.File{SHA1: "-", SHA512: "-", URL: "-", Name: "-.jar"}
	if _, err := project.DecideVersion(at.state, at.version, project.AddFiles{By: at.by, Reason: in.Reason, Files: []project.File{stand}}); err != nil {
		return err
	}
	u := s.uploads()
	defer u.settle(ctx, &err)
	stored, err := s.storeMore(ctx, u, form, at, in)
	if err != nil {
		return err
	}
	more, err := s.takeStaged(ctx, u, by, at.state.ID, id, in.StagedFiles)
	if err != nil {
		return err
	}
	if stored, err = allNamed(append(stored, more...)); err != nil {
		return err
	}
	if err := mayStand(s.checked(at.state.Type, at.version.Loaders, at.version.GameVersions), candidates(stored)); err != nil {
		return err
	}
	files := plain(stored)
	u.asked = true
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.versionTarget(ctx, d, by, id)
		if err != nil {
			return err
		}
		if err := t.doVersion(project.AddFiles{By: t.by, Reason: in.Reason, Files: files}); err != nil {
			return err
		}
		return claim(ctx, d, id, files)
	})
	if err != nil {
		return err
	}
	u.done(ctx, outcome)
	return commands.Done(w, outcome)
}

func (s *Service) storeMore(ctx context.Context, u *uploads, f *form, at *versionTarget, in addFilesInput) ([]storedFile, error) {
	var files []storedFile
	for {
		part, err, ok := f.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return files, nil
		}
		file, err := u.file(ctx, at.state.ID, at.version.ID, part)
		if err != nil {
			return nil, err
		}
		file.Kind = in.FileTypes[part.Name]
		files = append(files, file)
	}
}

// deleteFile is DELETE /version_file/{hash}. Only a sha512 names a file here: claims are kept by it.
func (s *Service) deleteFile(w http.ResponseWriter, r *http.Request) error {
	by, req, err := authorise(r, identity.ScopeVersionWrite)
	if err != nil {
		return err
	}
	hash := strings.ToLower(r.PathValue("hash"))
	switch {
	case sha1Form.MatchString(hash), r.URL.Query().Get("algorithm") == "sha1":
		return fault.Invalid("hash", "删除文件请使用 sha512 校验值。")
	case !sha512Form.MatchString(hash):
		return fault.Invalid("hash", "校验值无效。")
	}
	var gone []project.File
	outcome, err := s.handler.Handle(r.Context(), req, func(ctx context.Context, d *commands.Decision) error {
		held, err := commands.Load(ctx, d, "file-"+hash, evolveClaim)
		if err != nil {
			return err
		}
		missing := fault.NotFound("文件不存在") // in the same words where the file is hidden
		if held.Version == "" {
			return missing
		}
		t, err := s.versionTarget(ctx, d, by, held.Version)
		if err != nil {
			return err
		}
		if !t.state.VisibleTo(t.by) {
			return missing
		}
		gone = slices.DeleteFunc(slices.Clone(t.version.Files), func(f project.File) bool { return f.SHA512 != hash })
		if err := t.doVersion(project.RemoveFile{By: t.by, Reason: commands.ReasonOf(r), SHA512: hash}); err != nil {
			return err
		}
		return unclaim(ctx, d, t.version.ID, gone)
	})
	if err != nil {
		return err
	}
	s.forget(r.Context(), gone)
	return commands.Done(w, outcome)
}

// forget deletes the bytes of files that no version has any more. What fails stays behind, referred to by nothing.
func (s *Service) forget(ctx context.Context, files []project.File) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, f := range files {
		key, ours := s.options.Blobs.KeyOf(f.URL)
		if !ours {
			continue
		}
		if err := s.options.Blobs.Delete(ctx, key); err != nil {
			s.options.Logger.WarnContext(ctx, "the bytes of a deleted file stay behind", "key", key, "error", err)
		}
	}
}
