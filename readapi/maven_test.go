package readapi_test

import (
	"bytes"
	"context"
	"crypto/md5"  //nolint:gosec // a checksum of the layout
	"crypto/sha1" //nolint:gosec // the same
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	hashing "hash"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
)

// uploaded is the content of a file of the tests, which its address names.
func uploaded(address string) []byte {
	_, name, _ := strings.Cut(address, "/files/")
	return bytes.Repeat([]byte("the bytes of "+name+"\n"), 3000)
}

func openUpload(_ context.Context, address string) (io.ReadCloser, error) {
	if !strings.Contains(address, "/files/") {
		return nil, blobs.ErrNotFound
	}
	return io.NopCloser(bytes.NewReader(uploaded(address))), nil
}

func sum(h hashing.Hash, data []byte) string {
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// repository is a site with files over real HTTP.
func repository(t *testing.T) (*site, *httptest.Server) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /files/", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(uploaded(r.URL.Path)) })
	mux.Handle("/", s.handler)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	fabric, games := []string{"fabric"}, []string{"1.20.1"}
	at := func(v project.VersionCreated, names ...string) project.VersionCreated {
		v.Files = nil
		for i, name := range names {
			address := server.URL + "/files/" + v.Version + "-" + name
			data := uploaded(address)
			v.Files = append(v.Files, project.File{Name: name, URL: address, Size: int64(len(data)), Primary: i == 0, SHA1: sum(sha1.New(), data), SHA512: sum(sha512.New(), data)})
		}
		return v
	}
	s.publish("ProjMav1", "engine", project.TypeMod,
		requiring(at(newVersion("VersMavA", "ProjMav1", "1.0.0", project.Release, 0, fabric, games), "engine-fabric-1.0.0.jar", "engine-sources.jar"),
			required("ProjMav2"), needing("optional", project.Dependency{Project: "ProjMav4"}), needing("incompatible", project.Dependency{Project: "ProjMav3"}),
			required("ProjMav3"), required("ProjMav5"), required("ProjMav6"), required("ProjMav1"), project.Dependency{FileName: "x.jar", Kind: "required"}),
		at(newVersion("VersMavB", "ProjMav1", "1.0.0", project.Release, 0, []string{"forge"}, []string{"1.21"}), "engine-forge-1.0.0.jar"),
		at(newVersion("VersMavC", "ProjMav1", "1.1.0-beta+1.21", project.Beta, 0, fabric, []string{"1.21"}), "engine-beta.jar"),
		at(newVersion("VersMavD", "ProjMav1", "(2.0)", project.Alpha, 0, fabric, games), "engine-2.jar"),
		external(newVersion("VersMavE", "ProjMav1", "9.9.9", project.Release, 0, fabric, games), "https://x.example/9.jar"))
	library := newProject("ProjMav2", "lib", `Lib <&> "quoted" ]]>`)
	library.Summary = "</description><x/> & 描述"
	s.Slug("lib", "ProjMav2")
	s.Project("ProjMav2", owner, library)
	s.Happen("version-VersLib1", owner, at(newVersion("VersLib1", "ProjMav2", "0.9", project.Beta, 0, fabric, games), "lib.jar"))
	s.Happen("version-VersLib2", owner, at(newVersion("VersLib2", "ProjMav2", "0.8", project.Release, 0, fabric, games), "lib.jar"))
	s.Project("ProjMav2", owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	s.Project("ProjMav2", moderator, project.Approved{From: project.Processing, Status: project.Listed})
	s.publish("ProjMav3", "forge-only", project.TypeMod, at(newVersion("VersFor1", "ProjMav3", "1", project.Release, 0, []string{"forge"}, games), "f.jar"))
	s.publish("ProjMav4", "中文-链接", project.TypeMod, at(newVersion("VersOpt1", "ProjMav4", "1", project.Release, 0, fabric, games), "o.jar"))
	s.publish("ProjMav5", "elsewhere", project.TypeMod, external(newVersion("VersExt1", "ProjMav5", "1", project.Release, 0, fabric, games), "https://x.example/1.jar"))
	s.publish("ProjPack", "pack", project.TypeModpack, at(newVersion("VersPack", "ProjPack", "3", project.Release, 0, fabric, games), "pack.mrpack"))
	s.Slug("secret", "ProjMav6")
	s.Project("ProjMav6", owner, newProject("ProjMav6", "secret", "Secret"))
	s.Happen("version-VersSec1", owner, at(newVersion("VersSec1", "ProjMav6", "1.0", project.Release, 0, fabric, games), "s.jar"))
	s.Settle()
	return s, server
}

// resolver resolves coordinates by the layout of a Maven repository, and checks every checksum.
type resolver struct {
	t    *testing.T
	base string
	http *http.Client
}

func (r *resolver) fetch(path string) ([]byte, bool) {
	r.t.Helper()
	res, err := r.http.Get(r.base + path)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusNotFound {
		r.t.Fatalf("%s: %d %s", path, res.StatusCode, body)
	}
	return body, res.StatusCode == http.StatusOK
}

// verified is a file whose four checksums are right.
func (r *resolver) verified(path string) []byte {
	r.t.Helper()
	body, ok := r.fetch(path)
	if !ok {
		r.t.Fatalf("%s is not there", path)
	}
	for ending, h := range map[string]hashing.Hash{"md5": md5.New(), "sha1": sha1.New(), "sha256": sha256.New(), "sha512": sha512.New()} {
		if got, _ := r.fetch(path + "." + ending); string(got) != sum(h, body) {
			r.t.Errorf("%s.%s is %q, want %s", path, ending, got, sum(h, body))
		}
	}
	return body
}

type artifact struct{ group, name, version string }

func (a artifact) folder() string {
	return "/" + strings.ReplaceAll(a.group, ".", "/") + "/" + url.PathEscape(a.name)
}

type pom struct {
	XMLName      xml.Name `xml:"http://maven.apache.org/POM/4.0.0 project"`
	GroupID      string   `xml:"groupId"`
	ArtifactID   string   `xml:"artifactId"`
	Version      string   `xml:"version"`
	Packaging    string   `xml:"packaging"`
	Name         string   `xml:"name"`
	Description  string   `xml:"description"`
	Dependencies []struct {
		GroupID    string `xml:"groupId"`
		ArtifactID string `xml:"artifactId"`
		Version    string `xml:"version"`
		Optional   bool   `xml:"optional"`
		Scope      string `xml:"scope"`
	} `xml:"dependencies>dependency"`
}

func (r *resolver) pom(a artifact) pom {
	r.t.Helper()
	var p pom
	file := a.folder() + "/" + url.PathEscape(a.version) + "/" + url.PathEscape(a.name+"-"+a.version+".pom")
	if err := xml.Unmarshal(r.verified(file), &p); err != nil {
		r.t.Fatalf("%s: %v", file, err)
	}
	if p.GroupID != a.group || p.ArtifactID != a.name || p.Version != a.version {
		r.t.Errorf("the POM of %v is that of %s:%s:%s", a, p.GroupID, p.ArtifactID, p.Version)
	}
	return p
}

// resolve is an artifact with everything that it requires.
func (r *resolver) resolve(a artifact, found map[artifact]string) {
	p := r.pom(a)
	file := a.folder() + "/" + url.PathEscape(a.version) + "/" + url.PathEscape(a.name+"-"+a.version+"."+p.Packaging)
	found[a] = strings.SplitN(string(r.verified(file)), "\n", 2)[0]
	for _, d := range p.Dependencies {
		next := artifact{d.GroupID, d.ArtifactID, d.Version}
		if _, known := found[next]; !known && !d.Optional {
			r.resolve(next, found)
		}
	}
}

type metadata struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Versioning struct {
		Latest      string   `xml:"latest"`
		Release     string   `xml:"release"`
		Versions    []string `xml:"versions>version"`
		LastUpdated string   `xml:"lastUpdated"`
	} `xml:"versioning"`
}

