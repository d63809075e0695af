package server

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// ConfigurationCause is why configuration files have changed.
type ConfigurationCause string

// The causes.
const (
	ByFirstLook ConfigurationCause = "found"
	ByProcess   ConfigurationCause = "process"
	ByAccount   ConfigurationCause = "account"
	BySettings  ConfigurationCause = "settings"
	ByInstall   ConfigurationCause = "install"
	ByRestore   ConfigurationCause = "restore"
	ByOutside   ConfigurationCause = "outside"
)

// Limits of configuration files.
const (
	MaxConfigurationFiles = 100     // of one report
	MaxConfigurationPath  = 512     // bytes
	MaxConfigurationBytes = 1 << 20 // of a content that is kept
)

// ServerProperties is the file of which a single setting can be restored.
const ServerProperties = "/server.properties"

// ConfigurationPath is true for the path of a file in a server's folder, with a slash before it.
func ConfigurationPath(p string) bool { return filePath(p, MaxConfigurationPath) }

// filePath is true for a path of at most so many bytes below a server's folder, with a slash before it: what names something there, and misleads
// nobody in a text.
func filePath(p string, most int) bool {
	return len(p) > 1 && len(p) <= most && utf8.ValidString(p) && path.Clean(p) == p && p[0] == '/' &&
		!strings.ContainsFunc(p, func(r rune) bool {
			return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\\' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
		})
}

// member leaves out an account that may not write files: the node's word is not enough for a name in the history.
func (e RunConfigurationChanged) member(s State) RunConfigurationChanged {
	if !s.Rights(e.Account).Has(FilesWrite) {
		e.Account, e.Token = "", ""
	}
	return e
}

// RequestConfigurationRestore decides that a file, or one setting of server.properties, is written as it was.
type RequestConfigurationRestore struct {
	By       actor.Actor
	Path     string
	Key      string // empty: the whole file
	Revision int64
}

// MayRestoreConfiguration says why an actor may not restore files, before a content is looked for. Who restores sees what is there, too.
func (s State) MayRestoreConfiguration(a actor.Actor) error {
	_, err := s.restoresConfiguration(a)
	return err
}

func (s State) restoresConfiguration(a actor.Actor) (role.Role, error) {
	if _, err := s.use(a, FilesRead); err != nil {
		return "", err
	}
	return s.use(a, FilesWrite)
}

func (c RequestConfigurationRestore) decide(s State) ([]any, role.Role, error) {
	as, err := s.restoresConfiguration(c.By)
	switch {
	case err != nil:
		return nil, "", err
	case !ConfigurationPath(c.Path):
		return nil, "", fault.Invalid("path", "文件的路径不正确。")
	case c.Revision <= 0:
		return nil, "", fault.Invalid("revision", "没有这个版本。")
	case c.Key != "" && c.Path != ServerProperties:
		return nil, "", fault.Invalid("key", "只有 server.properties 可以恢复单项设置。")
	case c.Key != "" && !propertyKey(c.Key):
		return nil, "", fault.Invalid("key", "没有这一项设置。")
	}
	return []any{ConfigurationRestoreRequested{Server: s.ID, Path: c.Path, Key: c.Key, Revision: c.Revision}}, as, nil
}

// RecordRestoreFailure records that the node did not write a file which was to be restored.
type RecordRestoreFailure struct {
	Path     string
	Key      string
	Revision int64
	Cause    RestoreFailureCause
}

func (c RecordRestoreFailure) decide(s State) ([]any, role.Role, error) {
	if s.ID == "" {
		return nil, "", missing()
	}
	return []any{ConfigurationRestoreFailed{Server: s.ID, Path: c.Path, Key: c.Key, Revision: c.Revision, Cause: c.Cause}}, role.System, nil
}

// Marks says whether a restore can be what a change of files is: it has one file, and one that has settings where one was restored.
func (r ConfigurationRestored) Marks(files []ConfigurationFile) bool {
	return r.Revision > 0 && len(files) == 1 && (r.Key == "" || files[0].Path == ServerProperties && propertyKey(r.Key))
}
