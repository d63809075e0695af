package software_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/software"
)

func redirects(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
}

func TestAnUnusableAnswerIsNoSoftware(t *testing.T) {
	paper := func(address, hash string, size int64) func(*service) {
		return func(s *service) { s.says(paperBuilds, paperDocument(address, hash, size)) }
	}
	vanilla := func(address, hash string, size int64) func(*service) {
		return func(s *service) { s.vanilla(vanillaDocument(address, hash, size)) }
	}
	says := func(path, body string) func(*service) { return func(s *service) { s.says(path, body) } }
	code := func(path string, code int) func(*service) { return func(s *service) { s.fails(path, code) } }
	const here = "https://files.example.org/a.jar"
	for name, c := range map[string]struct {
		loader string
		change func(*service)
		want   error // nil: temporary
	}{
		"HTML":                            {software.Paper, says(paperBuilds, "<!doctype html><title>maintenance</title>"), software.ErrAnswer},
		"nothing":                         {software.Paper, says(paperBuilds, ""), software.ErrAnswer},
		"another shape":                   {software.Paper, says(paperList, `{"versions":["1.21.8"]}`), software.ErrAnswer},
		"an empty list":                   {software.Paper, says(paperList, `{"versions":{}}`), software.ErrAnswer},
		"deep nesting":                    {software.Paper, says(paperBuilds, strings.Repeat("[", 1<<20)), software.ErrAnswer},
		"a huge answer":                   {software.Purpur, says(purpurGame, `{"x":"`+strings.Repeat("x", 9<<20)+`"}`), software.ErrAnswer},
		"no list":                         {software.Fabric, code(fabricGames, 404), software.ErrAnswer},
		"no installer":                    {software.Fabric, says(fabricInstalls, `[{"version":"0.1.0","stable":true}]`), software.ErrAnswer},
		"an installer with a path":        {software.Fabric, says(fabricInstalls, `[{"version":"../../x","stable":true}]`), software.ErrAnswer},
		"no builds":                       {software.Paper, code(paperBuilds, 404), software.ErrUnknown},
		"an empty list of builds":         {software.Paper, says(paperBuilds, `[]`), software.ErrUnknown},
		"refused":                         {software.Paper, code(paperBuilds, 403), software.ErrAnswer},
		"too many requests":               {software.Paper, code(paperBuilds, 429), nil},
		"down":                            {software.Paper, code(paperList, 503), nil},
		"a hash of another length":        {software.Paper, paper(here, hexOf(20), 1), software.ErrAnswer},
		"no hash":                         {software.Paper, paper(here, "", 1), software.ErrAnswer},
		"a hash with other letters":       {software.Paper, paper(here, strings.Repeat("zz", 32), 1), software.ErrAnswer},
		"another host":                    {software.Paper, paper("https://files.example.net/a.jar", hexOf(32), 1), software.ErrAnswer},
		"a host in the user's place":      {software.Paper, paper("https://files.example.org@files.example.net/a.jar", hexOf(32), 1), software.ErrAnswer},
		"a user":                          {software.Paper, paper("https://u@files.example.org/a.jar", hexOf(32), 1), software.ErrAnswer},
		"another port":                    {software.Paper, paper("https://files.example.org:8443/a.jar", hexOf(32), 1), software.ErrAnswer},
		"no TLS":                          {software.Paper, paper("http://files.example.org/a.jar", hexOf(32), 1), software.ErrAnswer},
		"a file of this machine":          {software.Paper, paper("file:///etc/passwd", hexOf(32), 1), software.ErrAnswer},
		"a size below nothing":            {software.Paper, paper(here, hexOf(32), -1), software.ErrAnswer},
		"a size above all files":          {software.Paper, paper(here, hexOf(32), software.MaxFile+1), software.ErrAnswer},
		"a size that is no number":        {software.Paper, says(paperBuilds, `[{"id":1,"downloads":{"server:default":{"size":1e99}}}]`), software.ErrAnswer},
		"a game without a server":         {software.Vanilla, func(s *service) { s.vanilla(`{"id":"1.21.8","downloads":{"client":{}}}`) }, software.ErrUnknown},
		"another version's document":      {software.Vanilla, func(s *service) { s.vanilla(`{"id":"1.21.7","downloads":{}}`) }, software.ErrAnswer},
		"a document with another hash":    {software.Vanilla, says(vanillaOne, vanillaDocument(here, hexOf(20), 1)), software.ErrAnswer},
		"a Vanilla file at another host":  {software.Vanilla, vanilla("https://files.example.net/a.jar", hexOf(20), 1), software.ErrAnswer},
		"a Vanilla file with another sum": {software.Vanilla, vanilla(here, hexOf(32), 1), software.ErrAnswer},
		"a document at another host":      {software.Vanilla, says(vanillaList, `{"versions":[{"id":"1.21.8","type":"release","releaseTime":"2025","url":"https://files.example.net/x"}]}`), software.ErrAnswer},
		"a document without TLS":          {software.Vanilla, says(vanillaList, `{"versions":[{"id":"1.21.8","type":"release","releaseTime":"2025","url":"http://127.0.0.1/x"}]}`), software.ErrAnswer},
		"a document without an address":   {software.Vanilla, says(vanillaList, `{"versions":[{"id":"1.21.8","type":"release","releaseTime":"2025"}]}`), software.ErrAnswer},
		"the list as its own document": {software.Vanilla, func(s *service) {
			s.says(vanillaList, fmt.Sprintf(`{"versions":[{"id":"1.21.8","type":"release","releaseTime":"2025","url":%q}]}`, s.URL+vanillaList))
		}, software.ErrAnswer},
		"another build's document": {software.Purpur, says(purpurBuild, `{"version":"1.21.8","build":"2496","result":"SUCCESS","md5":"`+hexOf(16)+`"}`), software.ErrAnswer},
		"a build that failed":      {software.Purpur, says(purpurBuild, `{"version":"1.21.8","build":"2497","result":"FAILURE","md5":""}`), software.ErrUnknown},
		"a build without a hash":   {software.Purpur, says(purpurBuild, `{"version":"1.21.8","build":"2497","result":"SUCCESS","md5":""}`), software.ErrAnswer},
		"builds with paths":        {software.Purpur, says(purpurGame, `{"builds":{"latest":"../x","all":["../x","a/b"]}}`), software.ErrUnknown},
		"a redirect without TLS":   {software.Paper, func(s *service) { s.on(paperBuilds, redirects("http://"+s.host()+"/other")) }, software.ErrAnswer},
		"a redirect elsewhere":     {software.Paper, func(s *service) { s.on(paperBuilds, redirects("https://files.example.org/other")) }, software.ErrAnswer},
		"a circle of redirects":    {software.Paper, func(s *service) { s.on(paperBuilds, redirects(s.URL+paperBuilds)) }, nil},
		"half an answer": {software.Paper, func(s *service) {
			s.on(paperBuilds, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "100")
				_, _ = w.Write([]byte(`[`))
			})
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			c.change(s)
			r, err := s.source(t, c.loader).Resolve(t.Context(), c.loader, "1.21.8", "")
			if err == nil || c.want != nil && !errors.Is(err, c.want) || c.want == nil && (errors.Is(err, software.ErrAnswer) || errors.Is(err, software.ErrUnknown)) {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

func TestAFaultOfOneBuildHidesNoOther(t *testing.T) {
	s := newService(t)
	s.says(paperBuilds, paperDocument("https://files.example.net/a.jar", hexOf(32), 1))
	source := s.source(t, software.Paper)
	if _, err := source.Resolve(t.Context(), software.Paper, "1.21.8", "60"); !errors.Is(err, software.ErrAnswer) {
		t.Error(err)
	}
	if r, err := source.Resolve(t.Context(), software.Paper, "1.21.8", "61"); err != nil || r.LoaderVersion != "61" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestListsAreBounded(t *testing.T) {
	s := newService(t)
	var games, builds []string
	for i := range software.MaxGames + 5 {
		games = append(games, fmt.Sprintf(`"1.%d"`, i))
		builds = append(builds, fmt.Sprintf(`"%d"`, i+1))
	}
	s.says(purpurList, `{"versions":[`+strings.Join(games, ",")+`]}`)
	s.says("/purpur/1.2004", `{"builds":{"latest":"2004","all":[`+strings.Join(builds, ",")+`]}}`)
	source := s.source(t, software.Purpur)
	if got, err := source.Games(t.Context(), software.Purpur); err != nil || len(got) != software.MaxGames || got[0].Version != "1.2004" {
		t.Errorf("%d games, %v", len(got), err)
	}
	if got, err := source.Versions(t.Context(), software.Purpur, "1.2004"); err != nil || len(got) != software.MaxVersions || got[0].Version != "2004" {
		t.Errorf("%d builds, %v", len(got), err)
	}
}
