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

// The topics beside those of projects.
const (
	Inbox    = "inbox"    // the notifications of the account that asks
	Queue    = "queue"    // the review queue, for staff
	Activity = "activity" // what everybody may see happen

	projectPrefix = "project:"
	inboxPrefix   = "inbox:" // inside of the hub: whose inbox it is
)

// Project is the topic of one project: its documents, versions, team and reviews.
func Project(id string) string { return projectPrefix + id }

// topics are what a stream follows, each with what the client knows of it; nil where the client only wants to hear of
// what is still to come.
type topics map[string]*move

// parse reads the parameters `topic`: a name, or a name and the position up to which the client knows it
// ("project:AABBCCDD@123"), for the inbox also the change number ("inbox@123.4"). A Last-Event-ID counts for every topic
// that says nothing newer itself.
func (s *Routes) parse(r *http.Request) (topics, error) {
	q, err := view.Values(r)
	if err != nil {
		return nil, err
	}
	names := q["topic"]
	if len(names) == 0 {
		return nil, httpkit.Invalid("缺少参数 topic")
	}
	if len(names) > MaxTopics {
		return nil, httpkit.Invalid("一次最多关注 16 个主题")
	}
	var last *move
	if raw := r.Header.Get("Last-Event-ID"); raw != "" {
		n, err := strconv.ParseUint(raw, 10, 63)
		if err != nil {
			return nil, httpkit.Invalid("请求头 Last-Event-ID 应为非负整数")
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
			return nil, httpkit.Invalid("未知的主题，应为 " + s.names())
		}
		out[name] = since
	}
	return out, nil
}

// knownOf reads what stands behind the @ of a topic.
func knownOf(name, text string) (move, error) {
	position, change, both := strings.Cut(text, ".")
	var known move
	var err error
	if known.position, err = strconv.ParseUint(position, 10, 63); err != nil {
		return move{}, httpkit.Invalid("主题的位置应为非负整数")
	}
	if both {
		if known.change, err = strconv.ParseUint(change, 10, 63); err != nil || name != Inbox {
			return move{}, httpkit.Invalid("主题的变更号只用于 inbox，应为非负整数")
		}
	}
	return known, nil
}

// names lists the topics that there are.
func (s *Routes) names() string {
	text := "project:<资源 ID>、inbox、queue"
	for _, o := range s.owned {
		text += "、" + o.Topic
	}
	return text + " 或 activity"
}

func (s *Routes) valid(name string) bool {
	if id, ok := strings.CutPrefix(name, projectPrefix); ok {
		return ids.Valid(id)
	}
	_, owned := s.ownedBy(name)
	return owned || name == Inbox || name == Queue || name == Activity
}

// mayFollow refuses what the caller may not ask for at all. Projects are looked at one by one.
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
		return httpkit.Fault(httpkit.KindForbidden, httpkit.CodeUnauthorized, "只有审核人员可以查看审核队列")
	}
	return nil
}
