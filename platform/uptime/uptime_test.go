package uptime_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/uptime"
)

// observed is a recorder whose clock and part a test moves.
type observed struct {
	*uptime.Recorder
	t      *testing.T
	now    time.Time
	broken bool
}

func observe(t *testing.T) (*observed, uptime.Reader) {
	t.Helper()
	db := pgtest.Database(t)
	o := &observed{t: t, now: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)}
	o.Recorder = uptime.New(uptime.Options{
		Pool: db.Pool, Now: func() time.Time { return o.now },
		Parts: []uptime.Part{{Name: "search", Check: func(context.Context) error {
			if o.broken {
				return errors.New("broken")
			}
			return nil
		}}},
	})
	return o, db.Pool
}

// after observes once more after some time.
func (o *observed) after(d time.Duration, broken bool) {
	o.t.Helper()
	o.now, o.broken = o.now.Add(d), broken
	if err := o.Observe(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
}

func (o *observed) incidents(db uptime.Reader) []uptime.Incident {
	o.t.Helper()
	found, err := uptime.Incidents(o.t.Context(), db, 10)
	if err != nil {
		o.t.Fatal(err)
	}
	return found
}

// seconds are up and down of a part on a day.
func (o *observed) seconds(db uptime.Reader, part string, day int) [2]int {
	o.t.Helper()
	days, err := uptime.Days(o.t.Context(), db, o.now.Add(-30*24*time.Hour))
	if err != nil {
		o.t.Fatal(err)
	}
	for _, d := range days {
		if d.Part == part && d.Day.Day() == day {
			return [2]int{d.Up, d.Down}
		}
	}
	return [2]int{}
}

func TestOneFailureIsNoIncidentAndTwoBeginWithTheFirst(t *testing.T) {
	o, db := observe(t)
	for _, broken := range []bool{false, true, false, true, true, true} {
		o.after(15*time.Second, broken)
	}
	first := o.now.Add(-30 * time.Second)
	got := o.incidents(db)
	if len(got) != 1 || got[0].Part != "search" || got[0].Ended != nil || !got[0].Began.Equal(first) {
		t.Fatalf("%+v, want one that goes on since %s", got, first)
	}
	o.after(15*time.Second, false)
	if got = o.incidents(db); len(got) != 1 || got[0].Ended == nil || !got[0].Ended.Equal(o.now) {
		t.Fatalf("%+v, want one that ended at %s", got, o.now)
	}
	if got := o.seconds(db, "search", 24); got != [2]int{45, 45} {
		t.Errorf("search was up and down for %v s", got)
	}
	if got := o.seconds(db, uptime.Site, 24); got != [2]int{90, 0} {
		t.Errorf("the site was up and down for %v s", got)
	}
}

func TestARestartIsNoOutageAndALongGapIsOne(t *testing.T) {
	o, db := observe(t)
	o.after(0, false)
	o.after(time.Minute, false)
	if got := o.incidents(db); len(got) != 0 {
		t.Fatalf("a restart of a minute is an incident: %+v", got)
	}
	last := o.now
	o.after(13*time.Hour, false) // until 01:01 of the next day
	got := o.incidents(db)
	if len(got) != 1 || got[0].Part != uptime.Site || !got[0].Began.Equal(last) || got[0].Ended == nil || !got[0].Ended.Equal(o.now) {
		t.Fatalf("%+v", got)
	}
	if got := o.seconds(db, uptime.Site, 24); got != [2]int{60, 12*3600 - 60} {
		t.Errorf("the first day was up and down for %v s", got)
	}
	if got := o.seconds(db, uptime.Site, 25); got != [2]int{0, 3660} {
		t.Errorf("the second day was up and down for %v s", got)
	}
	if got := o.seconds(db, "search", 25); got != [2]int{} {
		t.Errorf("nobody looked at search, it was up and down for %v s", got)
	}
}

func TestAnIncidentGoesOnAfterARestart(t *testing.T) {
	o, db := observe(t)
	o.after(0, true)
	o.after(15*time.Second, true)
	o.Recorder = uptime.New(o.Options)
	o.after(15*time.Second, true)
	o.after(15*time.Second, true)
	if got := o.incidents(db); len(got) != 1 || got[0].Ended != nil {
		t.Fatalf("%+v", got)
	}
	o.Recorder = uptime.New(o.Options)
	o.after(15*time.Second, false)
	if got := o.incidents(db); len(got) != 1 || got[0].Ended == nil {
		t.Fatalf("%+v", got)
	}
}

func TestOldDaysAndIncidentsAreDeleted(t *testing.T) {
	o, db := observe(t)
	o.after(0, false)
	o.after(2*time.Hour, false)
	for range 420 {
		o.after(24*time.Hour, false)
	}
	if got := o.incidents(db); len(got) != 10 || o.now.Sub(got[9].Began) > 11*24*time.Hour {
		t.Errorf("%+v", got)
	}
	days, err := uptime.Days(t.Context(), db, time.Time{})
	if err != nil || len(days) > 402 {
		t.Errorf("%d days, %v", len(days), err)
	}
}

func TestAClockThatGoesBackLosesNothing(t *testing.T) {
	o, db := observe(t)
	o.after(0, false)
	o.after(time.Minute, false)
	o.after(-time.Hour, false)
	o.after(time.Hour+15*time.Second, false)
	if got := o.incidents(db); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if got := o.seconds(db, uptime.Site, 24); got != [2]int{75, 0} {
		t.Errorf("up and down for %v s", got)
	}
}

func TestChecksThatWereCutOffRecordNothing(t *testing.T) {
	o, db := observe(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.broken = true
	if err := o.Observe(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	if got := o.seconds(db, "search", 24); got != [2]int{} {
		t.Errorf("%v", got)
	}
}
