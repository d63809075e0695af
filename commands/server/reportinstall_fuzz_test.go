package server

import (
	"path/filepath"
	"strings"
	"testing"

	contractnode "github.com/modyard/modyard/contract/node"
)

func FuzzWhatANodeSaysThatAServerRuns(f *testing.F) {
	for _, jar := range []string{"server.jar", "libraries/a/b-1.jar", "../a.jar", "/a.jar", "-a.jar", "a//b.jar", "a\x00.jar", ".jar"} {
		f.Add("jar", jar, "neoforge", "21.1+b", "1.21.1")
	}
	f.Fuzz(func(t *testing.T, kind, jar, loader, version, game string) {
		s, ok := installedSoftware(&contractnode.Software{Kind: kind, Jar: jar, Loader: loader, LoaderVersion: version, GameVersion: game})
		if !ok {
			return
		}
		if s.Kind == contractnode.SoftwareJar && (!filepath.IsLocal(s.Jar) || strings.ContainsAny(s.Jar, "\\\x00\n ") || strings.HasPrefix(s.Jar, "-")) {
			t.Errorf("the archive %q", s.Jar)
		}
		if strings.ContainsAny(s.LoaderVersion+s.GameVersion, "/\n ") || s.Loader == "" {
			t.Errorf("%+v", s)
		}
	})
}
