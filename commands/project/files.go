package project

import (
	"context"
	"net/http"
	"regexp"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
)

var (
	sha1Form   = regexp.MustCompile(`^[0-9a-f]{40}$`)
	sha512Form = regexp.MustCompile(`^[0-9a-f]{128}$`)
)

// addFilesInput is the part "data" of POST /version/{id}/file.
type addFilesInput struct {
	FileTypes   map[string]string    `json:"file_types"`
	StagedFiles []upload.StagedInput `json:"staged_files"`
	Reason      *reason.Reason       `json:"reason"`
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
	if err := (project.AddFiles{By: at.By, Reason: in.Reason}).Check(at.State(), at.Version()); err != nil {
		return err
	}
	u, place := s.files.Begin(), upload.Place{Project: at.State().ID, Version: id}
	defer u.Close(ctx)
	var files []upload.File
	if err := form.rest(func(part *httpkit.Part) error {
		file, err := s.files.Put(ctx, u, place, part.FileName, part)
		file.Kind = in.FileTypes[part.Name]
		files = append(files, file)
		return err
	}); err != nil {
		return err
	}
	staged, err := s.files.Take(ctx, u, by, place, in.StagedFiles)
	if err != nil {
		return err
	}
	files = append(files, staged...)
	beside := s.files.Beside(at.State().Type, at.Version().Loaders, at.Version().GameVersions, files)
	held, err := s.held(ctx, by, at.State().ID, files)
	if err != nil {
		return err
	}
	command := project.AddFiles{By: at.By, Reason: in.Reason, Files: upload.Plain(files), Beside: beside, Held: held}
	if files, err = at.addedFiles(command, files); err != nil {
		return err
	}
	if err := s.files.MayStand(at.State().Type, at.Version().Loaders, at.Version().GameVersions, files); err != nil {
		return err
	}
	outcome, err := u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := FindVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		command.By = t.By
		return t.Do(ctx, command)
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// addedFiles are new files with the one marked that becomes the version's main file, if one does.
func (t *VersionTarget) addedFiles(c project.AddFiles, files []upload.File) ([]upload.File, error) {
	events, err := project.DecideVersion(t.subject(), c)
	if err != nil {
		return nil, err
	}
	after := t.Version()
	for _, e := range events {
		after = project.EvolveVersion(after, e.Payload)
	}
	main := primaryOf(after.Files)
	for i := range files {
		files[i].Primary = files[i].SHA512 == main
	}
	return files, nil
}

type deleteFile struct {
	Hash      string `path:"hash"`
	Algorithm string `query:"algorithm" enum:"sha512"`
	commands.Because
}

// deleteFile is DELETE /version_file/{hash}. Only a sha512 is accepted, because the streams of files use it as their key. The bytes stay
// for the staff's audit (commands/retention).
func (s *Service) deleteFile(ctx context.Context, req commands.Request, in *deleteFile) (commands.Outcome, error) {
	hash := strings.ToLower(in.Hash)
	switch {
	case sha1Form.MatchString(hash), in.Algorithm == "sha1":
		return commands.Outcome{}, fault.Invalid("hash", "删除文件请使用 sha512 校验值。")
	case !sha512Form.MatchString(hash):
		return commands.Outcome{}, fault.Invalid("hash", "校验值无效。")
	}
	return s.handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		held, err := fileHolders().Get(ctx, tx, hash)
		if err != nil {
			return err
		}
		t, err := holding(ctx, tx, held.State())
		if err != nil {
			return err
		}
		return t.Do(ctx, project.RemoveFile{By: t.By, Reason: in.Reason(), SHA512: hash})
	})
}

// holding finds the version with a file: of several that the caller may see, the one from which the caller may delete.
func holding(ctx context.Context, tx *commands.Tx, held project.FileHolders) (found *VersionTarget, err error) {
	for _, id := range held.Versions {
		t, err := FindVersion(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if !t.Visible() || !t.Version().Exists() {
			continue
		}
		if found == nil || t.State().PermissionsOf(t.By).Has(project.DeleteVersion) && !found.State().PermissionsOf(found.By).Has(project.DeleteVersion) {
			found = t
		}
	}
	if found == nil {
		return nil, fault.NotFound("文件不存在") // the same text if the file is hidden
	}
	return found, nil
}
