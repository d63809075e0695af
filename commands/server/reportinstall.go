package server

import (
	"path"
	"strings"

	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/software"
)

// installCommand records a report about an installation; false for any other report.
func installCommand(seen server.Seen, r contractnode.Report) (server.RecordInstall, bool) {
	i := r.Install
	if i == nil {
		return server.RecordInstall{}, false
	}
	of := server.InstallSeen{Generation: int64(i.Generation), Hard: i.Hard} //nolint:gosec // a revision
	var archive contractnode.InstallUpload
	if u := i.Upload; u != nil && i.Generation == 0 && ids.Valid(u.Account) {
		archive = *u
		of.Account, of.Token = u.Account, word(u.Token)
	}
	failed := func(cause string) (server.RecordInstall, bool) {
		return server.RecordInstall{Report: server.InstallFailed{Seen: seen, InstallSeen: of, Cause: cause}, Subject: i.Subject}, true
	}
	switch r.Kind {
	case contractnode.ReportInstallStarted:
		return server.RecordInstall{Report: server.InstallStarted{Seen: seen, InstallSeen: of, SHA512: hash(archive.SHA512), Size: max(archive.Size, 0)}}, true
	case contractnode.ReportInstalled:
		now, ok := installedSoftware(i.Software)
		if !ok {
			return failed("other")
		}
		return server.RecordInstall{PackName: i.PackName, PackVersion: i.PackVersion, Report: server.Installed{
			Seen: seen, InstallSeen: of, Software: now, Files: max(i.Files, 0), Bytes: max(i.Bytes, 0), Seconds: max(i.Seconds, 0), Beside: max(i.Beside, 0),
		}}, true
	case contractnode.ReportInstallFailed:
		return failed(installCause(r.Reason))
	}
	return server.RecordInstall{}, false
}

// installedSoftware is what a node says that a server runs; false if no server can run it.
func installedSoftware(s *contractnode.Software) (server.Software, bool) {
	if s == nil {
		return server.Software{}, false
	}
	loader, known := software.Normal(s.Loader)
	out := server.Software{Kind: s.Kind, Jar: s.Jar, Loader: loader, LoaderVersion: version(s.LoaderVersion), GameVersion: version(s.GameVersion)}
	switch {
	case !known:
		return out, false
	case s.Kind == contractnode.SoftwareStandIn:
		out.Jar = ""
		return out, true
	}
	return out, s.Kind == contractnode.SoftwareJar && jarPath(s.Jar)
}

// version is a version as publishers name them; anything else of a node is not written down.
func version(s string) string {
	if !software.ValidVersion(s) {
		return ""
	}
	return s
}

// jarPath is true for the path of an archive in a server's folder.
func jarPath(s string) bool {
	if len(s) > server.MaxFileName || path.Clean("/"+s) != "/"+s || !strings.HasSuffix(s, ".jar") || strings.HasPrefix(s, "-") {
		return false
	}
	for _, part := range strings.Split(s, "/") {
		if !software.ValidVersion(part) {
			return false
		}
	}
	return true
}

// hash is a hexadecimal SHA-512; empty for anything else.
func hash(s string) string {
	if len(s) != 128 || strings.Trim(s, "0123456789abcdef") != "" {
		return ""
	}
	return s
}

// installCause is a known reason; "other" for every other word.
func installCause(s string) string {
	switch s {
	case contractnode.ReasonSoftware, contractnode.ReasonPack, contractnode.ReasonInterrupted, contractnode.ReasonCancelled, contractnode.ReasonRunning,
		contractnode.ReasonFetch, contractnode.ReasonHash, contractnode.ReasonDisk, contractnode.ReasonConflict, contractnode.ReasonPath,
		contractnode.ReasonStart:
		return s
	}
	return "other"
}
