package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/modyard/modyard/reactors/forward"
)

func TestTheContainersUseOnlyExistingVariablesAndCommands(t *testing.T) {
	t.Parallel()
	c, known := readCompose(t), variables(t)
	check := func(where, name string) {
		t.Helper()
		if strings.HasPrefix(name, "MODYARD_") && !known[name] {
			t.Errorf("%s: the program reads no %s", where, name)
		}
	}
	running := map[string]int{}
	for name, s := range c.Services {
		for variable := range s.Environment {
			check(name, variable)
		}
		if !ours(s) {
			continue
		}
		if err := understood(t, s.Command); err != nil {
			t.Errorf("%s: %v: %v", name, s.Command, err)
		}
		running[s.Command[0]]++
		if test := s.Healthcheck.Test; !s.Healthcheck.Disable {
			if len(test) < 3 || test[0] != "CMD" || test[1] != "/modyard" {
				t.Errorf("%s: the image can run nothing but the program: %v", name, test)
			} else if err := understood(t, test[2:]); err != nil {
				t.Errorf("%s: %v: %v", name, test, err)
			}
		}
		if !s.ReadOnly {
			t.Errorf("%s: its files can be changed", name)
		}
	}
	if running["serve"] != 2 || running["worker"] != 3 {
		t.Errorf("%v run", running)
	}
	for _, i := range readDockerfile(t) {
		switch i.word {
		case "ENV":
			for pair := range strings.FieldsSeq(i.rest) {
				name, _, _ := strings.Cut(pair, "=")
				check("Dockerfile", name)
			}
		case "HEALTHCHECK":
			_, command, _ := strings.Cut(i.rest, "CMD ")
			if err := understood(t, jsonList(t, command)[1:]); err != nil {
				t.Errorf("%s: %v", command, err)
			}
		case "CMD":
			if err := understood(t, jsonList(t, i.rest)); err != nil {
				t.Errorf("CMD %s: %v", i.rest, err)
			}
		}
	}
}

func TestTheContainersReferToExistingServices(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	for name, s := range c.Services {
		for other, how := range s.DependsOn {
			d := c.Services[other]
			if d == nil {
				t.Errorf("%s waits for %q, which is not there", name, other)
				continue
			}
			if how.Condition == "service_healthy" && (len(d.Healthcheck.Test) == 0 && !ours(d)) {
				t.Errorf("%s waits until %s is healthy, but it has no health check", name, other)
			}
		}
		for _, secret := range s.Secrets {
			if _, found := c.Secrets[secret]; !found {
				t.Errorf("%s: there is no secret %q", name, secret)
			}
		}
		for _, value := range append(slices.Collect(mapValues(s.Environment)), append(s.Command, append(s.Entrypoint, s.Healthcheck.Test...)...)...) {
			for _, found := range regexp.MustCompile(`/run/secrets/([a-z_]+)`).FindAllStringSubmatch(value, -1) {
				if !slices.Contains(s.Secrets, found[1]) {
					t.Errorf("%s reads the secret %q, which it does not get", name, found[1])
				}
			}
		}
		for _, v := range s.Volumes {
			if volume, _, _ := strings.Cut(v, ":"); !strings.HasPrefix(volume, ".") {
				if _, found := c.Volumes[volume]; !found {
					t.Errorf("%s: there is no volume %q", name, volume)
				}
			}
		}
		for _, n := range s.Networks {
			if _, found := c.Networks[n]; !found {
				t.Errorf("%s: there is no network %q", name, n)
			}
		}
		for _, cfg := range s.Configs {
			if _, found := c.Configs[cfg.Source]; !found {
				t.Errorf("%s: there is no config %q", name, cfg.Source)
			}
		}
	}
	serve := c.Services["serve1"].Environment
	_, port, _ := strings.Cut(serve["MODYARD_ADDR"], ":")
	gateway := c.Configs["gateway"].Content
	for _, upstream := range []string{"serve1", "serve2"} {
		if !strings.Contains(gateway, " "+upstream+":"+port) {
			t.Errorf("the gateway does not call %s at its port %s", upstream, port)
		}
	}
	if subnet := c.Networks["site"].IPAM.Config[0].Subnet; serve["MODYARD_TRUSTED_PROXIES"] != subnet {
		t.Errorf("proxies in %s are trusted, and the gateway is in %s", serve["MODYARD_TRUSTED_PROXIES"], subnet)
	}
	published := c.Services["gateway"].Ports[0]
	if host, inside, _ := strings.Cut(published, ":"); !strings.HasSuffix(serve["MODYARD_PUBLIC_URL"], ":"+host) || !strings.Contains(gateway, "\n:"+inside+" {") {
		t.Errorf("visitors use port %s, and the site has %s", published, serve["MODYARD_PUBLIC_URL"])
	}
	var exposed []string
	for _, i := range readDockerfile(t) {
		if i.word == "EXPOSE" {
			exposed = strings.Fields(i.rest)
		}
	}
	for _, name := range []string{"MODYARD_ADDR", "MODYARD_PRIVATE_ADDR"} {
		if _, port, _ := strings.Cut(serve[name], ":"); !slices.Contains(exposed, port) {
			t.Errorf("%s is at port %s, and %v are exposed", name, port, exposed)
		}
	}
}

