package project

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

func (c EditVersion) stays(f File) bool {
	return f.SHA512 != "" && !slices.Contains(c.Remove, f.SHA512)
}

// checkFiles checks the file changes of an edit as far as possible before the new files are uploaded.
func (c EditVersion) checkFiles(p State, v Version, coming []Announced) error {
	if err := v.takes(coming); err != nil {
		return err
	}
	if len(c.Remove) > 0 {
		if _, _, err := p.allow(c.By, DeleteVersion, c.Reason); err != nil {
			return err
		}
	}
	for _, hash := range c.Remove {
		if hash == "" || !v.hasFile(hash) {
			return fault.Invalid("remove_files", "要移除的文件不属于此版本。")
		}
	}
	if len(c.Remove) > 0 && len(coming) == 0 && !slices.ContainsFunc(v.Files, c.stays) {
		return fault.Invalid("file_parts", "不能删除版本的最后一个文件。")
	}
	stays := func(hash string) bool {
		return slices.ContainsFunc(v.Files, func(f File) bool { return f.SHA512 == hash && c.stays(f) })
	}
	if n := primaries(coming); n > 1 || n == 1 && c.Primary != nil {
		return notOnePrimary()
	}
	if c.Primary != nil && !stays(*c.Primary) {
		return fault.Invalid("primary_file", "主文件不属于此版本。")
	}
	for _, hash := range slices.Sorted(maps.Keys(c.Kinds)) {
		if err := fileKind(c.Kinds[hash]); err != nil {
			return err
		}
		if !stays(hash) {
			return fault.Invalid("file_types", "file_types 中的文件不属于此版本。")
		}
	}
	return nil
}

// fileEdits are the file events of an edit in their order: files are added, one becomes primary, files are removed. So
// the version always has a primary file.
type fileEdits struct {
	added, changed, removed []any
}

// files are the file events of an edit that checkFiles allows.
func (c EditVersion) files(p State, v Version, why *reason.Reason) (fileEdits, error) {
	var out fileEdits
	after := v
	if len(c.Add) > 0 {
		e, err := AddFiles{By: c.By, Reason: why, Files: c.Add, Beside: c.Beside}.added(p, v)
		if err != nil {
			return out, err
		}
		out.added = []any{e}
		after = EvolveVersion(after, e)
	}
	for i, hash := range c.Remove {
		if !slices.Contains(c.Remove[:i], hash) {
			out.removed = append(out.removed, FileRemoved{Version: v.ID, Project: v.Project, SHA512: hash, Reason: why})
		}
	}
	if chosen := c.primaryOf(v, after); chosen != after.primary() {
		out.changed = append(out.changed, PrimaryFileChosen{Version: v.ID, Project: v.Project, SHA512: chosen, Reason: why})
	}
	var kinds []FileKind
	for _, hash := range slices.Sorted(maps.Keys(c.Kinds)) {
		if slices.ContainsFunc(v.Files, func(f File) bool { return f.SHA512 == hash && f.Kind != c.Kinds[hash] }) {
			kinds = append(kinds, FileKind{SHA512: hash, Kind: c.Kinds[hash]})
		}
	}
	if len(kinds) > 0 {
		out.changed = append(out.changed, FileKindsChanged{Version: v.ID, Project: v.Project, Files: kinds, Reason: why})
	}
	return out, nil
}

// primaryOf is the requested primary file, otherwise the new file marked as primary, otherwise the one that follows from
// what the files are.
func (c EditVersion) primaryOf(before, after Version) string {
	if c.Primary != nil {
		return *c.Primary
	}
	if i := slices.IndexFunc(c.Add, func(f File) bool { return f.Primary }); i >= 0 {
		return c.Add[i].SHA512
	}
	if len(before.Files) == 0 {
		return after.primary()
	}
	var kinds []FileKind
	for hash, kind := range c.Kinds {
		kinds = append(kinds, FileKind{SHA512: hash, Kind: kind})
	}
	rest := slices.DeleteFunc(withKinds(after.Files, kinds), func(f File) bool { return f.Stored() && slices.Contains(c.Remove, f.SHA512) })
	return succession(before.Files, rest, c.Beside)
}
