package names_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/dnsupdate"
	"github.com/modyard/modyard/platform/dnsupdate/dnstest"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/reactors/names"
)

// world is a keeper over a real zone.
type world struct {
	*names.Keeper
	zone  *dnstest.Server
	pool  *pgxpool.Pool
	place names.Place
	lost  error
	told  []string    // servers and names that fail
	since []time.Time // and since when
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{zone: dnstest.Start(t, "example.org"), pool: pgtest.Database(t).Pool}
	zone, err := dnsupdate.Parse(w.zone.URL(), "play.example.org")
	if err != nil {
		t.Fatal(err)
	}
	if w.Keeper, err = names.New(names.Options{
		Pool: w.pool, Zone: zone, Place: func(context.Context, string) (names.Place, error) { return w.place, w.lost },
		Fails: func(_ context.Context, server, name string, since time.Time) error {
			w.told, w.since = append(w.told, server+" "+name), append(w.since, since)
			return nil
		},
	}); err != nil {
		t.Fatal(err)
	}
	return w
}

// row is what is stored of the name.
func (w *world) row(t *testing.T) (state, words string) {
	t.Helper()
	err := w.pool.QueryRow(t.Context(), `select state || ' ' || server || ' ' || port, error from hosting.names where subdomain = 'mengwu'`).Scan(&state, &words)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		t.Fatal(err)
	}
	return state, words
}

func TestANameIsWrittenOnceAndFollowsItsServer(t *testing.T) {
	w := newWorld(t)
	w.place = names.Place{Server: "Server01", Address: "https://192.0.2.7:8443", Port: 25565}
	for range 2 {
		if err := w.Write(t.Context(), "mengwu"); err != nil {
			t.Fatal(err)
		}
	}
	if state, words := w.row(t); state != "held Server01 25565" || words != "" || w.zone.Updates() != 1 {
		t.Errorf("%q %q after %d updates", state, words, w.zone.Updates())
	}
	w.place.Address = "https://node-2.example.org"
	if err := w.Write(t.Context(), "mengwu"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(w.zone.Records(), "\n"); !strings.Contains(got, "CNAME node-2.example.org.") || strings.Contains(got, "192.0.2.7") {
		t.Errorf("%s", got)
	}
	w.place = names.Place{}
	if err := w.Write(t.Context(), "mengwu"); err != nil {
		t.Fatal(err)
	}
	if state, _ := w.row(t); state != "" || len(w.zone.Records()) != 0 {
		t.Errorf("a name of no server: %q, %v", state, w.zone.Records())
	}
}

func TestAFailureIsKeptUntilTheZoneTakesTheName(t *testing.T) {
	w := newWorld(t)
	w.place = names.Place{Server: "Server01", Address: "https://192.0.2.7:8443", Port: 25565}
	for what, change := range map[string]func(bool){"refused": w.zone.Refuse, "lost": w.zone.Lose} {
		change(true)
		if err := w.Write(t.Context(), "mengwu"); err == nil {
			t.Errorf("%s: no error", what)
		}
		if state, words := w.row(t); state != "failing Server01 25565" || words == "" {
			t.Errorf("%s: %q %q", what, state, words)
		}
		change(false)
	}
	w.place.Address = "nowhere"
	if err := w.Write(t.Context(), "mengwu"); err == nil {
		t.Error("an address without a host is taken")
	}
	w.place.Address = "https://192.0.2.7:8443"
	w.lost = errors.New("the log is away")
	if err := w.Write(t.Context(), "mengwu"); !errors.Is(err, w.lost) {
		t.Errorf("%v", err)
	}
	w.lost = nil
	if err := w.Write(t.Context(), "mengwu"); err != nil {
		t.Fatal(err)
	}
	if state, words := w.row(t); state != "held Server01 25565" || words != "" {
		t.Errorf("%q %q", state, words)
	}
}

func TestAFailureIsToldWithItsBeginningUntilTheNameIsWritten(t *testing.T) {
	w := newWorld(t)
	w.place = names.Place{Server: "Server01", Address: "https://192.0.2.7:8443", Port: 25565}
	write := func(refused bool) {
		t.Helper()
		w.zone.Refuse(refused)
		if err := w.Write(t.Context(), "mengwu"); (err != nil) != refused {
			t.Fatal(err)
		}
	}
	write(true)
	write(true)
	w.place.Port = 25566 // the node has given it another port: it is the same failure
	write(true)
	write(false)
	w.place.Port = 25567
	write(true)
	w.place = names.Place{Server: "Server02", Address: "https://192.0.2.7:8443", Port: 25568}
	write(true)
	w.place = names.Place{} // nobody has the name, so nobody is told
	write(true)
	if want := []string{"Server01 mengwu", "Server01 mengwu", "Server01 mengwu", "Server01 mengwu", "Server02 mengwu"}; !slices.Equal(w.told, want) {
		t.Fatalf("%q", w.told)
	}
	s := w.since
	if !s[0].Equal(s[1]) || !s[0].Equal(s[2]) || !s[3].After(s[0]) || !s[4].After(s[3]) {
		t.Errorf("%v", s)
	}
}

func TestAnUpdateWhoseAnswerWasLostOrForgedIsFailingUntilTheZoneIsAskedAgain(t *testing.T) {
	for name, change := range map[string]func(*dnstest.Server, bool){
		"lost": (*dnstest.Server).Drop,
		"forged": func(s *dnstest.Server, on bool) {
			how := dnstest.Signed
			if on {
				how = dnstest.OtherKey
			}
			s.Sign(how)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.place = names.Place{Server: "Server01", Address: "https://192.0.2.7:8443", Port: 25565}
			change(w.zone, true)
			if err := w.Write(t.Context(), "mengwu"); err == nil {
				t.Error("the name is taken for written")
			}
			if state, words := w.row(t); state != "failing Server01 25565" || words == "" {
				t.Errorf("%q %q", state, words)
			}
			change(w.zone, false)
			if err := w.Write(t.Context(), "mengwu"); err != nil {
				t.Fatal(err)
			}
			if state, _ := w.row(t); state != "held Server01 25565" || w.zone.Updates() != 1 {
				t.Errorf("%q after %d updates", state, w.zone.Updates())
			}
		})
	}
}

func TestAFailureThatCannotBeToldIsAnError(t *testing.T) {
	w := newWorld(t)
	w.place = names.Place{Server: "Server01", Address: "https://192.0.2.7:8443", Port: 25565}
	w.zone.Refuse(true)
	away := errors.New("the log is away")
	w.Fails = func(context.Context, string, string, time.Time) error { return away }
	if err := w.Write(t.Context(), "mengwu"); !errors.Is(err, away) || !strings.Contains(err.Error(), "REFUSED") {
		t.Errorf("%v", err)
	}
}

func TestARepeatedEventQueuesANameOnceAndALaterOneAgain(t *testing.T) {
	w := newWorld(t)
	for _, cause := range []string{"event 1", "event 1", "event 2"} {
		if err := w.Queue(t.Context(), cause, "mengwu"); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Queue(t.Context(), "event 3"); err != nil {
		t.Fatal(err)
	}
	var jobs int
	if err := w.pool.QueryRow(t.Context(), `select count(*) from jobs.river_job where kind = $1`, names.Kind).Scan(&jobs); err != nil || jobs != 2 {
		t.Errorf("%d jobs, %v", jobs, err)
	}
}
