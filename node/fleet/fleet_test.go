package fleet_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fleet"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/until"
)

func TestAServerIsStartedRestartedAndStopped(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	first := h.reaches(one, node.StateRunning)
	h.write(one, "say hello")
	h.says(one, "[Server] hello")
	h.ask(one, node.ActionRestart)
	until.True(t, "another run", func() bool { o := h.observed(one); return o.State == node.StateRunning && o.Run != first.Run })
	h.ask(one, node.ActionStop)
	if o := h.reaches(one, node.StateStopped); o.Generation != 3 || o.Run != "" {
		t.Errorf("%+v", o)
	}
	if err := h.console(one).Write(t.Context(), "list"); !errors.Is(err, fleet.ErrNotRunning) {
		t.Error(err)
	}
	if got := h.kinds(one); got != "started ready stopped started ready stopped" {
		t.Error(got)
	}
	select {
	case <-h.fleet.Changed():
	default:
		t.Error("nothing has changed")
	}
}

func TestAServerThatIgnoresEverythingIsKilled(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	h.write(one, "ignore")
	h.says(one, "are ignored")
	h.ask(one, node.ActionStop)
	h.says(one, "A stop is ignored")
	h.says(one, "A signal is ignored") // after the five seconds of the document
	h.ask(one, node.ActionKill)
	h.reaches(one, node.StateStopped)
	if got := h.kinds(one); got != "started ready stopped" {
		t.Error(got)
	}
}

func TestStopAndKillWorkWhileAServerStarts(t *testing.T) {
	h := newHost(t, "STANDIN_DELAY=1h").open()
	for server, action := range map[string]string{one: node.ActionStop, two: node.ActionKill} {
		h.ask(server, node.ActionStart)
		h.says(server, "Saved the game")
		if o := h.observed(server); o.State != node.StateStarting {
			t.Error(o.State)
		}
		h.ask(server, action)
		h.reaches(server, node.StateStopped)
	}
	h.ask(one, node.ActionStart)
	h.ask(one, node.ActionStop) // before the process exists
	h.reaches(one, node.StateStopped)
}

func TestACrashedServerIsStartedAgain(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	h.write(one, "crash 5")
	o := h.reaches(one, node.StateCrashed)
	if o.Exit == nil || o.Exit.Code != 5 || o.Exit.Stack == "" || o.Next == nil {
		t.Errorf("%+v", o)
	}
	h.reaches(one, node.StateRunning)
	if got := h.kinds(one); got != "started ready crashed5 started ready" {
		t.Error(got)
	}
}

