package replay

import (
	"encoding/hex"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/download"
)

// Line is a hit with everything that was recorded, as operators and analysts see it.
func Line(h Hit) contract.DownloadHit {
	via := "file"
	if h.Call {
		via = "call"
	}
	return contract.DownloadHit{
		Cursor: h.Cursor.String(), At: h.At, Project: h.Project, Version: h.Version, Via: via, SignedIn: h.SignedIn, Client: clientName(h.Client),
		Family: h.Family, Reason: reasonName(h.Reason), Loader: h.Loader, Game: h.Game, Country: h.Country, Referrer: h.Referrer,
		Visitor: hex.EncodeToString(h.Visitor[:]), Key: h.Hit.Key,
	}
}

// Folded is a line without what could single out a visitor: the time is cut to the hour, and there is no referring host, no
// visitor and no key. The country stays for the caller to judge.
func Folded(line contract.DownloadHit) contract.DownloadHit {
	line.At = line.At.UTC().Truncate(time.Hour)
	line.Referrer, line.Visitor, line.Key = "", "", 0
	return line
}

func clientName(c download.Client) string {
	switch c {
	case download.Site:
		return "site"
	case download.Launcher:
		return "launcher"
	case download.Program:
		return "program"
	case download.Bot:
		return "bot"
	}
	return "unknown"
}

func reasonName(r download.Reason) string {
	switch r {
	case download.Dependency:
		return "dependency"
	case download.Modpack:
		return "modpack"
	case download.Update:
		return "update"
	}
	return "standalone"
}
