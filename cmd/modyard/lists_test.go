package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/catalogueimport"
	"github.com/modyard/modyard/identity"
)

// catalogue imports n generated projects, whose records leave out each optional member here and there.
func (s *testSite) catalogue(n int) {
	s.t.Helper()
	chance := rand.New(rand.NewPCG(7, 11))
	some := func(list ...string) []string {
		var out []string
		for _, one := range list {
			if chance.IntN(3) == 0 {
				out = append(out, one)
			}
		}
		return out
	}
	types := []string{"mod", "plugin", "datapack", "modpack", "resourcepack", "shader", "software"}
	var projects, versions strings.Builder
	for i := range n {
		slug := fmt.Sprintf("import-%04d", i)
		record := map[string]any{"slug": slug, "title": fmt.Sprintf("Import %d", i), "project_type": types[i%len(types)]}
		for key, value := range map[string]any{
			"title_zh": fmt.Sprintf("第 %d 个资源", i), "description": "An imported thing", "client_side": "required", "server_side": "optional",
			"loaders": some("fabric", "forge", "neoforge", "paper"), "game_versions": some("1.20.1", "1.21.1", "1.16.5"), "categories": some("utility", "library", "magic"),
			"author": "somebody", "downloads": 1000 + i, "downloads_source": "counted", "date_created": "2022-03-04", "date_modified": "2024-05-06",
			"source_url": "https://example.org/" + slug, "mod_ids": []string{"import_" + fmt.Sprint(i)}, "archived": i%9 == 0,
		} {
			if list, ok := value.([]string); chance.IntN(2) == 0 && (!ok || len(list) > 0) {
				record[key] = value
			}
		}
		line, err := json.Marshal(record)
		if err != nil {
			s.t.Fatal(err)
		}
		projects.Write(append(line, '\n'))
		for v := range i % 4 {
			version := map[string]any{"project": slug, "version_number": fmt.Sprintf("%d.0", v), "filename": fmt.Sprintf("%s-%d.jar", slug, v)}
			if v%2 == 1 {
				version["url"] = fmt.Sprintf("https://files.example.org/%s-%d.jar", slug, v)
			}
			if chance.IntN(2) == 0 {
				version["loaders"], version["game_versions"] = []string{"fabric"}, []string{"1.20.1"}
			}
			line, err := json.Marshal(version)
			if err != nil {
				s.t.Fatal(err)
			}
			versions.Write(append(line, '\n'))
		}
	}
	dir := s.t.TempDir()
	for name, text := range map[string]string{"projects.jsonl": projects.String(), "versions.jsonl": versions.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	accounts, err := identity.New(s.t.Context(), identity.Options{Pool: s.DB.Pool, Journal: identity.NewJournal(s.Log, s.Codec, s.Runner), Logger: s.Logger})
	if err != nil {
		s.t.Fatal(err)
	}
	summary, err := catalogueimport.Run(s.t.Context(), catalogueimport.Options{
		Projects: filepath.Join(dir, "projects.jsonl"), Versions: filepath.Join(dir, "versions.jsonl"),
		Log: s.Log, Codec: s.Codec, Types: s.Runner, Accounts: accounts, Report: io.Discard,
	})
	if err != nil || summary.Imported < n*9/10 {
		s.t.Fatalf("imported %d of %d: %v, %v", summary.Imported, n, summary.Refused, err)
	}
	s.caughtUp()
}

// caughtUp waits until search and every read model show the head of the log.
func (s *testSite) caughtUp() {
	s.t.Helper()
	head, err := s.Log.Head(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	s.until("search reaches the head of the log", func() bool {
		got := s.ask("", http.MethodGet, "/v2/search?limit=1", nil, "Min-Position", fmt.Sprint(uint64(head)))
		if head == 0 && got.Status == http.StatusOK {
			return true
		}
		at, err := strconv.ParseUint(got.Position, 10, 64)
		return err == nil && at >= uint64(head)
	})
	for _, name := range s.Runner.Names() {
		s.until(name+" reaches the head of the log", func() bool { return s.Board.At(name) >= uint64(head) })
	}
}

// described reads the API's own documentation.
type described struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

type operation struct {
	Responses map[string]struct {
		Content map[string]struct {
			Schema *schema `json:"schema"`
		} `json:"content"`
	} `json:"responses"`
}

type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Items      *schema            `json:"items"`
	Properties map[string]*schema `json:"properties"`
	Additional json.RawMessage    `json:"additionalProperties"`
	AnyOf      []*schema          `json:"anyOf"`
	OneOf      []*schema          `json:"oneOf"`
	Required   []string           `json:"required"`
}

// nulls are the places in a document where the documentation says array, but the value is null, and those where a
// required member is missing.
func (d *described) nulls(s *schema, value any, place string) (list []string) {
	if s == nil {
		return nil
	}
	if s.Ref != "" {
		return d.nulls(d.Components.Schemas[s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]], value, place)
	}
	if choices := slices.Concat(s.AnyOf, s.OneOf); len(choices) > 0 && value != nil { // the document is one of them
		for i, one := range choices {
			if found := d.nulls(one, value, place); i == 0 || len(found) < len(list) {
				list = found
			}
		}
	}
	switch value := value.(type) {
	case nil:
		if s.Type == "array" || s.Type == "object" {
			return []string{place + " is null"}
		}
	case []any:
		for i, one := range value {
			list = append(list, d.nulls(s.Items, one, fmt.Sprintf("%s[%d]", place, i))...)
		}
	case map[string]any:
		var rest *schema
		if len(s.Additional) > 0 && s.Additional[0] == '{' {
			rest = new(schema)
			_ = json.Unmarshal(s.Additional, rest)
		}
		for _, name := range s.Required {
			if _, there := value[name]; !there {
				list = append(list, place+"."+name+" is missing")
			}
		}
		for name, one := range value {
			of := s.Properties[name]
			if of == nil {
				of = rest
			}
			list = append(list, d.nulls(of, one, place+"."+name)...)
		}
	}
	return list
}

