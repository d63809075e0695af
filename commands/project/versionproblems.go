package project

import (
	"context"

	"github.com/modyard/modyard/commands"
)

// problemsInput asks what publishing would say of staged files, without publishing.
type problemsInput struct {
	ProjectID    string        `json:"project_id"`
	Loaders      []string      `json:"loaders"`
	GameVersions []string      `json:"game_versions"`
	StagedFiles  []stagedInput `json:"staged_files"`
}

// fileProblems is what is found of one file.
type fileProblems struct {
	ID       string    `json:"id"`
	Problems []finding `json:"problems"`
}

type askProblems struct{ Body problemsInput }

// versionProblems is POST /_internal/version-problems: the rules of publishing, asked before.
func (s *Service) versionProblems(ctx context.Context, req commands.Request, ask *askProblems) ([]fileProblems, error) {
	in := ask.Body
	t, err := s.mayUpload(ctx, req.By, in.ProjectID)
	if err != nil {
		return nil, err
	}
	if err := checkStaged(in.StagedFiles, false); err != nil {
		return nil, err
	}
	found, err := s.stagedOf(ctx, req.By, t.State().ID, in.StagedFiles)
	if err != nil {
		return nil, err
	}
	var files []candidate
	for i, f := range found {
		files = append(files, candidate{Name: f.Name, Kind: in.StagedFiles[i].FileType, Primary: in.StagedFiles[i].Primary, Facts: *f.Facts})
	}
	out := []fileProblems{}
	for i, list := range checkFiles(s.checked(t.State().Type, in.Loaders, in.GameVersions), files) {
		out = append(out, fileProblems{ID: found[i].ID, Problems: append([]finding{}, list...)})
	}
	return out, nil
}
