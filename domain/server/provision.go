package server

import (
	"strings"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// The kinds of software.
const (
	None    = "none"
	StandIn = "stand-in"
	Jar     = "jar"
)

// The limits of a plan.
const (
	MinMemoryMiB, MaxMemoryMiB   = 256, 262144
	MinCPUPercent, MaxCPUPercent = 10, 6400
	MinDiskMiB, MaxDiskMiB       = 256, 4194304
)

// Provision gives an account a server. Only administrators may do it.
type Provision struct {
	By            actor.Actor
	Server, Owner string
	OwnerExists   bool
	Node          NodeState
	Port          Holding
	Number        int // of the port
	Now           time.Time
	Plan          Plan
	Name          string
	Software      Software
	Demonstration bool
}

func (c Provision) decide(s State) ([]any, role.Role, error) {
	name, nameErr := Name(c.Name)
	software, softwareErr := c.Software.checked()
	planErr := c.Plan.check()
	switch {
	case s.ID != "":
		return nil, "", fault.Conflict("该服务器已存在。")
	case !c.By.SignedIn():
		return nil, "", fault.Unauthorized("请先登录。")
	case !c.By.Admin():
		return nil, "", fault.Denied("只有管理员可以开通服务器。")
	case !c.OwnerExists:
		return nil, "", fault.Invalid("owner", "没有这个用户。")
	case nameErr != nil:
		return nil, "", nameErr
	case c.Node.ID == "" || c.Node.Retired:
		return nil, "", fault.Invalid("node", "没有这个节点。")
	case c.Node.Key == "":
		return nil, "", fault.Invalid("node", "该节点尚未加入。")
	case c.Number < c.Node.FirstPort || c.Number > c.Node.LastPort:
		return nil, "", fault.Invalid("port", "端口不在该节点的范围内。")
	case !c.Port.Free(c.Now):
		return nil, "", fault.Invalid("port", "该端口已被占用，或刚被释放不满 24 小时。")
	case planErr != nil:
		return nil, "", planErr
	case softwareErr != nil:
		return nil, "", softwareErr
	}
	return []any{Provisioned{
		Server: c.Server, Owner: c.Owner, Node: c.Node.ID, Port: c.Number, Plan: c.Plan, Name: erasable.Of(c.Owner, name),
		Software: software, Demonstration: c.Demonstration,
	}}, role.Admin, nil
}

// Name checks the name of a server: 1 to 48 characters in one line.
func Name(value string) (string, error) { return text.Line("name", "名称", value, 1, MaxName) }

func (p Plan) check() error {
	switch {
	case p.MemoryMiB < MinMemoryMiB || p.MemoryMiB > MaxMemoryMiB:
		return fault.Invalid("plan.memory_mib", "内存须为 256 至 262144 MiB。")
	case p.CPUPercent < MinCPUPercent || p.CPUPercent > MaxCPUPercent:
		return fault.Invalid("plan.cpu_percent", "处理器须为 10 至 6400，100 为一个核心。")
	case p.DiskMiB < MinDiskMiB || p.DiskMiB > MaxDiskMiB:
		return fault.Invalid("plan.disk_mib", "磁盘须为 256 至 4194304 MiB。")
	}
	return nil
}

func (s Software) checked() (Software, error) {
	for _, t := range []struct {
		field, label string
		value        *string
	}{
		{"software.loader", "加载器", &s.Loader}, {"software.loader_version", "加载器版本", &s.LoaderVersion}, {"software.game_version", "游戏版本", &s.GameVersion},
	} {
		line, err := text.Line(t.field, t.label, *t.value, 0, 64)
		if err != nil {
			return s, err
		}
		*t.value = line
	}
	switch s.Kind {
	case "", None:
		return Software{Kind: None, Loader: s.Loader, LoaderVersion: s.LoaderVersion, GameVersion: s.GameVersion}, nil
	case StandIn:
		s.Jar = ""
		return s, nil
	case Jar:
		if s.Jar == "" {
			s.Jar = "server.jar"
		}
		if !jarName(s.Jar) {
			return s, fault.Invalid("software.jar", "文件名须以 .jar 结尾，只含字母、数字、点、横线与下划线。")
		}
		return s, nil
	}
	return s, fault.Invalid("software.kind", "软件须为 none、stand-in 或 jar。")
}

// jarName is true for the name of an archive that lies directly in the server's folder.
func jarName(s string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_') {
			return false
		}
	}
	return len(s) <= 128 && strings.HasSuffix(s, ".jar") && !strings.HasPrefix(s, ".") && !strings.HasPrefix(s, "-")
}
