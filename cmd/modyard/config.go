package main

import "fmt"

type configCmd struct{}

// Run prints the settings.
func (configCmd) Run(e *environment) error {
	fmt.Print(e.config.Redacted())
	return nil
}
