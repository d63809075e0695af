// Package flame asks a service of the operator which project of the platform "flame" files belong to, in JSON over HTTP.
// docs/operations.md describes the request and the answer.
package flame

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/packfile"
)

const (
	timeout  = 8 * time.Second // of a request with its answer
	maxBody  = 1 << 20         // bytes of an answer
	maxTitle = 200             // characters
)

// Options describe the service.
type Options struct {
	URL     string        // https, or http on a loopback address
	KeyFile string        // file with the bearer key; needed unless the address is a loopback one
	Timeout time.Duration // of a request; 0: 8 s
}

// Service is a packfile.Identifier. Its methods may be called concurrently.
type Service struct {
	service *outbound.Service
	timeout time.Duration
}

// New makes a service. Its errors contain neither the address nor the key.
func New(o Options) (*Service, error) {
	service, err := outbound.NewService("file identifier", o.URL, o.KeyFile)
	if err != nil {
		return nil, err
	}
	s := &Service{service, o.Timeout}
	if s.timeout <= 0 {
		s.timeout = timeout
	}
	return s, nil
}

type question struct {
	Fingerprints []uint32 `json:"fingerprints"`
}

// answered is one file of an answer. Other members are ignored.
type answered struct {
	Fingerprint uint32 `json:"fingerprint"`
	ID          int64  `json:"id"`
	Title       string `json:"title"`
	URL         string `json:"url"`
	SHA1        string `json:"sha1"`
}

// Identify implements packfile.Identifier.
func (s *Service) Identify(ctx context.Context, fingerprints []uint32) (map[uint32]packfile.Identity, error) {
	if len(fingerprints) > packfile.MaxAsked {
		return nil, errors.New("too many fingerprints for one question")
	}
	body, err := json.Marshal(question{fingerprints})
	if err != nil {
		return nil, fmt.Errorf("ask the file identifier: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.service.URL.String(), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("ask the file identifier: %w", outbound.Cause(err))
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Modyard")
	response, err := s.service.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask the file identifier: %w", outbound.Cause(err))
	}
	defer response.Body.Close() //nolint:errcheck // it was only read
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask the file identifier: HTTP %d", response.StatusCode)
	}
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return nil, fmt.Errorf("read the answer of the file identifier: %w", err)
	}
	if len(answer) > maxBody {
		return nil, errors.New("read the answer of the file identifier: it has more than 1 MiB")
	}
	return read(answer, fingerprints)
}

var sha1Form = regexp.MustCompile(`^[0-9a-f]{40}$`)

// read takes what was asked for out of an answer. An answer that names two projects for one file, or a project without a
// number or a title, is an error as a whole: nobody must judge by it.
func read(answer []byte, asked []uint32) (map[uint32]packfile.Identity, error) {
	var list struct {
		Files *[]answered `json:"files"`
	}
	if err := json.Unmarshal(answer, &list); err != nil || list.Files == nil {
		return nil, errors.New("read the answer of the file identifier: it is not an object with a list of files")
	}
	wanted := map[uint32]bool{}
	for _, p := range asked {
		wanted[p] = true
	}
	out := map[uint32]packfile.Identity{}
	for _, f := range *list.Files {
		if !wanted[f.Fingerprint] {
			continue
		}
		one := packfile.Identity{Flame: f.ID, Title: strings.TrimSpace(f.Title), SHA1: strings.ToLower(f.SHA1)}
		if packfile.WebAddress(f.URL) {
			one.URL = f.URL
		}
		if f.ID <= 0 || !goodTitle(one.Title) || one.SHA1 != "" && !sha1Form.MatchString(one.SHA1) {
			return nil, errors.New("read the answer of the file identifier: a file has no valid project")
		}
		if before, twice := out[f.Fingerprint]; twice && before != one {
			return nil, errors.New("read the answer of the file identifier: a file has two projects")
		}
		out[f.Fingerprint] = one
	}
	return out, nil
}

func goodTitle(s string) bool {
	return s != "" && utf8.ValidString(s) && utf8.RuneCountInString(s) <= maxTitle && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError
	})
}
