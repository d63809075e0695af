package main

import (
	"errors"
	"fmt"

	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
)

type schemaCmd struct{}

// Run migrates the configured Postgres. The embedded one does not need it: serve migrates it.
func (schemaCmd) Run(e *environment) error {
	if e.config.DatabaseOwnerURL == "" {
		return errors.New("migrate: it works as the owner of the database: set MODYARD_DATABASE_OWNER_URL")
	}
	if err := database.Migrate(e.ctx, e.config.DatabaseOwnerURL, migrations.FS); err != nil {
		return err
	}
	if e.config.HitsLogOwnerURL != "" {
		if err := database.Migrate(e.ctx, e.config.HitsLogOwnerURL, migrations.HitsFS); err != nil {
			return fmt.Errorf("hits-log-url: %w", err)
		}
	}
	newest, err := database.Newest(migrations.FS)
	if err != nil {
		return err
	}
	fmt.Printf("The schema is at migration %d\n", newest)
	return nil
}
