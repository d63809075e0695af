package project

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/fault"
)

// fileEdits are what an edit does to a version's files, in the order it happens: files come, one becomes primary,
// files go. So the version never lacks a primary file.
type fileEdits struct {
	added, removed []any
	primary        *string
	kinds          *map[string]string
}

func (c EditVersion) files(p State, v Version) (fileEdits, error) {
	var out fileEdits
	after := v
	if len(c.Add) > 0 {
		events, err := AddFiles{By: c.By, Files: c.Add}.decideVersion(p, v)
		if err != nil {
			return out, err
		}
		out.added = events.Version
		for _, e := range out.added {
			after = EvolveVersion(after, e)
		}
	}
	if len(c.Remove) > 0 {
		if err := p.allow(c.By, DeleteVersion); err != nil {
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
		out.removed = append(out.removed, FileRemoved{Version: v.ID, Project: v.Project, SHA512: hash})
	}
	stays := func(f File) bool { return f.SHA512 != "" && !slices.Contains(c.Remove, f.SHA512) }
	if len(c.Remove) > 0 && !slices.ContainsFunc(after.Files, stays) {
		return out, fault.Invalid("file_parts", "不能删除版本的最后一个文件。")
	}
	if err := c.choosePrimary(after, stays, &out); err != nil {
		return out, err
	}
	return out, c.changeKinds(after, stays, &out)
}

// choosePrimary takes the file that is asked for, or the next one where the primary goes.
func (c EditVersion) choosePrimary(after Version, stays func(File) bool, out *fileEdits) error {
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
		out.primary = &chosen
	}
	return nil
}

func (c EditVersion) changeKinds(after Version, stays func(File) bool, out *fileEdits) error {
	changed := map[string]string{}
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
			changed[hash] = kind
		}
	}
	if len(changed) > 0 {
		out.kinds = &changed
	}
	return nil
}
