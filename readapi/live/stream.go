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
	// defaultHeartbeat keeps proxies from closing a quiet stream, and is how soon an ended session is noticed.
	defaultHeartbeat = 15 * time.Second

	// writeTime is how long one message may take to a reader who does not read.
	writeTime = 10 * time.Second
)

// Message is the data of an event: the topic that moved and the position that reads must have reached to see it.
// Change is the inbox's change number, which its reads answer.
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
	told   map[string]move // by topic that is followed: what the client knows
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
	sub, err := s.hub.join(s.key(r.Context(), r))
	if err != nil {
		return err
	}
	defer s.hub.leave(sub)
	names := slices.Sorted(maps.Keys(wanted))
	// First the hub, then the tables: what happens in between is told twice rather than never.
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
	one := &stream{Routes: s, w: w, r: r, caller: caller, viewer: viewer, sub: sub, told: map[string]move{}}
	if err := one.begin(wanted, standing); err != nil {
		return nil //nolint:nilerr // a reader who left is no error of ours
	}
	one.serve()
	return nil
}

// subjects are the hub's names of topics: an inbox is that of its account, and so is what accounts own, but for the staff.
func (s *Routes) subjects(names []string, c identity.Caller) []string {
	out := slices.Clone(names)
	for i, name := range out {
		o, owned := s.ownedBy(name)
		switch {
		case name == Inbox:
			out[i] = inboxOf(c.Account)
		case owned && c.Staff():
			out[i] = o.subject("")
		case owned:
			out[i] = o.subject(c.Account)
		}
	}
	return out
}

func inboxOf(account string) string { return inboxPrefix + account }

// begin says where the stream stands and what the client has missed.
func (s *stream) begin(wanted topics, standing map[string]move) error {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies that gather answers would hold messages back
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
		s.told[name] = at
		if since := wanted[name]; since != nil && at.beyond(*since) {
			if err := s.write("moved", Message{Topic: name, Position: at.position, Change: at.change}); err != nil {
				return err
			}
		}
	}
	return nil
}

// serve goes on until the client leaves, the session ends or the server stops.
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
			if !s.stillWelcome() {
				return
			}
			err = s.beat()
		}
		if err != nil {
			return
		}
	}
}

// moved tells of what moved, once it is sure that the viewer may still see it.
func (s *stream) moved(moves map[string]move) error {
	var doubtful []string
	for _, subject := range slices.Sorted(maps.Keys(moves)) {
		m := moves[subject]
		name := topicOf(subject)
		told, follows := s.told[name]
		if !follows || !m.beyond(told) {
			continue
		}
		if !m.public && isProject(name) {
			doubtful = append(doubtful, name)
			continue
		}
		if err := s.tell(name, m); err != nil {
			return err
		}
	}
	return s.look(doubtful)
}

// look reads again what the viewer may perhaps not see any more, and ends those topics.
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
			delete(s.told, name)
			s.hub.forget(s.sub, name)
			if err := s.write("unknown", Message{Topic: name, Position: s.hub.position()}); err != nil {
				return err
			}
			continue
		}
		if m.position > s.told[name].position {
			if err := s.tell(name, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *stream) tell(name string, m move) error {
	m = s.told[name].and(m)
	s.told[name] = m
	return s.write("moved", Message{Topic: name, Position: m.position, Change: m.change})
}

// stillWelcome says whether the caller is who it was: a stream does not outlive its session, nor a role.
func (s *stream) stillWelcome() bool {
	now, err := s.again(s.r)
	return err == nil && now.Account == s.caller.Account && now.Role == s.caller.Role && now.Session == s.caller.Session
}

// beat shows that the stream lives, and looks after hidden projects: a team may have changed elsewhere.
func (s *stream) beat() error {
	var hidden []string
	for _, name := range slices.Sorted(maps.Keys(s.told)) {
		if isProject(name) && !s.told[name].public {
			hidden = append(hidden, name)
		}
	}
	if err := s.look(hidden); err != nil {
		return err
	}
	return s.send(": still here\n\n")
}

// write sends one event. Its id is a position up to which nothing was missed.
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
	_ = controller.SetWriteDeadline(time.Now().Add(writeTime)) // not every connection has one
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return controller.Flush()
}

// topicOf is the client's name of a subject.
func topicOf(subject string) string {
	if isProject(subject) {
		return subject
	}
	name, _, _ := strings.Cut(subject, ":")
	return name
}
