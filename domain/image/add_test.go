package image_test

import (
	"errors"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryEventEverWrittenIsStillRead(t *testing.T) {
	types, err := codec.New(image.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestAnAccountHasRoomForThreeHundredPictures(t *testing.T) {
	var s image.State
	for i := range image.Most {
		events, err := image.Add(s, image.Added{Image: string(rune('a' + i)), Owner: "Owner001", Context: image.Project})
		if err != nil {
			t.Fatal(i, err)
		}
		s = image.Evolve(s, events[0], time.Time{})
	}
	_, err := image.Add(s, image.Added{Image: "more", Owner: "Owner001", Context: image.Project})
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != "image_limit" {
		t.Fatalf("got %v", err)
	}
}

func TestNobodyAndAnUnknownContextAreRefused(t *testing.T) {
	for _, a := range []image.Added{{Image: "a", Context: image.Project}, {Image: "a", Owner: "Owner001", Context: "wiki"}, {Image: "a", Owner: "Owner001"}} {
		if _, err := image.Add(image.State{}, a); err == nil {
			t.Errorf("%+v was accepted", a)
		}
	}
}
