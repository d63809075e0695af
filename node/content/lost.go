package content

import (
	"strings"

	"github.com/modyard/modyard/contract/node"
)

// Lost are the projects whose files the node has put at a path of a server's folder or below it, as it was decided, and that are not there any more:
// at most node.MaxContents. The path "/" is that of the whole folder. What was decided anew and still waits is none of them.
func (s *Service) Lost(server, path string) (projects []string, err error) {
	_, desired, known := s.Servers.State(server)
	r, err := s.record(server)
	if err != nil || !known {
		return nil, err
	}
	var paths []string
	for _, c := range desired.Content {
		if is, has := r.Installed[c.Project]; has && r.Settled[c.Project] >= c.Generation && within(is.Path, path) {
			projects, paths = append(projects, c.Project), append(paths, is.Path)
		}
	}
	there, err := s.Files.Standing(server, paths...)
	if err != nil {
		return nil, err
	}
	lost := projects[:0]
	for i, project := range projects {
		if !there[paths[i]] && len(lost) < node.MaxContents {
			lost = append(lost, project)
		}
	}
	return lost, nil
}

// within says whether a file has a path, or lies below it.
func within(file, path string) bool {
	return file == path || strings.HasPrefix(file, strings.TrimSuffix(path, "/")+"/")
}
