package server

import (
	"strings"

	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
)

// configurationEvent is the event of a report about configuration files; nil for any other report, and for one without a file that can be named.
func configurationEvent(seen server.Seen, r contractnode.Report) any {
	c := r.Configuration
	if r.Kind != contractnode.ReportConfigurationChanged || c == nil {
		return nil
	}
	e := server.RunConfigurationChanged{Seen: seen, Cause: configurationCause(c.Cause)}
	credential, restored := unmarked(c.Token)
	if e.Cause == server.ByAccount && ids.Valid(c.Account) {
		e.Account, e.Token = c.Account, word(credential)
	}
	named := map[string]bool{}
	for _, f := range c.Files {
		if !server.ConfigurationPath(f.Path) || named[f.Path] || len(e.Files) == server.MaxConfigurationFiles {
			continue
		}
		named[f.Path] = true
		file := server.ConfigurationFile{Path: f.Path, Size: max(f.Size, 0), Gone: f.Gone}
		switch {
		case f.Gone:
			file.Size = 0
		case file.Size <= server.MaxConfigurationBytes && ConfigurationHash(f.Hash):
			file.Hash = f.Hash
		}
		e.Files = append(e.Files, file)
	}
	if len(e.Files) == 0 {
		return nil
	}
	if e.Cause == server.ByAccount && restored != nil && restored.Marks(e.Files) {
		e.Restored = restored
	}
	return e
}

// ConfigurationHash is true for what names a content: 64 hexadecimal digits.
func ConfigurationHash(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// configurationCause is a known cause; "outside" for every other word.
func configurationCause(s string) server.ConfigurationCause {
	switch c := server.ConfigurationCause(s); c {
	case server.ByFirstLook, server.ByProcess, server.ByAccount, server.BySettings, server.ByInstall, server.ByRestore:
		return c
	}
	return server.ByOutside
}