func TestTheContainersRequestExistingRoutes(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	site := newTestSite(t)
	asked := regexp.MustCompile(`health_uri (/\S+)`).FindAllStringSubmatch(c.Configs["gateway"].Content, -1)
	for _, s := range c.Services {
		for _, word := range s.Healthcheck.Test {
			if path, found := strings.CutPrefix(word, "http://localhost:8080"); found {
				asked = append(asked, []string{"", path})
			}
		}
	}
	if len(asked) < 2 {
		t.Fatalf("only %v are requested", asked)
	}
	for _, a := range asked {
		w := httptest.NewRecorder()
		site.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, a[1], nil))
		if w.Code != http.StatusOK && w.Code != http.StatusServiceUnavailable {
			t.Errorf("GET %s: %d", a[1], w.Code)
		}
	}
}

func TestTheContainersForwardToTheirBrokerIfTheyAreTold(t *testing.T) {
	c := readCompose(t)
	made, err := os.ReadFile(filepath.Join(repository, "tools/compose/secrets.sh"))
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`(?m)^put forward_url "([^"]+)"$`).FindStringSubmatch(string(made))
	if address == nil {
		t.Fatal("no script creates the address of the broker")
	}
	forwarder, err := forward.Open(strings.ReplaceAll(address[1], "$broker", "word"), forward.Options{})
	if err != nil {
		t.Errorf("the address of the broker: %v", err)
	} else if err := forwarder.Close(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(address[1], "@broker:4222?") || c.Services["broker"] == nil {
		t.Errorf("%s is not the broker", address[1])
	}
	knows := []string{}
	for name, s := range c.Services {
		optional := slices.Contains(s.Profiles, "forwarding")
		if _, forwards := s.Environment["MODYARD_FORWARD_URL_FILE"]; forwards {
			knows = append(knows, name)
			if !optional || s.DependsOn["broker"].Condition != "service_healthy" {
				t.Errorf("%s forwards, also without a broker", name)
			}
		}
		if _, waits := s.DependsOn["broker"]; (name == "broker" || waits) && !optional {
			t.Errorf("%s is started without the profile", name)
		}
	}
	if len(knows) != 1 || c.Services[knows[0]].Command[0] != "worker" {
		t.Errorf("%v forward", knows)
	}
	settings := filepath.Join(t.TempDir(), "site.conf")
	if err := os.WriteFile(settings, []byte(strings.ReplaceAll(c.Configs["broker"].Content, "$$", "$")), 0o600); err != nil {
		t.Fatal(err)
	}
	start := c.Services["broker"].Entrypoint[2]
	if !strings.Contains(start, `export BROKER_PASSWORD="'$$(cat /run/secrets/broker_password)'";`) {
		t.Errorf("the broker is started by %s", start)
	}
	t.Setenv("BROKER_PASSWORD", "'12e4'")
	broker, err := natsserver.ProcessConfigFile(settings)
	if err != nil {
		t.Fatalf("the settings of the broker: %v", err)
	}
	if broker.Username != "site" || broker.Password != "12e4" || !broker.JetStream || broker.HTTPPort != 8222 {
		t.Errorf("the broker has the login %s %s, JetStream %v, its checks at %d", broker.Username, broker.Password, broker.JetStream, broker.HTTPPort)
	}
}

var (
	secretName = regexp.MustCompile(`(?i)pass|secret|token|credential|_key$|(_|^)url$`)
	withSecret = regexp.MustCompile(`://[^/\s@]*:[^/\s@]*@`)
	pinned     = regexp.MustCompile(`^[a-z0-9./-]+(:\d+)?[a-z0-9./-]*(:(v?\d+\.\d+\.\d+[a-z0-9.-]*|\d+\.\d+-[a-z]+|RELEASE\.[0-9TZ-]+)|@sha256:[0-9a-f]{64})$`)
)

