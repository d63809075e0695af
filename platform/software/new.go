package software

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Options are what a program's source consists of.
type Options struct {
	// Catalogue is the path of the operator's file; empty: there is none. Its loaders replace those of publishers.
	Catalogue string
	// Publishers are the loaders whose publishers are asked, of Publishers(), in any case.
	Publishers []string
	Client     *http.Client // nil: as in Web
	UserAgent  string
	Now        func() time.Time
	Log        *slog.Logger
}

// Publishers are the loaders whose publishers can be asked. Those of others offer an installer only, which would run code.
func Publishers() []string { return []string{Vanilla, Paper, Purpur, Fabric} }

// New makes a program's source. Use Hosts for the hosts of its files. It fails if the catalogue cannot be used or a publisher is none of Publishers().
func New(o Options) (Source, error) {
	var sources []Source
	if o.Catalogue != "" {
		s, err := Catalogue(o.Catalogue, o.Log)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	web := Web{Client: o.Client, UserAgent: o.UserAgent, Now: o.Now, Log: o.Log}
	makes := map[string]func(Web, Address) (Source, error){Vanilla: NewVanilla, Paper: NewPaper, Purpur: NewPurpur, Fabric: NewFabric}
	for _, name := range o.Publishers {
		loader, _ := Normal(name)
		if !slices.Contains(Publishers(), loader) {
			return nil, fmt.Errorf("%q is none of the publishers %s", name, strings.Join(Publishers(), ", "))
		}
		s, err := makes[loader](web, Address{})
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	return Join(sources...), nil
}
