package retention_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(retention.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestBytesAreKeptUntilTheLastRoundThatShowedThemIsOldEnough(t *testing.T) {
	day := func(n int) *time.Time {
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n)
		return &at
	}
	const keep = 180 * 24 * time.Hour
	for name, c := range map[string]struct {
		given retention.Stored
		want  *time.Time // nil: not due
	}{
		"what something refers to":                      {retention.Stored{Shown: day(0)}, nil},
		"a file of a rejected project":                  {retention.Stored{Hidden: day(3), Shown: day(3)}, day(183)},
		"a file of a project rejected again":            {retention.Stored{Hidden: day(3), Shown: day(9)}, day(189)},
		"a file that was deleted after its review":      {retention.Stored{Ended: day(90), Shown: day(3)}, day(183)},
		"a file that was deleted long after its review": {retention.Stored{Ended: day(400), Shown: day(3)}, day(183)},
		"a deleted file that no review showed":          {retention.Stored{Ended: day(5)}, day(185)},
		"a deleted file that the review queue shows":    {retention.Stored{Ended: day(5), Shown: day(3), Reviewing: true}, nil},
		"a hidden file that no review showed":           {retention.Stored{Hidden: day(7)}, day(187)},
		"what the law wants gone":                       {retention.Stored{Destroyed: true, Reviewing: true}, &time.Time{}},
	} {
		got, due := retention.Due(c.given, keep)
		if due != (c.want != nil) || due && !got.Equal(*c.want) {
			t.Errorf("%s: %v %v, want %v", name, got, due, c.want)
		}
	}
}

func TestOnlyAnAdministratorWithAReasonDestroysAndOnlyOnce(t *testing.T) {
	what := retention.Destroyed{Key: "ProjAbc1/versions/VersAbc1/b1/a.jar", Kind: "file", Name: "a.jar", SHA512: "ff", Project: "ProjAbc1", Version: "VersAbc1"}
	admin := actor.Actor{Account: "Admin001", Rank: actor.Admin}
	legal := &reason.Reason{Code: reason.Legal}
	for name, c := range map[string]struct {
		by    actor.Actor
		why   *reason.Reason
		kind  fault.Kind
		field string
	}{
		"nobody":                          {actor.Actor{}, legal, fault.KindUnauthorized, ""},
		"an owner":                        {actor.Actor{Account: "Owner001"}, legal, fault.KindForbidden, ""},
		"a moderator":                     {actor.Actor{Account: "Moder001", Rank: actor.Moderator}, legal, fault.KindForbidden, ""},
		"an administrator without reason": {admin, nil, fault.KindInvalid, reason.Field},
		"a reason that does not exist":    {admin, &reason.Reason{Code: "because"}, fault.KindInvalid, reason.Field},
	} {
		_, err := retention.Decide(retention.State{}, retention.Destroy{By: c.by, Reason: c.why, What: what})
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != c.kind || f.Field != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	events, err := retention.Decide(retention.State{}, retention.Destroy{By: admin, Reason: legal, What: what})
	want := what
	want.Reason = legal
	if err != nil || len(events) != 1 || events[0].Role != role.Admin || !reflect.DeepEqual(events[0].Payload, want) {
		t.Fatalf("%+v %v", events, err)
	}
	again, err := retention.Decide(retention.Evolve(retention.State{}, events[0].Payload), retention.Destroy{By: admin, Reason: legal, What: what})
	if err != nil || len(again) != 0 {
		t.Errorf("%+v %v", again, err)
	}
}
