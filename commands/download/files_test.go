package download

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/httpkit"
)

// silent is a log whose appends end with their context.
type silent struct{ eventlog.Log }

func (silent) Append(ctx context.Context, _ ...eventlog.Write) (eventlog.Receipt, error) {
	<-ctx.Done()
	return eventlog.Receipt{}, ctx.Err()
}

// counter is a service on a log of hits, without a database: the key of its only day is known.
func counter(t *testing.T, log eventlog.Log, find func(context.Context, string) (Version, error)) *Service {
	t.Helper()
	at := time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)
	types, err := codec.New(download.HitTypes())
	if err != nil {
		t.Fatal(err)
	}
	recorded, lost, err := newMetrics(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitors{day: dayOf(at), key: make([]byte, 32)}
	return &Service{
		Options: Options{
			Handler: &commands.Handler{Now: func() time.Time { return at }}, Find: find, Country: func(netip.Addr) string { return "" },
		},
		visitors: v,
		recorder: &recorder{
			log: func(context.Context) (eventlog.Log, error) { return log, nil }, types: allTypes{}, codec: types, visitors: v,
			logger: slog.New(slog.DiscardHandler), queue: make(chan waiting, maxWaiting), recorded: recorded, lost: lost,
		},
	}
}

// unrecorded is how many hits are counted as unrecorded for a reason.
func (s *Service) unrecorded(reason string) float64 {
	return testutil.ToFloat64(s.recorder.lost.WithLabelValues(reason))
}

func found(_ context.Context, id string) (Version, error) {
	return Version{ID: id, Project: "PPPPPPPP"}, nil
}

// never is a search for a version that ends with its context.
func never(ctx context.Context, _ string) (Version, error) {
	<-ctx.Done()
	return Version{}, ctx.Err()
}

// fetch is the answer to a file of a version.
func fetch(s *Service, version string) *httptest.ResponseRecorder {
	out := httptest.NewRecorder()
	files := s.Files(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			fmt.Fprint(w, "part ")
		}
	}))
	files.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/data/PPPPPPPP/versions/"+version+"/b1/a.jar", nil))
	return out
}

func TestAFileIsSentWithinItsBoundWhileItsHitCannotBeRecorded(t *testing.T) {
	full := func() eventlog.Log { return &shut{Log: memory.New(), closed: true} }
	for name, c := range map[string]struct {
		log  func() eventlog.Log
		find func(context.Context, string) (Version, error)
		lost map[string]float64 // once the process has ended
	}{
		"the log does not answer":             {func() eventlog.Log { return silent{} }, found, map[string]float64{"ended": 1}},
		"the disk of the log is full":         {full, found, map[string]float64{"ended": 1}},
		"the search for the version is stuck": {full, never, map[string]float64{"unknown": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock moves only while everybody waits
				s := counter(t, c.log(), c.find)
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error, 1)
				go func() { done <- s.Run(ctx) }()
				begun := time.Now()
				got := fetch(s, "VVVVVVVV")
				if waited := time.Since(begun); waited != fileWait {
					t.Errorf("the end of the file waits %s", waited)
				}
				if got.Code != http.StatusOK || got.Body.String() != "part part part " {
					t.Errorf("the file is %d %q", got.Code, got.Body)
				}
				cancel()
				if err := <-done; err != nil {
					t.Error(err)
				}
				for _, reason := range []string{"ended", "unknown", "failed", "busy", "overflow"} {
					if n := s.unrecorded(reason); n != c.lost[reason] {
						t.Errorf("%v hits are unrecorded as %s, want %v", n, reason, c.lost[reason])
					}
				}
			})
		})
	}
}

func TestAFileWithoutRoomForItsHitIsSentAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := counter(t, silent{}, found)
		s.recorder.queue = make(chan waiting) // nobody writes
		begun := time.Now()
		if got := fetch(s, "VVVVVVVV"); got.Code != http.StatusOK || !time.Now().Equal(begun) {
			t.Errorf("the file is %d after %s", got.Code, time.Since(begun))
		}
		if n := s.unrecorded("busy"); n != 1 {
			t.Errorf("%v hits are counted as unrecorded", n)
		}
	})
}

