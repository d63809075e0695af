package software_test

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/software"
)

const fileHost = "files.example.org"

// service is a double of the publishers' metadata services, with a clock.
type service struct {
	*httptest.Server

	mutex   sync.Mutex
	answers map[string]http.HandlerFunc // by path
	asked   map[string]int
	agents  map[string]bool
	now     time.Time
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{answers: map[string]http.HandlerFunc{}, asked: map[string]int{}, agents: map[string]bool{}, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mutex.Lock()
		answer := s.answers[r.URL.Path]
		s.asked[r.URL.Path]++
		s.agents[r.UserAgent()] = true
		s.mutex.Unlock()
		if answer == nil {
			answer = http.NotFound
		}
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	s.normal()
	return s
}

func (s *service) host() string { return strings.TrimPrefix(s.URL, "https://") }

func (s *service) on(path string, answer http.HandlerFunc) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answers[path] = answer
}

func (s *service) says(path, body string) {
	s.on(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) })
}

func (s *service) fails(path string, code int, header ...string) {
	s.on(path, func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	})
}

func (s *service) times(path string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.asked[path]
}

func (s *service) pass(d time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.now = s.now.Add(d)
}

func (s *service) clock() time.Time {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.now
}

func (s *service) web() software.Web {
	return software.Web{Client: s.Client(), UserAgent: "Modyard-Test", Now: s.clock}
}

// source makes a publisher's source over the double.
func (s *service) source(t *testing.T, loader string) software.Source {
	t.Helper()
	makes := map[string]func() (software.Source, error){
		software.Vanilla: func() (software.Source, error) {
			return software.NewVanilla(s.web(), software.Address{Base: s.URL + "/mojang", Files: []string{fileHost}})
		},
		software.Paper: func() (software.Source, error) {
			return software.NewPaper(s.web(), software.Address{Base: s.URL + "/paper", Files: []string{fileHost}})
		},
		software.Purpur: func() (software.Source, error) {
			return software.NewPurpur(s.web(), software.Address{Base: s.URL + "/purpur", Files: []string{s.host()}})
		},
		software.Fabric: func() (software.Source, error) {
			return software.NewFabric(s.web(), software.Address{Base: s.URL + "/fabric", Files: []string{s.host()}})
		},
	}
	made, err := makes[loader]()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Paths of the documents about 1.21.8.
const (
	vanillaList    = "/mojang/mc/game/version_manifest_v2.json"
	vanillaOne     = "/mojang/v1/packages/1.21.8.json"
	paperList      = "/paper"
	paperBuilds    = "/paper/versions/1.21.8/builds"
	purpurList     = "/purpur"
	purpurGame     = "/purpur/1.21.8"
	purpurBuild    = "/purpur/1.21.8/2497"
	fabricGames    = "/fabric/game"
	fabricLoaders  = "/fabric/loader"
	fabricInstalls = "/fabric/installer"
)

func hexOf(n int) string { return strings.Repeat("ab", n) }

// vanilla announces one document about 1.21.8.
func (s *service) vanilla(document string) {
	sum := sha1.Sum([]byte(document))
	s.says(vanillaOne, document)
	s.says(vanillaList, fmt.Sprintf(`{"latest":{"release":"1.21.8","snapshot":"25w31a"},"versions":[
		{"id":"25w31a","type":"snapshot","url":"%[1]s/none","time":"2025-07-30T00:00:00+00:00","releaseTime":"2025-07-30T00:00:00+00:00","sha1":"%[2]s","complianceLevel":1},
		{"id":"1.21.8","type":"release","url":"%[1]s%[3]s","time":"2025-07-17T00:00:00+00:00","releaseTime":"2025-07-17T00:00:00+00:00","sha1":"%[2]s","complianceLevel":1},
		{"id":"3D Shareware v1.34","type":"snapshot","url":"%[1]s/none","releaseTime":"2019-04-01T00:00:00+00:00","sha1":"%[2]s"},
		{"id":"1.0","type":"release","url":"%[1]s/none","releaseTime":"2011-11-17T22:00:00+00:00","sha1":"%[2]s"},
		{"id":"b1.8","type":"old_beta","url":"%[1]s/none","releaseTime":"2013-09-14T22:00:00+00:00","sha1":"%[2]s"}]}`, s.URL, hex.EncodeToString(sum[:]), vanillaOne))
}

func vanillaDocument(address, hash string, size int64) string {
	return fmt.Sprintf(`{"id":"1.21.8","javaVersion":{"component":"java-runtime-delta","majorVersion":21},"downloads":{"client":{},"server":{"sha1":%q,"size":%d,"url":%q}},"type":"release"}`, hash, size, address)
}

func paperDocument(address, hash string, size int64) string {
	return fmt.Sprintf(`[
		{"id":61,"channel":"ALPHA","downloads":{"server:default":{"name":"p.jar","checksums":{"sha256":%[1]q},"size":9,"url":"https://files.example.org/61.jar"}}},
		{"id":60,"time":"2025-08-01T00:00:00Z","channel":"STABLE","commits":[],"downloads":{"server:default":{"name":"p.jar","checksums":{"sha256":%[2]q},"size":%[3]d,"url":%[4]q}}},
		{"id":59,"channel":"STABLE","downloads":{}},
		{"id":9,"channel":"BETA","downloads":{"server:default":{"name":"p.jar","checksums":{"sha256":%[1]q},"size":9,"url":"https://files.example.org/9.jar"}}}]`, hexOf(32), hash, size, address)
}

// normal are the answers of a usual day.
func (s *service) normal() {
	s.vanilla(vanillaDocument("https://files.example.org/server.jar", hexOf(20), 57555044))
	s.says(paperList, `{"project":{"id":"paper","name":"Paper"},"versions":{"1.9":["1.9.4"],"1.21":["1.21.9-rc1","1.21.8","1.21.10","1.21","bad name"],"1.20":["1.20.6"]}}`)
	s.says(paperBuilds, paperDocument("https://files.example.org/60.jar", strings.ToUpper(hexOf(32)), 53000000))
	s.says(purpurList, `{"project":"purpur","metadata":{"current":"1.21.8"},"versions":["1.14.1","1.21","1.21.8"]}`)
	s.says(purpurGame, `{"project":"purpur","version":"1.21.8","builds":{"latest":"2497","all":["999","2496","2497","2498"]}}`)
	for _, build := range []string{"999", "2496", "2497"} {
		s.says("/purpur/1.21.8/"+build, fmt.Sprintf(`{"project":"purpur","version":"1.21.8","build":%q,"result":"SUCCESS","timestamp":1,"md5":%q}`, build, hexOf(16)))
	}
	s.says(fabricGames, `[{"version":"25w31a","stable":false},{"version":"1.21.8","stable":true},{"version":"1.14","stable":true}]`)
	s.says(fabricLoaders, `[{"separator":".","build":3,"maven":"net.fabricmc:fabric-loader:0.17.3","version":"0.17.3","stable":false},{"version":"0.17.2","stable":true},{"version":"0.17.0-beta.1","stable":false},
		{"version":"0.16.14","stable":false},{"version":"0.11.7","stable":false},{"version":"0.4.8+build.155","stable":false}]`)
	s.says(fabricInstalls, `[{"url":"https://maven.example.org","maven":"m","version":"1.1.1","stable":false},{"version":"1.1.0","stable":true},{"version":"0.7.4","stable":true}]`)
}
