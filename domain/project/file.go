package project

import "github.com/modyard/modyard/domain/fault"

// Claim is which version holds a file, folded from the stream file-<sha512>.
type Claim struct {
	Version string // empty where it is free
}

// EvolveClaim adds one event of the file's stream.
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

// DuplicateFile refuses a file that stands in a version already.
func DuplicateFile() error {
	return fault.Invalid("file_parts", "该文件已被上传过，不能重复上传。")
}

// FileFree says that a claim no longer holds: it was never made or released, or the version that made it
// is deleted, alone or with its project.
func FileFree(c Claim, holder Version, project State) bool {
	return c.Version == "" || holder.Deleted || project.Gone
}
