package remotepicture_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/image/webp"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/remotepicture"
	"github.com/modyard/modyard/platform/until"
)

func drawn(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		m.Set(i%w, i/w, color.NRGBA{uint8(i), uint8(i / w), 90, 255})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// upstream is another site on this machine, and a store that may ask it.
type upstream struct {
	*httptest.Server
	store  *remotepicture.Store
	hits   atomic.Int64
	now    time.Time
	folder string
}

func open(t *testing.T, answer http.HandlerFunc) *upstream {
	t.Helper()
	return openWith(t, time.Minute, answer)
}

func openWith(t *testing.T, patience time.Duration, answer http.HandlerFunc) *upstream {
	t.Helper()
	u := &upstream{folder: t.TempDir(), now: time.Now()}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u.hits.Add(1)
		answer(w, r)
	}))
	// A fetch in the background may outlast the request that began it: the folder is removed after it.
	t.Cleanup(func() { until.True(t, "no picture is being fetched", u.store.Idle) })
	t.Cleanup(u.Close)
	u.store = remotepicture.New(remotepicture.Options{
		Folder: u.folder, Patience: patience, Hosts: []string{"127.0.0.1", "10.0.0.1", "169.254.169.254"}, Logger: slog.New(slog.DiscardHandler),
		Policy: outbound.Policy{Private: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, Now: func() time.Time { return u.now },
	})
	return u
}

func sends(kind string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
	}
}

func TestAPictureIsFetchedOnceForAllWidths(t *testing.T) {
	u := open(t, sends("image/png", drawn(t, 300, 150)))
	for _, width := range remotepicture.Widths() {
		data, err := u.store.Get(t.Context(), u.URL+"/a.png", width)
		if err != nil {
			t.Fatal(err)
		}
		config, err := webp.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width != width || config.Height != width/2 {
			t.Errorf("%d × %d, %v", config.Width, config.Height, err)
		}
	}
	if n := u.hits.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
	u.now = u.now.Add(31 * 24 * time.Hour)
	if _, err := u.store.Get(t.Context(), u.URL+"/a.png", 96); err != nil {
		t.Error("an old picture is not shown:", err)
	}
	until.True(t, "it is fetched again", func() bool { return u.hits.Load() == 2 })
}

func TestWhatIsNoPictureIsNotFetchedAgainForAnHour(t *testing.T) {
	huge := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		chunk := make([]byte, 1<<20)
		for range 6 {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}
	bomb := drawn(t, 1, 1)
	copy(bomb[16:], []byte{0, 0, 0x40, 0, 0, 0, 0x40, 0}) // says 16384 × 16384
	for name, answer := range map[string]http.HandlerFunc{
		"a missing one":            http.NotFound,
		"a page":                   sends("text/html", []byte("<script>")),
		"a page that lies":         sends("image/png", []byte("<html><script>alert(1)</script>")),
		"a drawing with scripts":   sends("image/svg+xml", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")),
		"a picture without a type": sends("", drawn(t, 8, 8)),
		"a picture as a page":      sends("text/html", drawn(t, 8, 8)),
		"a broken one":             sends("image/png", drawn(t, 64, 64)[:90]),
		"more bytes than allowed":  huge,
		"more pixels than it says": sends("image/png", bomb),
		"a length that is not sent": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "900")
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(drawn(t, 8, 8)[:40])
		},
	} {
		t.Run(name, func(t *testing.T) {
			var good atomic.Bool
			u := open(t, func(w http.ResponseWriter, r *http.Request) {
				if good.Load() {
					answer = sends("image/png", drawn(t, 8, 8))
				}
				answer(w, r)
			})
			ask := func() error { _, err := u.store.Get(t.Context(), u.URL+"/a.png", 96); return err }
			if err := ask(); !errors.Is(err, remotepicture.ErrNone) {
				t.Fatal(err)
			}
			good.Store(true)
			u.now = u.now.Add(59 * time.Minute)
			if err := ask(); !errors.Is(err, remotepicture.ErrNone) || u.hits.Load() != 1 {
				t.Errorf("asked again after 59 minutes: %v, %d requests", err, u.hits.Load())
			}
			u.now = u.now.Add(2 * time.Minute)
			if err := ask(); err != nil || u.hits.Load() != 2 {
				t.Errorf("not asked again after an hour: %v, %d requests", err, u.hits.Load())
			}
		})
	}
}

func TestADeadHostHasNoPicture(t *testing.T) {
	u := open(t, nil)
	u.Close()
	if _, err := u.store.Get(t.Context(), u.URL+"/a.png", 96); !errors.Is(err, remotepicture.ErrNone) {
		t.Error(err)
	}
}

func TestASlowHostIsWaitedForOnlyAMoment(t *testing.T) {
	release := make(chan struct{})
	picture := drawn(t, 8, 8)
	u := openWith(t, 20*time.Millisecond, func(w http.ResponseWriter, r *http.Request) { <-release; sends("image/png", picture)(w, r) })
	_, err := u.store.Get(t.Context(), u.URL+"/a.png", 96)
	if !errors.Is(err, remotepicture.ErrPending) {
		t.Error(err)
	}
	close(release) // the fetch goes on without the request
	until.True(t, "the picture is there", func() bool { _, err := u.store.Get(t.Context(), u.URL+"/a.png", 96); return err == nil })
	if n := u.hits.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestOnlyListedHostsAndPublicAddressesAreAsked(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	unlisted := strings.Replace(other.URL, "127.0.0.1", "127.0.0.2", 1)
	for _, to := range []string{"http://10.0.0.1/a.png", "http://169.254.169.254/latest/meta-data", "https://[::1]/", "file:///etc/passwd", unlisted} {
		u := open(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) })
		if _, err := u.store.Get(t.Context(), u.URL+"/a.png", 96); !errors.Is(err, remotepicture.ErrNone) || u.hits.Load() != 1 {
			t.Errorf("the redirect to %s: %v", to, err)
		}
	}
	public := remotepicture.New(remotepicture.Options{Folder: t.TempDir(), Hosts: []string{"127.0.0.1", "localhost", "10.0.0.1"}, Logger: slog.New(slog.DiscardHandler)})
	for _, address := range []string{other.URL, strings.Replace(other.URL, "http:", "https:", 1), "https://localhost/a.png", "https://10.0.0.1/a.png", "https://unlisted.org/a.png", "", "a"} {
		if _, err := public.Get(t.Context(), address, 96); !errors.Is(err, remotepicture.ErrNone) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if reached {
		t.Error("a host was asked that must not be")
	}
}

func TestTheFolderStaysBelowItsLimit(t *testing.T) {
	folder := t.TempDir()
	s := remotepicture.New(remotepicture.Options{Folder: folder, MaxBytes: 250})
	for i := range 5 {
		path := filepath.Join(folder, fmt.Sprint("p", i))
		if err := os.WriteFile(path, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1000+i), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sweep(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "p*"))
	if err != nil || len(left) != 2 || filepath.Base(left[0]) != "p3" {
		t.Errorf("%v, %v", left, err)
	}
	if err := remotepicture.New(remotepicture.Options{Folder: filepath.Join(folder, "none")}).Sweep(); err != nil {
		t.Error(err)
	}
}
