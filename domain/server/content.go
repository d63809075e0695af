package server

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Limits of the content of a server.
const (
	MaxContent = 1000
	// MaxContentBytes bounds what the node gets of the content in one frame, with contentBytes.
	MaxContentBytes = 600 << 10
	MaxFileName     = 255 // bytes
	// MaxContentPath bounds the paths of files of content, in bytes.
	MaxContentPath = MaxFileName + 32
)

// Content is a version that a server shall have.
type Content struct {
	Version string
	Folder  Folder
	File    string
	SHA512  string
	Bytes   int // of what the node gets
	Pinned  bool
}

// Path is where the file lies in the server's folder, with a slash before it.
func (c Content) Path() string { return c.Folder.Path(c.File) }

// Path is where a file of the folder lies in the server's folder, with a slash before it. The game reads data packs from its world.
func (f Folder) Path(file string) string {
	if f == Datapacks {
		return "/world/datapacks/" + file
	}
	return "/" + string(f) + "/" + file
}

// Offered is a file that can be installed: that of a version.
type Offered struct {
	Project, Version string
	Folder           Folder // empty where no server has such content
	File             string // empty where the version has no file on the site
	SHA512, URL      string
	Size             int64
}

// disabledSuffix ends the name of a file that the game shall not load.
const disabledSuffix = ".disabled"

// MayChangeContent says why an actor may not change the content, before a version is looked for.
func (s State) MayChangeContent(a actor.Actor) error {
	_, err := s.changesContent(a)
	return err
}

func (s State) changesContent(a actor.Actor) (role.Role, error) {
	return s.useAlone(a, Setup)
}

// Named is the project whose content a path or a name of a file names, enabled or disabled; empty if none is.
func (s State) Named(path string) string {
	path = strings.TrimSuffix(path, disabledSuffix)
	if !strings.HasPrefix(path, "/") && strings.Contains(path, "/") {
		path = "/" + path
	}
	for project, c := range s.Content {
		if path == c.Path() || path == "/"+string(c.Folder)+"/"+c.File || path == c.File {
			return project
		}
	}
	return ""
}

// check says why an offered file cannot stand on the server; field names the version. The entry of its own project does not count.
func (s State) check(o Offered, field string) error {
	switch {
	case o.File == "" || o.SHA512 == "" || o.Size <= 0:
		return fault.Invalid(field, "此版本的文件不在本站，无法安装。")
	case o.Folder == "":
		return fault.Invalid(field, "这类资源不能安装到服务器。")
	case !fileName(o.File):
		return fault.Invalid(field, "此版本的文件名不能用于服务器。")
	}
	bytes, count := o.bytes(), 1
	for project, c := range s.Content {
		if project == o.Project {
			continue
		}
		count++
		bytes += c.Bytes
		if c.Path() == o.Folder.Path(o.File) {
			return fault.Conflict("服务器上已有同名的文件 " + o.File + "，它属于另一个资源。")
		}
	}
	switch {
	case count > MaxContent:
		return &fault.Error{Kind: fault.KindConflict, Code: "quota_content", Text: "一台服务器最多 1000 项内容。"}
	case bytes > MaxContentBytes:
		return &fault.Error{Kind: fault.KindConflict, Code: "quota_content", Text: "这台服务器的内容清单过长。"}
	}
	return nil
}

// bytes is what an entry may take in a frame: in JSON a byte of a name takes up to six, and the rest has a fixed size.
func (o Offered) bytes() int { return 260 + len(o.URL) + 6*len(o.File) }

// fileName says whether a file of a version can have its name in a server's folder.
func fileName(name string) bool {
	lower := strings.ToLower(name)
	if name == "" || len(name) > MaxFileName || !utf8.ValidString(name) || strings.ContainsAny(name, "/\\\uFFFD\u2028\u2029") ||
		!strings.HasSuffix(lower, ".jar") && !strings.HasSuffix(lower, ".zip") {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
}

// contentLost are the events about content that is gone with the folder that had it, in the order of the projects. One that the server does not
// have is left out.
func (s State) contentLost(projects []string, why ContentLoss) (events []any) {
	for _, project := range slices.Compact(slices.Sorted(slices.Values(projects))) {
		if is, has := s.Content[project]; has {
			events = append(events, ContentRemoved{
				Server: s.ID, Project: project, Version: is.Version, Folder: is.Folder, File: is.File, SHA512: is.SHA512, Cause: why,
			})
		}
	}
	return events
}

// contentChanged applies an event about content. The map of the state before is not changed.
func (s State) contentChanged(event any) State {
	own := maps.Clone(s.Content)
	if own == nil {
		own = map[string]Content{}
	}
	switch e := event.(type) {
	case ContentAdded:
		own[e.Project] = Content{Version: e.Version, Folder: e.Folder, File: e.File, SHA512: e.SHA512, Bytes: Offered{File: e.File, URL: e.URL}.bytes(), Pinned: e.Pinned}
	case ContentRemoved:
		delete(own, e.Project)
	case ContentVersionSet:
		own[e.Project] = Content{
			Version: e.Version, Folder: e.Folder, File: e.File, SHA512: e.SHA512, Bytes: Offered{File: e.File, URL: e.URL}.bytes(), Pinned: own[e.Project].Pinned,
		}
	case ContentPinned:
		c := own[e.Project]
		c.Pinned = true
		own[e.Project] = c
	case ContentUnpinned:
		c := own[e.Project]
		c.Pinned = false
		own[e.Project] = c
	default:
		return s.memberChanged(event)
	}
	s.Content = own
	return s
}
