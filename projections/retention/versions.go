package retention

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

func versionCreated(s *rows.Set, e runtime.Event, p project.VersionCreated) {
	add(s, e, p.Project, p.Version, p.Files)
	use(s, e, "version", p.Version, e.Meta.Actor, p.Changelog)
}

func changelogWritten(s *rows.Set, e runtime.Event, p project.ChangelogWritten) {
	use(s, e, "version", p.Version, e.Meta.Actor, p.Changelog)
}

func filesAdded(s *rows.Set, e runtime.Event, p project.FilesAdded) {
	add(s, e, p.Project, p.Version, p.Files)
}

func add(s *rows.Set, e runtime.Event, project, version string, list []project.File) {
	for _, f := range list {
		if key := keyOf(f.URL, project); key != "" {
			files.Put(s, stored{
				Key: key, Project: project, Version: version, Kind: File, Name: f.Name, Size: f.Size, SHA1: f.SHA1, SHA512: f.SHA512,
				PartOf: key, Added: e.At(),
			})
		}
	}
}

func fileRemoved(s *rows.Set, e runtime.Event, p project.FileRemoved) {
	s.Exec(endFile, p.Version, p.SHA512, e.At())
}

func versionDeleted(s *rows.Set, e runtime.Event, p project.VersionDeleted) {
	s.Exec(endVersion, p.Version, e.At())
}
