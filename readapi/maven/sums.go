package maven

import (
	"context"
	"crypto/md5"  //nolint:gosec // a checksum of the repository's layout, no security measure
	"crypto/sha1" //nolint:gosec // the same
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/maypok86/otter/v2"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// algorithms are the checksums of the layout, by the ending of their files.
func algorithms() []string { return []string{"md5", "sha1", "sha256", "sha512"} }

// checksum splits the name of a checksum's file into the name of the file that it belongs to and the algorithm, which is
// empty for any other file.
func checksum(file string) (name, algorithm string) {
	for _, a := range algorithms() {
		if name, found := strings.CutSuffix(file, "."+a); found {
			return name, a
		}
	}
	return file, ""
}

// sumOf is the checksum of a small file.
func sumOf(algorithm string, body []byte) string {
	switch algorithm {
	case "md5":
		sum := md5.Sum(body) //nolint:gosec // see the import
		return hex.EncodeToString(sum[:])
	case "sha1":
		return sha1Of(body)
	case "sha256":
		sum := sha256.Sum256(body)
		return hex.EncodeToString(sum[:])
	}
	sum := sha512.Sum512(body)
	return hex.EncodeToString(sum[:])
}

func sha1Of(body []byte) string {
	sum := sha1.Sum(body) //nolint:gosec // see the import
	return hex.EncodeToString(sum[:])
}

// sums are the checksums of uploaded files. SHA-1 and SHA-512 are stored; the others are computed when a build tool asks,
// for one file at a time, and kept in memory.
type sums struct {
	open  func(ctx context.Context, address string) (io.ReadCloser, error)
	known *otter.Cache[string, computed] // by SHA-512
	slot  chan struct{}
}

type computed struct{ md5, sha256 string }

// keptSums bounds the memory of computed checksums: some 3 MB.
const keptSums = 10_000

func newSums(open func(context.Context, string) (io.ReadCloser, error)) *sums {
	return &sums{open: open, known: otter.Must(&otter.Options[string, computed]{MaximumSize: keptSums}), slot: make(chan struct{}, 1)}
}

// of is a checksum of an uploaded file.
func (s *sums) of(ctx context.Context, f contract.File, algorithm string) (string, error) {
	switch algorithm {
	case "sha1":
		return f.Hashes.SHA1, nil
	case "sha512":
		return f.Hashes.SHA512, nil
	}
	c, err := s.compute(ctx, f)
	if algorithm == "md5" {
		return c.md5, err
	}
	return c.sha256, err
}

func (s *sums) compute(ctx context.Context, f contract.File) (computed, error) {
	if c, ok := s.known.GetIfPresent(f.Hashes.SHA512); ok {
		return c, nil
	}
	if s.open == nil {
		return computed{}, httpkit.NotFound()
	}
	select {
	case s.slot <- struct{}{}:
		defer func() { <-s.slot }()
	case <-ctx.Done():
		return computed{}, fmt.Errorf("wait to compute a checksum: %w", ctx.Err())
	}
	if c, ok := s.known.GetIfPresent(f.Hashes.SHA512); ok {
		return c, nil
	}
	file, err := s.open(ctx, f.URL)
	if err != nil {
		return computed{}, fmt.Errorf("compute a checksum: %w", err)
	}
	defer func() { _ = file.Close() }()
	m, s256 := md5.New(), sha256.New() //nolint:gosec // see the import
	if _, err := io.Copy(io.MultiWriter(m, s256), file); err != nil {
		return computed{}, fmt.Errorf("compute a checksum: %w", err)
	}
	c := computed{hex.EncodeToString(m.Sum(nil)), hex.EncodeToString(s256.Sum(nil))}
	s.known.Set(f.Hashes.SHA512, c)
	return c, nil
}

// answered answers with a small file, or with its checksum where one is asked for.
func answered(body []byte, algorithm string) view.Answer {
	if algorithm == "" {
		return content(body, typeXML)
	}
	return content([]byte(sumOf(algorithm, body)), typeText)
}
