package fleet

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/argv"
)

// heapShare is the share of a plan's memory that a Java heap gets, in percent; the runtime needs memory beside it.
const heapShare = 85

// fileLicence says to the game that its licence was accepted.
const fileLicence = "eula.txt"

// rootDir is the folder that the game sees.
func (s *server) rootDir() string { return filepath.Join(s.folder, "root") }

// order prepares the server's folder and writes the order of a run. reason is why there is none; err is what is to be logged about it.
func (s *server) order(run string) (o keeper.Run, reason string, err error) {
	d := s.known()
	installation, err := s.fleet.options.Store.Installation(s.id)
	if err != nil {
		return o, node.ReasonStart, err
	}
	if installation.Holds(d) {
		return o, node.ReasonInstalling, nil
	}
	if d.Software.Kind == node.SoftwareNone {
		return o, node.ReasonNoSoftware, nil
	}
	user, err := s.prepare()
	if err != nil {
		return o, node.ReasonStart, err
	}
	root, err := os.OpenRoot(s.rootDir())
	if err != nil {
		return o, node.ReasonStart, fmt.Errorf("open the server's folder: %w", err)
	}
	defer func() { _ = root.Close() }() // what is written there is checked
	o = keeper.Run{
		Run: run, Marker: s.marker, Dir: s.rootDir(), User: user, Limits: limit.Of(d.Plan), Group: s.group(), StopSeconds: d.Startup.StopSeconds,
		Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + s.rootDir(), "LANG=C.UTF-8"},
	}
	if err := s.settle(root, d, user); err != nil {
		return o, node.ReasonStart, err
	}
	if len(d.Ports) > 0 {
		o.Env = append(o.Env, "SERVER_PORT="+strconv.Itoa(d.Ports[0]))
	}
	switch d.Software.Kind {
	case node.SoftwareStandIn:
		o.Argv = s.fleet.options.StandIn
		o.Env = append(o.Env, s.fleet.options.StandInEnv...)
		if len(o.Argv) == 0 {
			return o, node.ReasonNoSoftware, errors.New("this node has no stand-in")
		}
		return o, "", nil
	case node.SoftwareJar:
		return s.orderJar(o, d, root, user)
	default:
		return o, node.ReasonNoSoftware, fmt.Errorf("unknown software %q", d.Software.Kind)
	}
}

// orderJar runs a Java archive.
func (s *server) orderJar(o keeper.Run, d node.Desired, root *os.Root, user limit.User) (keeper.Run, string, error) {
	jar := d.Software.Jar
	if !filepath.IsLocal(jar) || strings.HasPrefix(jar, "-") || strings.HasPrefix(jar, "@") {
		return o, node.ReasonNoSoftware, fmt.Errorf("the path of the archive is malformed: %.80q", jar)
	}
	info, err := root.Stat(jar)
	if err != nil || !info.Mode().IsRegular() {
		return o, node.ReasonNoSoftware, err
	}
	if !d.Licence {
		return o, node.ReasonLicence, nil
	}
	if err := accept(root, user); err != nil {
		return o, node.ReasonStart, err
	}
	java, found := s.fleet.java(d)
	if !found {
		return o, node.ReasonNoJava, nil
	}
	if !hasRoom(o.Limits.MemoryBytes) {
		return o, node.ReasonNoRoom, nil
	}
	if o.Argv, err = command(d); err != nil {
		return o, node.ReasonStart, err
	}
	o.Argv[0] = java
	return o, "", nil
}

// accept says to the game that its licence was accepted, where that is not said yet.
func accept(root *os.Root, user limit.User) error {
	old, err := readRegular(root, fileLicence)
	if err == nil && slices.Contains(strings.Fields(string(old)), "eula=true") {
		return nil
	}
	return replace(root, fileLicence, []byte("eula=true\n"), user)
}

// command is the decided command of a Java archive, or the default one.
func command(d node.Desired) ([]string, error) {
	if d.Startup.Invocation == "" {
		return invocation(d), nil
	}
	args, err := argv.Split(d.Startup.Invocation)
	if err != nil {
		return nil, fmt.Errorf("read the command: %w", err)
	}
	if len(args) < 2 || args[0] != "java" {
		return nil, errors.New("the command does not begin with java")
	}
	return args, nil
}

// invocation is the command of a Java archive where none is decided. Its first word stands for the runtime.
func invocation(d node.Desired) []string {
	argv := []string{"java"}
	if m := d.Plan.MemoryMiB; m > 0 {
		argv = append(argv, "-Xmx"+strconv.Itoa(m*heapShare/100)+"M")
	}
	return append(argv, "-jar", d.Software.Jar, "nogui")
}

// prepare makes the server's folders, gives it a user of its own where it has one, and returns that.
func (s *server) prepare() (limit.User, error) {
	for _, dir := range []string{s.rootDir(), keeper.Meta(s.folder)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return limit.User{}, fmt.Errorf("make the server's folder: %w", err)
		}
	}
	if s.fleet.options.Plain {
		return limit.User{}, nil
	}
	if err := os.Chmod(s.folder, 0o711); err != nil { // the server passes through it
		return limit.User{}, fmt.Errorf("make the server's folder: %w", err)
	}
	user, err := s.fleet.user(s)
	if err != nil {
		return limit.User{}, err
	}
	return user, own(s.rootDir(), user)
}