func TestTheHitOfAFileIsWrittenWhenTheLogIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &shut{Log: memory.New(), closed: true}
		s := counter(t, log, found)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Run(ctx) }()
		fetch(s, "VVVVVVVV")
		log.shut(false)
		time.Sleep(2 * retryAfter) // by the clock of the bubble
		synctest.Wait()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if n := testutil.ToFloat64(s.recorder.recorded); n != 1 || s.unrecorded("ended") != 0 {
			t.Errorf("%v hits are recorded, %v are not", n, s.unrecorded("ended"))
		}
	})
}

func TestWhileTheDiskOfTheLogIsFullACallIsToldToComeAgain(t *testing.T) {
	s := counter(t, &shut{Log: memory.New(), closed: true}, found)
	s.Project = func(context.Context, string, string) (Version, error) { return Version{}, errors.New("not asked for") }
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.DiscardHandler)})
	s.Routes(api)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	got := httptest.NewRecorder()
	api.Handler().ServeHTTP(got, httptest.NewRequest(http.MethodPatch, "/v3/version/VVVVVVVV/download?key=one", nil))
	if got.Code != http.StatusServiceUnavailable || got.Header().Get("Retry-After") == "" {
		t.Errorf("the call is answered with %d, %v: %s", got.Code, got.Header(), got.Body)
	}
	if n := s.unrecorded("failed"); n != 1 {
		t.Errorf("%v calls are counted as unrecorded", n)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAHitSaysWhetherItsProjectWasMonetized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		s := counter(t, log, func(_ context.Context, id string) (Version, error) {
			return Version{ID: id, Project: "PPPPPPPP", Unpaid: id == "UNPAID00"}, nil
		})
		s.Project = func(_ context.Context, _, name string) (Version, error) {
			return Version{Project: name, Unpaid: name == "unpaid"}, nil
		}
		s.Versions = func(context.Context, []string) ([]Version, error) {
			return []Version{{ID: "UNPAID00", Project: "PPPPPPPP", Unpaid: true}, {ID: "VVVVVVVV", Project: "PPPPPPPP"}}, nil
		}
		s.Host = "site.example"
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Run(ctx) }()
		from := sender{network: netip.MustParseAddr("192.0.2.1")}
		asked := context.WithValue(ctx, callerKey{}, from)
		for _, version := range []string{"UNPAID00", "VVVVVVVV"} {
			fetch(s, version)
			if err := s.called(ctx, from, call{ID: version}); err != nil {
				t.Error(err)
			}
		}
		for _, name := range []string{"unpaid", "paid"} {
			if err := s.viewed(asked, View{URL: "https://site.example/mod/" + name}); err != nil {
				t.Error(err)
			}
		}
		if err := s.played(asked, map[string]Play{"UNPAID00": {Seconds: 1}, "VVVVVVVV": {Seconds: 1}}); err != nil {
			t.Error(err)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		hits := recordedHits(t, s, log)
		if len(hits) != 8 {
			t.Errorf("%d hits are recorded", len(hits))
		}
		for _, h := range hits {
			if unpaid := h.Version == "UNPAID00" || h.Project == "unpaid"; h.Unpaid != unpaid {
				t.Errorf("a hit of %s %s is unpaid: %v", h.Project, h.Version, h.Unpaid)
			}
		}
	})
}

// recordedHits are the hits of a log, of every kind.
func recordedHits(t *testing.T, s *Service, log eventlog.Log) (all []download.Hit) {
	t.Helper()
	for batch, err := range log.Follow(t.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			payload, err := s.recorder.codec.(*codec.Codec).Decode(e.Type, e.Data)
			if err != nil {
				t.Fatal(err)
			}
			_, packed, _ := download.HitsOf(payload)
			hits, err := packed.Hits()
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, hits...)
		}
		if batch.Live {
			break
		}
	}
	return all
}
