package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/picture/picturetest"
)

// zipped is an archive of files without a text of their own.
func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Programs of the family upload packs with the loaders that the family gives them.
func TestPacksAndShadersAreSentAndFoundByTheThirdVersion(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	const pack = `{"pack":{"pack_format":34,"description":"试验"}}`
	for kind, c := range map[string]struct {
		loaders []string
		files   map[string]string
	}{
		"resourcepack": {[]string{"minecraft"}, map[string]string{"pack.mcmeta": pack, "assets/a/lang/zh_cn.json": "{}"}},
		"datapack":     {[]string{"datapack"}, map[string]string{"pack.mcmeta": pack, "data/a/functions/b.mcfunction": "say a"}},
		"shader":       {[]string{"iris", "optifine"}, map[string]string{"shaders/final.fsh": "void main() {}"}},
	} {
		id := s.made(author, "/v3/project", inV3(kind+"s", map[string]any{"project_type": kind}), nil)
		version := versionInV3(id, "1.0", map[string]any{"loaders": c.loaders, "file_parts": []string{"pack.zip"}, "primary_file": "pack.zip"})
		made := s.made(author, "/v3/version", version, map[string][]byte{"pack.zip": zipped(t, c.files)})
		s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
		v := read[contract.VersionV3](s, author, "/v3/version/"+made)
		if !slices.Equal(v.Loaders, c.loaders) || len(v.MrpackLoaders) != 0 || v.MrpackLoaders == nil || v.Files[0].Filename != "pack.zip" {
			t.Errorf("%s: %+v", kind, v)
		}
		project := read[contract.ProjectV3](s, author, "/v3/project/"+id)
		if !slices.Equal(project.ProjectTypes, []string{kind}) || !slices.Equal(project.Loaders, c.loaders) {
			t.Errorf("%s is %v of %v", kind, project.ProjectTypes, project.Loaders)
		}
		hits := read[contract.SearchAnswerV3](s, staff, "/v3/search?facets="+url.QueryEscape(`[["project_types:`+kind+`"]]`)).Hits
		if len(hits) != 1 || hits[0].ProjectID != id || !slices.Equal(hits[0].Loaders, c.loaders) {
			t.Errorf("search finds %+v for %s", hits, kind)
		}
	}
}

func TestSearchFindsAProjectByTheColorOfItsIcon(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	for _, slug := range []string{"colored", "plain"} {
		id := s.made(author, "/v3/project", inV3(slug, nil), nil)
		s.made(author, "/v3/version", versionInV3(id, "1.0", nil), map[string][]byte{"file": jar(t, slug)})
		if slug == "colored" {
			got := s.ask(author, http.MethodPatch, "/v2/project/"+id+"/icon?ext=jpg", picturetest.Photograph(t, 1), "Content-Type", "image/jpeg")
			if got.Status != http.StatusNoContent {
				t.Fatalf("icon: %d %s", got.Status, got.Body)
			}
		}
		s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	}
	color := read[struct{ Color *int }](s, author, "/v2/project/colored").Color
	if color == nil {
		t.Fatal("the project has no color")
	}
	for facet, want := range map[string]string{
		fmt.Sprintf("color:%d", *color): "colored", fmt.Sprintf("color=%d", *color): "colored", fmt.Sprintf("color:%d", *color+1): "",
	} {
		for _, path := range []string{"/v2/search", "/v3/search"} {
			found := ""
			for _, hit := range read[struct{ Hits []struct{ Slug string } }](s, staff, path+"?facets="+url.QueryEscape(`[["`+facet+`"]]`)).Hits {
				found += hit.Slug
			}
			if found != want {
				t.Errorf("%s with %s finds %q, want %q", path, facet, found, want)
			}
		}
	}
}