func TestAServerThatCannotStartIsRefused(t *testing.T) {
	h := newHost(t).open()
	d := desire(one, 1, true, node.ActionStart)
	d.Software = node.Software{}
	h.apply(false, d)
	until.True(t, "a refusal", func() bool { return h.kinds(one) == "refused(no-software)" })
	d = desire(one, 2, true, node.ActionStart)
	d.Software, d.Licence = node.Software{Kind: node.SoftwareJar, Jar: "../../x.jar"}, true
	h.apply(false, d)
	until.True(t, "a refusal", func() bool { return h.kinds(one) == "refused(no-software) refused(no-software)" })
	if err := os.WriteFile(filepath.Join(h.folder(one), "root", "server.jar"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.Generation, d.Software.Jar = 3, "server.jar"
	h.apply(false, d)
	until.True(t, "a refusal", func() bool { return strings.HasSuffix(h.kinds(one), "refused(no-java)") })
	h.reaches(one, node.StateStopped)
	if err := h.fleet.Apply(t.Context(), []node.Desired{{Server: "../../../etc"}}, false); err == nil {
		t.Error("a path is taken for an id")
	}
}

func TestAJarRunsOnTheJavaOfItsGame(t *testing.T) {
	h := newHost(t)
	for _, version := range []string{"lts8", "lts17", "lts21"} {
		bin := filepath.Join(h.dir, "java", version, "temurin", "bin")
		if err := os.MkdirAll(bin, 0o755); err != nil {
			t.Fatal(err)
		}
		script := "#!/bin/sh\necho \"" + version + " $*\"; echo 'Done (1s)! For help, type \"help\"'; read -r _\n"
		if err := os.WriteFile(filepath.Join(bin, "java"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root := filepath.Join(h.dir, "servers", one, "root")
	if err := os.MkdirAll(root, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "server.jar"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h.open()
	if got := h.fleet.Host().Java; !slices.Equal(got, []string{"lts17/temurin", "lts21/temurin", "lts8/temurin"}) {
		t.Errorf("%q", got)
	}
	d := desire(one, 1, true, node.ActionStart)
	d.Software, d.Licence = node.Software{Kind: node.SoftwareJar, Jar: "server.jar", GameVersion: "1.20.1"}, true
	d.Plan.MemoryMiB = 100
	h.apply(false, d)
	h.says(one, "lts17 -Xmx85M -jar server.jar nogui")
	h.reaches(one, node.StateRunning)
	d.Generation, d.Startup.JDKVersion, d.Power = 2, "lts8", &node.Power{Generation: 2, Action: node.ActionRestart}
	h.apply(false, d)
	h.says(one, "lts8 -Xmx85M")
}

func TestThePortIsGivenToTheGameAndItsPlayersAreSeen(t *testing.T) {
	h := newHost(t).open()
	release := h.fleet.Watch(one) // a server that is not known is watched by nobody
	release()
	d := desire(one, 1, true, node.ActionStart)
	d.Ports = []int{freePort(t)}
	root := filepath.Join(h.folder(one), "root")
	if err := os.MkdirAll(root, 0o700); err != nil {
		t.Fatal(err)
	}
	properties := filepath.Join(root, "server.properties")
	if err := os.WriteFile(properties, []byte("#comment\r\nserver-port=1\r\nmotd=x\nmax-players=3"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.apply(false, d)
	h.reaches(one, node.StateRunning)
	release = h.fleet.Watch(one)
	defer release()
	h.write(one, "join Alice")
	until.True(t, "players and figures", func() bool {
		o := h.observed(one)
		return o.Players != nil && o.Players.Max == 3 && slices.Equal(o.Players.Names, []string{"Alice"}) && o.Figures != nil &&
			o.Figures.CPUPercent != nil && *o.Figures.MemoryBytes > 0 && o.Figures.DiskBytes != nil && *o.Figures.DiskBytes > 0
	})
	got, err := os.ReadFile(properties)
	if want := "#comment\r\nserver-port=" + strconv.Itoa(d.Ports[0]) + "\r\nmotd=x\nmax-players=3"; err != nil || string(got) != want {
		t.Errorf("%q %v", got, err)
	}
}

func TestAStatusPingSaysThatAServerIsReady(t *testing.T) {
	h := newHost(t, "STANDIN_DELAY=1h").open() // its line never comes
	d := desire(one, 1, true, node.ActionStart)
	d.Ports = []int{freePort(t)}
	h.apply(false, d)
	h.reaches(one, node.StateRunning)
}

func TestServersThatACompleteListDoesNotNameAreStoppedAndKept(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.ask(two, node.ActionStart)
	h.reaches(one, node.StateRunning)
	h.reaches(two, node.StateRunning)
	named := desire(one, 1, true, node.ActionStart)
	h.apply(true, named)
	h.reaches(two, node.StateStopped)
	if o := h.observed(one); o.State != node.StateRunning {
		t.Error(o.State)
	}
	if _, err := os.Stat(filepath.Join(h.folder(two), "root", "world", "level.dat")); err != nil {
		t.Error(err)
	}
	h.apply(true, named, desire(two, 2, true, node.ActionStart)) // the same document as before
	h.reaches(two, node.StateRunning)
	if _, err := os.Stat(h.folder(two)); err != nil {
		t.Error(err)
	}
}

func TestADeletedServerIsStoppedAndItsFolderRemoved(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	outside := filepath.Join(h.dir, "outside")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(h.dir, filepath.Join(h.folder(one), "root", "link")); err != nil {
		t.Fatal(err)
	}
	d := desire(one, 9, true, "")
	d.Deleted = true
	h.apply(false, d)
	until.True(t, "the folder goes", func() bool { _, err := os.Stat(h.folder(one)); return os.IsNotExist(err) })
	if o := h.observed(one); o.State != node.StateStopped || o.Generation != 9 {
		t.Errorf("%+v", o)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
	h.apply(true)
	until.True(t, "it is forgotten", func() bool { return len(h.fleet.Observed()) == 0 })
	h.close()
	h.open()
	if got := h.fleet.Observed(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAServerHasAUserOfItsOwnWhereTheNodeIsRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root has other users")
	}
	h := newHost(t)
	h.open()
	h.close()
	o := options(h.dir, nil, nil)
	o.Plain = false
	o.StandIn = []string{"/bin/sh", "-c", `echo 'Done (1s)! For help, type "help"'; id -u; cat server.properties; read -r _`}
	var err error
	if h.store, err = openStore(h.dir); err != nil {
		t.Fatal(err)
	}
	o.Store = h.store
	if h.fleet, err = fleet.New(o); err != nil {
		t.Fatal(err)
	}
	if err := h.fleet.Adopt(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, server := range []string{one, two} {
		d := desire(server, 1, true, node.ActionStart)
		d.Ports = []int{31000 + i}
		h.apply(false, d)
		h.reaches(server, node.StateRunning)
		h.says(server, strconv.Itoa(limit.FirstUser+i))
		h.says(server, "server-port="+strconv.Itoa(d.Ports[0]))
		var stat syscall.Stat_t
		if err := syscall.Stat(filepath.Join(h.folder(server), "root"), &stat); err != nil || int(stat.Uid) != limit.FirstUser+i || stat.Mode&0o777 != 0o700 {
			t.Errorf("%d %o %v", stat.Uid, stat.Mode, err)
		}
	}
	if tier := h.fleet.Host().Tier; tier != limit.Limited {
		t.Error(tier)
	}
}

func TestWithoutRootServersRunOnlyWhenThatIsAllowed(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("this is root")
	}
	o := options(t.TempDir(), nil, nil)
	o.Plain = false
	if _, err := fleet.New(o); !errors.Is(err, fleet.ErrNeedsRoot) {
		t.Error(err)
	}
}
