package software

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
)

// Catalogue is the source of an operator's file, in the format of ParseCatalogue. The file is read again when it has changed. While a changed file cannot be
// used the former content counts, and the log says so once; the first reading fails instead.
func Catalogue(path string, log *slog.Logger) (Source, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c := &catalogueFile{path: path, log: log}
	content, info, err := readCatalogue(path)
	if err != nil {
		return nil, err
	}
	c.content, c.info = content, info
	return c, nil
}

type catalogueFile struct {
	path string
	log  *slog.Logger

	mutex   sync.Mutex
	content fixed
	info    fs.FileInfo // of the file that was tried last; nil: there was none
}

// present is the content now.
func (c *catalogueFile) present() fixed {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	info, err := os.Stat(c.path)
	if err != nil {
		if c.info != nil {
			c.log.Error("the catalogue of software is away, its former content counts", "error", err)
		}
		c.info = nil
		return c.content
	}
	if c.info != nil && os.SameFile(c.info, info) && c.info.Size() == info.Size() && c.info.ModTime().Equal(info.ModTime()) {
		return c.content
	}
	// What was looked at before the content: a change in between is seen the next time.
	c.info = info
	content, _, err := readCatalogue(c.path)
	if err != nil {
		c.log.Error("the catalogue of software has changed and cannot be used, its former content counts", "error", err)
		return c.content
	}
	c.content = content
	c.log.Info("the catalogue of software has changed", "releases", len(content))
	return c.content
}

func readCatalogue(path string) (fixed, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalogue of software: %w", err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, nil, errors.New("read the catalogue of software: " + path + " is no file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalogue of software: %w", err)
	}
	defer f.Close() //nolint:errcheck // only read
	raw, err := io.ReadAll(io.LimitReader(f, MaxCatalogueBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalogue of software: %w", err)
	}
	content, err := parseCatalogue(raw)
	return content, info, err
}

// Loaders implements Source.
func (c *catalogueFile) Loaders(ctx context.Context) ([]string, error) {
	return c.present().Loaders(ctx)
}

// Games implements Source.
func (c *catalogueFile) Games(ctx context.Context, loader string) ([]Game, error) {
	return c.present().Games(ctx, loader)
}

// Versions implements Source.
func (c *catalogueFile) Versions(ctx context.Context, loader, game string) ([]Version, error) {
	return c.present().Versions(ctx, loader, game)
}

// Resolve implements Source.
func (c *catalogueFile) Resolve(ctx context.Context, loader, game, version string) (Release, error) {
	return c.present().Resolve(ctx, loader, game, version)
}

// Hosts are those of the present content.
func (c *catalogueFile) Hosts() []string { return c.present().Hosts() }
