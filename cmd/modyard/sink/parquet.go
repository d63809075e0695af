package sink

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/modyard/modyard/contract"
)

const (
	// groupRows are the rows of a row group: what is in memory until it is written, about 20 MB.
	groupRows = 256 << 10
	// CursorKey names the cursor of the last row in the metadata of a Parquet file.
	CursorKey = "modyard.cursor"
)

// row is a hit in a Parquet file. Texts that repeat have a dictionary; a visitor seldom repeats.
type row struct {
	Position int64     `parquet:"position,delta,zstd"`
	Index    int32     `parquet:"index,delta,zstd"`
	At       time.Time `parquet:"happened,timestamp(millisecond),delta,zstd"`
	Project  string    `parquet:"project,dict,zstd"`
	Version  string    `parquet:"version,dict,zstd"`
	Via      string    `parquet:"via,dict,zstd"`
	SignedIn bool      `parquet:"signed_in,zstd"`
	Client   string    `parquet:"client,dict,zstd"`
	Family   string    `parquet:"family,dict,zstd"`
	Reason   string    `parquet:"reason,dict,zstd"`
	Loader   string    `parquet:"loader,dict,zstd"`
	Game     string    `parquet:"game_version,dict,zstd"`
	Country  string    `parquet:"country,dict,zstd"`
	Referrer string    `parquet:"referrer,dict,zstd"`
	Visitor  string    `parquet:"visitor,zstd"`
	Key      int64     `parquet:"key,zstd"`
}

// columnar writes a Parquet file with the rows in log order. The file appears when it is whole: an interrupted run leaves
// FILE.partial, which the next run replaces.
type columnar struct {
	name string
	file *os.File
	out  *parquet.GenericWriter[row]
	last string
	kept string
}

func openParquet(name string) (Sink, error) {
	if _, err := os.Lstat(name); err == nil {
		return nil, fmt.Errorf("%s exists, and a Parquet file is never continued: --after CURSOR begins another one behind it", name)
	}
	f, err := os.OpenFile(name+".partial", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the file of the replay: %w", err)
	}
	out := parquet.NewGenericWriter[row](f,
		parquet.MaxRowsPerRowGroup(groupRows), parquet.CreatedBy("modyard", "1", ""),
		parquet.SortingWriterConfig(parquet.SortingColumns(parquet.Ascending("position"), parquet.Ascending("index"))))
	return &columnar{name: name, file: f, out: out}, nil
}

func (s *columnar) Write(_ context.Context, h contract.DownloadHit) error {
	position, index, _ := strings.Cut(h.Cursor, ".")
	at, err := strconv.ParseInt(position, 10, 64)
	if err != nil {
		return fmt.Errorf("write hit %s: %w", h.Cursor, err)
	}
	n, err := strconv.ParseInt(index, 10, 32)
	if err != nil {
		return fmt.Errorf("write hit %s: %w", h.Cursor, err)
	}
	if _, err := s.out.Write([]row{{
		Position: at, Index: int32(n), At: h.At, Project: h.Project, Version: h.Version, Via: h.Via, SignedIn: h.SignedIn, Client: h.Client,
		Family: h.Family, Reason: h.Reason, Loader: h.Loader, Game: h.Game, Country: h.Country, Referrer: h.Referrer, Visitor: h.Visitor, Key: int64(h.Key),
	}}); err != nil {
		return fmt.Errorf("write hit %s: %w", h.Cursor, err)
	}
	s.last = h.Cursor
	return nil
}

// Flush does nothing: a row group that is cut at each pause would make a file of tiny ones.
func (s *columnar) Flush(context.Context) error { return nil }

func (s *columnar) Close(context.Context) error {
	s.out.SetKeyValueMetadata(CursorKey, s.last)
	if err := closeFile(s.file, s.out.Close()); err != nil {
		return errors.Join(err, os.Remove(s.file.Name()))
	}
	if err := os.Rename(s.file.Name(), s.name); err != nil {
		return fmt.Errorf("name the Parquet file: %w", err)
	}
	s.kept = s.last
	return nil
}

func (s *columnar) Abort() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

func (s *columnar) Kept() string { return s.kept }
