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
func (s *Service) addFiles(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx, by := r.Context(), req.By
	id := r.PathValue("id")
	at, err := s.peekVersion(ctx, by, id)
	if err != nil {
		return err
	}
	form := newForm(r, project.MaxFiles+1)
	defer form.close()
	var in addFilesInput
	if err := form.data(&in); err != nil {
		return err
	}
	req = req.WithForm(form.sent)
	if outcome, again, err := s.handler.Repeated(ctx, req, Versions().Stream(id)); err != nil {
		return err
	} else if again {
		return commands.Done(w, outcome)
	}
	stand := project.File{SHA1: "-", SHA512: "-", URL: "-", Name: "-.jar"}
	if _, err := project.DecideVersion(at.subject(), project.AddFiles{By: at.By, Reason: in.Reason, Files: []project.File{stand}}); err != nil {
		return err
	}
	u := s.uploads()
	defer u.Close(ctx)
	stored, err := s.storeMore(ctx, u, form, at, in)
	if err != nil {
		return err
	}
	more, err := s.takeStaged(ctx, u, by, at.State().ID, id, in.StagedFiles)
	if err != nil {
		return err
	}
	if stored, err = allNamed(append(stored, more...)); err != nil {
		return err
	}
	if err := mayStand(s.checked(at.State().Type, at.Version().Loaders, at.Version().GameVersions), candidates(stored)); err != nil {
		return err
	}
	files := plain(stored)
	outcome, err := u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := FindVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := t.Do(ctx, project.AddFiles{By: t.By, Reason: in.Reason, Files: files}); err != nil {
			return err
		}
		return claim(ctx, tx, id, files, t.version.Role())
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

func (s *Service) storeMore(ctx context.Context, u *uploads, f *form, at *VersionTarget, in addFilesInput) ([]storedFile, error) {
	var files []storedFile
	for {
		part, err, ok := f.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return files, nil
		}
		file, err := u.file(ctx, at.State().ID, at.Version().ID, part)
		if err != nil {
			return nil, err
		}
		file.Kind = in.FileTypes[part.Name]
		files = append(files, file)
	}
}

type deleteFile struct {
	Hash      string `path:"hash"`
	Algorithm string `query:"algorithm" enum:"sha512"`
	commands.Because
}

// deleteFile is DELETE /version_file/{hash}. Only a sha512 names a file here: claims are kept by it.
func (s *Service) deleteFile(ctx context.Context, req commands.Request, in *deleteFile) (commands.Outcome, error) {
	hash := strings.ToLower(in.Hash)
	switch {
	case sha1Form.MatchString(hash), in.Algorithm == "sha1":
		return commands.Outcome{}, fault.Invalid("hash", "删除文件请使用 sha512 校验值。")
	case !sha512Form.MatchString(hash):
		return commands.Outcome{}, fault.Invalid("hash", "校验值无效。")
	}
	var gone []project.File
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		held, err := claims().Get(ctx, tx, hash)
		if err != nil {
			return err
		}
		missing := fault.NotFound("文件不存在") // in the same words where the file is hidden
		if held.State().Version == "" {
			return missing
		}
		t, err := FindVersion(ctx, tx, held.State().Version)
		if err != nil {
			return err
		}
		if !t.Visible() {
			return missing
		}
		gone = slices.DeleteFunc(slices.Clone(t.Version().Files), func(f project.File) bool { return f.SHA512 != hash })
		if err := t.Do(ctx, project.RemoveFile{By: t.By, Reason: in.Reason(), SHA512: hash}); err != nil {
			return err
		}
		return unclaim(ctx, tx, t.Version().ID, gone, t.version.Role())
	})
	if err == nil && !outcome.Repeated {
		s.forget(ctx, gone)
	}
	return outcome, err
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
