package server

import (
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Limits of installations.
const (
	MaxPackBytes       = 2 << 30 // of the archive of a modpack
	MaxSoftwareVersion = 64      // characters
	MaxPackName        = 128     // characters of what an archive calls itself
	MaxInstallSubject  = 200     // characters
)

// Installing is an installation that was decided and that the node has not finished. The zero value is none.
type Installing struct {
	Generation       int64 // of the request
	Project, Version string
	Started          bool
	Cancelled        bool
}

// Reported identifies the newest report about an installation.
type Reported struct {
	Incarnation string
	Sequence    int64
}

// installChanged applies an event about installations; the other events change nothing.
func (s State) installChanged(event any) (State, bool) {
	switch e := event.(type) {
	case InstallRequested:
		s.Installing = Installing{Generation: int64(s.Generation), Project: e.Project, Version: e.Version} //nolint:gosec // a revision
	case InstallCancelled:
		s.Installing.Cancelled = true
	case LicenceAccepted:
		s.Licence = true
	case InstallStarted:
		if e.Generation == 0 {
			s.Uploading = true
		} else {
			s.Installing.Started = true
		}
		s.InstallReport = reportedBy(e.Seen)
	case Installed:
		s = s.installEnded(e.Seen, e.Generation)
		s = s.stands(e.Software)
		if e.Hard {
			s.Content = nil
		}
	case InstallFailed:
		return s.installEnded(e.Seen, e.Generation), true
	default:
		return s, false
	}
	return s, true
}

// stands makes software that of the server.
func (s State) stands(now Software) State {
	s.Installed, s.Software, s.Loader = now.Kind != None, now.Kind, now.Loader
	return s
}

func (s State) installEnded(seen Seen, generation int64) State {
	if generation == 0 {
		s.Uploading = false
	} else if s.Installing.Generation == generation {
		s.Installing = Installing{}
	}
	s.InstallReport = reportedBy(seen)
	return s
}

func reportedBy(seen Seen) Reported { return Reported{seen.Incarnation, seen.Sequence} }

// Busy names the long operation that keeps others from changing the server; empty if there is none.
func (s State) Busy() string {
	switch {
	case s.Restoring.Backup != "":
		return "恢复备份"
	case s.Installing.Generation != 0 || s.Uploading:
		return "安装"
	}
	return ""
}

// busy is the error for what must wait for the end of a long operation.
func (s State) busy() error {
	doing := s.Busy()
	if doing == "" {
		return nil
	}
	return &fault.Error{Kind: fault.KindConflict, Code: "busy", Text: "服务器正在" + doing + "，请等待完成。"}
}

// useAlone is use for what must wait for the end of a long operation.
func (s State) useAlone(a actor.Actor, need Rights) (role.Role, error) {
	as, err := s.use(a, need)
	if err == nil {
		err = s.busy()
	}
	return as, err
}

// softwareVersion is true for a version of a loader or of the game as publishers name them.
func softwareVersion(s string) bool {
	for i, r := range []byte(s) {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || r != '.' && r != '_' && r != '-' && r != '+') {
			return false
		}
	}
	return s != "" && len(s) <= MaxSoftwareVersion
}

// ofArchive is a text that stands in an archive, sealed for the server's owner; nil if nothing can be shown of it.
func (s State) ofArchive(value string, most int) *erasable.Text {
	if utf8.RuneCountInString(value) > most {
		return nil
	}
	line, err := text.Line("", "", value, 1, most)
	if err != nil {
		return nil
	}
	t := erasable.Of(s.Owner, line)
	return &t
}
