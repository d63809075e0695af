package fetch_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modyard/modyard/node/fetch"
)

// content is longer than a buffer of the fetcher.
var content = bytes.Repeat([]byte("0123456789abcdef"), 40_000)

func sum(b []byte) string {
	h := sha512.Sum512(b)
	return hex.EncodeToString(h[:])
}

// site is a double of the site that answers with a handler.
func site(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// get fetches a file from a site, and returns its content with the waits between the attempts.
func get(t *testing.T, origin string, s fetch.Source) ([]byte, []time.Duration, error) {
	t.Helper()
	var waits []time.Duration
	f, err := fetch.New(fetch.Options{Sites: []string{origin}, Wait: func(ctx context.Context, d time.Duration) bool {
		waits = append(waits, d)
		return ctx.Err() == nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	dst, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer dst.Close() //nolint:errcheck // it is read below
	err = f.File(t.Context(), s, dst)
	got, readErr := os.ReadFile(dst.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return got, waits, err
}

func whole(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
}

func TestAFileIsFetchedFromTheSite(t *testing.T) {
	at := site(t, whole)
	for _, size := range []int64{int64(len(content)), 0} {
		got, waits, err := get(t, at, fetch.Source{URL: at + "/a.jar", SHA512: strings.ToUpper(sum(content)), Size: size})
		if err != nil || !bytes.Equal(got, content) || len(waits) != 0 {
			t.Errorf("size %d: %d bytes, %v, %v", size, len(got), waits, err)
		}
	}
}

func TestAFileWithAnotherContentIsRefusedAtOnce(t *testing.T) {
	at := site(t, whole)
	for name, s := range map[string]fetch.Source{
		"sha512": {SHA512: sum([]byte("x")), Size: int64(len(content))},
		"sha1":   {SHA512: sum(content), SHA1: strings.Repeat("a", 40), Size: int64(len(content))},
	} {
		s.URL = at + "/a.jar"
		if _, waits, err := get(t, at, s); !errors.Is(err, fetch.ErrHash) || len(waits) != 0 {
			t.Errorf("%s: %v, %v", name, waits, err)
		}
	}
}

func TestAFileWithoutAHashIsRefused(t *testing.T) {
	at := site(t, whole)
	for _, hash := range []string{"", "abc", strings.Repeat("z", 128)} {
		if _, _, err := get(t, at, fetch.Source{URL: at, SHA512: hash}); !errors.Is(err, fetch.ErrSource) {
			t.Errorf("%q: %v", hash, err)
		}
	}
}

func TestAFileThatIsLongerThanAnnouncedIsNeverWrittenWhole(t *testing.T) {
	at := site(t, func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // the answer names no length
		_, _ = w.Write(content)
	})
	const said = 1000
	got, waits, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content), Size: said})
	if !errors.Is(err, fetch.ErrSize) || len(got) > said || len(waits) != 0 {
		t.Errorf("%d bytes, %v, %v", len(got), waits, err)
	}
}

func TestAnAnnouncedLengthThatDiffersEndsTheTransfer(t *testing.T) {
	at := site(t, whole)
	for _, size := range []int64{1, int64(len(content)) + 1} {
		if got, _, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content), Size: size}); !errors.Is(err, fetch.ErrSize) || len(got) != 0 {
			t.Errorf("size %d: %d bytes, %v", size, len(got), err)
		}
	}
}

// journal is what a host was asked. A handler may end after the fetcher.
type journal struct {
	mu   sync.Mutex
	list []string
}

func (j *journal) note(s string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.list = append(j.list, s)
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.list)
}

// cut answers as a host that ends each transfer after some bytes. It knows ranges if ranged.
func cut(ranged bool, after int, asked *journal) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asked.note(r.Header.Get("Range"))
		from := 0
		w.Header().Set("ETag", `"one"`)
		if at, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes="); ok && ranged {
			from, _ = strconv.Atoi(strings.TrimSuffix(at, "-"))
			w.Header().Set("Content-Range", "bytes "+strconv.Itoa(from)+"-"+strconv.Itoa(len(content)-1)+"/"+strconv.Itoa(len(content)))
			w.Header().Set("Content-Length", strconv.Itoa(len(content)-from))
			w.WriteHeader(http.StatusPartialContent)
		} else {
			w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		}
		_, _ = w.Write(content[from:min(from+after, len(content))])
		if from+after < len(content) {
			panic(http.ErrAbortHandler)
		}
	}
}

