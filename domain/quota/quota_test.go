package quota_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/quota"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(quota.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func counted(kind quota.Kind, things ...string) (s quota.State) {
	for _, thing := range things {
		s = quota.Evolve(s, quota.Counted{Account: "me", Kind: kind, Thing: thing})
	}
	return s
}

func TestAThingIsCountedUntilTheLimit(t *testing.T) {
	me, admin := actor.Actor{Account: "me"}, actor.Actor{Account: "me", Rank: actor.Admin}
	count := func(by actor.Actor, kind quota.Kind, thing string, most int) quota.Count {
		return quota.Count{By: by, Kind: kind, Thing: thing, Most: most}
	}
	for name, c := range map[string]struct {
		given   quota.State
		when    quota.Count
		refused bool
		events  int
	}{
		"the first":                      {quota.State{}, count(me, quota.Drafts, "c", 2), false, 1},
		"below the limit":                {counted(quota.Drafts, "a"), count(me, quota.Drafts, "c", 2), false, 1},
		"at the limit":                   {counted(quota.Drafts, "a", "b"), count(me, quota.Drafts, "c", 2), true, 0},
		"at the limit, again the same":   {counted(quota.Drafts, "a", "b"), count(me, quota.Drafts, "b", 2), false, 0},
		"at the limit of another kind":   {counted(quota.Organizations, "a", "b"), count(me, quota.Drafts, "c", 2), false, 1},
		"at the limit of organizations":  {counted(quota.Organizations, "a", "b"), count(me, quota.Organizations, "c", 2), true, 0},
		"at the limit, an administrator": {counted(quota.Drafts, "a", "b"), count(admin, quota.Drafts, "c", 2), false, 1},
		"without a limit":                {counted(quota.Drafts, "a", "b"), count(me, quota.Drafts, "c", 0), false, 1},
		"at the limit, one was released": {
			quota.Evolve(counted(quota.Drafts, "a", "b"), quota.Released{Account: "me", Kind: quota.Drafts, Thing: "a"}), count(me, quota.Drafts, "c", 2), false, 1,
		},
	} {
		events, err := quota.Decide(c.given, c.when)
		var refused *fault.Error
		if errors.As(err, &refused) != c.refused || len(events) != c.events || c.refused && (refused.Code != "limit_reached" || refused.Text == "") {
			t.Errorf("%s: %v, %v", name, events, err)
		}
	}
}

func TestOnlyWhatCountsIsReleased(t *testing.T) {
	s := counted(quota.Organizations, "a")
	if events, err := quota.Decide(s, quota.Release{Account: "me", Kind: quota.Organizations, Thing: "b"}); err != nil || len(events) != 0 {
		t.Errorf("%v, %v", events, err)
	}
	if events, err := quota.Decide(s, quota.Release{Account: "me", Kind: quota.Organizations, Thing: "a"}); err != nil || len(events) != 1 {
		t.Errorf("%v, %v", events, err)
	}
}

func TestAQuotaIsUnchangedAfterJSON(t *testing.T) {
	given := counted(quota.Organizations, "a", "b")
	text, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	var read quota.State
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read.Counting(quota.Organizations), []string{"a", "b"}) || len(read.Counting(quota.Drafts)) != 0 {
		t.Errorf("%s is read as %+v, %v", text, read, err)
	}
}
