package project

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// StagedDocument is a staged file as its sender sees it.
type StagedDocument struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Size     int64          `json:"size"`
	Hashes   documentHashes `json:"hashes"`
	Expires  time.Time      `json:"expires"`
	Detected Detected       `json:"detected"`
	Problems []finding      `json:"problems"`
}

// answerStaged shows one staged file.
func (s *Service) answerStaged(w http.ResponseWriter, r *http.Request, t *Target, f stagedFile) error {
	d, err := s.stagedDocument(r.Context(), t, f)
	if err != nil {
		return err
	}
	return httpkit.WriteJSON(w, http.StatusOK, d)
}

func (s *Service) stagedDocument(ctx context.Context, t *Target, f stagedFile) (StagedDocument, error) {
	detected, err := s.detected(ctx, t, *f.Facts)
	if err != nil {
		return StagedDocument{}, err
	}
	return StagedDocument{
		ID: f.ID, Name: f.Name, Size: f.Size, Hashes: documentHashes{SHA1: f.SHA1, SHA512: f.SHA512}, Expires: f.Expires,
		Detected: detected, Problems: s.firstLook(t.State(), f),
	}, nil
}

// firstLook checks a file for what it seems to be, as long as nothing was chosen: a file that could not be a main
// file may still go along with one.
func (s *Service) firstLook(p project.State, f stagedFile) []finding {
	allowed := project.Loaders(p.Type)
	seems := slices.DeleteFunc(f.Facts.loaders(), func(l string) bool { return !slices.Contains(allowed, l) })
	if len(seems) == 0 && !mixed(p.Type) {
		seems = allowed[:min(1, len(allowed))]
	}
	v := checked{Type: p.Type, Loaders: seems, Hosts: s.modpackHosts}
	file := candidate{Name: f.Name, Primary: true, Facts: *f.Facts}
	if len(seems) == 0 && isArchive(extension(f.Name)) {
		return []finding{warn("没有找到加载器能识别的描述文件，不能作为主文件。" + f.Facts.instead())}
	}
	return checkFiles(v, []candidate{file})[0]
}

// mixed says that versions of a type may be for loaders that find their files in different ways.
func mixed(t project.Type) bool { return t == project.TypeMod || t == project.TypePlugin }

type stagedOf struct {
	Project string `query:"project_id" doc:"资源 ID"`
}

// listStaged is GET /_internal/version-file: what the account has staged for a project, oldest first.
func (s *Service) listStaged(ctx context.Context, req commands.Request, in *stagedOf) ([]StagedDocument, error) {
	t, err := s.mayUpload(ctx, req.By, in.Project)
	if err != nil {
		return nil, err
	}
	found, err := s.staging.query(ctx, ownStaged, req.By.Account, t.State().ID, s.now())
	if err != nil {
		return nil, err
	}
	out := []StagedDocument{}
	for _, f := range found {
		d, err := s.stagedDocument(ctx, t, f)
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

// dropStaged is DELETE /_internal/version-file/{id}. One that is not there is no error: it is gone.
func (s *Service) dropStaged(ctx context.Context, req commands.Request, in *oneStaged) (commands.Outcome, error) {
	var none commands.Outcome
	if s.staging.pool == nil {
		return none, errNoStaging
	}
	if !ids.Valid(in.ID) {
		return none, fault.Invalid("id", "文件 ID 无效。")
	}
	found, err := s.staging.query(ctx, findStaged, []string{in.ID}, req.By.Account, s.now())
	if err != nil {
		return none, err
	}
	s.unstage(ctx, found...)
	return none, nil
}

// Detected is what files say of the version they are for. A missing member was not found.
type Detected struct {
	Name          *DetectedText        `json:"name,omitempty"`
	VersionNumber *DetectedText        `json:"version_number,omitempty"`
	VersionType   *DetectedText        `json:"version_type,omitempty"`
	Loaders       *DetectedList        `json:"loaders,omitempty"`
	GameVersions  *DetectedList        `json:"game_versions,omitempty"`
	Environment   *DetectedEnvironment `json:"environment,omitempty"`
	Dependencies  []DetectedDependency `json:"dependencies"`
	ModIDs        []string             `json:"mod_ids"`
	Embedded      []string             `json:"embedded"` // ids of the mods packed within
}

// DetectedText is a value with the place it was read in.
type DetectedText struct {
	Value  string `json:"value"`
	Source string `json:"source"`
}

// DetectedList is a list with the place it was read in. More holds what an open range would allow as well.
type DetectedList struct {
	Value  []string `json:"value"`
	More   []string `json:"more,omitempty"`
	Source string   `json:"source"`
}

// DetectedEnvironment says where a file runs: required, optional or unsupported on each side.
type DetectedEnvironment struct {
	ClientSide string `json:"client_side" enum:"required,optional,unsupported,unknown"`
	ServerSide string `json:"server_side" enum:"required,optional,unsupported,unknown"`
	Source     string `json:"source"`
}

// DetectedDependency is something the file needs, with the project that is called the same, if there is one.
type DetectedDependency struct {
	ID      string           `json:"id"`
	Kind    string           `json:"dependency_type" enum:"required,optional,incompatible,embedded"`
	Range   string           `json:"range,omitempty"`
	Source  string           `json:"source"`
	Project *DetectedProject `json:"project"`
}

// DetectedProject is a project of the site.
type DetectedProject struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	Title   string  `json:"title"`
	IconURL *string `json:"icon_url"`
}

const maxHints = 32

// projectCalled finds the project whose slug is a mod's id; nil where there is none that the asker may see.
func (s *Service) projectCalled(ctx context.Context, t *Target, id string) (*DetectedProject, error) {
	for _, slug := range slices.Compact([]string{id, strings.ReplaceAll(id, "_", "-")}) {
		if _, err := project.NormalSlug(slug); err != nil {
			continue
		}
		var found *DetectedProject
		err := s.handler.Read(ctx, t.By, func(ctx context.Context, tx *commands.Tx) error {
			normal, err := project.NormalSlug(slug)
			if err != nil {
				return err
			}
			held, err := slugs().Get(ctx, tx, normal)
			if err != nil || held.State().Holder == "" || held.State().Holder == t.State().ID {
				return err
			}
			other, err := find(ctx, tx, held.State().Holder)
			if err != nil || !other.Visible() {
				return err
			}
			p := other.State()
			found = &DetectedProject{ID: p.ID, Slug: p.Slug, Title: p.Title, IconURL: optional(p.IconURL)}
			return nil
		})
		if err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil
}