func TestACutTransferIsResumed(t *testing.T) {
	var asked journal
	at := site(t, cut(true, len(content)/2, &asked))
	got, waits, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content), Size: int64(len(content))})
	if err != nil || !bytes.Equal(got, content) || !slices.Equal(waits, []time.Duration{time.Second}) || len(asked.all()) != 2 || asked.all()[1] == "" {
		t.Errorf("%d bytes, %v, %v, %v", len(got), waits, asked.all(), err)
	}
}

func TestAHostThatCutsEachTransferIsGivenUpAfterThreeAttempts(t *testing.T) {
	var asked journal
	at := site(t, cut(false, 10, &asked))
	_, waits, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content), Size: int64(len(content))})
	if !errors.Is(err, fetch.ErrUnreachable) || len(asked.all()) != 3 || !slices.Equal(waits, []time.Duration{time.Second, 2 * time.Second}) {
		t.Errorf("%v, %v, %v", asked.all(), waits, err)
	}
}

func TestAResumedFileWithAnotherContentIsFetchedAsAWhole(t *testing.T) {
	var calls atomic.Int32
	at := site(t, func(w http.ResponseWriter, r *http.Request) {
		switch calls.Add(1) {
		case 1: // half of another content
			w.Header().Set("Content-Length", strconv.Itoa(len(content)))
			_, _ = io.WriteString(w, strings.Repeat("x", len(content)/2))
			panic(http.ErrAbortHandler)
		case 2:
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
		default:
			whole(w, r)
		}
	})
	got, _, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content), Size: int64(len(content))})
	if err != nil || !bytes.Equal(got, content) || calls.Load() != 3 {
		t.Errorf("%d bytes after %d calls: %v", len(got), calls.Load(), err)
	}
}

func TestAFailingHostIsAskedAgainAndAMissingFileIsNot(t *testing.T) {
	for status, want := range map[int]int{http.StatusBadGateway: 3, http.StatusTooManyRequests: 3, http.StatusNotFound: 1, http.StatusForbidden: 1} {
		var calls atomic.Int32
		at := site(t, func(w http.ResponseWriter, _ *http.Request) { calls.Add(1); w.WriteHeader(status) })
		if _, _, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content)}); !errors.Is(err, fetch.ErrUnreachable) || int(calls.Load()) != want {
			t.Errorf("%d: %d calls, %v", status, calls.Load(), err)
		}
	}
}

func TestARedirectIsNotFollowedToAPrivateAddress(t *testing.T) {
	var reached atomic.Bool
	private := site(t, func(w http.ResponseWriter, r *http.Request) { reached.Store(true); whole(w, r) })
	for _, to := range []string{private + "/a", "http://169.254.169.254/latest", "https://10.0.0.1/", "https://127.0.0.1:8443/", "ftp://example.org/", "https://u:p@example.org/"} {
		at := site(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) })
		_, waits, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content)})
		if !errors.Is(err, fetch.ErrSource) || reached.Load() || len(waits) != 0 {
			t.Errorf("%s: reached %v, %v, %v", to, reached.Load(), waits, err)
		}
	}
}

