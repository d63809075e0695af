package project

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

const unknownSide = "unknown"

// environment checks the sides on which a project runs. An empty side is unknown. Mods and modpacks must support at
// least one side; other types may leave both unknown.
func environment(t Type, e Environment) (Environment, error) {
	for field, side := range map[string]*string{"client_side": &e.Client, "server_side": &e.Server} {
		switch *side {
		case "":
			*side = unknownSide
		case "required", "optional", "unsupported", unknownSide:
		default:
			return Environment{}, fault.Invalid(field, "运行环境只能是 required、optional、unsupported 或 unknown。")
		}
	}
	if needsEnvironments(t) && e.Client == "unsupported" && e.Server == "unsupported" {
		return Environment{}, fault.Invalid("client_side", "客户端和服务端不能同时为不支持。")
	}
	return e, nil
}

// Known is true if both sides are set.
func (e Environment) Known() bool {
	return side(e.Client) != unknownSide && side(e.Server) != unknownSide
}

func needsEnvironments(t Type) bool { return t == TypeMod || t == TypeModpack }

// versionEnvironment checks the environment of a version: one of the names of the third API version, or empty for that
// of the project.
func versionEnvironment(name string) (string, error) {
	if name != "" && !slices.Contains(environmentNames(), name) {
		return "", fault.Invalid("environment", "未知的运行环境。")
	}
	return name, nil
}

func environmentNames() []string {
	return []string{
		"client_and_server", "client_only", "client_only_server_optional", "singleplayer_only", "server_only", "server_only_client_optional",
		"dedicated_server_only", "client_or_server", "client_or_server_prefers_both", unknownSide,
	}
}

// OwnEnvironment is the environment of a version that differs from its project's, or empty. A later change of the
// project's environment replaces it.
func (v Version) OwnEnvironment(p State) string {
	if v.EnvironmentAfter != p.EnvironmentChanges {
		return ""
	}
	return v.Environment
}

// AdoptEnvironment gives a project without an environment that of its version. The right to upload versions suffices.
type AdoptEnvironment struct {
	By           actor.Actor
	Reason       *reason.Reason
	Environments Environment
}

func (c AdoptEnvironment) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, UploadVersion, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if side(s.Environments.Client) != unknownSide || side(s.Environments.Server) != unknownSide {
		return nil, "", nil
	}
	e, err := environment(s.Type, c.Environments)
	if err != nil || e.Client == unknownSide && e.Server == unknownSide {
		return nil, "", err
	}
	return []any{EnvironmentsChanged{Environments: e, Reason: why}}, as, nil
}
