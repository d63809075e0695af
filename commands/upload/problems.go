package upload

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/filecheck"
)

// problemsInput are staged files to check as if they were published.
type problemsInput struct {
	ProjectID    string        `json:"project_id"`
	Loaders      []string      `json:"loaders"`
	GameVersions []string      `json:"game_versions"`
	StagedFiles  []StagedInput `json:"staged_files"`
}

// fileProblems are the findings of one file.
type fileProblems struct {
	ID       string              `json:"id"`
	Problems []filecheck.Finding `json:"problems"`
}

type askProblems struct{ Body problemsInput }

// problems is POST /_internal/version-problems: it applies the rules of publication without publishing.
func (f *Files) problems(ctx context.Context, req commands.Request, ask *askProblems) ([]fileProblems, error) {
	in := ask.Body
	p, err := f.mayUpload(ctx, req.By, in.ProjectID)
	if err != nil {
		return nil, err
	}
	if err := CheckStaged(in.StagedFiles); err != nil {
		return nil, err
	}
	found, err := f.staged(ctx, req.By, p.ID, in.StagedFiles)
	if err != nil {
		return nil, err
	}
	var files []filecheck.File
	for i, file := range found {
		files = append(files, filecheck.File{Name: file.Name, Kind: in.StagedFiles[i].FileType, Primary: in.StagedFiles[i].Primary, Facts: *file.Facts})
	}
	out := []fileProblems{}
	v := filecheck.Version{Type: p.Type, Loaders: in.Loaders, GameVersions: in.GameVersions, Hosts: f.hosts}
	for i, list := range filecheck.Check(v, files) {
		out = append(out, fileProblems{ID: found[i].ID, Problems: append([]filecheck.Finding{}, list...)})
	}
	return out, nil
}
