package app

import "github.com/modyard/modyard/platform/software"

// softwareSource is what hosted servers can run.
func softwareSource() software.Source {
	standIn := func(loader, version, game string) software.Entry {
		return software.Entry{Stable: true, Release: software.Release{Kind: software.KindStandIn, Loader: loader, LoaderVersion: version, GameVersion: game}}
	}
	return software.Fixed(standIn(software.Vanilla, "", "1.21.8"), standIn(software.Paper, "60", "1.21.8"), standIn(software.Fabric, "0.16.14", "1.21.8"))
}
