package app

import (
	"github.com/modyard/modyard/platform/popular"
	readpopular "github.com/modyard/modyard/readapi/popular"
)

// popularArea counts what visitors search for, and shows what many do. The staff's decisions about terms are of curation.
func popularArea() area {
	return area{name: "popular", mount: (*Site).mountPopular}
}

func (s *Site) mountPopular(m *mounting) error {
	counter := popular.New(popular.Options{Pool: s.DB.Pool, Logger: s.Logger})
	counter.Register(s.API, s.proxies)
	s.background = append(s.background, counter.Run)
	s.work = append(s.work, counter.Jobs())
	readpopular.New(m.source, s.Finder).Register(s.API)
	return nil
}
