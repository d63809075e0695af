package live

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/readapi/view"
)

func TestASlowStreamGetsOneMoveForEachTopic(t *testing.T) {
	h := newHub()
	s, err := h.join(view.StreamPlace{Account: "somebody", Network: "home"})
	if err != nil {
		t.Fatal(err)
	}
	h.follow(s, "a", "b")
	for i := range 10_000 {
		h.publish([]string{"a", "b"}[i%2], move{position: uint64(i)})
	}
	moves := s.take()
	if len(moves) != 2 || moves["a"].position != 9998 || moves["b"].position != 9999 {
		t.Fatal(moves)
	}
	if len(s.wake) != 1 {
		t.Fatal("the stream was notified more than once")
	}
	h.forget(s, "a", "b")
	h.leave(s)
	if h.count() != 0 || len(h.topics) != 0 {
		t.Fatal(h.count(), h.topics)
	}
}

func TestTheHubRejectsStreamsAboveTheLimit(t *testing.T) {
	h := newHub()
	for i := 0; ; i++ {
		if _, err := h.join(view.StreamPlace{Account: fmt.Sprint(i), Network: fmt.Sprint(i)}); err != nil {
			break
		}
		if i > 1<<16 {
			t.Fatal("the hub has no limit")
		}
	}
}

func TestThePositionOfTheHubIsThatOfTheSlowestReadModel(t *testing.T) {
	h := newHub()
	h.reached("catalog", 9)
	h.reached("notification", 4)
	if h.position() != 4 {
		t.Fatal(h.position())
	}
}