func TestABuildToolResolvesAVersionWithWhatItRequires(t *testing.T) {
	_, server := repository(t)
	for _, group := range []string{"maven.mod-yard", "maven.modrinth"} {
		r := &resolver{t, server.URL + "/maven", server.Client()}
		var m metadata
		if err := xml.Unmarshal(r.verified("/"+strings.ReplaceAll(group, ".", "/")+"/engine/maven-metadata.xml"), &m); err != nil {
			t.Fatal(err)
		}
		if want := []string{"VersMavA", "1.0.0", "1.1.0-beta+1.21", "VersMavD"}; m.GroupID != group || m.ArtifactID != "engine" || !slices.Equal(m.Versioning.Versions, want) ||
			m.Versioning.Latest != "VersMavD" || m.Versioning.Release != "1.0.0" || len(m.Versioning.LastUpdated) != 14 {
			t.Errorf("the metadata is %+v", m)
		}
		found := map[artifact]string{}
		r.resolve(artifact{group, "engine", "VersMavA"}, found)
		if want := map[artifact]string{
			{group, "engine", "VersMavA"}: "the bytes of VersMavA-engine-fabric-1.0.0.jar", {group, "lib", "0.8"}: "the bytes of VersLib2-lib.jar",
		}; fmt.Sprint(found) != fmt.Sprint(want) {
			t.Errorf("resolved %v, want %v", found, want)
		}
		p := r.pom(artifact{group, "engine", "VersMavA"})
		if len(p.Dependencies) != 2 || !p.Dependencies[1].Optional || p.Dependencies[1].ArtifactID != "ProjMav4" || p.Dependencies[0].Scope != "runtime" {
			t.Errorf("dependencies of the POM: %+v", p.Dependencies)
		}
		for _, version := range m.Versioning.Versions {
			r.resolve(artifact{group, "engine", version}, found)
		}
		if found[artifact{group, "engine", "1.0.0"}] != "the bytes of VersMavB-engine-forge-1.0.0.jar" {
			t.Errorf("the number is %s", found[artifact{group, "engine", "1.0.0"}])
		}
		r.resolve(artifact{group, "ProjMav1", "1.0.0-fabric,1.20.1"}, found)
		if found[artifact{group, "ProjMav1", "1.0.0-fabric,1.20.1"}] != "the bytes of VersMavA-engine-fabric-1.0.0.jar" {
			t.Errorf("the filtered version is %s", found[artifact{group, "ProjMav1", "1.0.0-fabric,1.20.1"}])
		}
		if lib := r.pom(artifact{group, "lib", "0.9"}); lib.Name != `Lib <&> "quoted" ]]>` || lib.Description != "</description><x/> & 描述" {
			t.Errorf("texts of the POM: %q, %q", lib.Name, lib.Description)
		}
		if pack := r.pom(artifact{group, "pack", "3"}); pack.Packaging != "mrpack" {
			t.Errorf("a modpack's packaging is %s", pack.Packaging)
		}
		if body, _ := r.fetch("/" + strings.ReplaceAll(group, ".", "/") + "/engine/VersMavA/engine-sources.jar"); !bytes.Contains(body, []byte("VersMavA-engine-sources.jar")) {
			t.Errorf("a named file is %.60s", body)
		}
	}
}