func TestARedirectWithinTheSiteIsFollowed(t *testing.T) {
	at := site(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/there" {
			http.Redirect(w, r, "/there", http.StatusFound)
			return
		}
		whole(w, r)
	})
	if got, _, err := get(t, at, fetch.Source{URL: at, SHA512: sum(content)}); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestOnlyTheHostsOfTheListAreAllowed(t *testing.T) {
	f, err := fetch.New(fetch.Options{Sites: []string{"https://example.org"}, Hosts: []string{"Files.Example.net"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, good := range []string{
		"https://cdn.modrinth.com/data/a.jar", "https://github.com/a/b/releases/download/1/a.jar", "https://raw.githubusercontent.com/a", "https://gitlab.com/a",
		"https://files.example.net/a", "https://example.org/data/a", "https://example.org:443/a",
	} {
		if err := f.Allowed(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "http://example.org/a", "https://example.org:8443/a", "http://cdn.modrinth.com/a", "https://cdn.modrinth.com:8443/a", "https://cdn.modrinth.com.evil.org/a",
		"https://evil.org/cdn.modrinth.com", "https://u@cdn.modrinth.com/a", "https://u@example.org/a", "https://169.254.169.254/latest", "https://127.0.0.1/", "file:///etc/passwd",
		"https://cdn.modrinth.com/a#b", "https://cdn.modrinth.com\\@evil.org/",
	} {
		if err := f.Allowed(bad); !errors.Is(err, fetch.ErrSource) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestASiteWithoutTLSMustBeThisMachine(t *testing.T) {
	for address, good := range map[string]bool{"http://localhost:8080": true, "http://[::1]:1": true, "https://10.0.0.1": true, "http://example.org": false, "example.org": false} {
		if _, err := fetch.New(fetch.Options{Sites: []string{address}}); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTheErrorDoesNotContainTheAddress(t *testing.T) {
	at := site(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if _, _, err := get(t, at, fetch.Source{URL: at + "/?secret=word", SHA512: sum(content)}); err == nil || strings.Contains(err.Error(), "word") {
		t.Error(err)
	}
}

func TestAHostThatSendsNothingIsGivenUp(t *testing.T) {
	release := make(chan struct{})
	at := site(t, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
		case <-release:
		}
	})
	t.Cleanup(func() { close(release) })
	f, err := fetch.New(fetch.Options{Sites: []string{at}, Stall: time.Nanosecond, Wait: func(context.Context, time.Duration) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	dst, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer dst.Close() //nolint:errcheck // it has nothing
	if err := f.File(t.Context(), fetch.Source{URL: at, SHA512: sum(content)}, dst); !errors.Is(err, fetch.ErrUnreachable) {
		t.Error(err)
	}
}

func TestAPublicFileHasTheHashOfItsPublisher(t *testing.T) {
	at := site(t, whole)
	md, one, two := md5.Sum(content), sha1.Sum(content), sha256.Sum256(content)
	for algorithm, hash := range map[string][]byte{"md5": md[:], "sha1": one[:], "sha256": two[:], "": nil} {
		s := fetch.Source{URL: at + "/a.jar", Public: true, Algorithm: algorithm, Hash: hex.EncodeToString(hash)}
		if got, _, err := get(t, at, s); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes, %v", algorithm, len(got), err)
		}
		if algorithm == "" {
			continue
		}
		s.Hash = strings.Repeat("0", len(s.Hash))
		if _, _, err := get(t, at, s); !errors.Is(err, fetch.ErrHash) {
			t.Errorf("%s: %v", algorithm, err)
		}
	}
	for name, s := range map[string]fetch.Source{
		"an unknown algorithm":        {URL: at + "/a.jar", Public: true, Algorithm: "crc32", Hash: "00000000"},
		"an algorithm without a hash": {URL: at + "/a.jar", Public: true, Algorithm: "sha1"},
		"a hash without an algorithm": {URL: at + "/a.jar", Public: true, Hash: sum(content)},
		"no hash, and not public":     {URL: at + "/a.jar"},
		"a private address":           {URL: "https://10.0.0.1/a.jar", Public: true},
		"plain http":                  {URL: "http://example.org/a.jar", Public: true},
	} {
		if _, _, err := get(t, at, s); !errors.Is(err, fetch.ErrSource) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := get(t, at, fetch.Source{URL: at + "/a.jar", Public: true, Most: 1000}); !errors.Is(err, fetch.ErrSize) {
		t.Errorf("more than fits: %v", err)
	}
}
