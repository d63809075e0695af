package server

import (
	"encoding/json"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
)

func FuzzWhatANodeSaysOfConfigurationFiles(f *testing.F) {
	hash := strings.Repeat("0a", 32)
	for _, file := range []string{
		`{"path":"/server.properties","hash":"` + hash + `","size":12}`, `{"path":"/config/../a.yml"}`, `{"path":"server.properties"}`, `{"path":"/a\u0000b"}`,
		`{"path":"/a\u202eb.yml"}`, `{"path":"/a","hash":"x","size":-1}`, `{"path":"/a","size":9223372036854775807}`, `{"path":"/a","gone":true,"hash":"` + hash + `"}`,
		`{"path":"/a"},{"path":"/a"}`, `{"path":"/plugins/数据.yml"}`, `{"path":"//a"}`, `{"path":"/a\\b"}`, `{"path":"/"}`,
	} {
		f.Add(`{"cause":"account","account":"UserOwn1","token":"Token001","files":[` + file + `]}`)
	}
	f.Add(`{"cause":"process","files":[` + strings.Repeat(`{"path":"/a"},`, 150) + `{"path":"/b"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var c contractnode.ConfigurationReport
		if json.Unmarshal([]byte(text), &c) != nil {
			return
		}
		event := configurationEvent(server.Seen{Server: "ServOne1"}, contractnode.Report{Kind: contractnode.ReportConfigurationChanged, Configuration: &c})
		if event == nil {
			return
		}
		e := event.(server.RunConfigurationChanged)
		if len(e.Files) == 0 || len(e.Files) > server.MaxConfigurationFiles || len(e.Token) > maxWord || e.Cause == "" {
			t.Fatalf("%+v", e)
		}
		seen := map[string]bool{}
		for _, file := range e.Files {
			if seen[file.Path] || !utf8.ValidString(file.Path) || path.Clean(file.Path) != file.Path || file.Path[0] != '/' || strings.ContainsAny(file.Path, "\x00\n\\") {
				t.Errorf("the path %q", file.Path)
			}
			seen[file.Path] = true
			if file.Size < 0 || file.Hash != "" && (!ConfigurationHash(file.Hash) || file.Gone || file.Size > server.MaxConfigurationBytes) {
				t.Errorf("%+v", file)
			}
		}
	})
}
