package server

import (
	"context"
	"strconv"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
)

// Plan is what a new server may use. A member that is absent is that of the usual plan.
type planInput struct {
	MemoryMiB  int `json:"memory_mib,omitempty" doc:"默认 4096"`
	CPUPercent int `json:"cpu_percent,omitempty" doc:"100 为一个核心，默认 200"`
	DiskMiB    int `json:"disk_mib,omitempty" doc:"默认 20480"`
}

type softwareInput struct {
	Kind          string `json:"kind,omitempty" enum:"none,stand-in,jar" doc:"none 为尚未安装，stand-in 为演示用的替身，jar 为服务器目录中的文件；默认 none"`
	Jar           string `json:"jar,omitempty" doc:"文件名，默认 server.jar"`
	Loader        string `json:"loader,omitempty"`
	LoaderVersion string `json:"loader_version,omitempty"`
	GameVersion   string `json:"game_version,omitempty"`
}

type provisionInput struct {
	Owner    string        `json:"owner" doc:"用户的 ID 或用户名"`
	Name     string        `json:"name" doc:"1 至 48 个字符"`
	Node     string        `json:"node"`
	Port     int           `json:"port,omitempty" doc:"省略时由站点选择"`
	Plan     planInput     `json:"plan,omitempty"`
	Software softwareInput `json:"software,omitempty"`
}

type provisionServer struct{ Body provisionInput }

// Provisioned is the answer to a new server.
type Provisioned struct {
	ID   string `json:"id"`
	Port int    `json:"port"`
}

// provision is POST /v3/server.
func (s *Service) provision(ctx context.Context, tx *commands.Tx, in *provisionServer) (Provisioned, error) {
	return s.provisionAs(ctx, tx, in.Body, false)
}

// provisionAs gives an account a server, perhaps one of the demonstration data.
func (s *Service) provisionAs(ctx context.Context, tx *commands.Tx, in provisionInput, demonstration bool) (Provisioned, error) {
	id, err := tx.NewID(ctx, "server")
	if err != nil {
		return Provisioned{}, err
	}
	e, err := Servers().Open(ctx, tx, id)
	if err != nil || tx.Repeated() {
		return Provisioned{id, e.State().Port}, err
	}
	tx.Fresh(id)
	c := server.Provision{
		By: tx.By(), Server: id, Name: in.Name, Plan: usual(in.Plan), Number: in.Port, Now: tx.Now(), Demonstration: demonstration,
		Software: server.Software{
			Kind: in.Software.Kind, Jar: in.Software.Jar, Loader: in.Software.Loader, LoaderVersion: in.Software.LoaderVersion, GameVersion: in.Software.GameVersion,
		},
	}
	if c.Owner, err = s.Account(ctx, in.Owner); err != nil {
		return Provisioned{}, err
	}
	c.OwnerExists = c.Owner != ""
	var held *commands.Entity[server.Holding, server.HoldPort]
	if ids.Valid(in.Node) {
		if c.Node, held, err = s.place(ctx, tx, in.Node, &c.Number); err != nil {
			return Provisioned{}, err
		}
	}
	if held != nil {
		c.Port = held.State()
	}
	if err := e.Do(c); err != nil {
		return Provisioned{}, err
	}
	return Provisioned{id, c.Number}, held.Do(server.HoldPort{Entry: decision.Entry{As: role.Admin, ID: id}, Node: c.Node.ID, Port: c.Number})
}

// place loads a node and who holds the port of a new server on it; the port is chosen if it is 0.
func (s *Service) place(ctx context.Context, tx *commands.Tx, node string, port *int) (server.NodeState, *commands.Entity[server.Holding, server.HoldPort], error) {
	n, err := Nodes().Open(ctx, tx, node)
	if err != nil {
		return server.NodeState{}, nil, err
	}
	at := n.State()
	if *port == 0 && at.ID != "" {
		held, free, err := s.freePort(ctx, tx, at)
		if err == nil && free == 0 {
			err = fault.Conflict("该节点已没有空闲端口。")
		}
		*port = free
		return at, held, err
	}
	held, err := ports().Open(ctx, tx, node+"-"+strconv.Itoa(*port))
	return at, held, err
}

func usual(p planInput) server.Plan {
	plan := server.Plan{MemoryMiB: 4096, CPUPercent: 200, DiskMiB: 20480}
	if p.MemoryMiB != 0 {
		plan.MemoryMiB = p.MemoryMiB
	}
	if p.CPUPercent != 0 {
		plan.CPUPercent = p.CPUPercent
	}
	if p.DiskMiB != 0 {
		plan.DiskMiB = p.DiskMiB
	}
	return plan
}
