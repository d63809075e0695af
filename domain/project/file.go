package project

import (
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
)

// maxHolders bounds the versions of a file's stream that decisions read. An older one without effect drops out.
const maxHolders = 8

// FileHolders is the versions that have a file, the newest last, folded from the stream file-<sha512>. Several projects may have
// it while at most one of them is established.
type FileHolders struct {
	Versions []string
}

// EvolveFile applies one event of the file's stream.
func EvolveFile(c FileHolders, event any) FileHolders {
	without := func(version string) []string {
		return slices.DeleteFunc(slices.Clone(c.Versions), func(v string) bool { return v == version })
	}
	switch e := event.(type) {
	case FileReserved:
		list := append(without(e.Version), e.Version)
		return FileHolders{list[max(0, len(list)-maxHolders):]}
	case FileReleased:
		return FileHolders{without(e.Version)}
	}
	return c
}

// HoldFile reserves a file for a version, or releases it.
type HoldFile struct {
	decision.Entry
	SHA512 string
}

// DecideFile returns the event of a command. The caller checks that no other version blocks the file.
func DecideFile(h FileHolders, c HoldFile) ([]decision.Event, error) {
	return c.Decide(c.Ended && slices.Contains(h.Versions, c.ID), FileReserved{SHA512: c.SHA512, Version: c.ID}, FileReleased{SHA512: c.SHA512, Version: c.ID})
}

// DuplicateFile rejects a file that already belongs to a version.
func DuplicateFile() error {
	return fault.Invalid("file_parts", "该文件已被上传过，不能重复上传。")
}

// Blocks is true if a version with a file keeps a project from having it too. It does not if it is deleted, alone or with
// its project, or if another project has it that is not established: a stranger's draft must not block a file's author.
func Blocks(holder Version, of State, project string) bool {
	return holder.Exists() && of.Exists() && (of.ID == project || of.Established())
}

// Established is true if the project has been approved, or everybody can see it: then nobody else gets its files or its
// former slugs. A rejected project keeps nothing from others.
func (s State) Established() bool { return s.Exists() && s.WasEstablished() }

// WasEstablished is Established for a project that may have been deleted since.
func (s State) WasEstablished() bool {
	return s.ID != "" && (!s.Status.Hidden() || s.EverApproved && s.Status != Refused)
}