func TestTheRepositoryHasOnlyWhatIsHereAndVisible(t *testing.T) {
	s, _ := repository(t)
	const group = "/maven/maven/mod-yard"
	for _, path := range []string{
		group + "/secret/maven-metadata.xml", group + "/secret/1.0/secret-1.0.pom", group + "/ProjMav6/VersSec1/ProjMav6-VersSec1.jar", group + "/secret/1.0/secret-1.0.jar.sha1",
		group + "/elsewhere/maven-metadata.xml", group + "/elsewhere/1/elsewhere-1.jar", group + "/engine/9.9.9/engine-9.9.9.jar", group + "/engine/9.9.9/engine-9.9.9.pom",
		group + "/nothing/maven-metadata.xml", group + "/engine/VersLib1/engine-VersLib1.jar", group + "/engine/1.0.0/lib-1.0.0.jar", group + "/engine/1.0.0/engine-1.0.0.zip",
		group + "/engine/1.0.0/engine-1.0.0.jar.asc", group + "/engine/1.0.0/engine-1.0.0", group + "/engine/1.0.0-quilt/engine-1.0.0-quilt.jar", group + "/engine/maven-metadata.xml.sha3",
		"/maven/maven/other/engine/maven-metadata.xml", "/maven/org/example/engine/1/engine-1.jar", "/maven/", "/maven/maven/mod-yard", group + "/engine",
		group + "/engine/" + strings.Repeat("9", 300) + "/x.jar", group + "/engine/1.0.0/" + strings.Repeat("9", 2000),
		group + "/engine/1.0.0/%2e%2e%2f%2e%2e%2fetc%2fpasswd", group + "/%2e%2e/%2e%2e/etc/passwd", group + "/engine/'%20or%201=1--/x.jar",
	} {
		if w := s.get(path, "anonymous"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %.100s", path, w.Code, w.Body)
		}
	}
	for _, path := range []string{group + "/engine/1.0.0/%00.jar", group + "/engine/%ff/x.jar"} {
		if w := s.get(path, "anonymous"); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %.100s", path, w.Code, w.Body)
		}
	}
	for path, kind := range map[string]string{
		group + "/secret/1.0/secret-1.0.pom": "text/xml; charset=utf-8", group + "/secret/1.0/secret-1.0.jar.sha512": "text/plain; charset=utf-8",
	} {
		w := s.get(path, "owner")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind || !strings.HasPrefix(w.Header().Get("Cache-Control"), "private") {
			t.Errorf("%s as a member: %d %v", path, w.Code, w.Header())
		}
	}
	w := s.ask(http.MethodHead, group+"/engine/1.0.0/engine-1.0.0.jar", "anonymous", "")
	if w.Code != http.StatusTemporaryRedirect || !strings.HasSuffix(w.Header().Get("Location"), "/files/VersMavB-engine-forge-1.0.0.jar") {
		t.Errorf("HEAD: %d %v", w.Code, w.Header())
	}
	tagged := s.get(group+"/engine/maven-metadata.xml", "anonymous")
	if again := s.ask(http.MethodGet, group+"/engine/maven-metadata.xml", "anonymous", "", "If-None-Match", tagged.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("an unchanged list: %d", again.Code)
	}
}

