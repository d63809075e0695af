package software_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/software"
)

func games(t *testing.T, s software.Source) error {
	t.Helper()
	list, err := s.Games(t.Context(), software.Paper)
	if err == nil && len(list) == 0 {
		t.Error("no games and no error")
	}
	return err
}

func TestAnAnswerIsKeptForTenMinutes(t *testing.T) {
	s := newService(t)
	paper := s.source(t, software.Paper)
	for i, c := range []struct {
		pass  time.Duration
		asked int
	}{{0, 1}, {9 * time.Minute, 1}, {2 * time.Minute, 2}, {-48 * time.Hour, 3}} {
		s.pass(c.pass)
		if err := games(t, paper); err != nil || s.times(paperList) != c.asked {
			t.Errorf("step %d: asked %d times: %v", i, s.times(paperList), err)
		}
	}
}

func TestAnOldAnswerIsUsedForADayWhileTheServiceFails(t *testing.T) {
	for name, broken := range map[string]func(*service){
		"down": func(s *service) { s.fails(paperList, http.StatusBadGateway) }, "unusable": func(s *service) { s.says(paperList, "<html>") },
		"gone": func(s *service) { s.fails(paperList, http.StatusNotFound) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			paper := s.source(t, software.Paper)
			if err := games(t, paper); err != nil {
				t.Fatal(err)
			}
			broken(s)
			s.pass(23 * time.Hour)
			if err := games(t, paper); err != nil {
				t.Errorf("after 23 hours: %v", err)
			}
			s.pass(2 * time.Hour)
			if err := games(t, paper); err == nil {
				t.Error("an answer of yesterday is used")
			}
			s.normal()
			s.pass(time.Minute)
			if err := games(t, paper); err != nil {
				t.Errorf("the service is there again: %v", err)
			}
		})
	}
}

func TestWhatAPublisherWithdrewIsGone(t *testing.T) {
	s := newService(t)
	paper := s.source(t, software.Paper)
	if _, err := paper.Versions(t.Context(), software.Paper, "1.21.8"); err != nil {
		t.Fatal(err)
	}
	s.fails(paperBuilds, http.StatusGone)
	s.pass(11 * time.Minute)
	if _, err := paper.Versions(t.Context(), software.Paper, "1.21.8"); !errors.Is(err, software.ErrUnknown) {
		t.Error(err)
	}
}

func TestAFailingServiceIsLeftAlone(t *testing.T) {
	for _, c := range []struct {
		header []string
		pause  time.Duration
	}{
		{nil, 30 * time.Second}, {[]string{"Retry-After", "120"}, 2 * time.Minute}, {[]string{"Retry-After", "1"}, 30 * time.Second},
		{[]string{"Retry-After", "99999999"}, 10 * time.Minute}, {[]string{"Retry-After", "-5"}, 30 * time.Second}, {[]string{"Retry-After", "soon"}, 30 * time.Second},
	} {
		s := newService(t)
		s.fails(paperList, http.StatusTooManyRequests, c.header...)
		paper := s.source(t, software.Paper)
		first := games(t, paper)
		s.pass(c.pause - time.Second)
		if err := games(t, paper); first == nil || err == nil || s.times(paperList) != 1 {
			t.Errorf("%v: asked %d times within the pause: %v", c.header, s.times(paperList), err)
		}
		s.normal()
		s.pass(2 * time.Second)
		if err := games(t, paper); err != nil || s.times(paperList) != 2 {
			t.Errorf("%v: asked %d times after it: %v", c.header, s.times(paperList), err)
		}
	}
}

func TestManyWhoAskAtOnceAskOnce(t *testing.T) {
	s := newService(t)
	begun, open := make(chan struct{}), make(chan struct{})
	body := `{"versions":{"1.21":["1.21.8"]}}`
	s.on(paperList, func(w http.ResponseWriter, _ *http.Request) {
		close(begun) // a second request would panic
		<-open
		_, _ = w.Write([]byte(body))
	})
	paper := s.source(t, software.Paper)
	// The one who began it goes away; the others get the answer.
	first, cancel := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := paper.Games(first, software.Paper)
		gone <- err
	}()
	<-begun
	var all sync.WaitGroup
	var waiting sync.WaitGroup
	for range 20 {
		waiting.Add(1)
		all.Go(func() {
			waiting.Done()
			if err := games(t, paper); err != nil {
				t.Error(err)
			}
		})
	}
	waiting.Wait()
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(open)
	all.Wait()
	if n := s.times(paperList); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestWhatNobodyOffersIsNotAsked(t *testing.T) {
	s := newService(t)
	paper := s.source(t, software.Paper)
	for _, game := range []string{"1.99", "..", "1.21.8/../../x", "%2e%2e"} {
		if _, err := paper.Resolve(t.Context(), software.Paper, game, "1"); !errors.Is(err, software.ErrUnknown) {
			t.Errorf("%q: %v", game, err)
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.asked) != 1 {
		t.Errorf("asked for %v", s.asked)
	}
}
