package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// CodeHolds is how long a code to join can be used.
const CodeHolds = time.Hour

// NodeState is a node, folded from its stream. The zero NodeState does not exist.
type NodeState struct {
	ID, Name            string
	FirstPort, LastPort int
	Key, Address        string // empty until it has joined
	Retired             bool
	CodeHash            string // empty: no code waits
	CodeExpires         time.Time
	UsedHash            string    // of the code by which it joined
	Away                time.Time // since when it was away when that was reported last
}

// EvolveNode applies one event to a state.
func EvolveNode(s NodeState, event any) NodeState {
	switch e := event.(type) {
	case NodeAdded:
		return NodeState{ID: e.Node, Name: e.Name, FirstPort: e.FirstPort, LastPort: e.LastPort}
	case CodeIssued:
		s.CodeHash, s.CodeExpires = e.Hash, e.Expires
	case NodeJoined:
		s.Key, s.Address, s.UsedHash, s.CodeHash = e.Key, e.Address, s.CodeHash, ""
	case NodeRetired:
		s.Retired, s.Key, s.CodeHash = true, "", ""
	case NodeAway:
		s.Away = e.Since
	}
	return s
}

// NodeCommand is a command on a node.
type NodeCommand interface {
	decide(s NodeState) ([]any, role.Role, error)
}

// DecideNode returns the events of a command, or a *fault.Error.
func DecideNode(s NodeState, c NodeCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(s))
}

// MissingNode is the error for a node that does not exist.
func MissingNode(s NodeState) error {
	if s.ID == "" {
		return fault.NotFound("节点不存在。")
	}
	return nil
}

func overseesNodes(a actor.Actor) error {
	switch {
	case !a.SignedIn():
		return fault.Unauthorized("请先登录。")
	case !a.Admin():
		return fault.Denied("只有管理员可以管理节点。")
	}
	return nil
}

// AddNode begins a node.
type AddNode struct {
	By                  actor.Actor
	Node, Name          string
	FirstPort, LastPort int
}

func (c AddNode) decide(s NodeState) ([]any, role.Role, error) {
	err := overseesNodes(c.By)
	name, nameErr := text.Line("name", "名称", c.Name, 1, MaxName)
	switch {
	case err != nil:
		return nil, "", err
	case s.ID != "":
		return nil, "", fault.Conflict("该节点已存在。")
	case nameErr != nil:
		return nil, "", nameErr
	case c.FirstPort < 1024 || c.FirstPort > 65535:
		return nil, "", fault.Invalid("first_port", "端口须为 1024 至 65535。")
	case c.LastPort < c.FirstPort || c.LastPort > 65535:
		return nil, "", fault.Invalid("last_port", "最后一个端口须不小于第一个，且不超过 65535。")
	}
	return []any{NodeAdded{Node: c.Node, Name: name, FirstPort: c.FirstPort, LastPort: c.LastPort}}, role.Admin, nil
}

// IssueCode makes a code to join; the code before it does not hold any more.
type IssueCode struct {
	By   actor.Actor
	Hash string
	Now  time.Time
}

func (c IssueCode) decide(s NodeState) ([]any, role.Role, error) {
	if err := overseesNodes(c.By); err != nil {
		return nil, "", err
	}
	if s.Retired {
		return nil, "", fault.Conflict("该节点已停用。")
	}
	return []any{CodeIssued{Node: s.ID, Hash: c.Hash, Expires: c.Now.Add(CodeHolds)}}, role.Admin, nil
}

// Join uses up a code. A repeated request with the same code and key changes nothing.
type Join struct {
	Code, Key, Address string
	Now                time.Time
}

// HashOf is what an event keeps of a code.
func HashOf(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}

func (c Join) decide(s NodeState) ([]any, role.Role, error) {
	key, keyErr := base64.RawURLEncoding.DecodeString(c.Key)
	addressErr := nodeAddress(c.Address)
	used := same(s.UsedHash, HashOf(c.Code))
	switch {
	case used && s.Key == c.Key && s.Address == c.Address && !s.Retired:
		return nil, role.System, nil
	case used:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "code_used", Text: "加入码已使用过。"}
	case s.Retired || !same(s.CodeHash, HashOf(c.Code)):
		return nil, "", UnknownCode()
	case !c.Now.Before(s.CodeExpires):
		return nil, "", &fault.Error{Kind: fault.KindGone, Code: "code_expired", Text: "加入码已过期。"}
	case keyErr != nil || len(key) != 32:
		return nil, "", fault.Invalid("public_key", "须为 32 字节的 Ed25519 公钥（base64url）。")
	case addressErr != nil:
		return nil, "", addressErr
	}
	return []any{NodeJoined{Node: s.ID, Key: c.Key, Address: c.Address}}, role.System, nil
}

// UnknownCode is the error for a code that does not exist, or was replaced.
func UnknownCode() error {
	return &fault.Error{Kind: fault.KindNotFound, Code: "code_unknown", Text: "没有这个加入码。"}
}

// same compares hashes in constant time; an empty one equals none.
func same(known, given string) bool {
	return known != "" && subtle.ConstantTimeCompare([]byte(known), []byte(given)) == 1
}

// nodeAddress checks the URL under which browsers reach a node.
func nodeAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || len(address) > 200 || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return fault.Invalid("address", "地址须为 https:// 加主机与端口，不含路径。")
	}
	for _, r := range u.Host {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == ':' || r == '[' || r == ']') {
			return fault.Invalid("address", "地址须为 https:// 加主机与端口，不含路径。")
		}
	}
	return nil
}

// RetireNode ends a node without servers.
type RetireNode struct {
	By      actor.Actor
	Servers int // that are on it
	Reason  *reason.Reason
}

func (c RetireNode) decide(s NodeState) ([]any, role.Role, error) {
	if err := overseesNodes(c.By); err != nil || s.Retired {
		return nil, role.Admin, err
	}
	if c.Servers > 0 {
		return nil, "", fault.Conflict("节点上还有服务器，无法停用。")
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{NodeRetired{Node: s.ID, Reason: why}}, role.Admin, nil
}

// Limits of absences of nodes.
const (
	// AwayAfter is how long a node is away before that is told.
	AwayAfter = 5 * time.Minute
	// MaxAway is the largest number of servers whose members are told of an absence.
	MaxAway = 1000
)

// ReportAway tells that a node is away. Telling twice of an absence is telling once.
type ReportAway struct {
	Since   time.Time // when it was last connected
	Servers []string
	Now     time.Time
}

func (c ReportAway) decide(s NodeState) ([]any, role.Role, error) {
	switch {
	case s.ID == "":
		return nil, "", MissingNode(s)
	case s.Retired || s.Key == "" || !c.Since.After(s.Away) || c.Now.Sub(c.Since) < AwayAfter:
		return nil, role.System, nil
	}
	return []any{NodeAway{Node: s.ID, Name: s.Name, Since: c.Since.UTC(), Servers: c.Servers[:min(len(c.Servers), MaxAway)]}}, role.System, nil
}
