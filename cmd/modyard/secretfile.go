package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

const fileSuffix = "_FILE"

// fromFiles allows every variable to be given as the content of a file: MODYARD_DATABASE_URL_FILE names the file with
// the value of MODYARD_DATABASE_URL. So a container receives secrets outside its environment.
func fromFiles(lookup func(string) (string, bool)) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for _, name := range flag.Envs {
			path, found := lookup(name + fileSuffix)
			if !found || path == "" {
				continue
			}
			if value, both := lookup(name); both && value != "" {
				return nil, fmt.Errorf("%s and %s are both set", name, name+fileSuffix)
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name+fileSuffix, err)
			}
			return strings.TrimRight(string(raw), "\r\n"), nil
		}
		return nil, nil
	})
}
