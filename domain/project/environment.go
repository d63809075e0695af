package project

import "github.com/modyard/modyard/domain/fault"

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

func needsEnvironments(t Type) bool { return t == TypeMod || t == TypeModpack }
