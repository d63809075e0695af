package server

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
)

type nodeInput struct {
	Name      string `json:"name" doc:"1 至 48 个字符"`
	FirstPort int    `json:"first_port,omitempty" doc:"服务器的端口范围，默认 25565 至 25664"`
	LastPort  int    `json:"last_port,omitempty"`
}

type addNode struct{ Body nodeInput }

// NodeCode is the answer to a new node, and to a new code.
type NodeCode struct {
	ID   string `json:"id"`
	Code string `json:"code" doc:"加入码，一小时内可用一次"`
}

// addNode is POST /v3/node.
func (s *Service) addNode(ctx context.Context, tx *commands.Tx, in *addNode) (NodeCode, error) {
	id, err := tx.NewID(ctx, "node")
	if err != nil {
		return NodeCode{}, err
	}
	if !tx.Repeated() {
		tx.Fresh(id)
	}
	e, err := Nodes().Open(ctx, tx, id)
	if err != nil {
		return NodeCode{}, err
	}
	if in.Body.FirstPort == 0 && in.Body.LastPort == 0 {
		in.Body.FirstPort, in.Body.LastPort = 25565, 25664
	}
	if err := e.Do(server.AddNode{By: tx.By(), Node: id, Name: in.Body.Name, FirstPort: in.Body.FirstPort, LastPort: in.Body.LastPort}); err != nil {
		return NodeCode{}, err
	}
	return newCode(ctx, tx, e, id)
}

// issueCode is POST /v3/node/{id}/code.
func issueCode(ctx context.Context, tx *commands.Tx, in *commands.Named) (NodeCode, error) {
	e, err := node(ctx, tx, in.ID)
	if err != nil {
		return NodeCode{}, err
	}
	return newCode(ctx, tx, e, in.ID)
}

// codeParts ids make a code: each has more than 40 bits that nobody without the site's key can predict.
const codeParts = 4

// newCode makes a code that a repeated request gets again.
func newCode(ctx context.Context, tx *commands.Tx, e *commands.Entity[server.NodeState, server.NodeCommand], id string) (NodeCode, error) {
	code := id + "-"
	for n := range codeParts {
		part, err := tx.NewID(ctx, "code "+string(rune('a'+n)))
		if err != nil {
			return NodeCode{}, err
		}
		code += part
	}
	return NodeCode{ID: id, Code: code}, e.Do(server.IssueCode{By: tx.By(), Hash: server.HashOf(code), Now: tx.Now()})
}

func node(ctx context.Context, tx *commands.Tx, id string) (*commands.Entity[server.NodeState, server.NodeCommand], error) {
	if !ids.Valid(id) {
		return nil, server.MissingNode(server.NodeState{})
	}
	return Nodes().Get(ctx, tx, id)
}

// retireNode is POST /v3/node/{id}/retire.
func (s *Service) retireNode(ctx context.Context, tx *commands.Tx, in *decideOver) error {
	e, err := node(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	count, err := s.Servers(ctx, in.ID)
	if err != nil {
		return err
	}
	return e.Do(server.RetireNode{By: tx.By(), Servers: count, Reason: in.Body.Reason})
}

type joinInput struct {
	Code      string `json:"code"`
	PublicKey string `json:"public_key" doc:"Ed25519 公钥，base64url"`
	Address   string `json:"address" doc:"浏览器访问节点的地址"`
	Version   string `json:"version,omitempty"`
}

type joinNode struct{ Body joinInput }

// join is POST /_node/join. The code names its node; nobody else needs to know the caller.
func (s *Service) join(ctx context.Context, req commands.Request, in *joinNode) (contractnode.Joined, commands.Outcome, error) {
	id, _, _ := strings.Cut(in.Body.Code, "-")
	// No account asks: the decision is the program's own, about a code that an administrator gave away.
	outcome, err := s.Handler.Handle(ctx, commands.Request{Command: req.Command}, func(ctx context.Context, tx *commands.Tx) error {
		if !ids.Valid(id) {
			return server.UnknownCode()
		}
		e, err := Nodes().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		return e.Do(server.Join{Code: in.Body.Code, Key: in.Body.PublicKey, Address: in.Body.Address, Now: tx.Now()})
	})
	if err != nil {
		return contractnode.Joined{}, outcome, err
	}
	name, err := s.NodeName(ctx, id)
	return contractnode.Joined{Node: id, Name: name}, outcome, err
}

// Node is the state of a node for its link: its key above all.
func (s *Service) Node(ctx context.Context, id string) (state server.NodeState, err error) {
	if !ids.Valid(id) {
		return server.NodeState{}, nil
	}
	err = s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := Nodes().Open(ctx, tx, id)
		if err == nil {
			state = e.State()
		}
		return err
	})
	return state, err
}

// Away tells that a node was last connected at a time, with the servers that it has. Each absence is told once.
func (s *Service) Away(ctx context.Context, node string, since time.Time, servers []string) error {
	req := commands.Request{Command: uuid.NewSHA1(reports, fmt.Appendf(nil, "%s is away since %s", node, since.UTC().Format(time.RFC3339Nano))).String()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, err := Nodes().Open(ctx, tx, node)
		if err != nil {
			return err
		}
		return e.Do(server.ReportAway{Since: since, Servers: servers, Now: tx.Now()})
	})
	if err != nil {
		return fmt.Errorf("tell that node %s is away: %w", node, err)
	}
	return nil
}