// Maven itself resolves from the site where it is installed with its dependency plugin; without them the resolver above
// stands for it.
func TestMavenGetsAVersion(t *testing.T) {
	t.Parallel()
	mvn, err := exec.LookPath("mvn")
	home, _ := os.UserHomeDir()
	plugins, _ := filepath.Glob(filepath.Join(home, ".m2/repository/org/apache/maven/plugins/maven-dependency-plugin/*/*.jar"))
	if err != nil || len(plugins) == 0 {
		t.Skip("Maven or its dependency plugin is not installed")
	}
	_, server := repository(t)
	local := filepath.Join(t.TempDir(), "repository")
	if out, err := exec.CommandContext(t.Context(), "cp", "-al", filepath.Join(home, ".m2/repository"), local).CombinedOutput(); err != nil {
		t.Skipf("cannot link Maven's repository: %s", out)
	}
	// Every repository is the site: nothing else is asked. The name is that of the repository from which the plugin came.
	settings := filepath.Join(t.TempDir(), "settings.xml")
	if err := os.WriteFile(settings, []byte(`<settings><mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>`+server.URL+`/maven</url></mirror></mirrors></settings>`), 0o600); err != nil {
		t.Fatal(err)
	}
	plugin := "org.apache.maven.plugins:maven-dependency-plugin:" + filepath.Base(filepath.Dir(plugins[len(plugins)-1])) + ":get"
	out, err := exec.CommandContext(t.Context(), mvn, "-B", "-ntp", "-C", "-s", settings, "-Dmaven.repo.local="+local, plugin, // -C: a wrong checksum is an error
		"-Dartifact=maven.mod-yard:engine:VersMavA").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for file, want := range map[string]string{"engine/VersMavA/engine-VersMavA.jar": "VersMavA-engine-fabric-1.0.0.jar", "lib/0.8/lib-0.8.jar": "VersLib2-lib.jar"} {
		got, err := os.ReadFile(filepath.Join(local, "maven/mod-yard", file))
		if err != nil || !bytes.HasPrefix(got, []byte("the bytes of "+want+"\n")) {
			t.Errorf("%s: %v, %.50q\n%s", file, err, got, out)
		}
	}
}
