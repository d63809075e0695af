package project

import "github.com/modyard/modyard/domain/fault"

// Claim is the version that has a file, folded from the stream file-<sha512>.
type Claim struct {
	Version string // empty if it is free
}

// EvolveClaim applies one event of the file's stream.
func EvolveClaim(c Claim, event any) Claim {
	switch e := event.(type) {
	case FileClaimed:
		c.Version = e.Version
	case FileReleased:
		if c.Version == e.Version {
			c.Version = ""
		}
	}
	return c
}

// DuplicateFile rejects a file that already belongs to a version.
func DuplicateFile() error {
	return fault.Invalid("file_parts", "该文件已被上传过，不能重复上传。")
}

// FileFree is true if a claim is not valid: it never existed or was released, or its version is deleted, alone or with
// its project.
func FileFree(c Claim, holder Version, project State) bool {
	return c.Version == "" || holder.Deleted || project.Gone
}