func TestTheContainersReadSecretsFromFiles(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	harmless := []string{"MODYARD_PUBLIC_URL", "MODYARD_BLOB_URL"}
	for name, s := range c.Services {
		for variable, value := range s.Environment {
			if withSecret.MatchString(value) {
				t.Errorf("%s: %s contains a password", name, variable)
			}
			if secretName.MatchString(variable) && !slices.Contains(harmless, variable) && !strings.HasPrefix(value, "/run/secrets/") && !strings.HasPrefix(value, "/certs/") {
				t.Errorf("%s: %s=%q should come from a file", name, variable, value)
			}
		}
	}
	made, err := os.ReadFile(filepath.Join(repository, "tools/compose/secrets.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range c.Secrets {
		if s.File != "./secrets/"+name || !strings.Contains(string(made), "\nput "+name+" ") {
			t.Errorf("no script creates the secret %s in %s", name, s.File)
		}
	}
	for _, list := range []string{".gitignore", ".dockerignore"} {
		raw, err := os.ReadFile(filepath.Join(repository, list))
		if err != nil || !regexp.MustCompile(`(?m)^/?secrets/?$`).Match(raw) {
			t.Errorf("%s does not exclude the secrets: %v", list, err)
		}
	}
}

func TestImagesArePinnedAndTheProgramRunsUnprivileged(t *testing.T) {
	t.Parallel()
	for name, s := range readCompose(t).Services {
		if !ours(s) && !pinned.MatchString(s.Image) {
			t.Errorf("%s: %s is not pinned", name, s.Image)
		}
	}
	stages, user, entry := []string{"scratch"}, "", ""
	last := 0
	all := readDockerfile(t)
	for n, i := range all {
		switch i.word {
		case "FROM":
			image, stage, _ := strings.Cut(i.rest, " AS ")
			if !slices.Contains(stages, image) && !pinned.MatchString(image) {
				t.Errorf("%s is not pinned", image)
			}
			stages = append(stages, stage)
			last, user = n, ""
		case "USER":
			user = i.rest
		case "ENTRYPOINT":
			entry = jsonList(t, i.rest)[0]
		case "COPY":
			if from := strings.Fields(i.rest); strings.HasPrefix(from[0], "--from=") {
				continue
			}
			for _, path := range strings.Fields(i.rest)[:len(strings.Fields(i.rest))-1] {
				if _, err := os.Stat(filepath.Join(repository, path)); err != nil {
					t.Errorf("COPY %s: %v", i.rest, err)
				}
			}
		}
	}
	if all[last].rest != "scratch" || !regexp.MustCompile(`^[1-9]\d+:[1-9]\d+$`).MatchString(user) {
		t.Errorf("the program runs in %q as %q", all[last].rest, user)
	}
	if !slices.ContainsFunc(all[last:], func(i instruction) bool { return i.word == "COPY" && strings.HasSuffix(i.rest, " "+entry) }) {
		t.Errorf("%s is not copied", entry)
	}
}

func TestTheOperationsPageNamesExactlyTheExistingVariablesAndCommands(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(repository, "docs/operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	known := variables(t)
	for _, name := range regexp.MustCompile(`MODYARD_[A-Z_]+`).FindAllString(page, -1) {
		if !known[strings.TrimRight(name, "_")] {
			t.Errorf("the page names %s, which the program does not read", name)
		}
	}
	for name := range known {
		if !strings.HasSuffix(name, fileSuffix) && !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
	var grammar cli
	commands := reflect.TypeOf(grammar)
	for i := range commands.NumField() {
		field := commands.Field(i)
		if _, is := field.Tag.Lookup("cmd"); !is {
			continue
		}
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(field.Name)
		}
		if !strings.Contains(page, "modyard "+name) {
			t.Errorf("the page does not name `modyard %s`", name)
		}
	}
	for _, line := range regexp.MustCompile("`modyard ([a-z-]+)").FindAllStringSubmatch(page, -1) {
		if err := understood(t, []string{line[1], "--help"}); err != nil && strings.Contains(fmt.Sprint(err), "unexpected argument") {
			t.Errorf("the page names `modyard %s`: %v", line[1], err)
		}
	}
}
