package live

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// defaultHeartbeat keeps proxies from closing an idle stream and bounds how long an ended session goes unnoticed.
	defaultHeartbeat = 15 * time.Second

	// writeTime is the time limit for writing one message to a slow reader.
	writeTime = 10 * time.Second
)

// Message is the data of an event: the changed topic and the position that reads must have reached to see the change.
// Change is the number of the last change that was no event (see Changes).
type Message struct {
	Topic    string `json:"topic,omitempty"`
	Position uint64 `json:"position"`
	Change   uint64 `json:"change,omitempty"`
}

// stream is one open page.
type stream struct {
	*Routes
	w      http.ResponseWriter
	r      *http.Request
	caller identity.Caller
	viewer view.Viewer
	sub    *subscriber
	known  map[string]move // by followed topic: what the client has
}

func (s *Routes) stream(w http.ResponseWriter, r *http.Request) error {
	wanted, err := s.parse(r)
	if err != nil {
		return err
	}
	caller := identity.FromContext(r.Context())
	viewer := viewerOf(r, caller)
	if err := s.mayFollow(wanted, caller, viewer); err != nil {
		return err
	}
	sub, err := s.hub.join(view.PlaceOf(r, s.proxies))
	if err != nil {
		return err
	}
	defer s.hub.leave(sub)
	names := slices.Sorted(maps.Keys(wanted))
	// Join the hub first, then read the tables: a change in between is sent twice rather than never.
	subjects := s.subjects(names, caller)
	s.hub.follow(sub, subjects...)
	defer s.hub.forget(sub, subjects...)
	standing, err := s.standing(r.Context(), caller, viewer, names)
	if err != nil {
		return err
	}
	if len(standing) == 0 {
		return httpkit.NotFound()
	}
	one := &stream{Routes: s, w: w, r: r, caller: caller, viewer: viewer, sub: sub, known: map[string]move{}}
	if err := one.begin(wanted, standing); err != nil {
		return nil //nolint:nilerr // the reader has closed the connection
	}
	one.serve()
	return nil
}

// subjects are the hub's names of topics: owned rows belong to one account, except for those who see the rows of all.
func (s *Routes) subjects(names []string, c identity.Caller) []string {
	out := slices.Clone(names)
	for i, name := range out {
		o, owned := s.ownedBy(name)
		switch {
		case owned && o.all(c):
			out[i] = o.subject("")
		case owned:
			out[i] = o.subject(c.Account)
		}
	}
	return out
}

// begin sends the current positions and the changes that the client has missed.
func (s *stream) begin(wanted topics, standing map[string]move) error {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // otherwise proxies that buffer answers delay messages
	s.w.WriteHeader(http.StatusOK)
	if err := s.write("ready", Message{Position: s.hub.position()}); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		at, there := standing[name]
		if !there {
			if err := s.write("unknown", Message{Topic: name, Position: s.hub.position()}); err != nil {
				return err
			}
			continue
		}
		s.known[name] = at
		since := wanted[name]
		if since == nil {
			continue
		}
		missed := *since
		if _, shared := s.sharedBy(name); shared {
			// Clients do not say which change of a shared topic they have; each page reads that again by itself.
			missed.change = at.change
		}
		if at.beyond(missed) {
			if err := s.write("moved", Message{Topic: name, Position: at.position, Change: at.change}); err != nil {
				return err
			}
		}
	}
	return nil
}

// serve runs until the client leaves, the session ends or the server stops.
func (s *stream) serve() {
	beat := time.NewTicker(s.heartbeat)
	defer beat.Stop()
	// The connection may serve other requests afterwards.
	defer func() { _ = http.NewResponseController(s.w).SetWriteDeadline(time.Time{}) }()
	for {
		var err error
		select {
		case <-s.r.Context().Done():
			return
		case <-s.hub.closed:
			return
		case <-s.sub.wake:
			err = s.moved(s.sub.take())
		case <-beat.C:
			if !s.sameCaller() {
				return
			}
			err = s.beat()
		}
		if err != nil {
			return
		}
	}
}

// moved sends moves. Where the viewer may have lost access, it reads the tables first.
func (s *stream) moved(moves map[string]move) error {
	var uncertain []string
	for _, subject := range slices.Sorted(maps.Keys(moves)) {
		m := moves[subject]
		name := s.topicOf(subject)
		known, follows := s.known[name]
		if !follows || !m.beyond(known) {
			continue
		}
		if !m.public && s.guarded(name) {
			uncertain = append(uncertain, name)
			continue
		}
		if err := s.sendMove(name, m); err != nil {
			return err
		}
	}
	return s.look(uncertain)
}

// look checks again which things the viewer may see, and ends the topics of hidden ones.
func (s *stream) look(names []string) error {
	if len(names) == 0 {
		return nil
	}
	standing, err := s.standing(s.r.Context(), s.caller, s.viewer, names)
	if err != nil {
		return err
	}
	for _, name := range names {
		m, there := standing[name]
		if !there {
			delete(s.known, name)
			s.hub.forget(s.sub, name)
			if err := s.write("unknown", Message{Topic: name, Position: s.hub.position()}); err != nil {
				return err
			}
			continue
		}
		if m.position > s.known[name].position {
			if err := s.sendMove(name, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *stream) sendMove(name string, m move) error {
	m = s.known[name].and(m)
	s.known[name] = m
	return s.write("moved", Message{Topic: name, Position: m.position, Change: m.change})
}

// sameCaller says whether session and role are unchanged: otherwise the stream ends.
func (s *stream) sameCaller() bool {
	now, err := s.again(s.r)
	return err == nil && now.Account == s.caller.Account && now.Role == s.caller.Role && now.Session == s.caller.Session
}

// beat sends a heartbeat and checks the things again, because a team may have changed in another process.
func (s *stream) beat() error {
	var hidden []string
	for _, name := range slices.Sorted(maps.Keys(s.known)) {
		if s.guarded(name) && !s.known[name].public {
			hidden = append(hidden, name)
		}
	}
	if err := s.look(hidden); err != nil {
		return err
	}
	return s.send(": still here\n\n")
}

// write sends one event. Its id is a position up to which the client has missed nothing.
func (s *stream) write(event string, m Message) error {
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	s.metrics.messages.Inc()
	return s.send(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", s.hub.position(), event, data))
}

func (s *stream) send(text string) error {
	controller := http.NewResponseController(s.w)
	_ = controller.SetWriteDeadline(time.Now().Add(writeTime)) // not every connection supports one
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return controller.Flush()
}

// topicOf is the client's name of a subject.
func (s *Routes) topicOf(subject string) string {
	if s.guarded(subject) {
		return subject
	}
	name, _, _ := strings.Cut(subject, ":")
	return name
}
