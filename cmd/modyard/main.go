// Command modyard is the whole program: the site and the tools to run it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/reactors"
)

// cli is the command line: settings of all commands, and the commands.
type cli struct {
	config.Config
	LogLevel string `name:"log-level" env:"MODYARD_LOG_LEVEL" default:"info" enum:"debug,info,warn,error" help:"Lowest level of messages on standard error: debug, info, warn or error."`

	Serve    serveCmd       `cmd:"" help:"Run the whole site in one process."`
	Demo     demoCmd        `cmd:"" help:"Load the demonstration data into an empty site, with or without a running serve."`
	Import   importCmd      `cmd:"" help:"Import a catalogue of another site, with or without a running serve."`
	Worker   workerCmd      `cmd:"" help:"Run projectors, reactors and jobs in addition to other processes, without serving requests."`
	Settings configCmd      `cmd:"" name:"config" help:"Print the settings in effect, without secrets."`
	Rebuild  rebuildCmd     `cmd:"" help:"Build a read model again from the log and replace the one in use."`
	Prebuild prebuildCmd    `cmd:"" help:"Build the read models' new versions while an older program runs; then replace that program with this one."`
	Verify   verifyCmd      `cmd:"" help:"Compare read models with a new build from the log, row by row."`
	Prove    proveCmd       `cmd:"" help:"Print a proof that an event is in the log, which can be checked without the site."`
	Replay   replayCmd      `cmd:"" help:"Write recorded downloads again for analysis; or retry parked events of read models, or poisoned messages of reactors."`
	Recount  recountCmd     `cmd:"" help:"Compare a rule of counting downloads with the one in use, over recorded downloads."`
	Effects  effectsCmd     `cmd:"" help:"Pause and resume what acts on the outside; a restored site begins paused."`
	Schema   schemaCmd      `cmd:"" name:"migrate" help:"Migrate the database's schema, as its owner; needed if serve does not have the owner's login."`
	Migrate  migrateCmd     `cmd:"" name:"migrate-log" help:"Copy the event log into another store, compare it event by event, and switch the read models to it."`
	Hits     hitsCmd        `cmd:"" help:"Manage the log of hits."`
	Admin    adminCmd       `cmd:"" help:"Manage administrators."`
	Payout   sandboxCmd     `cmd:"" name:"payout-sandbox" help:"Serve a payout provider that pays nobody and misbehaves on purpose; for trials and tests."`
	Node     nodeCmd        `cmd:"" help:"Run game servers for a site, on a machine of its own."`
	Unpack   nodeUnpackCmd  `cmd:"" name:"node-unpack" hidden:"" help:"Read one 7z or rar archive; the node starts it."`
	Keep     nodeRunCmd     `cmd:"" name:"node-run" hidden:"" help:"Keep one game server; the node starts it."`
	StandIn  nodeStandInCmd `cmd:"" name:"node-stand-in" hidden:"" help:"Behave like a game server, for demonstration and tests."`
	Health   healthcheckCmd `cmd:"" name:"healthcheck" help:"Check whether the process on this machine is ready; for containers."`
	Backup   backupCmd      `cmd:"" help:"Write the database and the files into one file, with or without a running site."`
	Variant  `embed:""`
	Restore  restoreCmd `cmd:"" help:"Restore a backup into an empty data folder."`
}

// environment is the input of commands in addition to their own arguments.
type environment struct {
	ctx    context.Context
	config config.Config
	logger *slog.Logger
	// reactors are further ones of the site that serve and worker run; nil: none. Tests have some.
	reactors func(*app.Core) []reactors.Reactor
}

// with opens the core for a command and closes it afterwards.
func (e *environment) with(mode app.Mode, do func(*app.Core) error) (err error) {
	core, err := app.Open(e.ctx, e.config, e.logger, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	return do(core)
}

func main() { start(nil) }

// start runs the program, whose site has further reactors in tests.
func start(more func(*app.Core) []reactors.Reactor) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], more)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil // it was stopped before it had started
	}
	if err != nil {
		code, shown := exitCode(err)
		if shown {
			fmt.Fprintln(os.Stderr, "modyard: "+explain(err))
		}
		stop()
		os.Exit(code) //nolint:gocritic // only stop is deferred
	}
}

func run(ctx context.Context, args []string, more func(*app.Core) []reactors.Reactor) error {
	var grammar cli
	parser, err := kong.New(&grammar, kong.Name("modyard"), kong.UsageOnError(), kong.Resolvers(fromFiles(os.LookupEnv)),
		kong.Description("A community site for add-ons of a block-building game."))
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		parser.FatalIfErrorf(err)
	}
	logger, err := telemetry.NewLogger(os.Stderr, grammar.LogLevel)
	if err != nil {
		return err
	}
	slog.SetDefault(logger)
	return parsed.Run(&environment{ctx: ctx, config: grammar.Config, logger: logger, reactors: more})
}

// explain adds instructions if the error alone does not give them.
func explain(err error) string {
	if errors.Is(err, postgres.ErrNoBinaries) {
		return err.Error() + "\nInstall PostgreSQL 15 or newer, run `make postgres`, or set MODYARD_PG_BIN or MODYARD_DATABASE_URL."
	}
	return err.Error()
}
