package live

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/readapi/view"
)

// MaxTopics is how many topics one stream may follow.
const MaxTopics = 16

// The fixed topics.
const (
	Inbox    = "inbox"    // the notifications of the calling account
	Queue    = "queue"    // the review queue, for staff
	Activity = "activity" // public changes

	projectPrefix = "project:"
	inboxPrefix   = "inbox:" // the hub's name of an inbox, followed by its account
)

// Project is the topic of one project: its documents, versions, team and reviews.
func Project(id string) string { return projectPrefix + id }

// topics are the followed topics of a stream, each with the position that the client has; nil where the client wants
// only later changes.
type topics map[string]*move

// parse reads the parameters `topic`: a name, or a name and the position up to which the client has seen it
// ("project:AABBCCDD@123"), for the inbox also the change number ("inbox@123.4"). A Last-Event-ID applies to every
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
			known, err := knownOf(name, position)
			if err != nil {
				return nil, err
			}
			if since != nil {
				known = known.and(*since)
			}
			since = &known
		}
		if !s.valid(name) {
			return nil, httpkit.Invalid("topic", "未知的主题，应为 "+s.names())
		}
		out[name] = since
	}
	return out, nil
}

// knownOf reads the position behind the @ of a topic.
func knownOf(name, text string) (move, error) {
	position, change, both := strings.Cut(text, ".")
	var known move
	var err error
	if known.position, err = strconv.ParseUint(position, 10, 63); err != nil {
		return move{}, httpkit.Invalid("topic", "主题的位置应为非负整数")
	}
	if both {
		if known.change, err = strconv.ParseUint(change, 10, 63); err != nil || name != Inbox {
			return move{}, httpkit.Invalid("topic", "主题的变更号只用于 inbox，应为非负整数")
		}
	}
	return known, nil
}

// names lists the available topics.
func (s *Routes) names() string {
	text := "project:<资源 ID>、inbox、queue"
	for _, o := range s.owned {
		text += "、" + o.Topic
	}
	for _, t := range s.things {
		text += "、" + t.Kind + ":<ID>"
	}
	return text + " 或 activity"
}

func (s *Routes) valid(name string) bool {
	if id, ok := strings.CutPrefix(name, projectPrefix); ok {
		return ids.Valid(id)
	}
	_, owned := s.ownedBy(name)
	_, _, thing := s.thingOf(name)
	return owned || thing || name == Inbox || name == Queue || name == Activity
}

// mayFollow rejects topics that the caller may not follow at all. Projects are checked one by one.
func (s *Routes) mayFollow(t topics, c identity.Caller, v view.Viewer) error {
	if _, ok := t[Inbox]; ok {
		if err := c.Require(identity.ScopeNotificationRead); err != nil {
			return err
		}
	}
	for _, o := range s.owned {
		if _, ok := t[o.Topic]; ok {
			if err := c.Require(o.Scope); err != nil {
				return err
			}
		}
	}
	if _, ok := t[Queue]; ok && !v.Staff {
		return httpkit.Forbidden("只有审核人员可以查看审核队列")
	}
	return nil
}
