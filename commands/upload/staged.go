package upload

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/ids"
)

// StagedDocument is the document of a staged file for its uploader.
type StagedDocument struct {
	ID       string              `json:"id"`
	Name     string              `json:"name"`
	Size     int64               `json:"size"`
	Hashes   contract.Hashes     `json:"hashes"`
	Expires  time.Time           `json:"expires"`
	Detected filecheck.Detected  `json:"detected"`
	Problems []filecheck.Finding `json:"problems"`
}

// document describes an uploaded file, with the detected fields of its version.
func (f *Files) document(ctx context.Context, by actor.Actor, p project.State, file staged) (StagedDocument, error) {
	detected := filecheck.Detect(*file.Facts, p.Type, f.options.GameVersions)
	for i, need := range detected.Dependencies {
		called, err := f.options.Projects.Called(ctx, by, need.ID, p.ID)
		if err != nil {
			return StagedDocument{}, err
		}
		detected.Dependencies[i].Project = called
	}
	return StagedDocument{
		ID: file.ID, Name: file.Name, Size: file.Size, Hashes: contract.Hashes{SHA1: file.SHA1, SHA512: file.SHA512}, Expires: file.Expires,
		Detected: detected, Problems: filecheck.FirstLook(p.Type, f.hosts, file.Name, *file.Facts),
	}, nil
}

type stagedOf struct {
	Project string `query:"project_id" doc:"资源 ID"`
}

// list is GET /_internal/version-file: what the account has staged for a project, oldest first.
func (f *Files) list(ctx context.Context, req commands.Request, in *stagedOf) ([]StagedDocument, error) {
	p, err := f.mayUpload(ctx, req.By, in.Project)
	if err != nil {
		return nil, err
	}
	found, err := f.table.query(ctx, ownStaged, req.By.Account, p.ID, f.Handler.Clock())
	if err != nil {
		return nil, err
	}
	out := []StagedDocument{}
	for _, file := range found {
		d, err := f.document(ctx, req.By, p, file)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

type oneStaged struct {
	ID string `path:"id"`
}

// drop is DELETE /_internal/version-file/{id}. A file that does not exist is not an error.
func (f *Files) drop(ctx context.Context, req commands.Request, in *oneStaged) (commands.Outcome, error) {
	var none commands.Outcome
	if f.table.pool == nil {
		return none, errNoStaging
	}
	if !ids.Valid(in.ID) {
		return none, fault.Invalid("id", "文件 ID 无效。")
	}
	found, err := f.table.query(ctx, findStaged, []string{in.ID}, req.By.Account, f.Handler.Clock())
	if err != nil {
		return none, err
	}
	f.unstage(ctx, found...)
	return none, nil
}

// unstage deletes staged files and their bytes. A file whose bytes cannot be deleted remains until it expires.
func (f *Files) unstage(ctx context.Context, files ...staged) {
	var gone []string
	for _, file := range files {
		if len(f.delete(ctx, file.Key)) == 0 {
			gone = append(gone, file.ID)
		}
	}
	if len(gone) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := f.table.drop(ctx, gone...); err != nil {
		f.logger().WarnContext(ctx, "cannot delete staged files before they expire", "ids", gone, "error", err)
	}
}
