// Command cmd writes the table of simplified characters: cmd IN OUT.
package main

import (
	"fmt"
	"os"

	"github.com/modyard/modyard/search/analysis/gentable"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: cmd IN OUT")
	}
	in, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer in.Close()
	source, err := gentable.Generate(in)
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], source, 0o644)
}
