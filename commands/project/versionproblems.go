package project

import (
	"net/http"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
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

// versionProblems is POST /_internal/version-problems: the rules of publishing, asked before.
func (s *Service) versionProblems(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	by, _, err := authorise(r, identity.ScopeVersionCreate)
	if err != nil {
		return err
	}
	var in problemsInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	t, err := s.mayUpload(ctx, by, in.ProjectID)
	if err != nil {
		return err
	}
	if err := checkStaged(in.StagedFiles, false); err != nil {
		return err
	}
	found, err := s.stagedOf(ctx, by, t.state.ID, in.StagedFiles)
	if err != nil {
		return err
	}
	var files []candidate
	for i, f := range found {
		files = append(files, candidate{Name: f.Name, Kind: in.StagedFiles[i].FileType, Primary: in.StagedFiles[i].Primary, Facts: *f.Facts})
	}
	out := []fileProblems{}
	for i, list := range checkFiles(s.checked(t.state.Type, in.Loaders, in.GameVersions), files) {
		out = append(out, fileProblems{ID: found[i].ID, Problems: append([]finding{}, list...)})
	}
	return httpkit.WriteJSON(w, http.StatusOK, out)
}
