package server

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// RequestInstall asks for an installation: of a loader, or of the archive of a modpack's version where Pack is set.
type RequestInstall struct {
	By   actor.Actor
	Hard bool
	// Loader is written as the hosting API does; empty: it is not known.
	Loader, LoaderVersion, GameVersion string
	Pack                               *OfferedPack
}

// OfferedPack is the archive of a version that everybody may download.
type OfferedPack struct {
	Project, Version string
	Modpack          bool   // the project is one
	File             string // empty where the version has no archive on the site
	SHA512, URL      string
	Size             int64
}

// MayInstall says why an actor may not ask for an installation, before a version is looked for.
func (s State) MayInstall(a actor.Actor, hard bool) error {
	_, err := s.useAlone(a, installRight(hard))
	return err
}

// installRight is the right that an installation needs.
func installRight(hard bool) Rights {
	if hard {
		return ResetServer
	}
	return Setup
}

func (c RequestInstall) decide(s State) ([]any, role.Role, error) {
	as, err := s.useAlone(c.By, installRight(c.Hard))
	if err != nil {
		return nil, "", err
	}
	e := InstallRequested{Server: s.ID, Hard: c.Hard}
	if p := c.Pack; p != nil {
		if err := p.check(); err != nil {
			return nil, "", err
		}
		e.Project, e.Version, e.URL, e.SHA512, e.Size = p.Project, p.Version, p.URL, p.SHA512, p.Size
	} else {
		switch {
		case c.Loader == "":
			return nil, "", fault.Invalid("loader", "没有这个加载器。")
		case !softwareVersion(c.GameVersion):
			return nil, "", fault.Invalid("game_version", "请选择游戏版本。")
		case c.LoaderVersion != "" && !softwareVersion(c.LoaderVersion):
			return nil, "", fault.Invalid("loader_version", "没有这个加载器版本。")
		}
		e.Loader, e.LoaderVersion, e.GameVersion = c.Loader, c.LoaderVersion, c.GameVersion
	}
	if s.Running {
		return []any{PowerRequested{Server: s.ID, Action: Stop}, e}, as, nil
	}
	return []any{e}, as, nil
}

func (p OfferedPack) check() error {
	switch {
	case !p.Modpack:
		return fault.Invalid("project_id", "只有整合包可以这样安装。")
	case p.File == "" || p.SHA512 == "" || p.Size <= 0:
		return fault.Invalid("version_id", "此版本没有可以安装的 .mrpack 文件。")
	case p.Size > MaxPackBytes:
		return fault.Invalid("version_id", "整合包文件超过 2 GiB，无法安装。")
	}
	return nil
}

// IsPackFile is true for the name of the archive of a modpack.
func IsPackFile(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".mrpack") }

// CancelInstall ends the installation that was asked for. Cancelling twice is cancelling once.
type CancelInstall struct{ By actor.Actor }

func (c CancelInstall) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, Setup)
	switch {
	case err != nil:
		return nil, "", err
	case s.Installing.Generation == 0:
		return nil, "", fault.Conflict("没有可以取消的安装。")
	case s.Installing.Cancelled:
		return nil, as, nil
	}
	return []any{InstallCancelled{Server: s.ID, Generation: s.Installing.Generation}}, as, nil
}

// AcceptLicence accepts the game's licence. Accepting twice is accepting once.
type AcceptLicence struct{ By actor.Actor }

func (c AcceptLicence) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, Setup)
	if err != nil || s.Licence {
		return nil, as, err
	}
	return []any{LicenceAccepted{Server: s.ID}}, as, nil
}

// licence is the error for starting the game before its licence was accepted.
func (s State) licence() error {
	if s.Software != Jar || s.Licence {
		return nil
	}
	return &fault.Error{Kind: fault.KindConflict, Code: "eula_required", Text: "启动前须先接受游戏的最终用户许可协议（EULA）。"}
}

// RecordInstall records a report of the server's node about an installation. A repeated one, and one about an installation that is
// not in progress, changes nothing.
type RecordInstall struct {
	// Report is InstallStarted, Installed or InstallFailed.
	Report any
	// PackName, PackVersion and Subject are texts of the archive, which the event seals.
	PackName, PackVersion, Subject string
}

func (c RecordInstall) decide(s State) ([]any, role.Role, error) {
	seen, install, ok := installSeen(c.Report)
	now := s.Installing.Generation != 0 && install.Generation == s.Installing.Generation
	switch {
	case !ok || seen.Incarnation == "" || seen.Sequence <= 0:
		return nil, "", fault.Invalid("report", "不是节点的报告。")
	case s.ID == "" || s.ID != seen.Server || s.Node != seen.Node:
		return nil, "", missing()
	case s.InstallReport.Incarnation == seen.Incarnation && seen.Sequence <= s.InstallReport.Sequence:
		return nil, role.System, nil
	}
	if install.Account != "" && !s.Rights(install.Account).Has(installRight(install.Hard)) {
		install.Account, install.Token = "", ""
	}
	switch e := c.Report.(type) {
	case InstallStarted:
		if install.Generation != 0 && !now {
			return nil, role.System, nil
		}
		e.InstallSeen = install
		return []any{e}, role.System, nil
	case InstallFailed:
		if install.Generation != 0 && !now {
			return nil, role.System, nil
		}
		e.InstallSeen, e.Subject = install, s.ofArchive(c.Subject, MaxInstallSubject)
		return []any{e}, role.System, nil
	case Installed:
		// Also of an installation that is not known: the server runs something else from now on.
		e.InstallSeen, e.PackName, e.PackVersion = install, s.ofArchive(c.PackName, MaxPackName), s.ofArchive(c.PackVersion, MaxPackName)
		if now {
			e.Project, e.Version = s.Installing.Project, s.Installing.Version
		}
		if e.Hard {
			return append([]any{e}, s.contentLost(slices.Collect(maps.Keys(s.Content)), LostByInstall)...), role.System, nil
		}
		return []any{e}, role.System, nil
	}
	return nil, role.System, nil
}

// causeInterrupted: the node has ended during the installation.
const causeInterrupted = "interrupted"

// LoseUpload ends the installation of an uploaded archive of which the node knows nothing any more: its reports have begun anew, under another
// incarnation. An installation that the site has decided is executed anew instead.
type LoseUpload struct {
	Node, Incarnation string
	Now               time.Time
}

func (c LoseUpload) decide(s State) ([]any, role.Role, error) {
	switch {
	case s.ID == "" || s.Node != c.Node:
		return nil, "", missing()
	case c.Incarnation == "":
		return nil, "", fault.Invalid("incarnation", "不是节点的报告。")
	case !s.Uploading || s.InstallReport.Incarnation == c.Incarnation:
		return nil, role.System, nil
	}
	return []any{InstallFailed{Seen: Seen{Server: s.ID, Node: s.Node, Incarnation: c.Incarnation, At: c.Now.UTC()}, Cause: causeInterrupted}}, role.System, nil
}

// installSeen is what a report about an installation contains.
func installSeen(report any) (Seen, InstallSeen, bool) {
	switch e := report.(type) {
	case InstallStarted:
		return e.Seen, e.InstallSeen, true
	case Installed:
		return e.Seen, e.InstallSeen, true
	case InstallFailed:
		return e.Seen, e.InstallSeen, true
	}
	return Seen{}, InstallSeen{}, false
}