func TestNoListOfALargeImportIsNull(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	const projects = 1200
	s.catalogue(projects)
	var doc described
	if err := json.Unmarshal(s.ask("", http.MethodGet, "/openapi.json", nil).Body, &doc); err != nil {
		t.Fatal(err)
	}
	walked, wrong := 0, map[string]string{}
	walk := func(route, path string, into any) {
		t.Helper()
		got := s.ask("", http.MethodGet, path, nil)
		if got.Status != http.StatusOK {
			t.Fatalf("GET %s: %d %s", path, got.Status, got.Body)
		}
		var value any
		if err := json.Unmarshal(got.Body, &value); err != nil {
			t.Fatal(err)
		}
		if into != nil {
			_ = json.Unmarshal(got.Body, into)
		}
		content := doc.Paths[route]["get"].Responses["200"].Content["application/json"]
		if content.Schema == nil {
			t.Fatalf("%s is not documented", route)
		}
		for _, place := range doc.nulls(content.Schema, value, "") {
			wrong[route+" "+digits.Replace(place)] = path
		}
		walked++
	}
	var ids, versions []string
	for offset := 0; offset < projects; offset += 100 {
		var page struct {
			Hits []struct {
				ProjectID string `json:"project_id"`
			} `json:"hits"`
		}
		walk("/v2/search", fmt.Sprintf("/v2/search?limit=100&index=newest&offset=%d", offset), &page)
		walk("/v3/search", fmt.Sprintf("/v3/search?limit=100&index=newest&offset=%d", offset), nil)
		for _, hit := range page.Hits {
			ids = append(ids, hit.ProjectID)
		}
	}
	if len(ids) < projects*8/10 {
		t.Fatalf("search finds %d of %d projects", len(ids), projects)
	}
	for i := 0; i < len(ids); i += 100 {
		list, _ := json.Marshal(ids[i:min(i+100, len(ids))])
		var some []struct {
			Versions []string `json:"versions"`
		}
		walk("/v2/projects", "/v2/projects?ids="+url.QueryEscape(string(list)), &some)
		walk("/v3/projects", "/v3/projects?ids="+url.QueryEscape(string(list)), nil)
		for _, p := range some {
			versions = append(versions, p.Versions...)
		}
	}
	for i := 0; i < len(versions); i += 100 {
		list, _ := json.Marshal(versions[i:min(i+100, len(versions))])
		walk("/v2/versions", "/v2/versions?ids="+url.QueryEscape(string(list)), nil)
		walk("/v3/versions", "/v3/versions?ids="+url.QueryEscape(string(list)), nil)
	}
	for _, id := range ids[:40] {
		for route := range doc.Paths {
			if strings.Contains(route, "/project/{id}") && strings.Count(route, "{") == 1 && doc.Paths[route]["get"].Responses["200"].Content["application/json"].Schema != nil {
				path := strings.Replace(route, "{id}", id, 1)
				if got := s.ask("", http.MethodGet, path, nil); got.Status == http.StatusOK {
					walk(route, path, nil)
				}
			}
		}
	}
	if len(versions) < projects || walked < 300 {
		t.Errorf("only %d documents with %d versions were walked", walked, len(versions))
	}
	for place, path := range wrong {
		t.Errorf("%s (%s)", place, path)
	}
}

// digits makes places of a list equal.
var digits = strings.NewReplacer("0", "", "1", "", "2", "", "3", "", "4", "", "5", "", "6", "", "7", "", "8", "", "9", "")
