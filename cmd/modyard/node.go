package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/node"
	"github.com/modyard/modyard/node/join"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/standin"
	"github.com/modyard/modyard/node/unpack"
	"github.com/modyard/modyard/platform/build"
)

// nodeCmd is a game host of a site.
type nodeCmd struct {
	Serve   nodeServeCmd   `cmd:"" name:"serve" default:"1" hidden:"" help:"Run the node."`
	Join    nodeJoinCmd    `cmd:"" help:"Make this machine a node of a site, with a code of its staff."`
	StopAll nodeStopAllCmd `cmd:"" name:"stop-all" help:"Stop all servers, and the node if it runs."`
}

type nodeServeCmd struct{}

// Run runs the node until it is stopped. Its servers go on.
func (nodeServeCmd) Run(e *environment) error {
	c, err := nodeConfig(e)
	if err != nil {
		return err
	}
	// Only here: a fault of the catalogue must not keep anybody from stopping the servers.
	if c.Software, err = app.Software(e.config, c.PublicURL, e.logger); err != nil {
		return err
	}
	c.Listening = func(a net.Addr) { fmt.Printf("The node answers on http://%s\n", a) }
	return node.Run(e.ctx, c)
}

type nodeStopAllCmd struct{}

// Run stops all servers.
func (nodeStopAllCmd) Run(e *environment) error {
	c, err := nodeConfig(e)
	if err != nil {
		return err
	}
	return node.StopAll(e.ctx, c)
}

type nodeJoinCmd struct {
	Site string `arg:"" name:"url" help:"Address of the site, such as https://example.org."`
	Code string `arg:"" help:"Code that the site's staff made; it is good for one use within an hour."`
}

// Run joins a site.
func (j *nodeJoinCmd) Run(e *environment) error {
	id, err := join.Join(e.ctx, join.Request{Site: j.Site, Code: j.Code, Dir: e.config.NodeDataDir, Address: e.config.NodePublic(), Version: version()})
	if err != nil {
		return err
	}
	fmt.Printf("This machine is %q of %s. Start it with: modyard node\n", id.Name, id.Site)
	return nil
}

// nodeConfig is the node's part of the settings.
func nodeConfig(e *environment) (node.Config, error) {
	c, err := nodeProgram(e.logger)
	if err != nil {
		return c, err
	}
	c.Addr, c.DataDir, c.PublicURL, c.Plain = e.config.NodeAddr, e.config.NodeDataDir, e.config.NodePublic(), e.config.NodePlain
	c.FetchHosts, err = e.config.FetchHosts()
	return c, err
}

// nodeProgram is the part of a node's configuration that follows from the program.
func nodeProgram(logger *slog.Logger) (node.Config, error) {
	self, err := os.Executable()
	if err != nil {
		return node.Config{}, fmt.Errorf("find the program: %w", err)
	}
	return node.Config{Version: version(), Keeper: []string{self, "node-run"}, StandIn: []string{self, "node-stand-in"},
		Unpack: []string{self, "node-unpack"}, Log: logger}, nil
}

// version is the program's revision.
func version() string {
	version, commit := build.Of()
	return cmp.Or(commit, version)
}

// nodeRunCmd keeps one server. The node starts it.
type nodeRunCmd struct {
	Args []string `arg:"" passthrough:"" help:"Folder of the server."`
}

// Run keeps the server until its end. Signals that end other commands do not end it.
func (c *nodeRunCmd) Run(e *environment) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	if code := keeper.Main(context.WithoutCancel(e.ctx), []string{self, "node-run"}, c.Args); code != 0 {
		return errExit(code)
	}
	return nil
}

// nodeUnpackCmd reads an archive on its standard input. The node starts it.
type nodeUnpackCmd struct {
	Format string `arg:"" help:"7z or rar."`
}

// Run writes the archive as a tar archive.
func (c *nodeUnpackCmd) Run(*environment) error {
	if code := unpack.Main([]string{c.Format}, os.Stdin, os.Stdout, os.Stderr); code != 0 {
		return errExit(code)
	}
	return nil
}

// nodeStandInCmd behaves like a game server.
type nodeStandInCmd struct {
	Args []string `arg:"" optional:"" passthrough:"" help:"Arguments as a game server has them; they change nothing."`
}

// Run runs the stand-in on the standard streams.
func (c *nodeStandInCmd) Run() error {
	if code := standin.Main(c.Args, os.Environ(), os.Stdin, os.Stdout); code != 0 {
		return errExit(code)
	}
	return nil
}

// errExit ends the program with a code and says nothing.
type errExit int

// Error implements error.
func (e errExit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// exitCode is the code with which the program ends after an error, and whether the error is shown.
func exitCode(err error) (code int, shown bool) {
	var exit errExit
	if errors.As(err, &exit) {
		return int(exit), false
	}
	return 1, true
}
