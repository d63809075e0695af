package live

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// MaxTopics is how many topics one stream may follow.
const MaxTopics = 16

// Topics are the topics that an area declares.
type Topics struct {
	Owned  []Owned
	Things []Thing
	Shared []Shared
	Moves  []Moves
}

// topics are the followed topics of a stream, each with the position that the client has; nil where the client wants
// only later changes.
type topics map[string]*move

// parse reads the parameters `topic`: a name, or a name and the position up to which the client has seen it
// ("project:AABBCCDD@123"), for some also the change number ("inbox@123.4"). A Last-Event-ID applies to every
// topic without a newer position.
func (s *Routes) parse(r *http.Request) (topics, error) {
	q, err := view.Values(r)
	if err != nil {
		return nil, err
	}
	names := q["topic"]
	if len(names) == 0 {
		return nil, httpkit.Invalid("topic", "缺少参数 topic")
	}
	if len(names) > MaxTopics {
		return nil, httpkit.Invalid("topic", "一次最多关注 16 个主题")
	}
	var last *move
	if raw := r.Header.Get("Last-Event-ID"); raw != "" {
		n, err := strconv.ParseUint(raw, 10, 63)
		if err != nil {
			return nil, httpkit.Invalid("Last-Event-ID", "请求头 Last-Event-ID 应为非负整数")
		}
		last = &move{position: n}
	}
	out := topics{}
	for _, raw := range names {
		name, position, given := strings.Cut(raw, "@")
		since := last
		if given {
			known, err := s.knownOf(name, position)
			if err != nil {
				return nil, err
			}
			if since != nil {
				known = known.and(*since)
			}
			since = &known
		}
		if !s.valid(name) {
			return nil, httpkit.Invalid("topic", "未知的主题，应为 "+s.described(false)+" 之一")
		}
		out[name] = since
	}
	return out, nil
}

// knownOf reads the position behind the @ of a topic.
func (s *Routes) knownOf(name, text string) (move, error) {
	position, change, both := strings.Cut(text, ".")
	var known move
	var err error
	if known.position, err = strconv.ParseUint(position, 10, 63); err != nil {
		return move{}, httpkit.Invalid("topic", "主题的位置应为非负整数")
	}
	if both {
		o, owned := s.ownedBy(name)
		if known.change, err = strconv.ParseUint(change, 10, 63); err != nil || !owned || o.Changes == nil {
			return move{}, httpkit.Invalid("topic", "主题没有变更号，或变更号不是非负整数")
		}
	}
	return known, nil
}

// described lists the topics, with what each shows where shows is true.
func (s *Routes) described(shows bool) string {
	var list []string
	add := func(name, what string) {
		if shows {
			name += "（" + what + "）"
		}
		list = append(list, name)
	}
	for _, t := range s.things {
		add(t.Kind+":<ID>", t.Shows)
	}
	for _, t := range s.shared {
		add(t.Topic, t.Shows)
	}
	for _, o := range s.owned {
		add(o.Topic, o.Shows)
	}
	return strings.Join(list, "、")
}

func (s *Routes) valid(name string) bool {
	_, owned := s.ownedBy(name)
	_, shared := s.sharedBy(name)
	_, _, thing := s.thingOf(name)
	return owned || shared || thing
}

// mayFollow rejects topics that the caller may not follow at all. Things are checked one by one.
func (s *Routes) mayFollow(t topics, c identity.Caller, v view.Viewer) error {
	for _, o := range s.owned {
		if _, ok := t[o.Topic]; ok {
			if err := c.Require(o.Scope); err != nil {
				return err
			}
		}
	}
	for _, o := range s.shared {
		if _, ok := t[o.Topic]; ok && o.Staff != "" && !v.Staff {
			return httpkit.Forbidden(o.Staff)
		}
	}
	return nil
}
