package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"modernc.org/quickjs"
)

const (
	// source is the application's script for engines, as the front end's build writes it.
	source = ".server/render.js"
	// Bytecode is the same, as Translate writes it. It belongs to one version of the engine.
	Bytecode = ".server/render.bin"
)

// Translate replaces the script in the directory of a built front end by its bytecode.
func Translate(dir string) error {
	script, err := os.ReadFile(filepath.Join(dir, source)) //nolint:gosec // the caller's own build
	if err != nil {
		return fmt.Errorf("read the script of the server: %w", err)
	}
	code, err := compile(string(script))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, Bytecode), code, 0o600); err != nil {
		return fmt.Errorf("write the bytecode of the server: %w", err)
	}
	if err := os.Remove(filepath.Join(dir, source)); err != nil {
		return fmt.Errorf("remove the script of the server: %w", err)
	}
	return nil
}

func compile(script string) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("create an engine: %w", err)
	}
	code, err := vm.Compile(script, quickjs.EvalGlobal)
	return code, errors.Join(err, vm.Close())
}
