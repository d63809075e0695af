package image_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(image.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestAnAccountHasAtMostThreeHundredPictures(t *testing.T) {
	var s image.State
	for i := range image.Most {
		events, err := image.Decide(s, image.Add{Picture: image.Added{Image: string(rune('a' + i)), Owner: "Owner001", Context: image.Project}, As: role.Self})
		if err != nil {
			t.Fatal(i, err)
		}
		s = image.Evolve(s, events[0].Payload, time.Time{})
	}
	_, err := image.Decide(s, image.Add{Picture: image.Added{Image: "more", Owner: "Owner001", Context: image.Project}, As: role.Self})
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != "image_limit" {
		t.Fatalf("got %v", err)
	}
}

func TestAnonymousCallersAreRejected(t *testing.T) {
	if _, err := image.Decide(image.State{}, image.Add{Picture: image.Added{Image: "a", Context: image.Project}, As: role.Self}); err == nil {
		t.Error("it was accepted")
	}
}

func TestTheStaffNeedsAReasonToAddAPictureToAnotherAccountsText(t *testing.T) {
	add := image.Add{Picture: image.Added{Image: "a", Owner: "Staff001", Context: image.Project, Subject: "P"}, As: role.Moderator}
	var f *fault.Error
	if _, err := image.Decide(image.State{}, add); !errors.As(err, &f) || f.Field != reason.Field {
		t.Errorf("without a reason: %v", err)
	}
	add.Reason = &reason.Reason{Code: reason.Correction}
	events, err := image.Decide(image.State{}, add)
	if err != nil || events[0].Role != role.Moderator || *events[0].Payload.(image.Added).Reason != *add.Reason {
		t.Errorf("%+v %v", events, err)
	}
}

func TestOnlyItsAccountDeletesAPictureAndOnce(t *testing.T) {
	s := image.Evolve(image.State{}, image.Added{Image: "a", Owner: "Owner001", URL: "u"}, time.Time{})
	s = image.Evolve(s, image.Added{Image: "b", Owner: "Owner001", URL: "v"}, time.Time{})
	for _, c := range []image.Delete{{Image: "a"}, {By: "Other001", Image: "a"}, {By: "Owner001", Image: "c"}} {
		if _, err := image.Decide(s, c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	events, err := image.Decide(s, image.Delete{By: "Owner001", Image: "a"})
	if err != nil || len(events) != 1 || events[0].Role != role.Self || events[0].Payload != (image.Deleted{Image: "a", Owner: "Owner001", URL: "u"}) {
		t.Fatalf("%+v %v", events, err)
	}
	s = image.Evolve(s, events[0].Payload, time.Time{})
	if _, again := image.Decide(s, image.Delete{By: "Owner001", Image: "a"}); again == nil || len(s.Pictures) != 1 {
		t.Errorf("deleted twice: %+v", s)
	}
}

func TestDeletedPicturesDoNotCount(t *testing.T) {
	var s image.State
	for i := range image.Most {
		s = image.Evolve(s, image.Added{Image: string(rune('a' + i)), Owner: "Owner001"}, time.Time{})
	}
	s = image.Evolve(s, image.Deleted{Image: "a", Owner: "Owner001"}, time.Time{})
	if _, err := image.Decide(s, image.Add{Picture: image.Added{Image: "more", Owner: "Owner001", Context: image.Project}, As: role.Self}); err != nil {
		t.Error(err)
	}
}

func TestPicturesAreUnchangedAfterJSON(t *testing.T) {
	s := image.Evolve(image.State{}, image.Added{Image: "a", Owner: "Owner001", URL: "u", Size: 3, Context: image.Report}, time.Unix(1, 0).UTC())
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back image.State
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(s, back) {
		t.Errorf("%+v and %+v: %v", s, back, err)
	}
}

// BenchmarkFold folds the maximum number of pictures of an account.
func BenchmarkFold(b *testing.B) {
	for b.Loop() {
		var s image.State
		for range image.Most {
			s = image.Evolve(s, image.Added{Image: "a"}, time.Time{})
		}
	}
}
