// Package build says from what the program was built.
package build

import "runtime/debug"

// commitLength is the length of a commit's short name.
const commitLength = 12

// Of is the version of the program's module and the short name of its commit, as the Go command recorded them. A program that was built outside
// a repository has no commit, and the version "(devel)".
func Of() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown", ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			commit = s.Value[:min(commitLength, len(s.Value))]
		}
	}
	return info.Main.Version, commit
}
