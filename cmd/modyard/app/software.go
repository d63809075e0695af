package app

import (
	"fmt"
	"log/slog"

	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/software"
)

// Software is what hosted servers can run by the configuration, which the site and a node read alike. Publishers see the address of the process that asks.
func Software(c config.Config, address string, logger *slog.Logger) (software.Source, error) {
	s, err := software.New(software.Options{Catalogue: c.HostingSoftware, Publishers: c.Publishers(), UserAgent: "Modyard (+" + address + ")", Log: logger})
	if err != nil {
		return nil, fmt.Errorf("open the software of servers: %w", err)
	}
	return s, nil
}
