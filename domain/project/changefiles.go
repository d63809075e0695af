package project

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// AddFiles adds files to a version. One of them becomes primary only if the primary file until then accompanies it, such as
// its sources.
type AddFiles struct {
	By     actor.Actor
	Reason *reason.Reason
	Files  []File
	Beside []string     // sha512 of files that no loader of the version reads
	Held   []Dependency // on what the files hold
}

// Check makes all checks that are possible before the first file is uploaded.
func (c AddFiles) Check(p State, v Version) error {
	if _, _, err := allowVersion(p, v, c.By, UploadVersion, c.Reason); err != nil {
		return err
	}
	return v.takes([]Announced{{}})
}

func (c AddFiles) decideVersion(p State, v Version) ([]any, role.Role, error) {
	e, err := c.added(p, v)
	if err != nil {
		return nil, "", err
	}
	after := EvolveVersion(v, e)
	events := []any{e}
	if main := succession(v.Files, after.Files, c.Beside); main != after.primary() {
		events = append(events, PrimaryFileChosen{Version: v.ID, Project: v.Project, SHA512: main, Reason: e.Reason})
	}
	if change := v.embedding(c.Held, nil, e.Reason); change != nil {
		events = append(events, change)
	}
	return events, p.RoleOf(c.By, UploadVersion), nil
}

// added is the event of the new files alone.
func (c AddFiles) added(p State, v Version) (FilesAdded, error) {
	var none FilesAdded
	_, why, err := allowVersion(p, v, c.By, UploadVersion, c.Reason)
	if err != nil {
		return none, err
	}
	if len(c.Files) == 0 {
		return none, fault.Invalid("file_parts", "没有上传任何文件。")
	}
	added := slices.Clone(c.Files)
	main := mainFile(added, c.Beside)
	for i := range added {
		// Only a version without files (imported) has no primary file yet.
		added[i].Primary = len(v.Files) == 0 && i == main
		if added[i].SHA512 == "" {
			return none, fault.Invalid("file_parts", "文件缺少校验值。")
		}
	}
	if err := files(slices.Concat(v.Files, added), true); err != nil {
		return none, err
	}
	return FilesAdded{Version: v.ID, Project: v.Project, Files: added, Reason: why}, nil
}

// RemoveFile removes a file from a version, but not the last one. If it was the primary file, the one that is suited best
// becomes primary.
type RemoveFile struct {
	By     actor.Actor
	Reason *reason.Reason
	SHA512 string
	Legal  bool // an administrator removes it by law: also the last one
}

func (c RemoveFile) decideVersion(p State, v Version) ([]any, role.Role, error) {
	as, why, err := allowVersion(p, v, c.By, DeleteVersion, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.SHA512 == "" || !v.hasFile(c.SHA512) {
		return nil, "", fault.NotFound("文件不存在")
	}
	if c.Legal {
		if as = role.Admin; !c.By.Admin() {
			return nil, "", forbidden()
		}
	}
	if len(v.Files) == 1 && !c.Legal {
		return nil, "", fault.Invalid("file_parts", "不能删除版本的最后一个文件。")
	}
	var events []any
	if v.primary() == c.SHA512 {
		rest := slices.DeleteFunc(slices.Clone(v.Files), func(f File) bool { return f.SHA512 == c.SHA512 || !f.Stored() })
		i := MainFile(rest)
		if i < 0 && !c.Legal {
			return nil, "", fault.Invalid("file_parts", "不能删除版本的最后一个文件。")
		}
		if i >= 0 {
			events = append(events, PrimaryFileChosen{Version: v.ID, Project: v.Project, SHA512: rest[i].SHA512, Reason: why})
		}
	}
	return append(events, FileRemoved{Version: v.ID, Project: v.Project, SHA512: c.SHA512, Reason: why}), as, nil
}

// RemoveVersion deletes a version. A project in review keeps at least one version.
type RemoveVersion struct {
	By       actor.Actor
	Reason   *reason.Reason
	Versions int // number of versions of the project
}

func (c RemoveVersion) decideVersion(p State, v Version) ([]any, role.Role, error) {
	as, why, err := allowVersion(p, v, c.By, DeleteVersion, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if p.Status == Processing && c.Versions <= 1 {
		return nil, "", fault.Invalid("version_id", "审核中的项目须至少保留一个版本。")
	}
	return []any{VersionDeleted{Version: v.ID, Project: v.Project, Reason: why}}, as, nil
}
