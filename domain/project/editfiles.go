package project

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

// fileEdits are what an edit does to a version's files, in the order it happens: files come, one becomes primary,
// files go. So the version never lacks a primary file.
type fileEdits struct {
	added, changed, removed []any
}

func (c EditVersion) files(p State, v Version, why *reason.Reason) (fileEdits, error) {
	var out fileEdits
	after := v
	if len(c.Add) > 0 {
		events, err := AddFiles{By: c.By, Reason: why, Files: c.Add}.decideVersion(p, v)
		if err != nil {
			return out, err
		}
		out.added = events
		for _, e := range out.added {
			after = EvolveVersion(after, e)
		}
	}
	if len(c.Remove) > 0 {
		if _, err := p.allow(c.By, DeleteVersion, c.Reason); err != nil {
			return out, err
		}
	}
	for i, hash := range c.Remove {
		if hash == "" || !v.hasFile(hash) {
			return out, fault.Invalid("remove_files", "要移除的文件不属于此版本。")
		}
		if slices.Contains(c.Remove[:i], hash) {
			continue
		}
		out.removed = append(out.removed, FileRemoved{Version: v.ID, Project: v.Project, SHA512: hash, Reason: why})
	}
	stays := func(f File) bool { return f.SHA512 != "" && !slices.Contains(c.Remove, f.SHA512) }
	if len(c.Remove) > 0 && !slices.ContainsFunc(after.Files, stays) {
		return out, fault.Invalid("file_parts", "不能删除版本的最后一个文件。")
	}
	if err := c.choosePrimary(after, stays, &out, why); err != nil {
		return out, err
	}
	return out, c.changeKinds(after, stays, &out, why)
}

// choosePrimary takes the file that is asked for, or the next one where the primary goes.
func (c EditVersion) choosePrimary(after Version, stays func(File) bool, out *fileEdits, why *reason.Reason) error {
	old := after.primary()
	chosen := old
	if c.Primary != nil {
		chosen = *c.Primary
		if !slices.ContainsFunc(after.Files, func(f File) bool { return f.SHA512 == chosen && stays(f) }) {
			return fault.Invalid("primary_file", "主文件不属于此版本。")
		}
	} else if old != "" && slices.Contains(c.Remove, old) {
		chosen = after.Files[slices.IndexFunc(after.Files, stays)].SHA512
	}
	if chosen != old {
		out.changed = append(out.changed, PrimaryFileChosen{Version: after.ID, Project: after.Project, SHA512: chosen, Reason: why})
	}
	return nil
}

func (c EditVersion) changeKinds(after Version, stays func(File) bool, out *fileEdits, why *reason.Reason) error {
	var changed []FileKind
	for _, hash := range slices.Sorted(maps.Keys(c.Kinds)) {
		kind := c.Kinds[hash]
		if err := fileKind(kind); err != nil {
			return err
		}
		i := slices.IndexFunc(after.Files, func(f File) bool { return f.SHA512 == hash && stays(f) })
		if i < 0 {
			return fault.Invalid("file_types", "file_types 中的文件不属于此版本。")
		}
		if after.Files[i].Kind != kind {
			changed = append(changed, FileKind{SHA512: hash, Kind: kind})
		}
	}
	if len(changed) > 0 {
		out.changed = append(out.changed, FileKindsChanged{Version: after.ID, Project: after.Project, Files: changed, Reason: why})
	}
	return nil
}
