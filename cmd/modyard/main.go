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
)

// cli is the grammar: settings that every command shares, and the commands.
type cli struct {
	config.Config
	LogLevel string `name:"log-level" env:"MODYARD_LOG_LEVEL" default:"info" enum:"debug,info,warn,error" help:"What is logged to standard error: debug, info, warn or error."`

	Serve    serveCmd       `cmd:"" help:"Run the site: everything in one process."`
	Demo     demoCmd        `cmd:"" help:"Load the demonstration set into an empty site, beside a running serve or alone."`
	Import   importCmd      `cmd:"" help:"Import a catalogue from elsewhere, beside a running serve or alone."`
	Worker   workerCmd      `cmd:"" help:"Run the projectors beside other processes, without serving requests."`
	Settings configCmd      `cmd:"" name:"config" help:"Print the settings in effect, without secrets."`
	Rebuild  rebuildCmd     `cmd:"" help:"Build a read model afresh from the log and put it in place."`
	Prebuild prebuildCmd    `cmd:"" help:"Build the read models' new versions beside a running older program; then start this one in its place."`
	Verify   verifyCmd      `cmd:"" help:"Compare read models with a fresh build from the log, row by row."`
	Replay   replayCmd      `cmd:"" help:"Try parked events again."`
	Schema   schemaCmd      `cmd:"" name:"migrate" help:"Bring the database's schema up to date, as its owner; needed where serve does not know the owner's login."`
	Migrate  migrateCmd     `cmd:"" name:"migrate-log" help:"Copy the event log into another store, compare it event by event, and change the read models over."`
	Admin    adminCmd       `cmd:"" help:"Manage administrators."`
	Health   healthcheckCmd `cmd:"" name:"healthcheck" help:"Ask the process on this machine whether it can do its work; for containers."`
	Backup   backupCmd      `cmd:"" help:"Write the database and the files into one file, while the site runs or alone."`
	Variant  `embed:""`
	Restore  restoreCmd `cmd:"" help:"Make a site of a backup, in an empty data folder."`
}

// environment is what commands get beside their own arguments.
type environment struct {
	ctx    context.Context
	config config.Config
	logger *slog.Logger
}

// open brings up the core.
func (e *environment) open(mode app.Mode) (*app.Core, error) {
	return app.Open(e.ctx, e.config, e.logger, mode)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:])
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil // it was told to stop before it had begun
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "modyard: "+explain(err))
		stop()
		os.Exit(1) //nolint:gocritic // nothing is deferred but stop
	}
}

func run(ctx context.Context, args []string) error {
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
	return parsed.Run(&environment{ctx: ctx, config: grammar.Config, logger: logger})
}

// explain adds what to do where the reason alone does not say it.
func explain(err error) string {
	if errors.Is(err, postgres.ErrNoBinaries) {
		return err.Error() + "\nInstall PostgreSQL 15 or newer, run `make postgres`, or set MODYARD_PG_BIN or MODYARD_DATABASE_URL."
	}
	return err.Error()
}
